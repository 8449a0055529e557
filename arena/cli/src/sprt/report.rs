//! The state of a test between two bots.

use std::io;

use kahua_core::words::count;
use kahua_leagues::sprt::{Hypothesis, ScoreCounts, Sprt};
use kahua_settings::config::LeagueSettings;
use serde_json::{Value, json};

use crate::output::{print, print_json};

/// The state of a test.
#[derive(Debug)]
pub(super) struct Report<'a> {
    pub(super) test: &'a Sprt,
    pub(super) scores: &'a ScoreCounts,
    pub(super) accepted: Option<Hypothesis>,
    pub(super) league: &'a LeagueSettings,
}

impl Report<'_> {
    /// Prints it.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn print(&self, json: bool) -> io::Result<()> {
        if json { print_json(&self.json()) } else { print(&self.text()) }
    }

    /// One line. If a hypothesis was accepted, a second line says what that means.
    fn text(&self) -> String {
        let (lower, upper) = self.test.bounds();
        let line = format!(
            "{}, {}, score {:.1} %, LLR {:.2} ({lower:.2} to {upper:.2})",
            count(self.scores.sets(), "set", "sets"),
            count(self.matches(), "match", "matches"),
            100.0 * self.scores.score(),
            self.test.llr(self.scores),
        );
        let [one, other, ..] = self.league.bots.as_slice() else { return line };
        let (elo0, elo1) = self.test.hypotheses();
        match self.accepted {
            Some(Hypothesis::H1) => {
                format!(
                    "{line}\nH1 is accepted: {one} is stronger than {other} by {elo1} Elo points rather than {elo0}."
                )
            }
            Some(Hypothesis::H0) => {
                format!(
                    "{line}\nH0 is accepted: {one} is stronger than {other} by {elo0} Elo points rather than {elo1}."
                )
            }
            None => format!("{line}, undecided"),
        }
    }

    fn json(&self) -> Value {
        let (lower, upper) = self.test.bounds();
        json!({
            "sets": self.scores.sets(),
            "matches": self.matches(),
            "score": self.scores.score(),
            "counts": self.scores.counts(),
            "llr": self.test.llr(self.scores),
            "lower": lower,
            "upper": upper,
            "accepted": self.accepted.map(|hypothesis| match hypothesis {
                Hypothesis::H0 => "H0",
                Hypothesis::H1 => "H1",
            }),
        })
    }

    fn matches(&self) -> u64 {
        self.scores.sets() * self.league.terms.seats as u64
    }
}

#[cfg(test)]
mod tests {
    use kahua_settings::config::MatchTerms;

    use super::*;

    #[test]
    fn reports_read_as_reviewed() {
        let bots = ["new", "old"].map(|name| name.parse().unwrap()).into();
        let league = LeagueSettings::new("sprt", MatchTerms::new("senet"), bots);
        let test = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
        let mut scores = ScoreCounts::new(2);
        [4, 4, 2, 0, 4, 2].into_iter().for_each(|half_points| scores.add(half_points));
        let mut report = Report { test: &test, scores: &scores, accepted: None, league: &league };
        let mut texts = vec![report.text()];
        for accepted in [Hypothesis::H0, Hypothesis::H1] {
            report.accepted = Some(accepted);
            texts.push(report.text());
        }
        texts.push(report.json().to_string());
        insta::assert_snapshot!(texts.join("\n"));
    }
}
