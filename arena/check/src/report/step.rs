//! The result of a single step.

use std::time::Duration;

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepStatus {
    /// All was well; the text says what was seen.
    Passed(String),
    /// Something was wrong; the text says what.
    Failed(String),
    /// The step was skipped; the text says why.
    Skipped(String),
}

/// A step and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepReport {
    /// Its number, from 1.
    pub number: usize,
    /// Its name, such as "survives a reconnect".
    pub name: String,
    /// What a bot must do to pass it.
    pub wants: &'static str,
    /// Its result.
    pub status: StepStatus,
    /// How long it took.
    pub took: Duration,
    /// For a failed step, the first and the last lines that the bot wrote during the step; otherwise empty.
    pub output: String,
}

impl StepReport {
    /// What was seen, what was wrong, or why the step was skipped.
    #[must_use]
    pub fn message(&self) -> &str {
        match &self.status {
            StepStatus::Passed(message) | StepStatus::Failed(message) | StepStatus::Skipped(message) => message,
        }
    }

    /// Whether the bot failed it. A skipped step isn't a failed one.
    #[must_use]
    pub fn failed(&self) -> bool {
        matches!(self.status, StepStatus::Failed(_))
    }
}
