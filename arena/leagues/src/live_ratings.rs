//! The ratings, updated after every match.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Rating, rate};

use crate::pools::rated::{MatchWithRatings, PoolKey, RatedMatch};
use crate::{Career, Entrant, UnratableError};

/// The Elo ratings of all pools, without the data for estimates. A match takes almost no time to rate, and a slow
/// computation of estimates never delays it.
#[derive(Debug, Default)]
pub struct LiveRatings(BTreeMap<PoolKey, BTreeMap<Entrant, Career>>);

impl LiveRatings {
    /// Rates a finished match; the caller must add each match only once. Returns how it changed the rating of each
    /// seat's entrant, in seat order, or an empty list if the match isn't rated or was aborted.
    ///
    /// # Errors
    /// If the record isn't sound; it changes nothing then.
    pub fn add(&mut self, record: &pb::MatchRecord) -> Result<Vec<pb::RatingChange>, UnratableError> {
        let rated = RatedMatch::of(record)?.map(|rated| self.rate(rated));
        Ok(rated.map(|rated| rated.changes()).unwrap_or_default())
    }

    /// As [`add`](LiveRatings::add), for a match that was read before. [`Pools`](crate::Pools) count what it returns.
    pub fn rate(&mut self, rated: RatedMatch) -> MatchWithRatings {
        let careers = self.0.entry(rated.pool.clone()).or_default();
        let ratings = rate(&rated.seats, |player| careers.get(player).map_or(Rating::START, Career::now));
        let after: BTreeMap<&Entrant, Rating> =
            rated.seats.iter().zip(&ratings).map(|(seat, (_, after))| (&seat.player, *after)).collect();
        // Only now, because each change follows from the ratings that all of them had before.
        for (player, rating) in after {
            careers.entry(player.clone()).or_default().add(rating);
        }
        MatchWithRatings { rated, ratings }
    }

    /// Replaces the ratings of a season of a league by these, which are of that season alone.
    pub fn replace(&mut self, league: &str, season: Season, ratings: LiveRatings) {
        self.0.retain(|pool, _| (pool.league(), pool.season()) != (league, season));
        self.0.extend(ratings.0);
    }

    /// The careers of this bot in all pools, each with its pool and the bot's version.
    #[must_use]
    pub fn careers(&self, bot: BotName) -> Vec<(pb::Pool, String, Career)> {
        let first = Entrant::new(bot, "");
        let of_pool = |(key, careers): (&PoolKey, &BTreeMap<Entrant, Career>)| {
            let careers = careers.range(&first..).take_while(|(entrant, _)| entrant.name == bot);
            let careers = careers.map(|(entrant, career)| (key.to_wire(), entrant.version.to_string(), career.clone()));
            careers.collect::<Vec<_>>()
        };
        self.0.iter().flat_map(of_pool).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pools;

    #[test]
    fn standings_are_the_same_whether_a_match_was_rated_before_or_not() {
        let (mut live, mut with_ratings, mut alone) = (LiveRatings::default(), Pools::default(), Pools::default());
        for number in 0..60 {
            let player = |name: &str| pb::Player { name: name.into(), version: "1".into() };
            let names = [["ann", "bob"], ["bob", "cid"], ["cid", "ann"], ["ann", "ann"]][number % 4];
            let place = |place| pb::SeatResult { place, ..Default::default() };
            let record = pb::MatchRecord {
                match_id: number.to_string(),
                league: if number < 30 { "spring" } else { "summer" }.into(),
                rated: true,
                players: names.map(player).into(),
                results: [place(1 + number as u32 % 3 / 2), place(1 + number as u32 % 2)].into(),
                ..Default::default()
            };
            let rated = live.rate(RatedMatch::of(&record).unwrap().unwrap());
            with_ratings.count(&rated);
            assert_eq!(alone.add(&record), Ok(rated.changes()), "match {number}");
        }
        assert_eq!(with_ratings.standings(|_| true), alone.standings(|_| true));
        let ann = live.careers("ann".parse().unwrap());
        let leagues =
            ann.iter().map(|(pool, version, career)| (pool.league.as_str(), version.as_str(), career.matches()));
        assert_eq!(leagues.collect::<Vec<_>>(), [("spring", "1", 22), ("summer", "1", 23)]);
    }
}
