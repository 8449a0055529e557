//! The table of a knock-out: how far each bot has come.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kahua_proto::pb::arena::v1 as pb;

/// How far a bot has come; more is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Reached {
    /// The round in which it lost; one more than there are for a bot that hasn't lost.
    round: u32,
    /// What tells apart those that lost in this round.
    apart: u64,
}

/// Puts these standings into the order of the knock-out with these rounds, and gives them its ranks. All versions of a bot have
/// the bot's ranks. Equal bots stand in the order of their estimates.
pub(super) fn apply(standings: &mut [pb::Standing], rounds: &[pb::KnockoutRound]) {
    let ranks = ranks(rounds);
    for standing in standings.iter_mut() {
        if let Some((first, last)) = ranks.get(standing.name.as_str()) {
            (standing.rank, standing.rank_last, standing.matches_missing) = (*first, *last, 0);
        }
    }
    super::sort_by_rank(standings);
}

/// The first and the last rank of each bot's group of equals.
fn ranks(rounds: &[pb::KnockoutRound]) -> BTreeMap<&str, (u32, u32)> {
    let mut order: Vec<(&str, Reached)> = reached(rounds).into_iter().collect();
    order.sort_by_key(|(_, reached)| Reverse(*reached));
    let mut ranks = BTreeMap::new();
    for equals in order.chunk_by(|(_, one), (_, other)| one == other) {
        let first = ranks.len() as u32 + 1;
        let last = first + equals.len() as u32 - 1;
        ranks.extend(equals.iter().map(|(name, _)| (*name, (first, last))));
    }
    ranks
}

fn reached(rounds: &[pb::KnockoutRound]) -> BTreeMap<&str, Reached> {
    let mut reached: BTreeMap<&str, Reached> = BTreeMap::new();
    let not_lost = Reached { round: rounds.len() as u32 + 1, apart: 0 };
    for round in rounds {
        reached.extend(round.byes.iter().map(|name| (name.as_str(), not_lost)));
        let is_final = round.byes.is_empty() && round.tables.iter().filter(|table| !table.is_for_third).count() == 1;
        for table in &round.tables {
            for (name, half_points) in table.bots.iter().zip(&table.half_points) {
                let has_won = table.winner.as_ref().map(|winner| winner == name);
                let of_bot = reached.entry(name).or_default();
                match has_won {
                    // Both have lost in the round before.
                    _ if table.is_for_third => of_bot.apart = u64::from(has_won == Some(true)),
                    // A final of more than two seats tells who is third, too.
                    Some(false) if is_final => *of_bot = Reached { round: round.number, apart: *half_points },
                    Some(false) => *of_bot = Reached { round: round.number, apart: 0 },
                    _ => *of_bot = not_lost,
                }
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table<const N: usize>(
        bots: [&str; N],
        half_points: [u64; N],
        winner: Option<&str>,
        is_for_third: bool,
    ) -> pb::KnockoutTable {
        let (bots, winner) = (bots.map(str::to_owned).into(), winner.map(str::to_owned));
        pb::KnockoutTable { bots, half_points: half_points.into(), winner, is_for_third }
    }

    fn round(number: u32, tables: Vec<pb::KnockoutTable>, byes: &[&str]) -> pb::KnockoutRound {
        pb::KnockoutRound { number, tables, byes: byes.iter().map(ToString::to_string).collect() }
    }

    /// The bots in their order, with their ranks.
    fn ranked(rounds: &[pb::KnockoutRound]) -> Vec<(&str, u32, u32)> {
        let mut ranked: Vec<_> = ranks(rounds).into_iter().map(|(name, (first, last))| (name, first, last)).collect();
        ranked.sort_by_key(|(name, first, _)| (*first, *name));
        ranked
    }

    #[test]
    fn bots_rank_by_the_round_in_which_they_lost() {
        let first = round(1, vec![table(["bob", "eve"], [1, 3], Some("eve"), false)], &["ann", "cid", "dan"]);
        let second = |winner| {
            let (one, other) = (table(["ann", "eve"], [4, 0], Some("ann"), false), [1, 3]);
            round(2, vec![one, table(["cid", "dan"], other, winner, false)], &[])
        };
        let open = [first.clone(), second(None)];
        assert_eq!(ranked(&open), [("ann", 1, 3), ("cid", 1, 3), ("dan", 1, 3), ("eve", 4, 4), ("bob", 5, 5)]);

        let last = |of_final, of_third| {
            let third = table(["cid", "eve"], [3, 1], of_third, true);
            round(3, vec![table(["ann", "dan"], [2, 2], of_final, false), third], &[])
        };
        let played = [first.clone(), second(Some("dan")), last(None, Some("cid"))];
        assert_eq!(ranked(&played), [("ann", 1, 2), ("dan", 1, 2), ("cid", 3, 3), ("eve", 4, 4), ("bob", 5, 5)]);
        let played = [first, second(Some("dan")), last(Some("dan"), None)];
        assert_eq!(ranked(&played), [("dan", 1, 1), ("ann", 2, 2), ("cid", 3, 4), ("eve", 3, 4), ("bob", 5, 5)]);
    }

    #[test]
    fn the_points_of_a_final_of_more_seats_tell_who_is_third() {
        let first = vec![
            table(["ann", "fay", "gus"], [8, 4, 0], Some("ann"), false),
            table(["bob", "eve", "hal"], [8, 4, 0], Some("bob"), false),
            table(["cid", "dan", "ida"], [8, 4, 0], Some("cid"), false),
        ];
        let rounds =
            [round(1, first, &[]), round(2, vec![table(["ann", "bob", "cid"], [2, 3, 7], Some("cid"), false)], &[])];
        assert_eq!(ranked(&rounds)[..4], [("cid", 1, 1), ("bob", 2, 2), ("ann", 3, 3), ("dan", 4, 9)]);
    }
}
