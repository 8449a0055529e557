//! One match from its first draw to its last decision, as a state machine without input and output.
//!
//! A [`Referee`] is told what happened and when ([`Input`]) and says what is to be done ([`Effect`]). Whoever drives it
//! brings the time, the connections and the disk: a task of the arena, or a simulation that runs thousands of matches
//! a second.
//!
//! What a match has come to follows from its recorded events alone; that is how a match goes on after a restart, and how
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
