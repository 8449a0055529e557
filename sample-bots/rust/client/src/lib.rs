//! Bots for the Kahua arena.
//!
//! A bot is one method; the library does the rest: it greets the arena, hands over the asks, sends the answers, and
//! when the connection breaks it comes back and goes on where it was.
//!
//! ```no_run
//! use kahua_client::{Answer, Bot, Settings, connect, pb};
//!
//! struct FirstLegal;
//!
//! impl Bot for FirstLegal {
//!     fn choose(&mut self, _ask: &pb::Ask) -> Answer {
//!         Answer::index(0)
//!     }
//! }
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! connect(Settings::from_env()?).await?.play(FirstLegal).await?;
//! # Ok(())
//! # }
//! ```

mod agent;
mod bot;
mod connection;
mod conversation;
mod own_thread;
mod settings;

pub use kahua_proto::pb::arena::v1 as pb;
pub use kahua_proto::pb::games;

pub use agent::{Heard, Said, Voice};
pub use bot::{Answer, Bot};
pub use connection::{Connection, PlayError, connect};
pub use own_thread::OwnThread;
pub use settings::{Settings, SettingsError};
