//! The standings of all pools, from the records of finished matches.

pub(crate) mod rated;

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Finish, Pool, Rating, Standing};

use crate::Entrant;
use rated::{PoolKey, RatedMatch};

pub use rated::UnratableError;

/// All rated matches, pool by pool. It follows from the records alone and can be rebuilt from them at any time.
///
/// ```
/// use kahua_leagues::Pools;
/// use kahua_proto::pb::arena::v1 as pb;
///
/// let player = |name: &str| pb::Player { name: name.into(), ..Default::default() };
/// let place = |place: u32| pb::SeatResult { place, ..Default::default() };
/// let mut pools = Pools::default();
/// let changes = pools.add(&pb::MatchRecord {
///     rated: true,
///     game: "haleakala".into(),
///     players: vec![player("ann"), player("bob")],
///     results: vec![place(2), place(1)],
///     ..Default::default()
/// })?;
/// assert_eq!((changes[0].before, changes[0].after), (1500.0, 1484.0));
///
/// let standings = pools.standings(|pool| pool.game == "haleakala");
/// assert_eq!(standings[0].standings[0].name, "bob");
/// # Ok::<(), kahua_leagues::UnratableError>(())
/// ```
#[derive(Debug, Default)]
pub struct Pools(BTreeMap<PoolKey, RatedPool>);

/// The matches of one pool, and in which version each of its bots has played last.
#[derive(Debug, Default)]
struct RatedPool {
    pool: Pool<Entrant>,
    current: BTreeMap<BotName, Arc<str>>,
}

impl Pools {
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

    /// The standings of the wanted pools, ordered by league, season, game, seats, options and ruleset.
    pub fn standings(&self, wanted: impl Fn(&pb::Pool) -> bool) -> Vec<pb::PoolStandings> {
        let pools = self.0.iter().map(|(key, pool)| (key.to_wire(), pool)).filter(|(key, _)| wanted(key));
        pools
            .map(|(key, pool)| pb::PoolStandings {
                pool: Some(key),
                matches: pool.pool.matches(),
                standings: pool.pool.standings().iter().map(|standing| pool.to_wire(standing)).collect(),
            })
            .collect()
    }

    /// The pools with their keys, in the order of [`Pools::standings`].
    pub fn iter(&self) -> impl Iterator<Item = (pb::Pool, &Pool<Entrant>)> {
        self.0.iter().map(|(key, pool)| (key.to_wire(), &pool.pool))
    }
}

impl RatedPool {
    fn add(&mut self, set: &str, seats: &[Finish<Entrant>]) -> Vec<(Rating, Rating)> {
        self.current.extend(seats.iter().map(|seat| (seat.player.name, seat.player.version.clone())));
        self.pool.add(set, seats)
    }

    fn to_wire(&self, standing: &Standing<Entrant>) -> pb::Standing {
        let Entrant { name, version } = &standing.player;
        pb::Standing {
            rank: standing.rank,
            name: name.to_string(),
            elo: standing.elo.points(),
            estimate: standing.estimate.elo,
            margin: standing.estimate.margin,
            matches: standing.matches,
            first_places: standing.first_places,
            score: standing.score,
            forfeits: standing.forfeits,
            version: version.to_string(),
            current: self.current.get(name) == Some(version),
        }
    }
}

#[cfg(test)]
mod tests;
