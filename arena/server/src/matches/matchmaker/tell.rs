//! What the leagues are told of matches: of those in the store when a league is added, then of each that ends.

use kahua_core::season::Season;
use kahua_leagues::Format;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;

use super::{League, Matchmaker};
use crate::matches::ended_match::{EndedMatch, place_of};

impl Matchmaker {
    /// Tells a league's format of the matches of this season of the league that the store has. Of one that ends meanwhile it may be told
    /// twice.
    pub(super) fn tell_of_the_past(
        &self,
        league: &str,
        season: Season,
        format: &mut dyn Format,
    ) -> Result<(), StoreError> {
        let is_ours = |record: &pb::MatchRecord| record.league == league && Season::of(record) == season;
        let reader = self.store.reader();
        // Before the records, so that no match is in neither.
        let open = reader.open_matches()?.into_iter().filter_map(Result::ok).map(|open| open.header);
        let open: Vec<_> = open.filter(is_ours).collect();
        let records = reader.records().filter_map(Result::ok).filter(is_ours);
        for ended in records.filter_map(|record| EndedMatch::of(&record)) {
            format.ended(&ended.set, &ended.seats, &ended.outcome);
        }
        for (set, seats) in open.iter().filter_map(place_of) {
            format.resumed(&set, &seats);
        }
        Ok(())
    }

    /// Tells the leagues of the matches that have ended since the last time.
    pub(super) fn tell_of_ended_matches(&self, leagues: &mut [League]) {
        for ended in self.matches.take_ended() {
            let is_its_league =
                |league: &&mut League| league.spec.settings.name == ended.league && league.spec.season == ended.season;
            if let Some(league) = leagues.iter_mut().find(is_its_league) {
                league.format.ended(&ended.set, &ended.seats, &ended.outcome);
            }
        }
    }
}
