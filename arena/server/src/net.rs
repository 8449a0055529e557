//! The arena on the network: the listener, the layers, and the gRPC services.

mod bot_service;
mod credentials;
mod layers;
mod league_service;
pub(crate) mod server;

pub use bot_service::Bots;
pub use credentials::credentials;
pub(crate) use league_service::Leagues;
