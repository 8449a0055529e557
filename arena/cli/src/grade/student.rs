//! What each student gets: verdict, faults with the replays of their matches, and what to do next, as a page and as text, with the
//! files that Gradescope and GitHub Classroom read.

use std::fs;
use std::path::Path;

use anyhow::Context;
use kahua_core::faults;
use kahua_core::ids::MatchId;
use kahua_core::text::{in_json, in_lines, on_one_line};
use kahua_process::{excerpt, written_during};
use kahua_proto::pb::arena::v1::{self as pb, FaultCause};
use kahua_store::Reader;
use kahua_story::found_sentence;
use maud::html;
use serde_json::Value;

use super::assignment::{Reference, SUBMISSION};
use super::platforms;
use super::report::{Grade, Report, Result, Row, Verdict};
use crate::data::{RecordedRulesets, store_path};
use crate::matches::in_words;
use crate::one_page::{page, section, written};
use crate::processes::logs;

/// What a student is told of one fault.
#[derive(Debug)]
pub(super) struct TracedFault {
    cause: FaultCause,
    /// How often it happened, and what it cost, in a sentence.
    pub(super) sentence: String,
    /// What the submission wrote in the match of the first one.
    pub(super) written: Vec<String>,
    /// The match of the first one, told step by step, and the name of the file for it.
    replay: Option<(String, String)>,
}

/// A submission's matches against one reference.
#[derive(Debug)]
pub(super) struct Against<'a> {
    pub(super) reference: &'a Reference,
    pub(super) result: &'a Result,
    pub(super) sentence: String,
    pub(super) faults: Vec<TracedFault>,
}

/// All that a student is told.
pub(super) struct Student<'a> {
    pub(super) row: &'a Row<'a>,
    pass_mark: String,
    pub(super) against: Vec<Against<'a>>,
}

impl Report<'_> {
    /// Writes a folder for each submission into `to`. `data` holds the data of all submissions.
    ///
    /// # Errors
    /// If a file can't be written, or a store can't be read.
    pub(super) fn write_for_students(&self, to: &Path, data: &Path) -> anyhow::Result<()> {
        for (row, submission) in self.rows.iter().zip(&self.assignment.submissions) {
            let student = self.student(row, &data.join(&submission.data))?;
            let folder = to.join(&submission.data);
            let write = |name: &str, text: &str| {
                let file = folder.join(name);
                fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))
            };
            fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            write("report.txt", &format!("{}\n", in_lines(&student.text())))?;
            write("report.html", &student.html())?;
            let json = |value: &Value| format!("{}\n", in_json(&value.to_string()));
            write("results.json", &json(&platforms::gradescope(self.assignment, &student)))?;
            write("classroom.json", &json(&platforms::classroom(self.assignment, &student)))?;
            for (name, text) in student.replays() {
                write(name, &format!("{}\n", in_lines(text)))?;
            }
        }
        Ok(())
    }

    pub(super) fn student<'a>(&'a self, row: &'a Row<'a>, data: &Path) -> anyhow::Result<Student<'a>> {
        let mut against = Vec::new();
        for (result, reference) in row.results.iter().zip(&self.assignment.references) {
            let sentence = result.sentence(self.assignment, reference.name);
            against.push(Against { reference, result, sentence, faults: traced(result, data)? });
        }
        Ok(Student { row, pass_mark: self.assignment.pass_mark(), against })
    }
}

/// The faults, each with the replay of its first match, which is in the submission's own store.
fn traced(result: &Result, data: &Path) -> anyhow::Result<Vec<TracedFault>> {
    let mut faults = result.faults().peekable();
    if faults.peek().is_none() {
        // A submission that couldn't be started has no store.
        return Ok(Vec::new());
    }
    let reader = Reader::open(&store_path(data))?;
    let mut rulesets = RecordedRulesets::new(reader.clone());
    faults.map(|fault| traced_fault(fault, data, &reader, &mut rulesets)).collect()
}

fn traced_fault(
    fault: &crate::play::faults::Row,
    data: &Path,
    reader: &Reader,
    rulesets: &mut RecordedRulesets,
) -> anyhow::Result<TracedFault> {
    let id: MatchId = fault.match_id.parse().context("a match of a record")?;
    let record = reader.record(id)?.context("the store lacks a match that was counted")?;
    let found = faults::of(&record)
        .into_iter()
        .find(|found| found.player.name == SUBMISSION && found.fault.cause() == fault.cause);
    let first = found.map_or_else(|| fault.cause(), |found| found_sentence(&found));
    let times = kahua_core::words::count(fault.count, "time", "times");
    let lost = match fault.forfeits {
        0 => String::new(),
        forfeits => format!(", and {} lost by it", kahua_core::words::count(forfeits, "match was", "matches were")),
    };
    let sentence = format!("{}: {times}{lost}. First in match {id}: {first}.", fault.cause());
    let bot = SUBMISSION.parse().context("the name of a submission")?;
    let written = written_during(&logs(data), bot, id).map(|written| excerpt(&written)).unwrap_or_default();
    Ok(TracedFault { cause: fault.cause, sentence, written, replay: replay(&record, rulesets) })
}

/// The name and the text of a replay. A record that this version can't tell has none.
fn replay(record: &pb::MatchRecord, rulesets: &mut RecordedRulesets) -> Option<(String, String)> {
    let ruleset = rulesets.of(record).ok()?;
    Some((format!("match-{}.txt", record.match_id), in_words(record, &ruleset).ok()?))
}

impl Student<'_> {
    pub(super) fn verdict(&self) -> String {
        let grade = self.row.grade.in_words();
        match self.row.problem {
            Some(problem) => format!("{grade}: {}", on_one_line(problem)),
            None => grade.to_owned(),
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![format!("{}: {}", self.row.name, self.verdict()), String::new(), self.pass_mark.clone()];
        let quote = |lines: &mut Vec<String>, title: &str, written: &[String]| {
            if !written.is_empty() {
                lines.push(format!("  {title}"));
                lines.extend(written.iter().map(|line| format!("    | {}", on_one_line(line))));
            }
        };
        for against in self.played() {
            lines.extend([String::new(), on_one_line(&against.sentence).into_owned()]);
            quote(&mut lines, WROTE_LAST, against.result.last_lines());
            for fault in &against.faults {
                lines.push(format!("  {}", on_one_line(&fault.sentence)));
                lines.extend(fault.replay.iter().map(|(file, _)| format!("  The match is told in {file}.")));
                quote(&mut lines, WROTE_THERE, &fault.written);
            }
        }
        lines.extend([String::new(), "What to do next".to_owned()]);
        lines.extend(self.advice().iter().map(|advice| format!("- {advice}")));
        lines.join("\n")
    }

    fn html(&self) -> String {
        let about = html! { (self.pass_mark) };
        let written =
            |title: &str, lines: &[String]| html! { @if !lines.is_empty() { p { (title) } (written(lines)) } };
        let main = html! {
            p { strong { (self.verdict()) } }
            @for against in self.played() {
                (section(&format!("Against {}", against.reference.name), &html! {
                    p { (on_one_line(&against.sentence)) }
                    (written(WROTE_LAST, against.result.last_lines()))
                    @for fault in &against.faults {
                        h3 { (on_one_line(&fault.sentence)) }
                        (written(WROTE_THERE, &fault.written))
                        @if let Some((file, text)) = &fault.replay {
                            details { summary { "The match, step by step (" (file) ")" } pre { (in_lines(text)) } }
                        }
                    }
                }))
            }
            (section("What to do next", &html! { ul { @for advice in self.advice() { li { (advice) } } } }))
        };
        page(self.row.name, &about, &main)
    }

    /// The references against which it could be started.
    fn played(&self) -> impl Iterator<Item = &Against<'_>> {
        self.against.iter().filter(|_| self.row.problem.is_none())
    }

    /// The files with replays. Faults of one match share one.
    fn replays(&self) -> impl Iterator<Item = (&str, &str)> {
        let faults = self.against.iter().flat_map(|against| &against.faults);
        faults.filter_map(|fault| fault.replay.as_ref()).map(|(name, text)| (&**name, &**text))
    }

    /// What helps, the most urgent first.
    fn advice(&self) -> Vec<String> {
        let mut advice = Vec::new();
        let mut say = |sentence: &str| {
            if !advice.iter().any(|said| said == sentence) {
                advice.push(sentence.to_owned());
            }
        };
        if self.row.problem.is_some() {
            say("Correct what is said above, so that the submission can be started, and hand it in again.");
        }
        for against in self.played() {
            if let Verdict::GaveUp(_) = against.result.verdict {
                say(
                    "Run `kahua check --bot \"COMMAND\"` with your command: it says step by step what a bot still lacks.",
                );
            }
        }
        for fault in self.against.iter().flat_map(|against| &against.faults) {
            say(help(fault.cause));
        }
        for against in self.played() {
            match against.result.verdict {
                Verdict::NotStronger => {
                    say(
                        "Let your bot play with `kahua play`, and read matches that it lost with `kahua match replay`.",
                    );
                }
                Verdict::Undecided => {
                    say("It is about as strong as it must be; a little stronger, and the matches decide.");
                }
                Verdict::Beats | Verdict::GaveUp(_) | Verdict::NotPlayed => {}
            }
        }
        if advice.is_empty() {
            advice.push(match self.row.grade {
                Grade::Passed => "Nothing: it has passed.".to_owned(),
                _ => "Wait: not all matches have been played.".to_owned(),
            });
        }
        advice
    }
}

const WROTE_LAST: &str = "What it wrote last:";
const WROTE_THERE: &str = "What it wrote in that match:";

/// What helps against this kind of fault.
fn help(cause: FaultCause) -> &'static str {
    match cause {
        FaultCause::Late => "Answer sooner: stop to search while the ask's time still suffices for the answer.",
        FaultCause::Illegal => "Choose among the legal actions of each ask, and answer with its ticket.",
        FaultCause::Unreadable => "Answer in a form that the arena can read; the client libraries do so.",
        FaultCause::Crashed => "Correct the error that it wrote. `kahua ask` hands it the same ask again.",
        FaultCause::Disconnected => "Keep the connection open until the arena lets the bot go.",
        FaultCause::Flooding => "Send no more messages than the answers that are asked for.",
        FaultCause::Resigned => "Play matches to their end: a match that a bot gives up is lost.",
        FaultCause::StaleTicket | FaultCause::Unspecified => "Answer each ask once, with the ticket that came with it.",
    }
}
