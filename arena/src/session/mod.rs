//! One bot's connection: from its Hello to the end of its stream.

mod ending;
mod hello;
mod line;
mod pace;
mod speech;
mod stream;

pub use ending::Ending;
pub use hello::{Plays, Profile};
pub use line::{AskStamp, Connection, Line, LineId, Outbound};
pub(crate) use speech::Speaker;
pub(crate) use stream::{listen, play};
