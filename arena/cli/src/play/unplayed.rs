//! How much of a run wasn't played.

use std::collections::BTreeMap;
use std::fmt;

use kahua_proto::pb::arena::v1 as pb;
use pb::termination::Kind;

/// The matches of a run that have no result: they were never begun, or ended without one each time.
#[derive(Debug)]
pub(super) struct Unplayed {
    planned: u64,
    played: u64,
    planned_each: u64,
    played_by: BTreeMap<String, u64>,
}

impl Unplayed {
    /// What these records of a run lack of the matches that were planned for this many bots, who all play equally many.
    pub(super) fn of(records: &[pb::MatchRecord], planned: u64, bots: usize, seats: usize) -> Unplayed {
        let planned_each = planned * seats as u64 / bots.max(1) as u64;
        let mut unplayed = Unplayed { planned, played: 0, planned_each, played_by: BTreeMap::new() };
        for record in records.iter().filter(|record| has_result(record)) {
            unplayed.played += 1;
            for player in &record.players {
                *unplayed.played_by.entry(player.name.clone()).or_default() += 1;
            }
        }
        unplayed
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        // A bot that comes back in another version plays more than was planned.
        self.planned.saturating_sub(self.played)
    }

    /// In how many of them this bot has a seat.
    pub(super) fn of_bot(&self, name: &str) -> u64 {
        self.planned_each.saturating_sub(self.played_by.get(name).copied().unwrap_or_default())
    }
}

fn has_result(record: &pb::MatchRecord) -> bool {
    record.termination.as_ref().is_some_and(|termination| termination.kind() != Kind::Aborted)
}

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, planned) = (self.count(), self.planned);
        let verb = if count == 1 { "wasn't" } else { "weren't" };
        write!(f, "{count} of {planned} matches {verb} played.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(players: [&str; 2], kind: Kind) -> pb::MatchRecord {
        pb::MatchRecord {
            players: players.map(|name| pb::Player { name: name.into(), ..Default::default() }).into(),
            termination: Some(pb::Termination { kind: kind.into(), ..Default::default() }),
            ..Default::default()
        }
    }

    #[test]
    fn what_has_no_result_counts_as_unplayed() {
        let records = [
            record(["a", "b"], Kind::Finished),
            record(["b", "a"], Kind::Forfeited),
            record(["a", "c"], Kind::Aborted),
            record(["b", "c"], Kind::Finished),
        ];
        // Three bots at two seats: each pair plays a set of two matches, so each bot plays four.
        let unplayed = Unplayed::of(&records, 6, 3, 2);
        assert_eq!((unplayed.count(), unplayed.to_string()), (3, "3 of 6 matches weren't played.".into()));
        assert_eq!(["a", "b", "c"].map(|name| unplayed.of_bot(name)), [2, 1, 3]);
        assert_eq!(Unplayed::of(&records, 4, 3, 2).to_string(), "1 of 4 matches wasn't played.");
        assert_eq!(Unplayed::of(&records, 2, 2, 2).count(), 0, "more than was planned");
    }
}
