//! Bots for the Kahua arena: a small client library, and the sample bots that are built with it.
//!
//! A bot is one method; the library does the rest: it greets the arena, hands over the asks, sends the answers, and
//! when the connection breaks it comes back and goes on where it was.
//!
//! ```no_run
//! use sample_bots::{Answer, Bot, Settings, connect, pb};
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

mod bot;
mod bots;
mod client;
mod conversation;
mod own_thread;
mod program;
pub mod search;
mod settings;
mod voice;

pub use kahua_proto::pb::arena::v1 as pb;
pub use kahua_proto::pb::games;

pub use bot::{Answer, Bot};
pub use bots::first_legal::FirstLegal;
pub use bots::greedy::Greedy;
pub use bots::random::Random;
pub use bots::search::{Level, Search};
pub use bots::{NAMES, run};
pub use client::{Connection, PlayError, connect};
pub use own_thread::OwnThread;
pub use program::main;
pub use settings::{Settings, SettingsError};
pub use voice::{Heard, Said, Voice};
