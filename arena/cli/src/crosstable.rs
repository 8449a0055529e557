//! The cross table: the points of every bot against every other, pair by pair within each match.

use std::collections::BTreeMap;
use std::{fmt, io};

use comfy_table::Table;
use kahua_proto::pb::arena::v1 as pb;

use crate::csv;
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
            table.add(&record.players, &record.results);
        }
        table
    }

    /// Adds a match with these results of its seats; one without results changes nothing.
    pub(crate) fn add(&mut self, players: &[pb::Player], results: &[pb::SeatResult]) {
        let seats: Vec<(usize, u32)> =
            players.iter().zip(results).map(|(player, result)| (self.index(player), result.place)).collect();
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

/// The most bots in the columns of one block: it is some 100 characters wide.
const COLUMNS_MAX: usize = 10;

/// Blocks with as many columns as fit on a screen, each with all bots in its lines. If there are several blocks, the
/// headings of the columns are the numbers of the bots.
impl fmt::Display for CrossTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = self.order();
        for columns in order.chunks(COLUMNS_MAX) {
            writeln!(f, "{}", self.block(&order, columns))?;
        }
        Ok(())
    }
}

impl CrossTable {
    /// The bots, the best share of points first. The names make the order unique.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&bot| {
            let total = self.total(bot);
            (std::cmp::Reverse(total.half_points * 1_000_000 / total.matches.max(1)), self.names[bot].clone())
        });
        order
    }

    /// All bots against those of these columns. The last block has the totals.
    fn block(&self, order: &[usize], columns: &[usize]) -> Table {
        let (is_one_of_many, is_last) = (order.len() > COLUMNS_MAX, columns.last() == order.last());
        let numbered: Vec<String> = order
            .iter()
            .zip(1..)
            .map(
                |(&bot, number)| {
                    if is_one_of_many { format!("{number} {}", self.names[bot]) } else { self.names[bot].clone() }
                },
            )
            .collect();
        let heading = |bot: &usize| match order.iter().position(|other| other == bot) {
            Some(position) if is_one_of_many => (position + 1).to_string(),
            _ => self.names[*bot].clone(),
        };
        let mut headings = vec!["points against".to_owned()];
        headings.extend(columns.iter().map(heading));
        headings.extend(is_last.then(|| "all".to_owned()));
        let rows = order.iter().zip(numbered).map(|(&own, name)| {
            let cell = |other: &usize| self.pairs.get(&(own, *other)).map_or("-".to_owned(), ToString::to_string);
            let total = is_last.then(|| self.total(own).to_string());
            std::iter::once(name).chain(columns.iter().map(cell)).chain(total).collect()
        });
        let numbers: Vec<usize> = (1..headings.len()).collect();
        table(&headings.iter().map(String::as_str).collect::<Vec<_>>(), &numbers, rows)
    }

    /// Prints a line of comma-separated values for each ordered pair of bots that have met, in the order of the table.
    ///
    /// # Errors
    /// If it can't be written.
    pub(crate) fn print_csv(&self) -> io::Result<()> {
        let order = self.order();
        let pairs = order.iter().flat_map(|own| order.iter().map(move |other| (*own, *other)));
        let rows = pairs.filter_map(|(own, other)| {
            let meetings = self.pairs.get(&(own, other))?;
            let points = meetings.half_points as f64 / 2.0;
            Some([self.names[own].clone(), self.names[other].clone(), points.to_string(), meetings.matches.to_string()])
        });
        csv::print(["bot", "against", "points", "matches"], rows)
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

    #[test]
    fn the_columns_of_many_bots_come_in_blocks() {
        let mut table = CrossTable::default();
        for better in 0..12 {
            for worse in better + 1..12 {
                let names =
                    [better, worse].map(|bot| pb::Player { name: format!("bot-{bot}"), version: String::new() });
                let results = [1, 2].map(|place| pb::SeatResult { place, ..Default::default() });
                table.add(&names, &results);
            }
        }
        let text = table.to_string();
        assert!(text.lines().all(|line| line.chars().count() <= 120), "{text}");
        insta::assert_snapshot!(text);
    }
}
