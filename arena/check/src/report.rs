//! What the check found, and the three forms in which it is written: text, JSON and JUnit XML.

mod json;
mod junit;
mod step;
mod text;
mod totals;

use std::path::PathBuf;
use std::time::Duration;

pub use step::{StepReport, StepStatus};
pub use text::TextReport;
pub use totals::Totals;

/// What a whole check found.
#[derive(Debug)]
pub struct Report {
    /// The bot, under the label given to [`CheckRun::new`](crate::CheckRun::new).
    pub bot: String,
    /// The time control of the matches.
    pub time: String,
    /// The seed of all luck. A check with the same seed begins its matches with the same luck.
    pub seed: String,
    /// Every step, in order.
    pub steps: Vec<StepReport>,
    /// How long the check took.
    pub took: Duration,
    /// Counts over the whole check.
    pub totals: Totals,
    /// Where the bot's log and the matches are. The caller sets it if it keeps them.
    pub kept: Option<KeptFiles>,
}

/// Where the files of a check were kept.
#[derive(Debug)]
pub struct KeptFiles {
    /// What the bot wrote to standard output and standard error.
    pub log: PathBuf,
    /// A data directory with the records of the matches.
    pub data: PathBuf,
}

impl Report {
    /// How many steps failed. The bot keeps to the protocol if this is 0.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.steps.iter().filter(|step| step.failed()).count()
    }

    /// How many steps passed, failed and were skipped.
    #[must_use]
    pub fn counts(&self) -> (usize, usize, usize) {
        let count = |is: fn(&StepStatus) -> bool| self.steps.iter().filter(|step| is(&step.status)).count();
        (
            count(|status| matches!(status, StepStatus::Passed(_))),
            count(|status| matches!(status, StepStatus::Failed(_))),
            count(|status| matches!(status, StepStatus::Skipped(_))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A report with one step of each status, and everything that is hard to write in it.
    pub(crate) fn example() -> Report {
        let step = |number, name: &str, status, output: &str| StepReport {
            number,
            name: name.into(),
            wants: "this & that",
            status,
            took: Duration::from_millis(1_234),
            output: output.into(),
        };
        Report {
            bot: "python3 \"my bot.py\" <x>".into(),
            time: "60s/5s".into(),
            seed: "00".into(),
            steps: vec![
                step(1, "connects", StepStatus::Passed("after 1.2 s".into()), ""),
                step(2, "greets", StepStatus::Failed("it said \"<hello>\" & left".into()), "a & b\n]]>end"),
                step(3, "answers in time", StepStatus::Skipped("not run: it isn't there".into()), ""),
            ],
            took: Duration::from_millis(3_702),
            totals: Totals { messages: 7, asks: 6, unanswered: 1, stray_answers: 0, faults: vec!["late: x".into()] },
            kept: Some(KeptFiles { log: "/d/logs/candidate.log".into(), data: "/d".into() }),
        }
    }

    #[test]
    fn steps_are_counted_by_their_status() {
        assert_eq!(example().counts(), (1, 1, 1));
    }
}
