//! Matches and their players: access control, the sessions of bots, matches from their pairing to their record, and
//! spectators.
//!
//! A bot's session is in [`bots`], a league's pairing and a match's end in [`mod@matches`]. Neither knows how calls come in, or that an
//! arena may have several nodes.
#![expect(missing_docs, reason = "it is published nowhere, and a name that says it all needs no sentence")]

pub mod auth;
pub mod bots;
pub mod budget;
pub mod joined;
pub mod lag;
pub mod listen;
pub mod log_throttle;
pub mod matches;
pub mod metrics;
pub mod priority;
pub mod reason;
#[cfg(feature = "simulation")]
mod simulated;
pub mod time;
pub mod token_changes;
pub mod watch;

pub use auth::credentials::Credentials;
pub use auth::token;
pub use bots::lobby::BotStatus;
pub use bots::{BotStream, HelloError, Inbound, Plays, Profile};
pub use listen::ListenError;
pub use matches::ledger::MatchTotals;
pub use matches::matchmaker::{AssignedError, StartError};
pub use matches::unknown_league::UnknownLeague;
pub use priority::give_way;
#[cfg(feature = "simulation")]
pub use simulated::SimulatedMachine;

/// The version of this arena, as records and bots see it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
