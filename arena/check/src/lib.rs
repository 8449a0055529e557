//! Does a bot keep to the protocol? A check of numbered steps, each passed or failed with what was seen.
//!
//! The bot plays in a real arena, against sparring partners; what passes between the two is noted, and held up, cut off or
//! added to where a step wants to see how the bot takes it.

mod candidate;
mod desk;
mod ending;
mod exam;
mod examiner;
mod greeting;
mod hall;
mod notes;
mod playing;
mod report;
mod sparring;
mod steps;
mod trouble;
mod wire;
mod words;

pub use exam::{Exam as Check, Terms};
pub use report::{Besides, Finding, Kept, Report, TextReport, Verdict};
pub use steps::Wanted;
