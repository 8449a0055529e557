//! The results, in a form from which all reports are made.

use std::fmt;

use kahua_core::ids::BotName;
use kahua_core::text::on_one_line;
use kahua_core::words::count;
use kahua_leagues::sprt::Hypothesis;
use kahua_leagues::{Pools, Scale};
use kahua_proto::pb::arena::v1 as pb;

use super::assignment::{Assignment, SUBMISSION};
use super::pairing::{GaveUp, Played};
use super::tally::Thinking;
use crate::play::faults;

/// How one submission did against one reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is stronger.
    Beats,
    /// It isn't stronger by the margin.
    NotStronger,
    /// The allowed matches weren't enough.
    Undecided,
    /// It couldn't go on.
    GaveUp(GaveUp),
    /// The pairing wasn't played to its end.
    NotPlayed,
}

/// Whether a submission has passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grade {
    Passed,
    Failed,
    Undecided,
    /// A problem has stopped it, or it has not been played yet.
    Ungraded,
}

/// One submission against one reference.
#[derive(Debug)]
pub(super) struct Result {
    pub(super) verdict: Verdict,
    /// `None` if there is nothing to count.
    pub(super) played: Option<Played>,
}

/// One submission.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) name: &'a str,
    /// Why it could not be started, if so.
    pub(super) problem: Option<&'a str>,
    /// By reference.
    pub(super) results: Vec<Result>,
    pub(super) points: u32,
    pub(super) grade: Grade,
}

/// An estimate of strength.
#[derive(Clone, Debug)]
pub(super) struct Rating {
    pub(super) name: String,
    pub(super) is_reference: bool,
    pub(super) elo: f64,
    pub(super) lower: Option<f64>,
    pub(super) upper: Option<f64>,
}

/// All results of an assignment.
#[derive(Debug)]
pub(super) struct Report<'a> {
    pub(super) assignment: &'a Assignment,
    pub(super) rows: Vec<Row<'a>>,
    /// The strongest first.
    pub(super) ratings: Vec<Rating>,
}

impl<'a> Report<'a> {
    /// The report of these results, by submission and reference; `None` stands for what wasn't played.
    pub(super) fn new(assignment: &'a Assignment, played: Vec<Vec<Option<Played>>>) -> Report<'a> {
        let rows = assignment.submissions.iter().zip(played);
        let rows = rows.map(|(submission, played)| {
            let problem = submission.contestant.as_ref().err().map(String::as_str);
            Row::new(assignment, &submission.name, problem, played)
        });
        let rows: Vec<Row<'a>> = rows.collect();
        let ratings = ratings(assignment, &rows);
        Report { assignment, rows, ratings }
    }

    /// How many submissions have this grade.
    pub(super) fn count(&self, grade: Grade) -> usize {
        self.rows.iter().filter(|row| row.grade == grade).count()
    }

    /// The rating of this submission, if it has one.
    pub(super) fn rating(&self, name: &str) -> Option<&Rating> {
        self.ratings.iter().find(|rating| !rating.is_reference && rating.name == name)
    }
}

impl<'a> Row<'a> {
    fn new(assignment: &Assignment, name: &'a str, problem: Option<&'a str>, played: Vec<Option<Played>>) -> Row<'a> {
        let results: Vec<Result> = played.into_iter().map(Result::of).collect();
        let beaten = results.iter().zip(&assignment.references).filter(|(result, _)| result.verdict == Verdict::Beats);
        let points = beaten.fold(0, |sum: u32, (_, reference)| sum.saturating_add(reference.points));
        let grade = match (problem, results.get(assignment.mark).map(|result| &result.verdict)) {
            (None, Some(Verdict::Beats)) => Grade::Passed,
            (None, Some(Verdict::NotStronger)) => Grade::Failed,
            (None, Some(Verdict::Undecided)) => Grade::Undecided,
            _ => Grade::Ungraded,
        };
        Row { name, problem, results, points, grade }
    }

    /// The share of this submission that is graded, from 0 to 1. Of a pairing that goes on, it is the share of the sets that are
    /// allowed, though most are decided by fewer.
    pub(super) fn done(&self, sets_max: u32) -> f64 {
        let share = |result: &Result| match result.is_decided() {
            true => 1.0,
            false => result.sets() as f64 / f64::from(sets_max),
        };
        match self.problem {
            Some(_) => 1.0,
            None => self.results.iter().map(share).sum::<f64>() / self.results.len() as f64,
        }
    }

    pub(super) fn thinking(&self) -> Thinking {
        let tallies = self.results.iter().filter_map(|result| result.played.as_ref()).map(|played| &played.tally);
        tallies.fold(Thinking::default(), |sum, tally| sum.plus(tally.thinking))
    }

    pub(super) fn forfeits(&self) -> u64 {
        self.results.iter().filter_map(|result| result.played.as_ref()).map(|played| played.tally.forfeits()).sum()
    }
}

impl Result {
    /// The submission's faults, by cause.
    pub(super) fn faults(&self) -> impl Iterator<Item = &faults::Row> {
        self.played.iter().flat_map(|played| played.tally.faults.of_bot(SUBMISSION))
    }

    /// What the submission wrote last, if it couldn't go on.
    pub(super) fn last_lines(&self) -> &[String] {
        match &self.verdict {
            Verdict::GaveUp(gave_up) => &gave_up.last_lines,
            _ => &[],
        }
    }

    fn of(played: Option<Played>) -> Result {
        Result { verdict: played.as_ref().map_or(Verdict::NotPlayed, verdict), played }
    }

    pub(super) fn is_decided(&self) -> bool {
        self.verdict != Verdict::NotPlayed
    }

    /// The share of points in per cent, or a dash.
    pub(super) fn score(&self) -> String {
        match &self.played {
            Some(Played { tally, .. }) if tally.scores.sets() > 0 => format!("{:.1} %", 100.0 * tally.scores.score()),
            _ => "-".into(),
        }
    }

    pub(super) fn sets(&self) -> u64 {
        self.played.as_ref().map_or(0, |played| played.tally.scores.sets())
    }

    /// How it was decided, in a sentence.
    pub(super) fn sentence(&self, assignment: &Assignment, reference: BotName) -> String {
        let (_, margin) = assignment.test.hypotheses();
        let percent = percent(assignment.confidence);
        let sets = count(self.sets(), "set", "sets");
        match &self.verdict {
            Verdict::Beats => {
                format!("It is stronger than {reference}: decided after {sets}, with a confidence of {percent}.")
            }
            Verdict::NotStronger => {
                format!(
                    "It isn't stronger than {reference} by {margin} Elo: decided after {sets}, with a confidence of {percent}."
                )
            }
            Verdict::Undecided => format!(
                "After {sets}, the most that are allowed, it is still open whether it is stronger than {reference}."
            ),
            Verdict::GaveUp(gave_up) => format!("Against {reference} it couldn't go on after {sets}: {gave_up}."),
            Verdict::NotPlayed => format!("The matches against {reference} haven't been played to their end."),
        }
    }
}

impl GaveUp {
    fn on_one_line(&self) -> GaveUp {
        let line = |text: &String| on_one_line(text).into_owned();
        GaveUp {
            reason: line(&self.reason),
            last_error: self.last_error.as_ref().map(line),
            last_lines: self.last_lines.iter().map(line).collect(),
        }
    }
}

/// The reason, and what the submission wrote.
impl fmt::Display for GaveUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        self.last_error.iter().try_for_each(|error| write!(f, "; its last error: {error}"))
    }
}

/// The verdict on the matches between a submission and a reference.
pub(super) fn verdict(played: &Played) -> Verdict {
    match (&played.gave_up, played.tally.accepted) {
        (Some(gave_up), _) => Verdict::GaveUp(gave_up.on_one_line()),
        (None, Some(Hypothesis::H1)) => Verdict::Beats,
        (None, Some(Hypothesis::H0)) => Verdict::NotStronger,
        (None, None) if played.tally.is_over() => Verdict::Undecided,
        (None, None) => Verdict::NotPlayed,
    }
}

impl Verdict {
    pub(super) fn in_words(&self) -> &'static str {
        match self {
            Verdict::Beats => "beats it",
            Verdict::NotStronger => "not stronger",
            Verdict::Undecided => "undecided",
            Verdict::GaveUp(_) => "gave up",
            Verdict::NotPlayed => "not played",
        }
    }
}

impl Grade {
    pub(super) fn in_words(self) -> &'static str {
        match self {
            Grade::Passed => "passed",
            Grade::Failed => "failed",
            Grade::Undecided => "undecided",
            Grade::Ungraded => "not graded",
        }
    }
}

/// A share as a percentage, with as many digits as it needs.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", (share * 1e8).round() / 1e6)
}

/// The strengths of all that have played, from the sets that count. The reference of the pass mark has 1500 points.
fn ratings(assignment: &Assignment, rows: &[Row<'_>]) -> Vec<Rating> {
    let mut pools = Pools::default();
    for (number, row) in rows.iter().enumerate() {
        for (result, reference) in row.results.iter().zip(&assignment.references) {
            for record in result.played.iter().flat_map(|played| &played.tally.counted) {
                // All submissions play under the same name, and would be rated as one bot.
                let _unsound_ones_are_not_rated = pools.add(&renamed(record, number, reference.name));
            }
        }
    }
    let scale = Scale { anchor: Some((assignment.references[assignment.mark].name, 1500)), ..Scale::default() };
    let standings = pools.standings_by(&scale, |_| true).into_iter().flat_map(|pool| pool.standings);
    let rating = |standing: pb::Standing| {
        let is_reference = assignment.references.iter().any(|reference| reference.name.as_str() == standing.name);
        let number = standing.name.strip_prefix(PLAYER).and_then(|number| number.parse::<usize>().ok());
        let row = number.filter(|_| !is_reference).and_then(|number| rows.get(number));
        let name = row.map_or(standing.name, |row| row.name.to_owned());
        let pb::Standing { estimate: elo, lower, upper, .. } = standing;
        Rating { name, is_reference, elo, lower, upper }
    };
    standings.map(rating).collect()
}

/// The prefix before the number of a submission. No reference's name begins with it.
const PLAYER: char = '.';

/// The record with a unique name for the submission, and one name for all copies of the reference. The versions that
/// they stated don't count: it matters what was started.
fn renamed(record: &pb::MatchRecord, number: usize, reference: BotName) -> pb::MatchRecord {
    let mut record = pb::MatchRecord { league: String::new(), season: 0, ..record.clone() };
    for player in &mut record.players {
        player.name = if player.name == SUBMISSION { format!("{PLAYER}{number}") } else { reference.to_string() };
        player.version.clear();
    }
    // Each submission has its own sets, although all have the same luck.
    record.set.iter_mut().for_each(|set| set.set_id = format!("{number} {reference} {}", set.set_id));
    record
}
