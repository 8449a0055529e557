//! The heart of the arena: one match, from its set-up to its record, without input or output.
//!
//! Nothing here reads a clock, a file or a socket: the caller tells the referee the time and what happened, and the
//! referee returns what it wants done. So a test can step a match as fast as the machine goes, and the same inputs give
//! the same match everywhere.

pub mod clock;
pub mod correction;
pub mod faults;
pub mod ids;
pub mod limits;
pub mod referee;
pub mod season;
pub mod text;
pub mod verify;
pub mod words;
