//! The arena as a service: bots connect over gRPC, matches are played in real time, and what happens is stored.
//!
//! [`App`] is the arena put together, and [`serve`] lets bots in. [`host::Host`] does both for a program that runs an
//! arena of its own.

mod app;
mod auth;
mod bots;
mod budget;
mod cluster;
pub mod harness;
pub mod host;
mod joined;
mod lag;
mod listen;
mod load;
mod matches;
mod metrics;
mod net;
pub mod open_files;
mod outage;
mod priority;
mod reason;
#[cfg(feature = "simulation")]
mod simulated;
pub mod table;
pub mod telemetry;
mod time;
mod token_changes;
mod watch;

pub use app::{App, BuildError, prepare_restored};
pub use auth::token;
pub use bots::lobby::BotStatus;
pub use cluster::{JoinError, NodeInfo, Opened};
pub use listen::ListenError;
pub use matches::ledger::Progress;
pub use matches::matchmaker::AssignedError;
pub use matches::unknown_league::UnknownLeague;
pub use net::server::{ServeError, serve};
pub use net::{RunningTable, SignInError, SpectatorPlace, Visitor, in_the_background};
pub use priority::give_way;

/// The version of this arena, as records and bots see it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
