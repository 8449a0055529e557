//! The bots that are connected: their sessions, what is sent to them, and where they sit.

mod disconnect;
mod hello;
pub mod lobby;
pub mod match_handle;
mod rate_limit;
mod sender;
mod session;
mod stream;

pub use disconnect::DisconnectReason;
pub use hello::{Plays, Profile};
pub use sender::{AskStamp, BotSender, BotStream, Connection, ConnectionId};
pub(crate) use session::Speaker;
pub use stream::{Inbound, listen, play};
