//! What the check found, and the three forms in which it is told.

mod json;
mod junit;
mod text;

use std::path::PathBuf;
use std::time::Duration;

use crate::notes::{Notes, words};

pub use text::TextReport;

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All was well; what was seen.
    Passed(String),
    /// Something was wrong; what.
    Failed(String),
    /// It wasn't taken; why.
    Skipped(String),
}

/// A step that was taken, or wasn't.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its number, from 1.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// What it wants.
    pub wants: &'static str,
    /// What came of it.
    pub verdict: Verdict,
    /// How long it took.
    pub took: Duration,
    /// For a failed step what the bot wrote to its standard error meanwhile, the end of it.
    pub stderr: String,
}

impl Finding {
    /// What was seen, what was wrong, or why it wasn't taken.
    pub fn said(&self) -> &str {
        match &self.verdict {
            Verdict::Passed(said) | Verdict::Failed(said) | Verdict::Skipped(said) => said,
        }
    }

    /// Whether it failed.
    pub fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }
}

/// A whole check.
#[derive(Debug)]
pub struct Report {
    /// The bot, as on the command line.
    pub bot: String,
    /// The time control of the matches.
    pub time: String,
    /// The seed of all luck.
    pub seed: String,
    /// Every step, in order.
    pub findings: Vec<Finding>,
    /// How long it all took.
    pub took: Duration,
    /// What is worth knowing besides.
    pub besides: Besides,
    /// Where the bot's whole log and the matches are; `None` if they weren't kept.
    pub kept: Option<Kept>,
}

/// What was kept.
#[derive(Debug)]
pub struct Kept {
    /// Everything that the bot wrote to its standard error.
    pub log: PathBuf,
    /// A data directory with the records of the matches.
    pub data: PathBuf,
}

impl Report {
    /// How many steps failed.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.findings.iter().filter(|finding| finding.failed()).count()
    }

    /// How many steps passed, failed and were skipped.
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |is: fn(&Verdict) -> bool| self.findings.iter().filter(|finding| is(&finding.verdict)).count();
        (
            count(|verdict| matches!(verdict, Verdict::Passed(_))),
            count(|verdict| matches!(verdict, Verdict::Failed(_))),
            count(|verdict| matches!(verdict, Verdict::Skipped(_))),
        )
    }
}

/// What is worth knowing, over the whole check, whatever the verdicts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Besides {
    /// How many messages the bot sent.
    pub messages: u64,
    /// How many asks it had.
    pub asks: u64,
    /// How many of them it didn't answer.
    pub unanswered: u64,
    /// How many of its answers met no open ask.
    pub stray_answers: u64,
    /// What the arena found wrong, the first of it.
    pub faults: Vec<String>,
}

impl Besides {
    /// From what was seen.
    pub(crate) fn of(notes: &Notes) -> Besides {
        let asks = || notes.matches.values().flat_map(|of| of.asks.values());
        Besides {
            messages: notes.messages,
            asks: asks().count() as u64,
            unanswered: asks().filter(|ask| ask.took.is_none()).count() as u64,
            stray_answers: notes.stray_answers,
            faults: notes.faults.iter().map(words).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report with one step of each verdict, and everything that is hard to write in it.
    pub(crate) fn example() -> Report {
        let step = |number, name: &str, verdict, stderr: &str| Finding {
            number,
            name: name.into(),
            wants: "this & that",
            verdict,
            took: Duration::from_millis(1_234),
            stderr: stderr.into(),
        };
        Report {
            bot: "python3 \"my bot.py\" <x>".into(),
            time: "60s/5s".into(),
            seed: "00".into(),
            findings: vec![
                step(1, "connects", Verdict::Passed("after 1.2 s".into()), ""),
                step(2, "greets", Verdict::Failed("it said \"<hello>\" & left".into()), "a\u{1b}[31mb\u{0}\n]]>end\n"),
                step(3, "answers in time", Verdict::Skipped("not run: it isn't there".into()), ""),
            ],
            took: Duration::from_millis(3_702),
            besides: Besides { messages: 7, asks: 6, unanswered: 1, stray_answers: 0, faults: vec!["late: x".into()] },
            kept: Some(Kept { log: "/d/logs/candidate.log".into(), data: "/d".into() }),
        }
    }

    #[test]
    fn steps_are_counted_by_their_verdicts() {
        assert_eq!(example().counts(), (1, 1, 1));
    }
}
