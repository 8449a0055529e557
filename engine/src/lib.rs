//! The rules of Kahua's games as a library: pure, synchronous and total.
//!
//! A state is asked what must happen next and told what did. Chance is an event like any other, so a search can
//! enumerate it, a test can script it, and a clone of a state knows nothing of the future.
//!
//! Nothing here does input or output, reads a clock, or draws luck from anywhere but a [`Seed`].

pub mod bag;
pub mod dice;
pub mod following;
pub mod game;
pub mod games;
pub mod options;
pub mod outcome;
pub mod perft;
#[cfg(feature = "wire")]
pub mod playthrough;
pub mod random_play;
pub mod registry;
pub mod ruleset;
pub mod seat;
#[cfg(feature = "wire")]
pub mod table;
#[cfg(feature = "toy")]
pub mod toy;
pub mod transcript;
#[cfg(feature = "wire")]
pub mod wire;

pub use bag::Bag;
pub use dice::{Dice, Seed};
pub use following::Following;
pub use game::{Event, Game, GameInfo, Illegal, Notation, ParseNotationError, Phase, ViewError, Viewer};
pub use options::{Choices, OptionInfo};
pub use outcome::{Outcome, Place};
pub use ruleset::{Figure, Ruleset, RulesetError, RulesetHash};
pub use seat::{PerSeat, Seat, SeatCount};
#[cfg(feature = "wire")]
pub use table::{DynGame, DynRuleset, GameEntry};
#[cfg(feature = "wire")]
pub use wire::{Wire, WireError};
