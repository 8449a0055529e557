//! One match from its first draw to its last decision, as a state machine without input and output.
//!
//! A [`Referee`] takes what happened and when ([`Input`]), and returns what must be done ([`Effect`]). Its driver has
//! the time, the connections and the disk. That is a task of the arena, or a simulation that runs thousands of matches
//! a second.
//!
//! The state of a match follows from its recorded events alone. That is how a match continues after a restart, and how
//! a record is verified.

mod ask;
mod cause;
mod commitment;
mod event;
mod log;
mod luck;
mod machine;
mod messages;
mod notice;
mod policy;
mod public_events;
mod replay;
mod seal;
mod setup;
mod shown;
mod state;
mod step;

pub use cause::cause_in_words;
pub use commitment::Nonce;
pub use event::{Effect, Input};
pub use log::{EncodedEvents, EventLog};
pub use luck::{Luck, ParseLuckError};
pub use machine::{Referee, ReplayError};
pub use policy::{FaultPolicy, OnFault, PolicyError};
pub use replay::{EventError, EventProblem};
pub(crate) use seal::digest;
pub use seal::{canonical_bytes, seal, summary};
pub use setup::{HeaderError, MatchSetup, Player, RECORD_FORMAT, SetPosition};
pub use state::Due;
pub(crate) use state::MatchState;
