//! What a league learns about a match: its place in the schedule, its players, and its outcome.

use kahua_core::ids::MatchId;
use kahua_core::referee::SetPosition;
use kahua_core::season::Season;
use kahua_engine::PerSeat;
use kahua_leagues::{Corrections, Entrant, Outcome, Played, place_of};
use kahua_proto::pb::arena::v1 as pb;

/// A match that has ended, as its league sees it.
#[derive(Clone, Debug)]
pub struct EndedMatch {
    id: String,
    pub(crate) league: String,
    pub(crate) season: Season,
    pub(crate) set: SetPosition,
    pub(crate) seats: PerSeat<Entrant>,
    /// As its record says, without what organizers have corrected.
    outcome: Outcome,
}

impl EndedMatch {
    /// The match of this record; `None` if the record isn't sound.
    pub fn of(record: &pb::MatchRecord) -> Option<EndedMatch> {
        let (set, seats) = place_of(record)?;
        let outcome = Outcome::of(record, &Corrections::default())?;
        let (id, league, season) = (record.match_id.clone(), record.league.clone(), Season::of(record));
        Some(EndedMatch { id, league, season, set, seats, outcome })
    }

    /// Its id; `None` if its record is of something else.
    pub(crate) fn id(&self) -> Option<MatchId> {
        self.id.parse().ok()
    }

    /// How the match has ended for its league: with the places that hold by these corrections.
    pub(crate) fn outcome(&self, corrections: &Corrections) -> Outcome {
        let Outcome::Places(places) = &self.outcome else { return self.outcome.clone() };
        if corrections.are_none() {
            return self.outcome.clone();
        }
        let players = self.seats.iter().map(|entrant| (entrant.name.as_str(), &*entrant.version)).collect();
        let played = Played { id: &self.id, league: &self.league, season: self.season, players };
        let places = corrections.places(&played, places.as_slice());
        places.and_then(PerSeat::from_values).map_or(Outcome::Annulled, Outcome::Places)
    }

    /// The same match without its result.
    pub(crate) fn void(self) -> EndedMatch {
        EndedMatch { outcome: Outcome::Void, ..self }
    }
}
