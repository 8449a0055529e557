//! The arena on the network: the listener, the layers, and the gRPC services.

mod arena_service;
mod bot_service;
mod call_room;
mod call_threads;
mod calls;
mod check_host;
mod connection;
mod connection_limit;
mod credentials;
mod delayed;
mod frames;
mod health;
mod incoming;
mod layers;
mod league_service;
mod match_filter;
mod organizing;
mod page;
pub(crate) mod pages;
mod read_limits;
mod require_tls;
mod running_table;
pub(crate) mod server;
pub(crate) mod spectators;
mod standings;
pub(crate) mod tls;
mod visitor;
mod watch_match;
mod watching;

pub(crate) use arena_service::Arena;
pub use bot_service::Bots;
pub(crate) use connection_limit::connections_max;
pub use credentials::credentials;
pub(crate) use league_service::Leagues;
pub use running_table::{RunningTable, SpectatorPlace};
pub use visitor::{SignInError, Visitor, in_the_background};
