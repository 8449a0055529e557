//! The conduct of bots: how many matches in a row each has lost by its own faults, and which bots are suspended.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_core::referee::cause_in_words;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use pb::FaultCause;
use pb::recorded_event::Event;

/// The conduct of all bots, connected or not.
#[derive(Debug, Default)]
pub(super) struct Conduct {
    /// This many matches in a row suspend a bot; 0 for never.
    suspend_after: u32,
    /// Only for bots that have lost their last match by a fault.
    rows: BTreeMap<BotName, Row>,
    suspended: BTreeMap<BotName, pb::Suspension>,
    /// Whether another node decides who is suspended.
    is_decided_elsewhere: bool,
}

/// The matches that a bot has lost by faults, one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    matches: u32,
    /// When the last of them ended, in milliseconds since 1970-01-01 UTC.
    last_ended_unix_ms: i64,
}

impl Conduct {
    pub(super) fn new(suspend_after: u32, suspended: impl IntoIterator<Item = (BotName, pb::Suspension)>) -> Conduct {
        let suspended = suspended.into_iter().collect();
        Conduct { suspend_after, rows: BTreeMap::new(), suspended, is_decided_elsewhere: false }
    }

    /// Sets whether another node decides about suspensions, or this one.
    pub(super) fn decide_elsewhere(&mut self, elsewhere: bool) {
        self.is_decided_elsewhere = elsewhere;
    }

    /// Notes the conduct in a finished match. Returns the bots that are suspended because of it.
    pub(super) fn ended(&mut self, record: &pb::MatchRecord) -> Vec<(BotName, pb::Suspension)> {
        // A match without a league is one at a table, where a person may use the name of any bot.
        if record.league.is_empty() || self.is_decided_elsewhere {
            return Vec::new();
        }
        let seats = record.players.iter().zip(&record.results).enumerate();
        let seats = seats.filter_map(|(seat, (player, result))| Some((seat, player.name.parse().ok()?, result)));
        seats.filter_map(|(seat, name, result)| self.seat_ended(record, seat, name, result)).collect()
    }

    fn seat_ended(
        &mut self,
        record: &pb::MatchRecord,
        seat: usize,
        name: BotName,
        result: &pb::SeatResult,
    ) -> Option<(BotName, pb::Suspension)> {
        // Resigning is a decision and no fault.
        if result.given_up.is_none() || result.given_up() == FaultCause::Resigned {
            self.rows.remove(&name);
            return None;
        }
        let row = self.rows.entry(name).or_default();
        // Matches that ran at the same time count once, since one fault can lose them all: a bot that hangs loses every
        // match it plays.
        if record.started_unix_ms >= row.last_ended_unix_ms {
            row.matches += 1;
        }
        row.last_ended_unix_ms = row.last_ended_unix_ms.max(record.ended_unix_ms);
        if self.suspend_after == 0 || row.matches < self.suspend_after || self.suspended.contains_key(&name) {
            return None;
        }
        let lost = match row.matches {
            1 => "it lost a match by a fault of its own".to_owned(),
            matches => format!("it lost {matches} matches in a row by faults of its own"),
        };
        let suspension = pb::Suspension {
            reason: format!("{lost}: {} in match {}", in_words(record, seat, result), record.match_id),
            since: Some(timestamp(record.ended_unix_ms)),
        };
        self.suspend(name, suspension.clone());
        Some((name, suspension))
    }

    pub(super) fn suspend(&mut self, name: BotName, suspension: pb::Suspension) {
        self.suspended.insert(name, suspension);
    }

    /// Lets a bot back and forgets its lost matches; `false` if it wasn't suspended.
    pub(super) fn let_back(&mut self, name: BotName) -> bool {
        self.rows.remove(&name);
        self.suspended.remove(&name).is_some()
    }

    pub(super) fn suspension(&self, name: BotName) -> Option<&pb::Suspension> {
        self.suspended.get(&name)
    }

    pub(super) fn suspensions(&self) -> &BTreeMap<BotName, pb::Suspension> {
        &self.suspended
    }
}

/// The fault that this seat was given up for: its cause and the arena's explanation.
fn in_words(record: &pb::MatchRecord, seat: usize, result: &pb::SeatResult) -> String {
    let faults = record.events.iter().rev().filter_map(|event| match &event.event {
        Some(Event::Fault(fault)) if fault.seat as usize == seat => Some(fault),
        _ => None,
    });
    let cause = cause_in_words(result.given_up());
    match faults.map(|fault| fault.detail.as_str()).next() {
        Some(detail) if !detail.is_empty() => format!("{cause} ({detail})"),
        _ => cause,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name() -> BotName {
        "a".parse().unwrap()
    }

    /// A match of bot a with this start and end. Its seat was given up for this cause, if there is one.
    fn record(started_unix_ms: i64, ended_unix_ms: i64, given_up: Option<FaultCause>) -> pb::MatchRecord {
        let fault = pb::Fault { seat: 0, detail: "no answer after 250 ms".into(), ..Default::default() };
        pb::MatchRecord {
            match_id: format!("m{started_unix_ms}"),
            league: "l".into(),
            players: vec![pb::Player { name: "a".into(), ..Default::default() }],
            events: vec![pb::RecordedEvent { event: Some(Event::Fault(fault)) }],
            results: vec![pb::SeatResult { given_up: given_up.map(Into::into), ..Default::default() }],
            started_unix_ms,
            ended_unix_ms,
            ..Default::default()
        }
    }

    /// The reasons of the suspensions that these matches bring. The bot is let back after each.
    fn suspended(after: u32, records: &[pb::MatchRecord]) -> Vec<String> {
        let mut conduct = Conduct::new(after, []);
        let mut reasons = Vec::new();
        for record in records {
            for (name, suspension) in conduct.ended(record) {
                reasons.push(suspension.reason);
                assert!(conduct.let_back(name) && !conduct.let_back(name));
            }
        }
        reasons
    }

    const LATE: Option<FaultCause> = Some(FaultCause::Late);

    #[test]
    fn matches_lost_in_a_row_suspend_with_a_reason() {
        let row = [record(0, 9, LATE), record(10, 19, Some(FaultCause::Illegal)), record(20, 29, LATE)];
        let reason =
            "it lost 3 matches in a row by faults of its own: late (no answer after 250 ms) in match m20".to_owned();
        assert_eq!(suspended(3, &row), [reason]);
        assert!(suspended(0, &row).is_empty() && suspended(4, &row).is_empty());
        assert_eq!(suspended(1, &row).len(), 3);
    }

    #[test]
    fn a_match_without_a_fault_begins_the_row_anew() {
        let [first, third, fourth] = [0, 20, 30].map(|at| record(at, at + 9, LATE));
        for between in [None, Some(FaultCause::Resigned)] {
            let matches = [first.clone(), record(10, 19, between), third.clone(), fourth.clone()];
            assert!(suspended(3, &matches).is_empty(), "{between:?}");
        }
    }

    #[test]
    fn matches_lost_at_the_same_time_count_as_one() {
        let together = [record(0, 9, LATE), record(1, 9, LATE), record(2, 10, LATE), record(11, 12, LATE)];
        assert!(suspended(3, &together).is_empty());
        assert_eq!(suspended(2, &together).len(), 1);
    }

    #[test]
    fn a_match_of_no_league_counts_for_nobody() {
        let at_a_table = pb::MatchRecord { league: String::new(), ..record(10, 19, LATE) };
        assert!(suspended(1, std::slice::from_ref(&at_a_table)).is_empty());
        assert_eq!(suspended(2, &[record(0, 9, LATE), at_a_table, record(20, 29, LATE)]).len(), 1);
    }

    #[test]
    fn a_suspended_bot_is_not_suspended_again() {
        let mut conduct = Conduct::new(1, [(name(), pb::Suspension::default())]);
        assert!(conduct.ended(&record(0, 9, LATE)).is_empty());
        assert_eq!(conduct.suspension(name()), Some(&pb::Suspension::default()));
    }
}
