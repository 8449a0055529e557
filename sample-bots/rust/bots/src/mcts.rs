//! Monte Carlo tree search over any game: chance nodes, any number of seats, one implementation.
//!
//! The tree is grown by UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo Planning", 2006) with one value for each seat
//! (max^n: Luckhardt and Irani, "An algorithmic solution of N-person games", 1986): at a decision the seat to act follows
//! its own value, at a chance event the outcome is drawn by its weight. A new leaf is valued by a rollout: a game that
//! mostly takes the actions that have done well so far (MAST: Finnsson and Björnsson, "Simulation-Based Approach to General
//! Game Playing", 2008).
//!
//! What the seat can't see must be settled before the search begins: a search is given one complete state.

mod habits;
mod horizon;
mod rollout;
mod tree;
mod value;

use std::time::{Duration, Instant};

use kahua_engine::{Dice, Event, Game, Seed};

pub use horizon::Horizon;
use tree::Tree;

/// When a search stops, unless its answer is settled earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// After this much time.
    Time(Duration),
    /// After so many iterations: the same answer on every machine.
    Iterations(u32),
}

/// How often the clock is looked at, in iterations.
const CLOCK_EVERY: u32 = 16;

/// A search that keeps what it has learnt from one decision of a game to the next.
#[derive(Debug)]
pub struct Search<G: Game> {
    tree: Option<Tree<G>>,
    dice: Dice,
    horizon: Horizon<G>,
}

impl<G: Game> Search<G> {
    /// A search that has learnt nothing yet, looks so far ahead, and draws its luck from this seed.
    #[must_use]
    pub fn new(seed: Seed, horizon: Horizon<G>) -> Search<G> {
        Search { tree: None, dice: Dice::new(seed), horizon }
    }

    /// Tells of the next event of the game that is played: what the search knows of the position after it is kept.
    pub fn follow(&mut self, event: Event<G::Action, G::Chance>) {
        if let Some(tree) = &mut self.tree {
            tree.follow(event);
        }
    }

    /// The index in the legal list of the action that the search prefers; 0 where there is no choice.
    pub fn best(&mut self, root: &G, budget: Budget) -> usize {
        let start = Instant::now();
        let mut legal = Vec::new();
        root.legal_actions(&mut legal);
        if legal.len() < 2 {
            return 0;
        }
        let tree = self.tree.get_or_insert_with(|| Tree::new(root));
        tree.start_from(root);
        for done in 1.. {
            tree.grow(&self.horizon, &mut self.dice);
            if done % CLOCK_EVERY != 0 && budget != Budget::Iterations(done) {
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

/// About how many iterations fit into the rest of the time, if `done` of them took so much of it.
fn iterations_left(done: u32, elapsed: Duration, time: Duration) -> u32 {
    let left = time.saturating_sub(elapsed).as_secs_f64();
    (left * f64::from(done) / elapsed.as_secs_f64().max(1e-9)) as u32
}
