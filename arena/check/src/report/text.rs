//! The report as text for people: a line for each step as soon as it is over, then a summary.

use std::io::{self, IsTerminal, Write};

use kahua_core::text::{in_lines, on_one_line};
use owo_colors::OwoColorize;

use super::{Report, StepReport, StepStatus};
use kahua_core::words::{count, measured};

/// Writes the report as text. The bot's output is shown without its control characters, which a terminal would obey.
#[derive(Debug)]
pub struct TextReport<W> {
    out: W,
    /// The width of the column of names.
    width: usize,
    coloured: bool,
}

impl TextReport<io::Stdout> {
    /// Writes to standard output, with colours if that is a terminal and `NO_COLOR` isn't set. `width` is the length of the
    /// longest name of a step, see [`GameSelection::longest_name`](crate::GameSelection::longest_name).
    pub fn stdout(width: usize) -> TextReport<io::Stdout> {
        let coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        TextReport { out: io::stdout(), width, coloured }
    }
}

impl<W: Write> TextReport<W> {
    /// Writes to `out`, without colours. `width` is as for [`TextReport::stdout`].
    pub fn new(out: W, width: usize) -> TextReport<W> {
        TextReport { out, width, coloured: false }
    }

    /// Writes the line of one step.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn step(&mut self, step: &StepReport) -> io::Result<()> {
        let StepReport { number, name, .. } = step;
        let status = match (&step.status, self.coloured) {
            (StepStatus::Passed(_), true) => "ok     ".green().to_string(),
            (StepStatus::Failed(_), true) => "FAILED ".red().bold().to_string(),
            (StepStatus::Skipped(_), true) => "skipped".yellow().to_string(),
            (StepStatus::Passed(_), false) => "ok     ".into(),
            (StepStatus::Failed(_), false) => "FAILED ".into(),
            (StepStatus::Skipped(_), false) => "skipped".into(),
        };
        let message = on_one_line(step.message());
        writeln!(self.out, "{number:>2}  {status}  {name:<width$}  {message}", width = self.width)?;
        self.out.flush()
    }

    /// Writes the end of the report: each failed step again with the bot's output, and the totals.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn summary(&mut self, report: &Report) -> io::Result<()> {
        let out = &mut self.out;
        for step in report.steps.iter().filter(|step| step.failed()) {
            writeln!(out, "\n{:>2}  {}: {}", step.number, step.name, on_one_line(step.message()))?;
            writeln!(out, "    wanted: {}", step.wants)?;
            match step.output.is_empty() {
                true => writeln!(out, "    The bot wrote nothing meanwhile.")?,
                false => writeln!(out, "    What the bot wrote meanwhile:")?,
            }
            in_lines(&step.output).lines().try_for_each(|line| writeln!(out, "    | {line}"))?;
        }
        let (passed, failed, skipped) = report.counts();
        let took = measured(report.took);
        writeln!(out, "\n{passed} of {} passed, {failed} failed, {skipped} skipped, in {took}.", report.steps.len())?;
        let totals = &report.totals;
        writeln!(
            out,
            "{} for {}; {} unanswered, {} without an open ask.",
            count(totals.messages, "message", "messages"),
            count(totals.asks, "ask", "asks"),
            totals.unanswered,
            count(totals.stray_answers, "answer", "answers"),
        )?;
        if let Some(kept) = &report.kept {
            writeln!(out, "The bot's log: {}", kept.log.display())?;
            writeln!(out, "Its matches: kahua match list --data {}", kept.data.display())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn steps_line_up_and_failures_are_repeated_with_what_the_bot_wrote() {
        let mut text = TextReport::new(Vec::new(), 15);
        let report = example();
        report.steps.iter().for_each(|step| text.step(step).unwrap());
        text.summary(&report).unwrap();
        insta::assert_snapshot!(String::from_utf8(text.out).unwrap());
    }
}
