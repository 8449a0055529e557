//! The report as tables for people, and as lines for programs.

use kahua_core::text::on_one_line;
use kahua_core::words::{self, milliseconds};
use serde_json::{Value, json};

use super::assignment::SUBMISSION;
use super::report::{Grade, Rating, Report, Row, Verdict};
use crate::csv;
use crate::output::table;
use kahua_web::Language;
use kahua_web::figures::interval;

/// How many lines of what a submission wrote are printed.
const LAST_LINES_SHOWN: usize = 5;

impl Report<'_> {
    /// Two tables, of the results and of the faults, and what has kept submissions from being graded.
    pub(super) fn text(&self) -> String {
        let mut parts = vec![self.assignment.pass_mark(), self.results()];
        parts.extend(self.faults());
        parts.extend(self.notes());
        parts.push(self.summary());
        parts.join("\n\n")
    }

    fn results(&self) -> String {
        let references = &self.assignment.references;
        let has_points = self.assignment.points_max() > 0;
        let mut headings = vec!["submission".to_owned(), "grade".into()];
        headings.extend(has_points.then(|| "points".into()));
        headings.extend(["rating".into(), "95 %".into()]);
        headings.extend(references.iter().flat_map(|reference| [format!("against {}", reference.name), "sets".into()]));
        headings.extend(["forfeits".into(), "a decision".into()]);
        let rows = self.rows.iter().map(|row| {
            let mut cells = vec![row.name.to_owned(), row.grade.in_words().into()];
            cells.extend(has_points.then(|| row.points.to_string()));
            cells.extend(self.rating(row.name).map_or(["-".into(), "-".into()], Rating::cells));
            for result in &row.results {
                cells.push(format!("{}, {}", result.verdict.in_words(), result.score()));
                cells.push(result.sets().to_string());
            }
            cells.extend([row.forfeits().to_string(), milliseconds(row.thinking().mean())]);
            cells
        });
        let is_number = |at: &usize| *at > 1 && !headings[*at].starts_with("against ");
        let numbers: Vec<usize> = (0..headings.len()).filter(is_number).collect();
        table(&headings.iter().map(String::as_str).collect::<Vec<_>>(), &numbers, rows).to_string()
    }

    fn faults(&self) -> Option<String> {
        let rows: Vec<Vec<String>> = self.each_fault().map(|fault| fault.cells().into()).collect();
        let headings =
            ["submission", "against", "fault", "times", "forfeits", "first in match", "what was wrong there"];
        (!rows.is_empty()).then(|| table(&headings, &[3, 4], rows).to_string())
    }

    fn notes(&self) -> Option<String> {
        let mut notes = Vec::new();
        for row in &self.rows {
            notes.extend(row.problem.map(|problem| format!("{}: {}", row.name, on_one_line(problem))));
            for (result, reference) in row.results.iter().zip(&self.assignment.references) {
                if let Verdict::GaveUp(_) = &result.verdict {
                    notes.push(format!("{}: {}", row.name, result.sentence(self.assignment, reference.name)));
                    let lines = result.last_lines();
                    let last = &lines[lines.len().saturating_sub(LAST_LINES_SHOWN)..];
                    // A single line is in the sentence already.
                    notes.extend(
                        last.iter().filter(|_| last.len() > 1).map(|line| format!("    | {}", on_one_line(line))),
                    );
                }
            }
        }
        notes.extend(self.assignment.left_out.iter().cloned());
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// How many have which grade.
    pub(super) fn summary(&self) -> String {
        let grades = [Grade::Passed, Grade::Failed, Grade::Undecided, Grade::Ungraded];
        let counts = grades.map(|grade| (self.count(grade), grade.in_words()));
        let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, words)| format!("{count} {words}"));
        let submissions = words::count(self.rows.len() as u64, "submission", "submissions");
        format!("{submissions}: {}.", counts.collect::<Vec<_>>().join(", "))
    }

    /// An object for each submission.
    pub(super) fn json(&self) -> Vec<Value> {
        let of_row = |row: &Row<'_>| {
            let results = row.results.iter().zip(&self.assignment.references).map(|(result, reference)| {
                let gave_up = match &result.verdict {
                    Verdict::GaveUp(gave_up) => Some(gave_up),
                    _ => None,
                };
                let tally = result.played.as_ref().map(|played| &played.tally);
                json!({
                    "reference": reference.name.as_str(),
                    "verdict": result.verdict.in_words(),
                    "reason": gave_up.map(|gave_up| &gave_up.reason),
                    "last_error": gave_up.and_then(|gave_up| gave_up.last_error.as_ref()),
                    "last_lines": result.last_lines(),
                    "sets": result.sets(),
                    "score": tally.map(|tally| tally.scores.score()),
                    "counts": tally.map(|tally| tally.scores.counts()),
                    "llr": tally.map(|tally| tally.llr().0),
                    "faults": tally.map(|tally| tally.faults.json(SUBMISSION)),
                })
            });
            let (rating, thinking) = (self.rating(row.name), row.thinking());
            json!({
                "submission": row.name,
                "grade": row.grade.in_words(),
                "points": row.points,
                "problem": row.problem,
                "rating": rating.map(|rating| rating.elo),
                "lower": rating.and_then(|rating| rating.lower),
                "upper": rating.and_then(|rating| rating.upper),
                "forfeits": row.forfeits(),
                "decisions": thinking.decisions,
                "think_us_mean": thinking.mean().as_micros() as u64,
                "think_us_longest": thinking.longest.as_micros() as u64,
                "results": results.collect::<Vec<_>>(),
            })
        };
        self.rows.iter().map(of_row).collect()
    }

    /// A line for each submission and reference.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn print_csv(&self) -> std::io::Result<()> {
        let rows = self.rows.iter().flat_map(|row| {
            row.results.iter().zip(&self.assignment.references).map(|(result, reference)| {
                let tally = result.played.as_ref().map(|played| &played.tally);
                [
                    row.name.to_owned(),
                    row.grade.in_words().into(),
                    row.points.to_string(),
                    reference.name.to_string(),
                    result.verdict.in_words().into(),
                    result.sets().to_string(),
                    csv::number(tally.map(|tally| tally.scores.score()), 4),
                    csv::number(tally.map(|tally| tally.llr().0), 3),
                    tally.map_or(0, |tally| tally.forfeits()).to_string(),
                    csv::number(self.rating(row.name).map(|rating| rating.elo), 1),
                    csv::number(self.rating(row.name).and_then(|rating| rating.lower), 1),
                    csv::number(self.rating(row.name).and_then(|rating| rating.upper), 1),
                ]
            })
        });
        let headings = [
            "submission",
            "grade",
            "points",
            "reference",
            "verdict",
            "sets",
            "score",
            "llr",
            "forfeits",
            "rating",
            "lower",
            "upper",
        ];
        csv::print(headings, rows)
    }

    /// The faults of all submissions.
    pub(super) fn each_fault(&self) -> impl Iterator<Item = FaultLine<'_>> {
        self.rows.iter().flat_map(|row| {
            row.results.iter().zip(&self.assignment.references).flat_map(|(result, reference)| {
                let line = |fault| FaultLine { submission: row.name, reference: reference.name.as_str(), fault };
                result.faults().map(line)
            })
        })
    }
}

/// The faults of one submission against one reference with one cause.
pub(super) struct FaultLine<'a> {
    submission: &'a str,
    reference: &'a str,
    fault: &'a crate::play::faults::Row,
}

impl FaultLine<'_> {
    pub(super) fn cells(&self) -> [String; 7] {
        [
            self.submission.to_owned(),
            self.reference.to_owned(),
            self.fault.cause(),
            self.fault.count.to_string(),
            self.fault.forfeits.to_string(),
            self.fault.match_id.clone(),
            on_one_line(&self.fault.first_problem()).into_owned(),
        ]
    }
}

impl Rating {
    fn cells(&self) -> [String; 2] {
        [format!("{:.0}", self.elo), interval(Language::English, self.lower, self.upper)]
    }
}

#[cfg(test)]
mod tests {
    use kahua_proto::pb::arena::v1 as pb;
    use pb::recorded_event::Event;

    use super::super::assignment::tests::example;
    use super::super::pairing::{GaveUp, Played};
    use super::super::report::Report;
    use super::super::tally::tests::{after, record};

    #[test]
    fn reports_read_as_reviewed() {
        let assignment = example();
        let recorded = |event| pb::RecordedEvent { event: Some(event) };
        let thinks = |think_us| recorded(Event::Decision(pb::Decision { think_us, ..Default::default() }));
        let mut lost = record(0, 1, false);
        lost.results[0].given_up = Some(pb::FaultCause::Late.into());
        let (cause, detail) = (pb::FaultCause::Late.into(), "no answer after 2052 ms".to_owned());
        let fault = pb::Fault { seat: 0, cause, detail, counted: true, arena_delay_us: 0 };
        lost.events = vec![thinks(1_500), thinks(2_052_000), recorded(Event::Fault(fault))];
        let won = (0..10).flat_map(|set| [record(set, 0, true), record(set, 1, true)]);
        let ann = Played { tally: after(won), gave_up: None, sets_now: 0 };
        let gave_up = GaveUp {
            reason: "its process\nended".into(),
            last_error: Some("panic: no luck".into()),
            last_lines: ["main.go:7", "panic: no luck"].map(Into::into).into(),
        };
        let bob = Played { tally: after([record(0, 0, false), lost]), gave_up: Some(gave_up), sets_now: 0 };
        let report = Report::new(&assignment, vec![vec![Some(ann)], vec![Some(bob)]]);
        let json = report.json().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        insta::assert_snapshot!([report.text(), report.junit(), json].join("\n\n"));
    }
}
