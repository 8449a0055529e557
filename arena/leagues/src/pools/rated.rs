//! What a rating needs of a record: the players, the pool, and the order in which they finished.

use kahua_core::ids::ParseBotNameError;
use kahua_core::season::Season;
use kahua_engine::{SEATS_MAX, SeatCount};
use kahua_proto::pb::arena::v1 as pb;
use kahua_ratings::{Finish, Rating};

use crate::Entrant;

/// What the matches of one pool have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PoolKey {
    league: String,
    season: Season,
    game: String,
    seats: SeatCount,
    options: Vec<String>,
    ruleset_hash: Vec<u8>,
}

/// A finished match that counts for ratings, read from its record once for all who count it.
#[derive(Clone, Debug)]
pub struct RatedMatch {
    pub(crate) pool: PoolKey,
    /// Matches with the same set belong together.
    pub(crate) set: String,
    /// In seat order.
    pub(crate) seats: Vec<Finish<Entrant>>,
}

/// A match that was rated: with each seat's rating before and after it, in seat order.
#[derive(Clone, Debug)]
pub struct MatchWithRatings {
    pub(crate) rated: RatedMatch,
    pub(crate) ratings: Vec<(Rating, Rating)>,
}

/// A record that can't be rated, because it isn't sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {match_id:?} can't be rated: {problem}")]
pub struct UnratableError {
    match_id: String,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum Problem {
    #[error("{players} players have {results} results")]
    ResultCount { players: usize, results: usize },
    #[error(transparent)]
    Name(#[from] ParseBotNameError),
    #[error("place {0} is not a number from 1 to {max}", max = u8::MAX)]
    Place(u32),
    #[error("it has {0} seats, but a table has at most {SEATS_MAX}")]
    SeatCount(usize),
}

impl MatchWithRatings {
    /// How the match changed the rating of each seat's entrant, in seat order.
    #[must_use]
    pub fn changes(&self) -> Vec<pb::RatingChange> {
        let points = self.ratings.iter().map(|(before, after)| (before.points(), after.points()));
        points.map(|(before, after)| pb::RatingChange { before, after }).collect()
    }

    /// The league in which it was played, and the season.
    #[must_use]
    pub fn season(&self) -> (&str, Season) {
        (&self.rated.pool.league, self.rated.pool.season)
    }
}

impl RatedMatch {
    /// The match of this record; `None` if it doesn't count, because it isn't rated or has no result.
    ///
    /// # Errors
    /// If the record isn't sound.
    pub fn of(record: &pb::MatchRecord) -> Result<Option<RatedMatch>, UnratableError> {
        if !record.rated || record.results.is_empty() {
            return Ok(None);
        }
        let sound = || {
            let seats = finishes(record)?;
            let count = SeatCount::new(seats.len()).ok_or(Problem::SeatCount(seats.len()))?;
            Ok(RatedMatch { pool: PoolKey::of(record, count), set: set_of(record), seats })
        };
        sound().map(Some).map_err(|problem| UnratableError { match_id: record.match_id.clone(), problem })
    }
}

fn finishes(record: &pb::MatchRecord) -> Result<Vec<Finish<Entrant>>, Problem> {
    let (players, results) = (record.players.len(), record.results.len());
    if players != results {
        return Err(Problem::ResultCount { players, results });
    }
    let seats = record.players.iter().zip(&record.results);
    let finish = |(player, result): (&pb::Player, &pb::SeatResult)| {
        let place = u8::try_from(result.place).ok().filter(|place| *place > 0).ok_or(Problem::Place(result.place))?;
        let player = Entrant::new(player.name.parse()?, player.version.as_str());
        Ok(Finish { player, place: place.into(), forfeited: result.given_up.is_some() })
    };
    seats.map(finish).collect()
}

fn set_of(record: &pb::MatchRecord) -> String {
    match &record.set {
        // With another word before each, no set is taken for a match that stands alone.
        Some(set) if !set.set_id.is_empty() => format!("set {}", set.set_id),
        _ => format!("match {}", record.match_id),
    }
}

impl PoolKey {
    fn of(record: &pb::MatchRecord, seats: SeatCount) -> PoolKey {
        PoolKey {
            league: record.league.clone(),
            season: Season::of(record),
            game: record.game.clone(),
            seats,
            options: record.options.clone(),
            ruleset_hash: record.ruleset_hash.clone(),
        }
    }

    pub(crate) fn league(&self) -> &str {
        &self.league
    }

    pub(crate) fn season(&self) -> Season {
        self.season
    }

    pub(crate) fn to_wire(&self) -> pb::Pool {
        pb::Pool {
            league: self.league.clone(),
            season: self.season.number(),
            game: self.game.clone(),
            seats: self.seats.get() as u32,
            options: self.options.clone(),
            ruleset_hash: self.ruleset_hash.clone(),
        }
    }
}
