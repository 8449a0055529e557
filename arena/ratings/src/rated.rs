//! What the ladder takes from a record: who played whom in which pool, and who came in before whom.

use kahua_engine::outcome::Place;
use kahua_engine::seat::{PerSeat, SeatCount};
use kahua_proto::pb::arena::v1 as pb;

use kahua_core::ids::{BotName, ParseBotNameError};

/// Matches that are rated together, as a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PoolKey {
    pub(super) league: String,
    pub(super) game: String,
    pub(super) seats: SeatCount,
    pub(super) options: Vec<String>,
    pub(super) ruleset_hash: Vec<u8>,
}

/// A match that counts.
#[derive(Clone, Debug)]
pub(super) struct Rated {
    pub(super) pool: PoolKey,
    /// Matches with the same set belong together.
    pub(super) set: String,
    pub(super) bots: PerSeat<BotName>,
    pub(super) places: PerSeat<Place>,
    pub(super) given_up: PerSeat<bool>,
}

/// A record that can't be rated, because it isn't sound.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match {match_id:?} can't be rated: {problem}")]
pub struct UnratableError {
    match_id: String,
    problem: String,
}

impl Rated {
    /// `None` if the match doesn't count: it isn't rated, or it has no result.
    pub(super) fn of(record: &pb::MatchRecord) -> Result<Option<Rated>, UnratableError> {
        let wrong = |problem: String| UnratableError { match_id: record.match_id.clone(), problem };
        if !record.rated || record.results.is_empty() {
            return Ok(None);
        }
        if record.results.len() != record.players.len() {
            return Err(wrong(format!("{} players have {} results", record.players.len(), record.results.len())));
        }
        let names = record.players.iter().map(|player| player.name.parse());
        let names: Vec<BotName> =
            names.collect::<Result<_, _>>().map_err(|error: ParseBotNameError| wrong(error.to_string()))?;
        let places = record.results.iter().map(|result| u8::try_from(result.place).ok().and_then(Place::new));
        let places: Vec<Place> =
            places.collect::<Option<_>>().ok_or_else(|| wrong("a place is no number from 1 up".into()))?;
        let too_many = || wrong(format!("it has {} seats", record.players.len()));
        let bots = PerSeat::from_values(names).ok_or_else(too_many)?;
        let set = match &record.set {
            Some(set) if !set.set_id.is_empty() => format!("set {}", set.set_id),
            _ => format!("match {}", record.match_id),
        };
        Ok(Some(Rated {
            pool: PoolKey {
                league: record.league.clone(),
                game: record.game.clone(),
                seats: bots.count(),
                options: record.options.clone(),
                ruleset_hash: record.ruleset_hash.clone(),
            },
            set,
            places: PerSeat::from_values(places).ok_or_else(too_many)?,
            given_up: PerSeat::from_values(record.results.iter().map(|result| result.given_up != 0))
                .ok_or_else(too_many)?,
            bots,
        }))
    }
}

impl PoolKey {
    pub(super) fn to_wire(&self) -> pb::Pool {
        pb::Pool {
            league: self.league.clone(),
            game: self.game.clone(),
            seats: self.seats.get() as u32,
            options: self.options.clone(),
            ruleset_hash: self.ruleset_hash.clone(),
        }
    }
}
