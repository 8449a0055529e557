//! The arena as a service: bots connect over gRPC, matches are played in real time, and what happens is stored.
//!
//! [`App`] is the arena put together, and [`serve`] lets bots in. [`host::Host`] does both for a program that runs an
//! arena of its own.

mod app;
pub mod harness;
pub mod host;
mod load;
mod net;
pub mod open_files;
pub mod table;
pub mod telemetry;

pub use app::{App, BuildError, prepare_restored};

pub use net::server::{ServeError, serve};
pub use net::{RunningTable, SignInError, SpectatorSlot, Visitor, in_the_background};
