//! Does a bot keep to the protocol? A check of numbered steps, each passed or failed with what was seen.
//!
//! The bot plays in a real arena, against sparring partners; what passes between the two is noted, and held up, cut off or
//! added to where a step wants to see how the bot takes it.

mod candidate;
mod ending;
mod greeting;
mod harness;
mod interceptor;
mod notes;
mod playing;
mod proxy;
mod report;
mod run;
mod service;
mod sparring;
mod steps;
mod trouble;
mod words;

pub use report::{Besides, Finding, Kept, Report, TextReport, Verdict};
pub use run::{CheckRun as Check, Terms};
pub use steps::Wanted;
