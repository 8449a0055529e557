//! What the bots did wrong, and which matches that cost them.

use std::fmt;
use std::path::Path;

use kahua_core::referee::cause_in_words;
use kahua_process::{last_error, written_during};
use kahua_proto::pb::arena::v1 as pb;
use pb::FaultCause;
use pb::recorded_event::Event;
use serde_json::{Value, json};

use crate::output::table;

/// The faults in some matches, by bot and cause.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Vec<Row>);

/// The faults of one bot with one cause.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    bot: String,
    pub(crate) cause: FaultCause,
    /// How many there were.
    pub(crate) count: u64,
    /// How many matches they cost.
    pub(crate) forfeits: u64,
    /// What the arena said about the first one.
    pub(crate) problem: String,
    /// The last error that the bot wrote in the match of the first one, if that is known.
    last_error: Option<String>,
    /// The match of the first one.
    pub(crate) match_id: String,
}

impl Row {
    /// The cause in words.
    pub(crate) fn cause(&self) -> String {
        cause_in_words(self.cause)
    }

    /// What was wrong the first time: the arena's words, and the last error of the bot; a dash if nothing is known.
    pub(crate) fn first_problem(&self) -> String {
        match (&self.last_error, self.problem.as_str()) {
            (Some(error), problem) => format!("{problem}: {error}"),
            (None, "") => "-".to_owned(),
            (None, problem) => problem.to_owned(),
        }
    }
}

impl Faults {
    pub(super) fn of(records: &[pb::MatchRecord]) -> Faults {
        let mut faults = Faults::default();
        records.iter().for_each(|record| faults.add(record));
        // Stable: the causes of a bot stay in the order in which they happened first.
        faults.0.sort_by(|one, other| one.bot.cmp(&other.bot));
        faults
    }

    /// Adds to the crashes what the bots wrote, as far as the logs in this folder have it.
    pub(crate) fn explain(&mut self, logs: &Path) {
        for row in self.0.iter_mut().filter(|row| row.cause == FaultCause::Crashed) {
            if let (Ok(bot), Ok(id)) = (row.bot.parse(), row.match_id.parse()) {
                row.last_error = written_during(logs, bot, id).and_then(|written| last_error(&written));
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether there is one that isn't a bot's own wish.
    pub(super) fn has_failures(&self) -> bool {
        self.0.iter().any(|row| row.cause != FaultCause::Resigned)
    }

    /// The faults of this bot, by cause.
    pub(crate) fn of_bot(&self, bot: &str) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(move |row| row.bot == bot)
    }

    /// The faults of this bot, for programs.
    pub(crate) fn json(&self, bot: &str) -> Value {
        let rows = self.of_bot(bot).map(|row| {
            let mut json = json!({
                "cause": row.cause(),
                "count": row.count,
                "forfeits": row.forfeits,
                "first_problem": row.problem,
                "first_match": row.match_id,
            });
            if let Some(error) = &row.last_error {
                json["first_error"] = error.as_str().into();
            }
            json
        });
        rows.collect()
    }

    /// Adds those of a match.
    pub(crate) fn add(&mut self, record: &pb::MatchRecord) {
        for recorded in &record.events {
            if let Some(Event::Fault(fault)) = &recorded.event
                && fault.counted
                && let Some(row) = self.row(record, fault.seat as usize, fault.cause())
            {
                row.count += 1;
                if row.count == 1 {
                    row.problem.clone_from(&fault.detail);
                }
            }
        }
        for (seat, result) in record.results.iter().enumerate() {
            if result.given_up.is_some()
                && let Some(row) = self.row(record, seat, result.given_up())
            {
                row.forfeits += 1;
            }
        }
    }

    /// The row of the bot in this seat; a new one if it has none for this cause.
    fn row(&mut self, record: &pb::MatchRecord, seat: usize, cause: FaultCause) -> Option<&mut Row> {
        let bot = &record.players.get(seat)?.name;
        let known = self.0.iter().position(|row| row.bot == *bot && row.cause == cause);
        let index = known.unwrap_or_else(|| {
            let (problem, match_id) = (String::new(), record.match_id.clone());
            self.0.push(Row { bot: bot.clone(), cause, count: 0, forfeits: 0, problem, last_error: None, match_id });
            self.0.len() - 1
        });
        self.0.get_mut(index)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.iter().map(|row| {
            vec![
                row.bot.clone(),
                row.cause(),
                row.count.to_string(),
                row.forfeits.to_string(),
                row.match_id.clone(),
                row.first_problem(),
            ]
        });
        let headings = ["bot", "fault", "times", "forfeits", "first in match", "what was wrong there"];
        writeln!(f, "{}", table(&headings, &[2, 3], rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(seat: u32, cause: FaultCause, detail: &str) -> pb::RecordedEvent {
        let fault = pb::Fault { seat, cause: cause.into(), detail: detail.into(), counted: true, arena_delay_us: 0 };
        pb::RecordedEvent { event: Some(Event::Fault(fault)) }
    }

    fn record(id: &str, events: Vec<pb::RecordedEvent>, given_up: [Option<FaultCause>; 2]) -> pb::MatchRecord {
        pb::MatchRecord {
            match_id: id.into(),
            players: ["greedy", "me"].map(|name| pb::Player { name: name.into(), ..Default::default() }).into(),
            results: given_up
                .map(|cause| pb::SeatResult { given_up: cause.map(Into::into), ..Default::default() })
                .into(),
            events,
            ..Default::default()
        }
    }

    #[test]
    fn each_bot_and_cause_has_a_line_with_the_first_case() {
        let late = |ms: u64| fault(1, FaultCause::Late, &format!("no answer after {ms} ms"));
        let records = [
            record("01-a", vec![], [None, None]),
            record("02-b", vec![late(5052), late(5100)], [None, Some(FaultCause::Late)]),
            record("03-c", vec![fault(0, FaultCause::Resigned, "")], [Some(FaultCause::Resigned), None]),
            record(
                "04-d",
                vec![fault(1, FaultCause::Illegal, "index 9 of 4"), late(6000)],
                [None, Some(FaultCause::Late)],
            ),
        ];
        let faults = Faults::of(&records);
        insta::assert_snapshot!(faults);
        assert_eq!(faults.json("greedy").as_array().unwrap().len(), 1);
        let late = &faults.json("me")[0];
        assert_eq!((&late["cause"], &late["count"], &late["forfeits"]), (&"late".into(), &3.into(), &2.into()));
        assert_eq!((&late["first_match"], &late["first_problem"]), (&"02-b".into(), &"no answer after 5052 ms".into()));
        assert!(Faults::of(&records[..1]).is_empty());
        assert!(faults.has_failures());
        assert!(!Faults::of(&records[2..3]).has_failures(), "a bot may resign");
    }
}
