//! Kahua's sample bots in Rust: examples of what a bot can be, and opponents of known strength.
//!
//! | bot | what it does |
//! |---|---|
//! | [`FirstLegal`] | takes the first legal action; knows no game |
//! | [`Random`] | takes any legal action; knows no game |
//! | [`Greedy`] | looks one decision ahead |
//! | [`Search`] | looks ahead by Monte Carlo tree search over the rules of the engine |
//!
//! To play as one of them by its name, call [`run`]. Each of them is a [`kahua_client::Bot`], so it can also be asked
//! directly:
//!
//! ```
//! use kahua_bots::FirstLegal;
//! use kahua_client::{Answer, Bot, pb};
//!
//! let ask = pb::Ask { legal_total: 3, ..Default::default() };
//! assert_eq!(FirstLegal.choose(&ask), Answer::index(0));
//! ```
//!
//! [`mcts`] is the search by itself, for bots of your own.

mod first_legal;
mod greedy;
pub mod mcts;
mod names;
mod paced;
mod program;
mod random;
mod search;

pub use first_legal::FirstLegal;
pub use greedy::Greedy;
pub use names::{NAMES, bot, run, run_paced};
pub use program::main;
pub use random::Random;
pub use search::{Level, Search};
