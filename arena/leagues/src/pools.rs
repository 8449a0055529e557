//! The standings of all pools, from the records of finished matches.

mod knockout_table;
pub(crate) mod rated;
mod scale;
pub(crate) mod swiss_table;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Difference, Finish, Interval, Pool, ScoreCounts, Standing};

use crate::{Corrections, Entrant};
use rated::PoolKey;

pub use rated::{MatchWithRatings, RatedMatch, UnratableError};
pub use scale::{Anchor, Scale};

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

/// The matches of one pool, and the version in which each of its bots played last.
#[derive(Debug, Default)]
struct RatedPool {
    pool: Pool<Entrant>,
    current: BTreeMap<BotName, Arc<str>>,
}

impl Pools {
    /// Counts a finished match; the caller must add each match only once. Returns how it changed the rating of each
    /// seat's bot, in seat order, or an empty list if the match isn't rated or was aborted.
    ///
    /// # Errors
    /// If the record isn't sound; it isn't counted then.
    pub fn add(&mut self, record: &pb::MatchRecord) -> Result<Vec<pb::RatingChange>, UnratableError> {
        let Some(rated) = RatedMatch::of(record)? else { return Ok(Vec::new()) };
        let pool = self.0.entry(rated.pool.clone()).or_default();
        pool.note_versions(&rated.seats);
        let ratings = pool.pool.add(&rated.set, &rated.seats);
        Ok(MatchWithRatings { rated, ratings }.changes())
    }

    /// As [`add`](Pools::add), for a match that [`LiveRatings`](crate::LiveRatings) have rated.
    pub fn count(&mut self, MatchWithRatings { rated, ratings }: &MatchWithRatings) {
        let pool = self.0.entry(rated.pool.clone()).or_default();
        pool.note_versions(&rated.seats);
        pool.pool.add_rated(&rated.set, &rated.seats, ratings);
    }

    /// The standings of the wanted pools, ordered by league, season, game, seats, options and ruleset.
    pub fn standings(&self, wanted: impl Fn(&pb::Pool) -> bool) -> Vec<pb::PoolStandings> {
        self.standings_by(&Scale::default(), wanted)
    }

    /// The same as [`standings`](Pools::standings), on this scale.
    pub fn standings_by(&self, scale: &Scale, wanted: impl Fn(&pb::Pool) -> bool) -> Vec<pb::PoolStandings> {
        let pools = self.0.iter().map(|(key, pool)| (key.to_wire(), pool)).filter(|(key, _)| wanted(key));
        pools.map(|(key, pool)| pool.standings(key, scale)).collect()
    }

    /// The tables of a Swiss league in the wanted pools: the bots by rank, with their scores and nothing else. These bots were
    /// withdrawn, so the rounds that they miss bring them nothing.
    pub fn swiss_tables(
        &self,
        withdrawn: &BTreeSet<BotName>,
        wanted: impl Fn(&pb::Pool) -> bool,
    ) -> Vec<pb::PoolStandings> {
        let pools = self.0.iter().map(|(key, pool)| (key.to_wire(), pool)).filter(|(key, _)| wanted(key));
        let table = |(key, pool): (pb::Pool, &RatedPool)| {
            let has_left = |one: &Entrant| withdrawn.contains(&one.name) || !pool.is_current(one);
            let standings = swiss_table::of(&pool.pool, key.seats as usize, has_left);
            pb::PoolStandings { matches: pool.pool.matches(), pool: Some(key), standings, times: Vec::new() }
        };
        pools.map(table).collect()
    }

    /// How two bots compare, in each of the wanted pools in which both have played. The scale tells how their matches came about.
    /// Without a version, a bot counts in
    /// the version in which it played last.
    pub fn compare(
        &self,
        scale: &Scale,
        (bot, version): (&BotName, Option<&str>),
        (other, others_version): (&BotName, Option<&str>),
        wanted: impl Fn(&pb::Pool) -> bool,
    ) -> Vec<pb::Comparison> {
        let pools = self.0.iter().map(|(key, pool)| (key.to_wire(), pool)).filter(|(key, _)| wanted(key));
        let comparison = |(key, pool): (pb::Pool, &RatedPool)| {
            let (one, other) = (pool.entrant(bot, version)?, pool.entrant(other, others_version)?);
            let difference = pool.pool.table(None, scale.schedule_of(&key.league)).difference(&one, &other)?;
            let meetings = pool.pool.meetings(&one, &other);
            Some(pb::Comparison {
                pool: Some(key),
                version: one.version.to_string(),
                other_version: other.version.to_string(),
                difference: Some(difference_to_wire(&difference)),
                matches: meetings.matches,
                sets: meetings.sets,
                score: meetings.score(),
            })
        };
        pools.filter_map(comparison).collect()
    }

    /// How one bot did against another in all pools of a league, set by set, as the test of
    /// [`sprt`](kahua_ratings::sprt) needs it. Each bot counts in the version in which it played last, and only sets
    /// count in which they met `comparisons` times.
    #[must_use]
    pub fn head_to_head(&self, league: &str, one: &BotName, other: &BotName, comparisons: u32) -> ScoreCounts {
        let mut counts = ScoreCounts::new(comparisons);
        for pool in self.0.iter().filter(|(key, _)| key.league() == league).map(|(_, pool)| pool) {
            if let (Some(one), Some(other)) = (pool.entrant(one, None), pool.entrant(other, None)) {
                counts += &pool.pool.head_to_head(&one, &other, comparisons);
            }
        }
        counts
    }

    /// The pools with their keys, in the order of [`Pools::standings`].
    pub fn iter(&self) -> impl Iterator<Item = (pb::Pool, &Pool<Entrant>)> {
        self.0.iter().map(|(key, pool)| (key.to_wire(), &pool.pool))
    }
}

/// Marks the suspended bots in these standings, each in the version that plays now.
pub fn mark_suspended(pools: &mut [pb::PoolStandings], suspensions: &BTreeMap<BotName, pb::Suspension>) {
    for standing in pools.iter_mut().flat_map(|pool| &mut pool.standings).filter(|standing| standing.current) {
        standing.suspension = standing.name.parse().ok().and_then(|name: BotName| suspensions.get(&name).cloned());
    }
}

/// Marks the bots in these standings that are disqualified from their season.
pub fn mark_disqualified(pools: &mut [pb::PoolStandings], corrections: &Corrections) {
    for pool in pools {
        let of = pool.pool.clone().unwrap_or_default();
        let Some(season) = Season::numbered(of.season) else { continue };
        for standing in &mut pool.standings {
            let out = corrections.disqualification(&of.league, season, &standing.name, &standing.version);
            standing.disqualified = out.cloned();
        }
    }
}

/// Orders and ranks these standings by the table of the same pool, as [`Pools::swiss_tables`] has made it.
pub fn rank_by_swiss(pool: &mut pb::PoolStandings, tables: &[pb::PoolStandings]) {
    if let Some(table) = tables.iter().find(|table| table.pool == pool.pool) {
        swiss_table::apply(&mut pool.standings, &table.standings);
    }
}

/// Orders and ranks these standings of a knock-out by how far each bot has come in these rounds. Without a round, it leaves them
/// as they are.
pub fn rank_by_knockout(pool: &mut pb::PoolStandings, rounds: &[pb::KnockoutRound]) {
    if !rounds.is_empty() {
        knockout_table::apply(&mut pool.standings, rounds);
    }
}

/// Sorts standings by rank. Equal bots stand in the order of their estimates.
fn sort_by_rank(standings: &mut [pb::Standing]) {
    standings.sort_by(|one, other| {
        one.rank.cmp(&other.rank).then(other.estimate.total_cmp(&one.estimate)).then(one.name.cmp(&other.name))
    });
}

impl RatedPool {
    fn note_versions(&mut self, seats: &[Finish<Entrant>]) {
        self.current.extend(seats.iter().map(|seat| (seat.player.name, seat.player.version.clone())));
    }

    /// The bot in this version, or without one in the version in which it played last.
    fn entrant(&self, name: &BotName, version: Option<&str>) -> Option<Entrant> {
        let version = version.or_else(|| self.current.get(name).map(AsRef::as_ref))?;
        Some(Entrant::new(*name, version))
    }

    /// Whether this is the version in which its bot played last.
    fn is_current(&self, one: &Entrant) -> bool {
        self.current.get(&one.name) == Some(&one.version)
    }

    fn standings(&self, key: pb::Pool, scale: &Scale) -> pb::PoolStandings {
        let anchor = scale.anchor_of(&key.league).and_then(|(name, points)| Some((self.entrant(&name, None)?, points)));
        let table =
            self.pool.table(anchor.as_ref().map(|(anchor, points)| (anchor, *points)), scale.schedule_of(&key.league));
        let against = scale.against.and_then(|name| self.entrant(&name, None));
        let line = |standing: &Standing<Entrant>| {
            let difference = against.as_ref().and_then(|other| table.difference(&standing.player, other));
            pb::Standing { difference: difference.as_ref().map(difference_to_wire), ..self.to_wire(standing) }
        };
        let standings = table.standings().iter().map(line).collect();
        pb::PoolStandings { pool: Some(key), matches: self.pool.matches(), standings, times: Vec::new() }
    }

    fn to_wire(&self, standing: &Standing<Entrant>) -> pb::Standing {
        let Entrant { name, version } = &standing.player;
        let Interval { lower, upper } = standing.estimate.interval;
        pb::Standing {
            rank: standing.ranks.map_or(0, |ranks| ranks.first),
            rank_last: standing.ranks.map_or(0, |ranks| ranks.last),
            matches_missing: standing.missing,
            name: name.to_string(),
            version: version.to_string(),
            current: self.is_current(&standing.player),
            elo: standing.elo.points(),
            estimate: standing.estimate.elo,
            margin: standing.estimate.interval.margin(),
            lower,
            upper,
            difference: None,
            matches: standing.matches,
            sets: standing.sets,
            first_places: standing.first_places,
            score: standing.score,
            forfeits: standing.forfeits,
            suspension: None,
            disqualified: None,
            swiss: None,
        }
    }
}

fn difference_to_wire(difference: &Difference) -> pb::Difference {
    let Difference { elo, interval: Interval { lower, upper }, superiority } = *difference;
    pb::Difference { elo, lower, upper, superiority }
}

#[cfg(test)]
mod tests;
