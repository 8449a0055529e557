//! What the matches of a pool say about its players: standings, and differences between two of them.

use std::cmp::Reverse;

use super::{Player, Pool};
use crate::elo::Rating;
use crate::estimate::{Difference, Estimate, Fit, PlayerIndex, Schedule};

/// A player with this many matches gets a rank. Where no player has twice as many, half of the highest number is
/// enough. Fewer matches show luck rather than strength.
const RANKED_MATCHES: u64 = 10;

/// A player's standing in a pool.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing<P> {
    /// The player.
    pub player: P,
    /// The ranks that the player shares with its group of equals; `None` if it has too few matches for a rank.
    pub ranks: Option<Ranks>,
    /// How many more matches the player needs for a rank.
    pub missing: u64,
    /// The rating after the last match.
    pub elo: Rating,
    /// The strength by all matches at once.
    pub estimate: Estimate,
    /// How many matches the player has finished.
    pub matches: u64,
    /// How many sets the player has played in.
    pub sets: u32,
    /// How many of them ended in first place, shared or not.
    pub first_places: u64,
    /// The mean share of opponents that the player has beaten, from 0 to 1; a tie counts one half.
    pub score: f64,
    /// How many matches the player has forfeited.
    pub forfeits: u64,
}

/// The ranks of a group of equals, from the best to the last, each from 1.
///
/// The player with the best estimate opens a group. The next players in the order of estimates belong to it, until one
/// of them is surely weaker than the opener: the interval of their difference excludes 0. That player opens the next
/// group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// The best rank of the group.
    pub first: u32,
    /// The last rank of the group.
    pub last: u32,
}

/// The strengths of all players of a pool, computed once.
#[derive(Debug)]
pub struct Table<'a, P> {
    pool: &'a Pool<P>,
    fit: Fit,
}

/// How two players did against each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meetings {
    /// In how many matches they met.
    pub matches: u64,
    /// In how many sets they met.
    pub sets: u32,
    /// Two for every match in which the first had the better place, one for every tie.
    pub half_points: u64,
}

impl Meetings {
    /// The share of the points that the first player made, from 0 to 1; one half if the two have never met.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.matches == 0 { 0.5 } else { self.half_points as f64 / (2 * self.matches) as f64 }
    }
}

impl<P: Ord + Clone> Pool<P> {
    /// Computes the strengths. If an anchor is given and has played, it has that number of Elo points, and the others
    /// are measured from it. Otherwise the mean is 1500.
    #[must_use]
    pub fn table(&self, anchor: Option<(&P, i32)>, schedule: Schedule) -> Table<'_, P> {
        let fit = Fit::of_schedule(self.players.len(), self.sets.values().map(|set| &set.scores), schedule);
        let anchor = anchor.and_then(|(player, points)| Some((*self.by_key.get(player)?, points)));
        let fit = match anchor {
            Some((player, points)) => fit.anchored(player, points.into()),
            None => fit,
        };
        Table { pool: self, fit }
    }

    /// How one player did against another.
    #[must_use]
    pub fn meetings(&self, one: &P, other: &P) -> Meetings {
        let mut meetings = Meetings::default();
        let (Some(&one), Some(&other)) = (self.by_key.get(one), self.by_key.get(other)) else { return meetings };
        for score in self.sets.values().filter_map(|set| set.scores.get(&(one.min(other), one.max(other)))) {
            meetings.matches += u64::from(score.comparisons);
            meetings.sets += 1;
            let half_points = if one < other { score.half_points } else { 2 * score.comparisons - score.half_points };
            meetings.half_points += u64::from(half_points);
        }
        meetings
    }
}

impl<P: Ord + Clone> Table<'_, P> {
    /// The players, the strongest first; after them, in the same order, those with too few matches for a rank. Players
    /// whose estimates agree to a tenth of a point are in the order of their keys.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing<P>> {
        let most = self.pool.players.iter().map(|player| player.matches).max().unwrap_or_default();
        let needed = RANKED_MATCHES.min(most.div_ceil(2));
        let mut order: Vec<(PlayerIndex, &Player<P>, Estimate)> = Vec::with_capacity(self.pool.players.len());
        for (index, player) in self.pool.players.iter().enumerate() {
            order.push((PlayerIndex(index), player, self.fit.estimate(PlayerIndex(index))));
        }
        order.sort_by_key(|(_, player, estimate)| {
            (player.matches < needed, Reverse(tenths(estimate)), player.key.clone())
        });
        let ranked = order.iter().filter(|(_, player, _)| player.matches >= needed).map(|(index, ..)| *index);
        let ranks = self.ranks(&ranked.collect::<Vec<_>>());
        let ranks = ranks.into_iter().map(Some).chain(std::iter::repeat(None));
        let standing = |((index, player, estimate), ranks): (&(PlayerIndex, &Player<P>, Estimate), _)| {
            let missing = needed.saturating_sub(player.matches);
            Standing { missing, ..player.standing(ranks, *estimate, self.fit.sets(*index)) }
        };
        order.iter().zip(ranks).map(standing).collect()
    }

    /// The players whose mean is 1500, or the anchor.
    #[must_use]
    pub fn reference(&self) -> Vec<&P> {
        self.fit.reference().into_iter().map(|index| &self.pool.players[index.0].key).collect()
    }

    /// By how much one player is stronger than another; `None` if one of them hasn't played.
    #[must_use]
    pub fn difference(&self, one: &P, other: &P) -> Option<Difference> {
        let index = |player| self.pool.by_key.get(player).copied();
        Some(self.fit.difference(index(one)?, index(other)?))
    }

    /// The ranks of these players, which are ordered by their estimates.
    fn ranks(&self, order: &[PlayerIndex]) -> Vec<Ranks> {
        let mut ranks = Vec::with_capacity(order.len());
        while let Some(&best) = order.get(ranks.len()) {
            let rest = &order[ranks.len()..];
            let equal = |other: &&PlayerIndex| self.fit.difference(best, **other).interval.contains(0.0);
            let group = 1 + rest[1..].iter().take_while(equal).count();
            let first = ranks.len() as u32 + 1;
            ranks.extend(std::iter::repeat_n(Ranks { first, last: first + group as u32 - 1 }, group));
        }
        ranks
    }
}

/// Estimates that agree to a tenth of a point count as equal, and the key decides: a smaller difference is noise.
fn tenths(estimate: &Estimate) -> i64 {
    (estimate.elo * 10.0).round() as i64
}
