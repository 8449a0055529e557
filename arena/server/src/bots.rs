//! The bots that are connected: their sessions, what is sent to them, and where they sit.

mod context;
mod disconnect;
mod hello;
pub(crate) mod lobby;
pub(crate) mod match_handle;
mod newcomers;
mod pickup;
mod rate_limit;
mod relayed;
pub(crate) mod resume;
mod sender;
mod session;
pub(crate) mod stage;
mod stamp;
mod stream;

pub(crate) use context::SessionContext;
pub(crate) use disconnect::DisconnectReason;
pub use hello::{HelloError, Plays, Profile};
pub(crate) use newcomers::Newcomers;
pub(crate) use relayed::{HandedOn, RelayedStream};
pub use sender::BotStream;
pub(crate) use sender::{BotSender, Connection, ConnectionId};
pub(crate) use session::{NoSession, Session};
pub(crate) use stamp::AskStamp;
pub use stream::Inbound;
pub(crate) use stream::{listen, play};
