//! Tells the leagues of their matches: of those in the store when the arena starts, then of each that ends.

use kahua_core::ids::MatchId;
use kahua_core::season::Season;
use kahua_leagues::place_of;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;

use super::Matchmaker;
use super::league::League;
use crate::matches::ended_match::EndedMatch;

impl Matchmaker {
    /// Tells the league of this match, if it belongs to the present season. Call it for every record of the store, in
    /// order, before any match goes on.
    pub fn replay_past(&self, record: &pb::MatchRecord) {
        let mut leagues = self.leagues.lock();
        if let Some(league) = league_of(&mut leagues, &record.league, Season::of(record))
            && let Some(ended) = EndedMatch::of(record)
        {
            league.ended(&ended, &self.matches.ledger().corrections());
        }
    }

    /// Tells the leagues of their open matches, after those that have ended.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn restore_open_matches(&self) -> Result<(), StoreError> {
        let open = self.store.reader().open_matches()?;
        let mut leagues = self.leagues.lock();
        for header in open.into_iter().filter_map(Result::ok).map(|open| open.header) {
            if let Some(league) = league_of(&mut leagues, &header.league, Season::of(&header))
                && let Some((set, seats)) = place_of(&header)
            {
                league.format.resumed(&set, &seats);
                league.open.extend(header.match_id.parse::<MatchId>());
            }
        }
        Ok(())
    }

    /// Tells the leagues what time it is, and of the matches that have ended since the last time.
    pub(super) fn take_in_ended_matches(&self, leagues: &mut [League]) {
        let now = self.matches.now();
        leagues.iter_mut().for_each(|league| league.format.set_time(now));
        if self.role.get().is_some_and(|role| role.pairing.holds_ends()) {
            return;
        }
        let corrections = self.matches.ledger().corrections();
        for ended in self.matches.take_ended() {
            if let Some(league) = league_of(leagues, &ended.league, ended.season) {
                league.ended(&ended, &corrections);
            }
        }
    }
}

/// This season of a league, if it is the one that is played.
pub(super) fn league_of<'a>(leagues: &'a mut [League], name: &str, season: Season) -> Option<&'a mut League> {
    leagues.iter_mut().find(|league| league.spec.settings.name == name && league.spec.season == season)
}
