//! The arena as a service: bots connect over gRPC, matches are played with real time, and what happens is stored.
//!
//! [`app::App`] is the arena put together; [`net::server::serve`] lets bots in.

pub mod app;
pub mod auth;
pub mod bots;
pub mod config;
pub mod harness;
pub mod host;
pub mod matches;
pub mod net;
pub mod process;
pub mod rulesets;
pub mod telemetry;
pub mod time;

/// The version of this arena, as records and bots are told it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
