//! The ratings, updated after every match.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Finish, Rating, elo};

use crate::pools::rated::{PoolKey, RatedMatch};
use crate::{Career, Entrant, UnratableError};

/// The Elo ratings of all pools, without the data for estimates. A match takes almost no time to rate, and a slow
/// computation of estimates never delays it. The standings have the same ratings if they get the same records in the
/// same order.
#[derive(Debug, Default)]
pub struct LiveRatings(BTreeMap<PoolKey, BTreeMap<Entrant, Career>>);

impl LiveRatings {
    /// Rates a finished match; the caller must add each match only once. Returns how it changed the rating of each
    /// seat's entrant, in seat order, or an empty list if the match isn't rated or was aborted.
    ///
    /// # Errors
    /// If the record isn't sound; it changes nothing then.
    pub fn add(&mut self, record: &pb::MatchRecord) -> Result<Vec<pb::RatingChange>, UnratableError> {
        Ok(RatedMatch::of(record)?.map(|rated| self.rate(&rated)).unwrap_or_default())
    }

    /// As [`add`](LiveRatings::add), for a match that was read before.
    pub fn rate(&mut self, RatedMatch { pool, seats, .. }: &RatedMatch) -> Vec<pb::RatingChange> {
        let careers = self.0.entry(pool.clone()).or_default();
        let mut now: BTreeMap<&Entrant, Rating> = BTreeMap::new();
        for Finish { player, .. } in seats {
            now.insert(player, careers.entry(player.clone()).or_default().now());
        }
        let before: Vec<Rating> = seats.iter().map(|seat| now[&seat.player]).collect();
        let places: Vec<u32> = seats.iter().map(|seat| seat.place).collect();
        for (seat, change) in seats.iter().zip(elo::changes(&before, &places)) {
            *now.entry(&seat.player).or_insert(Rating::START) += change;
        }
        for (player, rating) in &now {
            careers.entry((*player).clone()).or_default().add(*rating);
        }
        let after = seats.iter().map(|seat| now[&seat.player]);
        let change =
            |(before, after): (Rating, Rating)| pb::RatingChange { before: before.points(), after: after.points() };
        before.into_iter().zip(after).map(change).collect()
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
    fn ratings_are_those_of_the_standings() {
        let (mut live, mut standings) = (LiveRatings::default(), Pools::default());
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
            assert_eq!(live.add(&record), standings.add(&record), "match {number}");
        }
        let ann = live.careers("ann".parse().unwrap());
        let leagues =
            ann.iter().map(|(pool, version, career)| (pool.league.as_str(), version.as_str(), career.matches()));
        assert_eq!(leagues.collect::<Vec<_>>(), [("spring", "1", 22), ("summer", "1", 23)]);
    }
}
