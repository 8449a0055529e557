//! The report as lines for people: each step as soon as it is there, then a summary.

use std::io::{self, IsTerminal, Write};

use owo_colors::OwoColorize;

use super::{Finding, Report, Verdict};
use crate::words::{millis, plural};

/// The last so many lines of a failed step's standard error are shown.
const STDERR_LINES: usize = 20;

/// Writes the report as text.
#[derive(Debug)]
pub struct TextReport<W> {
    out: W,
    /// How wide the names of the steps are.
    width: usize,
    coloured: bool,
}

impl TextReport<io::Stdout> {
    /// On standard output, coloured if that is a terminal; the longest name has `width` characters.
    pub fn stdout(width: usize) -> TextReport<io::Stdout> {
        let coloured = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        TextReport { out: io::stdout(), width, coloured }
    }
}

impl<W: Write> TextReport<W> {
    /// Tells of one step.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn step(&mut self, finding: &Finding) -> io::Result<()> {
        let Finding { number, name, .. } = finding;
        let verdict = match (&finding.verdict, self.coloured) {
            (Verdict::Passed(_), true) => "ok     ".green().to_string(),
            (Verdict::Failed(_), true) => "FAILED ".red().bold().to_string(),
            (Verdict::Skipped(_), true) => "skipped".yellow().to_string(),
            (Verdict::Passed(_), false) => "ok     ".into(),
            (Verdict::Failed(_), false) => "FAILED ".into(),
            (Verdict::Skipped(_), false) => "skipped".into(),
        };
        writeln!(self.out, "{number:>2}  {verdict}  {name:<width$}  {}", finding.said(), width = self.width)?;
        self.out.flush()
    }

    /// Tells what is left to tell when all steps are over.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn summary(&mut self, report: &Report) -> io::Result<()> {
        let out = &mut self.out;
        for finding in report.findings.iter().filter(|finding| finding.failed()) {
            writeln!(out, "\n{:>2}  {}: {}", finding.number, finding.name, finding.said())?;
            writeln!(out, "    wanted: {}", finding.wants)?;
            let lines: Vec<&str> = finding.stderr.lines().collect();
            match lines.len() {
                0 => writeln!(out, "    The bot said nothing on standard error meanwhile.")?,
                _ => writeln!(out, "    The bot's standard error meanwhile:")?,
            }
            for line in &lines[lines.len().saturating_sub(STDERR_LINES)..] {
                writeln!(out, "    | {}", printable(line))?;
            }
        }
        let (passed, failed, skipped) = report.counts();
        let took = millis(report.took);
        writeln!(
            out,
            "\n{passed} of {} passed, {failed} failed, {skipped} skipped, in {took}.",
            report.findings.len()
        )?;
        let besides = &report.besides;
        writeln!(
            out,
            "{} to {}; {} unanswered, {} to no open ask.",
            plural(besides.messages, "message"),
            plural(besides.asks, "ask"),
            besides.unanswered,
            plural(besides.stray_answers, "answer"),
        )?;
        if let Some(kept) = &report.kept {
            writeln!(out, "The bot's whole log: {}", kept.log.display())?;
            writeln!(out, "Its matches: kahua match list --data {}", kept.data.display())?;
        }
        Ok(())
    }
}

/// A line of the bot's without what would move a terminal's cursor.
fn printable(line: &str) -> String {
    line.chars().filter(|character| !character.is_control() || *character == '\t').collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::example;
    use super::*;

    #[test]
    fn steps_line_up_and_failures_are_told_again_with_the_bots_own_words() {
        let mut text = TextReport { out: Vec::new(), width: 15, coloured: false };
        let report = example();
        report.findings.iter().for_each(|finding| text.step(finding).unwrap());
        text.summary(&report).unwrap();
        let expected = "\
\u{20}1  ok       connects         after 1.2 s
 2  FAILED   greets           it said \"<hello>\" & left
 3  skipped  answers in time  not run: it isn't there

 2  greets: it said \"<hello>\" & left
    wanted: this & that
    The bot's standard error meanwhile:
    | a[31mb
    | ]]>end

1 of 3 passed, 1 failed, 1 skipped, in 3.7 s.
7 messages to 6 asks; 1 unanswered, 0 answers to no open ask.
The bot's whole log: /d/logs/candidate.log
Its matches: kahua match list --data /d
";
        assert_eq!(String::from_utf8(text.out).unwrap(), expected);
    }
}
