//! The connected bots: their sessions, their outgoing messages, and their seats.

mod ask_timing;
mod context;
mod disconnect;
mod handshake_limiter;
mod hello;
pub mod lobby;
pub mod match_handle;
pub(crate) mod match_tap;
mod rate_limit;
mod relayed;
pub mod resume;
mod sender;
mod session;
mod stream;
mod visits;

pub use ask_timing::AskTiming;
pub use context::SessionContext;
pub use disconnect::DisconnectReason;
pub use handshake_limiter::HandshakeLimiter;
pub use hello::{HelloError, Plays, Profile};
pub use relayed::{RelayedAsk, RelayedStream};
pub use sender::BotStream;
pub use sender::{BotSender, Connection, ConnectionId};
pub use session::{NoSession, Session};
pub use stream::Inbound;
pub use stream::{listen, play};
