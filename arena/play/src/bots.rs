//! The bots that are connected: their sessions, what is sent to them, and where they sit.

mod context;
mod disconnect;
mod hello;
pub mod lobby;
pub mod match_handle;
mod newcomers;
mod pickup;
mod rate_limit;
mod relayed;
pub mod resume;
mod sender;
mod session;
pub(crate) mod stage;
mod stamp;
mod stream;

pub use context::SessionContext;
pub use disconnect::DisconnectReason;
pub use hello::{HelloError, Plays, Profile};
pub use newcomers::Newcomers;
pub use relayed::{HandedOn, RelayedStream};
pub use sender::BotStream;
pub use sender::{BotSender, Connection, ConnectionId};
pub use session::{NoSession, Session};
pub use stamp::AskStamp;
pub use stream::Inbound;
pub use stream::{listen, play};
