//! Monte Carlo tree search over any game: chance nodes, any number of seats, one implementation.
//!
//! The tree is grown by UCT (Kocsis and Szepesvári, 2006) with one value for each seat (max^n): at a decision the seat to
//! act follows its own value, at a chance event the outcome is drawn by its weight. A new leaf is valued by a short random
//! game and the points that everybody would then have.
//!
//! What the seat can't see must be settled before the search begins: a search is given one complete state.

mod tree;
mod value;

use std::time::{Duration, Instant};

use engine::{Dice, Game};

use tree::Tree;

/// When a search stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// After this much time.
    Time(Duration),
    /// After so many iterations: the same answer on every machine.
    Iterations(u32),
}

/// How often the clock is looked at, in iterations.
const CLOCK_EVERY: u32 = 16;

/// The index in the legal list of the action that a search prefers; 0 where nobody is to decide.
pub fn search<G: Game>(root: &G, budget: Budget, dice: &mut Dice) -> usize {
    let mut legal = Vec::new();
    root.legal_actions(&mut legal);
    if legal.len() < 2 {
        return 0;
    }
    let mut tree = Tree::new(root);
    let start = Instant::now();
    for iteration in 1.. {
        tree.grow(dice);
        let enough = match budget {
            Budget::Iterations(iterations) => iteration >= iterations,
            Budget::Time(time) => iteration % CLOCK_EVERY == 0 && start.elapsed() >= time,
        };
        if enough {
            break;
        }
    }
    tree.most_visited(&legal)
}
