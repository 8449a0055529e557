//! Checks that a bot follows the protocol, in numbered steps. Each step passes, fails or is skipped, and says what was
//! seen.
//!
//! The bot plays in a real arena against sparring partners. The traffic between the bot and the arena is recorded. A
//! step can hold back an answer, cut the connection or add a message to see how the bot reacts. `kahua check` is a thin
//! command around this crate; a grader can use the crate directly:
//!
//! ```no_run
//! # async fn grade() -> Result<(), Box<dyn std::error::Error>> {
//! use std::time::Duration;
//!
//! use kahua_check::{CheckError, CheckOptions, CheckRun, GameSelection};
//! use kahua_process::BotCommand;
//!
//! let options = CheckOptions {
//!     games: GameSelection::Claimed,
//!     time: "60s+100ms/5s~50ms".parse()?,
//!     patience: Duration::from_secs(30),
//!     seed: "1".parse()?,
//! };
//! let command = BotCommand::alone(["python3", "submissions/ann.py"].map(Into::into).to_vec());
//! let dir = std::path::Path::new("checks/ann");
//! let store = kahua_store::Store::open_in_memory()?;
//! let mut check = CheckRun::new("ann".into(), command, options, store, dir).await?;
//! let report = check
//!     .run(|step| {
//!         println!("{} {}", step.name, step.message());
//!         Ok::<_, CheckError>(())
//!     })
//!     .await?;
//! println!("{} steps failed", report.failed());
//! # Ok(())
//! # }
//! ```

mod candidate;
mod connecting;
mod disruptions;
mod error;
mod format;
mod harness;
mod interceptor;
mod match_end;
mod notes;
mod playing;
mod proxy;
mod report;
mod run;
mod service;
mod sparring;
mod steps;

pub use error::CheckError;
pub use report::{KeptFiles, Report, StepReport, StepStatus, TextReport, Totals};
pub use run::{CheckOptions, CheckRun};
pub use steps::GameSelection;
