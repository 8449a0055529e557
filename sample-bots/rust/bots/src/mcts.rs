//! Monte Carlo tree search for any game of the engine, with chance nodes and any number of seats.
//!
//! The tree grows by UCT (L. Kocsis, C. Szepesvári: Bandit based Monte-Carlo Planning, 2006) with a value for each seat
//! (max^n: C. Luckhardt, K. Irani: An algorithmic solution of N-person games, 1986): at a decision, the seat that decides
//! maximizes its own value; at a chance event, an outcome is drawn by its weight. A new leaf gets its value from a rollout,
//! which mostly takes the actions that have done best so far (MAST: H. Finnsson, Y. Björnsson: Simulation-Based Approach to
//! General Game Playing, 2008).
//!
//! A search starts from a complete state, so whatever the seat can't see must be guessed beforehand.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kahua_bots::mcts::{Budget, DepthLimit, TreeSearch};
//! use kahua_engine::games::hawaii::Hawaii;
//! use kahua_engine::{Choices, Dice, Event, Game, Phase, Ruleset, SeatCount, Seed};
//!
//! let options = Hawaii::options(&Choices::parse(Hawaii::INFO.options, [])?);
//! let mut state = Hawaii::start(SeatCount::new(2).unwrap(), options, &Ruleset::<Hawaii>::built_in().rules);
//! let mut dice = Dice::new(Seed::from_number(1));
//! while state.phase() == Phase::Chance {
//!     state.play_unchecked(Event::Chance(state.sample_chance(&mut dice)));
//! }
//!
//! let mut search = TreeSearch::new(Seed::from_number(2), DepthLimit::game_end());
//! let found = search.best(&state, Budget::Iterations(20));
//! let mut legal = Vec::new();
//! state.legal_actions(&mut legal);
//! println!("best action: {}, expected share of others beaten: {:?}", legal[found.index], found.expects);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action_stats;
mod depth_limit;
mod evaluator;
mod rollout;
mod tree;

use std::time::{Duration, Instant};

use kahua_engine::{Dice, Event, Game, Seed};

pub use depth_limit::DepthLimit;
use tree::Tree;

/// When a search stops. It stops earlier once its answer can't change any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// After this much time.
    Time(Duration),
    /// After this number of iterations, which gives the same answer on every machine.
    Iterations(u32),
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The index of the best action in the legal list; 0 where there is no choice.
    pub index: usize,
    /// How the search judges the position of the seat that decides, if it takes that action. It is about the share of
    /// the other seats that it expects to beat, from 0 to 1; with two seats, that is its chance to win. Leads count for
    /// some of it. `None` if there was nothing to search.
    pub expects: Option<f32>,
}

/// The number of iterations between two looks at the clock.
const CLOCK_INTERVAL: u32 = 16;

/// A search that keeps its tree from one decision of a game to the next.
#[derive(Debug)]
pub struct TreeSearch<G: Game> {
    tree: Option<Tree<G>>,
    dice: Dice,
    depth_limit: DepthLimit<G>,
}

impl<G: Game> TreeSearch<G> {
    /// A search with an empty tree. Its chance events and rollouts are drawn from `seed`.
    #[must_use]
    pub fn new(seed: Seed, depth_limit: DepthLimit<G>) -> TreeSearch<G> {
        TreeSearch { tree: None, dice: Dice::new(seed), depth_limit }
    }

    /// Moves on to the position after an event of the real game, and keeps the part of the tree below it.
    pub fn advance(&mut self, event: Event<G::Action, G::Chance>) {
        if let Some(tree) = &mut self.tree {
            tree.advance(event);
        }
    }

    /// Searches below `root` for the best of its legal actions.
    pub fn best(&mut self, root: &G, budget: Budget) -> Found {
        let start = Instant::now();
        let mut legal = Vec::new();
        root.legal_actions(&mut legal);
        if legal.len() < 2 {
            return Found { index: 0, expects: None };
        }
        let tree = self.tree.get_or_insert_with(|| Tree::new(root));
        tree.set_root(root);
        for done in 1.. {
            tree.grow(&self.depth_limit, &mut self.dice);
            if done % CLOCK_INTERVAL != 0 && budget != Budget::Iterations(done) {
                continue;
            }
            let left = match budget {
                Budget::Iterations(iterations) => iterations.saturating_sub(done),
                Budget::Time(time) => iterations_left(done, start.elapsed(), time),
            };
            if tree.is_settled(left) {
                break;
            }
        }
        tree.most_visited(&legal)
    }
}

/// Estimates how many iterations fit into the rest of `time` when `done` of them took `elapsed`.
fn iterations_left(done: u32, elapsed: Duration, time: Duration) -> u32 {
    let left = time.saturating_sub(elapsed).as_secs_f64();
    (left * f64::from(done) / elapsed.as_secs_f64().max(1e-9)) as u32
}
