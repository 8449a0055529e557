//! Who is how strong: ratings, their margins and standings, all derived from finished matches and so rebuildable at any
//! time.
//!
//! - [`elo`]: a rating that moves with every match, for 2 to 5 seats.
//! - [`estimate`]: the strengths that explain all matches of a pool best, with honest margins.
//! - [`sprt`]: whether one bot is stronger than another by a given amount, decided as early as the luck allows.
//! - [`Ladder`]: the pools and their standings.
//!
//! This is the only part of the arena that computes with floating-point numbers, and nothing that it computes is stored.

pub mod elo;
pub mod estimate;
mod pool;
mod rated;
pub mod sprt;
mod standings;

pub use pool::Pool;
pub use rated::UnratableError;
pub use standings::Ladder;
