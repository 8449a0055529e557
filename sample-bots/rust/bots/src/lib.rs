//! The sample bots: small programs that show what a bot is, and opponents to measure a bot of one's own against.

mod first_legal;
mod greedy;
pub mod mcts;
mod names;
mod program;
mod random;
mod search;

pub use first_legal::FirstLegal;
pub use greedy::Greedy;
pub use names::{NAMES, run};
pub use program::main;
pub use random::Random;
pub use search::{Level, Search};
