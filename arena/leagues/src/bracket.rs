//! The rounds of a knock-out, which follow from the seeds and from who has won which table.

/// A round: its tables, and who goes on without one. All numbers are seeds, from 0 for the best.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BracketRound {
    pub(crate) tables: Vec<BracketTable>,
    pub(crate) byes: Vec<usize>,
}

/// A table of a round.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BracketTable {
    /// Who plays here, the best seed first.
    pub(crate) seeds: Vec<usize>,
    /// Who has won; `None` while that is open.
    pub(crate) winner: Option<usize>,
    /// Whether this is the match for the third place.
    pub(crate) is_for_third: bool,
}

impl BracketTable {
    fn losers(&self) -> impl Iterator<Item = usize> {
        self.seeds.iter().copied().filter(|seed| Some(*seed) != self.winner)
    }
}

/// How many tables all rounds have together.
pub(crate) fn tables_of(bots: usize, seats: usize, third_place: bool) -> u64 {
    // Each table leaves one of its bots in the league, and the last one that is left has won.
    let tables = bots.saturating_sub(1) / (seats - 1).max(1);
    // With fewer bots there is only one semi-final.
    tables as u64 + u64::from(third_place && bots >= 4)
}

/// The rounds so far. All of them but the last are over. `winner` says who has won a table, given its seeds.
pub(crate) fn rounds(
    bots: usize,
    seats: usize,
    third_place: bool,
    winner: impl Fn(&[usize]) -> Option<usize>,
) -> Vec<BracketRound> {
    let mut rounds = Vec::new();
    let mut left: Vec<usize> = (0..bots).collect();
    // Who has lost in the last round.
    let mut lost: Vec<usize> = Vec::new();
    loop {
        let (byes, groups) = deal(&left, seats);
        let is_final = byes.is_empty() && groups.len() == 1;
        let table = |seeds: Vec<usize>, is_for_third| BracketTable { winner: winner(&seeds), seeds, is_for_third };
        let mut tables: Vec<BracketTable> = groups.into_iter().map(|seeds| table(seeds, false)).collect();
        if tables.is_empty() {
            return rounds;
        }
        if is_final && third_place && lost.len() == 2 {
            lost.sort_unstable();
            tables.push(table(lost, true));
        }
        let is_over = tables.iter().all(|table| table.winner.is_some());
        left.clone_from(&byes);
        left.extend(tables.iter().filter(|table| !table.is_for_third).filter_map(|table| table.winner));
        left.sort_unstable();
        lost = tables.iter().flat_map(BracketTable::losers).collect();
        rounds.push(BracketRound { tables, byes });
        if is_final || !is_over {
            return rounds;
        }
    }
}

/// The next round of these seeds, which are sorted: who goes on without a table, and the tables. The first round leaves as many
/// as fill all later rounds; its byes go to the best.
fn deal(left: &[usize], seats: usize) -> (Vec<usize>, Vec<Vec<usize>>) {
    if left.len() < seats {
        return (Vec::new(), Vec::new());
    }
    let mut full = seats;
    while full.saturating_mul(seats) <= left.len() {
        full *= seats;
    }
    let count = match left.len() - full {
        0 => full / seats,
        // Each table takes all its bots but one out of the league.
        beyond => beyond / (seats - 1),
    };
    let (byes, playing) = left.split_at(left.len() - count * seats);
    // Dealt back and forth, so that the best meets the worst.
    let at_table = |table: usize| {
        let rows = playing.chunks(count).enumerate();
        rows.map(|(row, seeds)| seeds[if row % 2 == 0 { table } else { count - 1 - table }]).collect()
    };
    (byes.to_vec(), (0..count).map(at_table).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of each round if the better seed always wins.
    fn played(bots: usize, seats: usize, third_place: bool) -> Vec<Vec<Vec<usize>>> {
        let rounds = rounds(bots, seats, third_place, |seeds| seeds.first().copied());
        rounds.into_iter().map(|round| round.tables.into_iter().map(|table| table.seeds).collect()).collect()
    }

    #[test]
    fn the_best_meet_as_late_as_can_be() {
        let quarter = vec![vec![0, 7], vec![1, 6], vec![2, 5], vec![3, 4]];
        assert_eq!(played(8, 2, false), [quarter, vec![vec![0, 3], vec![1, 2]], vec![vec![0, 1]]]);
        assert_eq!(played(4, 2, true), [vec![vec![0, 3], vec![1, 2]], vec![vec![0, 1], vec![2, 3]]]);
        let first = vec![vec![0, 5, 6], vec![1, 4, 7], vec![2, 3, 8]];
        assert_eq!(played(9, 3, false), [first, vec![vec![0, 1, 2]]]);
    }

    #[test]
    fn byes_go_to_the_best_and_only_in_the_first_round() {
        let rounds = rounds(5, 2, true, |seeds| seeds.first().copied());
        let byes: Vec<_> = rounds.iter().map(|round| round.byes.clone()).collect();
        assert_eq!(byes, [vec![0, 1, 2], vec![], vec![]]);
        assert_eq!(rounds[2].tables.len(), 2, "the losers of the semi-finals play for the third place");
    }

    #[test]
    fn every_table_but_one_leads_to_another() {
        for seats in 2..=5 {
            for bots in (1..60).map(|tables| tables * (seats - 1) + 1) {
                let tables: usize = played(bots, seats, false).iter().map(Vec::len).sum();
                assert_eq!(tables as u64, tables_of(bots, seats, false), "{bots} at {seats}");
            }
        }
    }

    #[test]
    fn the_next_round_waits_for_every_table() {
        let rounds = rounds(8, 2, true, |seeds| seeds.first().copied().filter(|seed| *seed != 3));
        let [round] = &rounds[..] else { panic!("one round: {rounds:?}") };
        assert_eq!(round.tables[3], BracketTable { seeds: vec![3, 4], winner: None, is_for_third: false });
    }
}
