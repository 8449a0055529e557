//! The standings of all pools, from the records of finished matches.

mod rated;

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Pool, Standing};

use rated::{PoolKey, RatedMatch};

pub use rated::UnratableError;

/// All rated matches, pool by pool. It follows from the records alone and can be rebuilt from them at any time.
///
/// ```
/// use kahua_leagues::Ladder;
/// use kahua_proto::pb::arena::v1 as pb;
///
/// let player = |name: &str| pb::Player { name: name.into(), ..Default::default() };
/// let place = |place: u32| pb::SeatResult { place, ..Default::default() };
/// let mut ladder = Ladder::default();
/// let changes = ladder.add(&pb::MatchRecord {
///     rated: true,
///     game: "haleakala".into(),
///     players: vec![player("ann"), player("bob")],
///     results: vec![place(2), place(1)],
///     ..Default::default()
/// })?;
/// assert_eq!((changes[0].before, changes[0].after), (1500.0, 1484.0));
///
/// let pools = ladder.standings(|pool| pool.game == "haleakala");
/// assert_eq!(pools[0].standings[0].name, "bob");
/// # Ok::<(), kahua_leagues::UnratableError>(())
/// ```
#[derive(Debug, Default)]
pub struct Ladder(BTreeMap<PoolKey, Pool<BotName>>);

impl Ladder {
    /// Counts a finished match, which the caller may add only once. Returns what it did to the rating of each seat's bot,
    /// in seat order, or nothing if the match isn't rated or was aborted.
    ///
    /// # Errors
    /// If the record isn't sound; it isn't counted then.
    pub fn add(&mut self, record: &pb::MatchRecord) -> Result<Vec<pb::RatingChange>, UnratableError> {
        let Some(RatedMatch { pool, set, seats }) = RatedMatch::of(record)? else { return Ok(Vec::new()) };
        let changes = self.0.entry(pool).or_default().add(&set, &seats);
        let points = changes.iter().map(|(before, after)| (before.points(), after.points()));
        Ok(points.map(|(before, after)| pb::RatingChange { before, after }).collect())
    }

    /// The standings of the wanted pools, ordered by league, game, seats, options and ruleset.
    pub fn standings(&self, wanted: impl Fn(&pb::Pool) -> bool) -> Vec<pb::PoolStandings> {
        let pools = self.pools().filter(|(key, _)| wanted(key));
        pools
            .map(|(key, pool)| pb::PoolStandings {
                pool: Some(key),
                matches: pool.matches(),
                standings: pool.standings().iter().map(standing_to_wire).collect(),
            })
            .collect()
    }

    /// The pools with their keys, in the order of [`Ladder::standings`].
    pub fn pools(&self) -> impl Iterator<Item = (pb::Pool, &Pool<BotName>)> {
        self.0.iter().map(|(key, pool)| (key.to_wire(), pool))
    }
}

fn standing_to_wire(standing: &Standing<BotName>) -> pb::Standing {
    pb::Standing {
        rank: standing.rank,
        name: standing.player.to_string(),
        elo: standing.elo.points(),
        estimate: standing.estimate.elo,
        margin: standing.estimate.margin,
        matches: standing.matches,
        first_places: standing.first_places,
        score: standing.score,
        forfeits: standing.forfeits,
    }
}

#[cfg(test)]
mod tests;
