//! The cross table: the points of every bot against every other, pair by pair within each match.

use std::collections::BTreeMap;
use std::fmt;

use kahua_proto::pb::arena::v1 as pb;

use crate::output::table;

/// Half points and meetings of every ordered pair of bots.
#[derive(Debug, Default)]
pub(crate) struct CrossTable {
    names: Vec<String>,
    pairs: BTreeMap<(usize, usize), Meetings>,
}

/// One bot's results against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Meetings {
    /// Two for every match in which it had the better place, one for a shared one.
    half_points: u64,
    matches: u64,
}

impl CrossTable {
    /// The table of these matches; those without a result are left out.
    pub(crate) fn of(records: &[pb::MatchRecord]) -> CrossTable {
        let mut table = CrossTable::default();
        for record in records {
            table.add(record);
        }
        table
    }

    fn add(&mut self, record: &pb::MatchRecord) {
        let seats: Vec<(usize, u32)> = record
            .players
            .iter()
            .zip(&record.results)
            .map(|(player, result)| (self.index(player), result.place))
            .collect();
        for (seat, (own, place)) in seats.iter().enumerate() {
            for (_, (other, others_place)) in seats.iter().enumerate().filter(|(other, _)| *other != seat) {
                let meetings = self.pairs.entry((*own, *other)).or_default();
                meetings.matches += 1;
                meetings.half_points += match place.cmp(others_place) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
            }
        }
    }

    fn index(&mut self, player: &pb::Player) -> usize {
        let known = self.names.iter().position(|name| *name == player.name);
        known.unwrap_or_else(|| {
            self.names.push(player.name.clone());
            self.names.len() - 1
        })
    }

    fn total(&self, own: usize) -> Meetings {
        let own = self.pairs.iter().filter(|((first, _), _)| *first == own);
        own.fold(Meetings::default(), |sum, (_, meetings)| Meetings {
            half_points: sum.half_points + meetings.half_points,
            matches: sum.matches + meetings.matches,
        })
    }
}

impl fmt::Display for Meetings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let half = if self.half_points % 2 == 1 { ".5" } else { "" };
        write!(f, "{}{half}/{}", self.half_points / 2, self.matches)
    }
}

impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&bot| {
            let total = self.total(bot);
            // Best share of points first; the names make the order certain.
            (std::cmp::Reverse(total.half_points * 1_000_000 / total.matches.max(1)), self.names[bot].clone())
        });
        let mut headings = vec!["points against"];
        headings.extend(order.iter().map(|&bot| self.names[bot].as_str()));
        headings.push("all");
        let rows = order.iter().map(|&own| {
            let cell = |&other: &usize| self.pairs.get(&(own, other)).map_or("-".to_owned(), ToString::to_string);
            let against = order.iter().map(cell);
            std::iter::once(self.names[own].clone()).chain(against).chain([self.total(own).to_string()]).collect()
        });
        let numbers: Vec<usize> = (1..headings.len()).collect();
        writeln!(f, "{}", table(&headings, &numbers, rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_a_table_is_a_meeting() {
        let player = |name: &str| pb::Player { name: name.into(), version: String::new() };
        let result = |place| pb::SeatResult { place, ..Default::default() };
        let record = pb::MatchRecord {
            players: ["a", "b", "c"].map(player).into(),
            results: [2, 1, 2].map(result).into(),
            ..Default::default()
        };
        let table = CrossTable::of(&[record]);
        assert_eq!(table.pairs[&(0, 2)], Meetings { half_points: 1, matches: 1 });
        assert_eq!(table.total(1), Meetings { half_points: 4, matches: 2 });
        let lines: Vec<String> = table.to_string().lines().map(|line| line.trim().to_owned()).collect();
        assert!(lines[1].starts_with("b") && lines[1].ends_with("2/2"), "{lines:?}");
        insta::assert_snapshot!(table);
    }
}
