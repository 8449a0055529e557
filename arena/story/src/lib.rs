//! Matches as sentences for people, step by step, in the words of the game: from a record, or while they are played.
//!
//! The referee in `kahua-core` needs none of this, so neither a server nor a bot compiles it.

mod language;
mod notation;
mod running;
mod story;

pub use kahua_show::Language;
pub use language::{cause, fault_sentence, found_sentence};
pub use notation::{date, in_notation};
pub use running::{told_to_players, told_to_spectators};
pub use story::{Step, StepKind, Story, StoryError, Teller};
