//! The matches of one pool: what each bot has done, set by set.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use kahua_engine::seat::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;

use super::elo::{self, Rating, Score};
use super::estimate::{self, BotIndex, Estimate, SetScores};
use super::rated::Rated;
use super::sprt::Scores;
use kahua_core::ids::BotName;

/// A pool: matches of one league, game, seat count, choice of options and ruleset.
#[derive(Debug, Default)]
pub struct Pool {
    matches: u64,
    bots: Vec<Bot>,
    by_name: BTreeMap<BotName, BotIndex>,
    sets: BTreeMap<String, SetScores>,
}

#[derive(Debug)]
struct Bot {
    name: BotName,
    rating: Rating,
    matches: u64,
    first_places: u64,
    forfeits: u64,
    half_points: u64,
    comparisons: u64,
}

impl Pool {
    /// Takes a match in; returns each seat's rating before and after.
    pub(super) fn add(&mut self, rated: &Rated) -> PerSeat<(Rating, Rating)> {
        self.matches += 1;
        let bots = rated.bots.map(|name| self.index(*name));
        let before = bots.map(|bot| self.bots[bot.0].rating);
        let changes = elo::changes(&before, &rated.places);
        let set = self.sets.entry(rated.set.clone()).or_default();
        for (seat, &bot) in bots.entries() {
            let own = &mut self.bots[bot.0];
            own.rating += changes[seat];
            own.matches += 1;
            own.first_places += u64::from(rated.places[seat] == kahua_engine::outcome::Place::FIRST);
            own.forfeits += u64::from(rated.given_up[seat]);
            for other in bots.count().others_after(seat) {
                let score = Score::of(&rated.places, seat, other);
                own.half_points += u64::from(score.half_points());
                own.comparisons += 1;
                if bot < bots[other] {
                    let sum = set.entry((bot, bots[other])).or_default();
                    sum.half_points += score.half_points();
                    sum.comparisons += 1;
                }
            }
        }
        PerSeat::from_fn(bots.count(), |seat: Seat| (before[seat], self.bots[bots[seat].0].rating))
    }

    /// The bots, best first, by the estimate from all matches.
    pub(super) fn standings(&self) -> Vec<pb::Standing> {
        let estimates = estimate::estimate(self.bots.len(), self.sets.values());
        let mut order: Vec<(&Bot, Estimate)> = self.bots.iter().zip(estimates).collect();
        order.sort_by_key(|(bot, estimate)| (Reverse(shown(estimate)), bot.name));
        let rank =
            |estimate: &Estimate| order.partition_point(|(_, better)| shown(better) > shown(estimate)) as u32 + 1;
        order.iter().map(|(bot, estimate)| bot.standing(rank(estimate), estimate)).collect()
    }

    pub(super) fn matches(&self) -> u64 {
        self.matches
    }

    /// How one bot did against another, set by set; only sets in which they were compared `comparisons` times.
    #[must_use]
    pub fn head_to_head(&self, one: &BotName, other: &BotName, comparisons: u32) -> Scores {
        let mut scores = Scores::new(comparisons);
        let (Some(&one), Some(&other)) = (self.by_name.get(one), self.by_name.get(other)) else { return scores };
        let pair = (one.min(other), one.max(other));
        for score in self.sets.values().filter_map(|set| set.get(&pair)).filter(|s| s.comparisons == comparisons) {
            scores.add(if one < other { score.half_points } else { 2 * comparisons - score.half_points });
        }
        scores
    }

    fn index(&mut self, name: BotName) -> BotIndex {
        *self.by_name.entry(name).or_insert_with(|| {
            self.bots.push(Bot {
                name,
                rating: Rating::START,
                matches: 0,
                first_places: 0,
                forfeits: 0,
                half_points: 0,
                comparisons: 0,
            });
            BotIndex(self.bots.len() - 1)
        })
    }
}

impl Bot {
    fn standing(&self, rank: u32, estimate: &Estimate) -> pb::Standing {
        pb::Standing {
            rank,
            name: self.name.to_string(),
            elo: self.rating.points(),
            estimate: estimate.elo,
            margin: estimate.margin,
            matches: self.matches,
            first_places: self.first_places,
            score: self.half_points as f64 / (2 * self.comparisons.max(1)) as f64,
            forfeits: self.forfeits,
        }
    }
}

/// In tenths of a point: what is closer together is equal.
fn shown(estimate: &Estimate) -> i64 {
    (estimate.elo * 10.0).round() as i64
}
