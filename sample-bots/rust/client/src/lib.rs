//! The client library for bots that play in a Kahua arena.
//!
//! A bot is a type with one method, [`Bot::choose`]. The library does the rest: it connects and introduces the bot,
//! passes the arena's asks to it, sends its answers, and reconnects when the connection is lost. Open matches then
//! continue where they were. The other methods of [`Bot`] get the arena's other messages, and with a [`BotHandle`] a
//! bot can send more than answers. With [`run_per_match`] each match has its own object.
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use kahua_client::{Answer, Bot, pb};
//!
//! struct FirstLegal;
//!
//! impl Bot for FirstLegal {
//!     fn choose(&mut self, _ask: &pb::Ask) -> Answer {
//!         Answer::index(0)
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     kahua_client::run(FirstLegal)
//! }
//! ```
//!
//! [`run`] makes a whole program of it. A program that has more to do calls [`connect`] and [`Connection::play`].
//!
//! An answer is an index into the ask's legal actions, as above, an action itself, its notation, or [`Answer::resign`]:
//!
//! ```
//! use kahua_client::{Answer, Bot, pb};
//!
//! /// Prefers the action with the longest notation. It needs `ActionForm::Notation` in its settings.
//! struct Verbose;
//!
//! impl Bot for Verbose {
//!     fn choose(&mut self, ask: &pb::Ask) -> Answer {
//!         match ask.legal.iter().max_by_key(|action| action.notation.len()) {
//!             Some(action) => action.clone().into(),
//!             None => Answer::index(0),
//!         }
//!     }
//! }
//!
//! let short = pb::Action { notation: "stay".into(), game: None };
//! let long = pb::Action { notation: "place:3@2".into(), game: None };
//! let ask = pb::Ask { legal: vec![short, long.clone()], legal_total: 2, ..Default::default() };
//! assert_eq!(Verbose.choose(&ask), Answer::from(long));
//! ```
//!
//! [`Rules`] know what an action leads to, for a bot that looks ahead.
//!
//! [`run`] gives the bot its own thread. In a program that calls [`Connection::play`], a bot that thinks for a long
//! time needs one too, so that its connection stays alive while it thinks:
//!
//! ```no_run
//! # use kahua_client::{Bot, Connection, OwnThread, PlayError};
//! # async fn play_slowly(connection: Connection, slow_bot: impl Bot) -> Result<(), PlayError> {
//! connection.play(OwnThread::new(slow_bot)).await
//! # }
//! ```

mod address;
mod agent;
mod answer;
mod asks;
mod backoff;
mod bot;
mod connection;
mod disconnect;
mod error;
mod failure;
mod handle;
mod open_matches;
mod own_thread;
mod per_match;
mod play_stream;
mod reach;
mod recorder;
mod return_on_drop;
pub mod rules;
mod run;
mod session;
mod settings;
mod signals;
mod trust;

pub use kahua_proto::pb::arena::v1 as pb;
pub use kahua_proto::pb::games;

pub use agent::{Agent, ArenaEvent, BotMessage};
pub use answer::{Answer, Choice, InvalidAnswer};
pub use asks::load_asks;
pub use bot::Bot;
pub use connection::{Connection, connect, play_until};
pub use error::PlayError;
pub use failure::BotFailure;
pub use handle::BotHandle;
pub use own_thread::OwnThread;
pub use per_match::{MatchBot, PerMatch};
pub use rules::Rules;
pub use run::{run, run_agent, run_per_match, run_with};
pub use settings::{OnError, Settings, SettingsError};
#[doc(hidden)]
pub use trust::{problem_of_certificate, with_tls};
