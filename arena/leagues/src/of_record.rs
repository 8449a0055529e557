//! What a format is told about a match, from the match's record.

use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;
use kahua_proto::pb::arena::v1 as pb;

use crate::{Corrections, Entrant, Outcome};

/// The place of a match in its league, and its players, from its record or header; `None` if that isn't sound.
#[must_use]
pub fn place_of(record: &pb::MatchRecord) -> Option<(SetPosition, PerSeat<Entrant>)> {
    let set = record.set.as_ref()?;
    let set = SetPosition { set_id: set.set_id.clone(), rotation: set.rotation, size: set.size };
    let entrants = record.players.iter().map(|player| Some(Entrant::new(player.name.parse().ok()?, &player.version)));
    Some((set, PerSeat::from_values(entrants.collect::<Option<Vec<_>>>()?)?))
}

impl Outcome {
    /// How the match of this record has ended, with the places that hold by these corrections; `None` if the record isn't
    /// sound.
    #[must_use]
    pub fn of(record: &pb::MatchRecord, corrections: &Corrections) -> Option<Outcome> {
        if record.results.is_empty() {
            return Some(Outcome::Void);
        }
        let Some(counted) = corrections.corrected(record) else { return Some(Outcome::Annulled) };
        PerSeat::from_values(counted.results.iter().map(|result| result.place)).map(Outcome::Places)
    }
}
