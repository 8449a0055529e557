//! The arena on the network: the listener, the layers, and the gRPC services.

mod arena_service;
pub(crate) mod bot_calls;
mod bot_service;
mod check_host;
mod connection;
mod cors;
mod credentials;
mod delayed;
mod health;
mod incoming;
mod layers;
mod league_service;
mod match_host;
pub(crate) mod metrics;
pub(crate) mod node_listener;
mod organizing;
pub(crate) mod pages;
mod require_tls;
mod running_table;
pub(crate) mod server;
mod visitor;
mod watch_match;
mod worker_service;

pub(crate) use arena_service::Arena;
pub use bot_service::Bots;
pub use credentials::credentials;
pub(crate) use league_service::Leagues;
pub use running_table::{RunningTable, SpectatorSlot};
pub use visitor::{SignInError, Visitor, in_the_background};
