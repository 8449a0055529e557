//! What organizers have corrected: counted anew by standings and leagues, and told to the bots concerned.

use std::collections::BTreeSet;

use kahua_core::correction::in_words;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::season::Season;
use kahua_leagues::Corrections;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::notice;
use kahua_store::StoreError;
use pb::correction::Change;

use super::Matchmaker;
use super::tell::league_of;
use crate::matches::ended_match::EndedMatch;
use crate::matches::ledger::each_summary;

/// Bots, and what they are told.
type News = (BTreeSet<BotName>, String);

impl Matchmaker {
    /// Withholds matches from the bots that are disqualified. Call it after the records were counted and before anything is played;
    /// later, [`follow_corrections`](Matchmaker::follow_corrections) does the same.
    pub fn observe_disqualified(&self) {
        let corrections = self.matches.ledger().corrections();
        self.leagues.lock().iter_mut().for_each(|league| league.disqualify(&corrections));
        *self.followed.lock() = corrections;
    }

    /// Counts what organizers have corrected since the last call, here or on another node, and tells the bots that are connected
    /// here. Blocks while the store is read.
    ///
    /// # Errors
    /// If the store can't be read. The next call does what is left.
    pub fn follow_corrections(&self) -> Result<(), StoreError> {
        // Held from the start, so that of two calls none takes older corrections for the newest.
        let mut followed = self.followed.lock();
        let now = self.matches.ledger().follow_corrections()?;
        for (league, season) in now.changed_since(&followed) {
            self.recount(&league, season)?;
        }
        // All are read before any bot is told, so that none is told twice if a call fails.
        let news = now.since(&followed).map(|correction| self.news_of(correction, &now));
        for (bots, text) in news.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
            self.lobby.tell_all(bots, notice::Kind::Corrected, &text);
        }
        *followed = now;
        // A bot that was let back may get a match at once.
        self.lobby.notify();
        Ok(())
    }

    /// Lets this season of a league count the places of its matches anew, if it is played.
    fn recount(&self, league: &str, season: Season) -> Result<(), StoreError> {
        if league_of(&mut self.leagues.lock(), league, season).is_none() {
            return Ok(());
        }
        let (mut matches, reader) = (Vec::new(), self.store.reader());
        let mut add = |summary: &pb::MatchRecord| {
            if summary.league == league && Season::of(summary) == season {
                matches.extend(EndedMatch::of(summary));
            }
        };
        let read = each_summary(reader, 0, i64::MAX, &mut add)?;
        // From here on no match ends for the league. The few that have ended since the reading are read with the lock.
        let mut leagues = self.leagues.lock();
        each_summary(reader, read, i64::MAX, &mut add)?;
        let corrections = self.matches.ledger().corrections();
        if let Some(league) = league_of(&mut leagues, league, season) {
            let outcome = |ended: EndedMatch| {
                let outcome = ended.outcome(&corrections);
                (ended.set, ended.seats, outcome)
            };
            league.format.recount(&matches.into_iter().map(outcome).collect::<Vec<_>>());
            league.disqualify(&corrections);
        }
        Ok(())
    }

    /// The bots whose results this correction changes, and what they are told.
    fn news_of(&self, correction: &pb::Correction, all: &Corrections) -> Result<Option<News>, StoreError> {
        let (undone, what) = match &correction.change {
            Some(Change::Undone(undone)) => match all.find(undone.number) {
                Some(earlier) => (true, earlier),
                None => return Ok(None),
            },
            _ => (false, correction),
        };
        let bots = match &what.change {
            Some(Change::Annulled(annulled)) => self.players_of(&annulled.match_id)?,
            Some(Change::Places(corrected)) => self.players_of(&corrected.match_id)?,
            Some(Change::Disqualified(out)) => out.bot.parse().into_iter().collect(),
            Some(Change::Undone(_)) | None => return Ok(None),
        };
        let what = in_words(what);
        let why = &correction.why;
        let text = match undone {
            true => format!("an organizer has taken back that {what}: {why}"),
            false => format!("an organizer has decided that {what}: {why}"),
        };
        Ok(Some((bots, text)))
    }

    fn players_of(&self, match_id: &str) -> Result<BTreeSet<BotName>, StoreError> {
        let Ok(id) = match_id.parse::<MatchId>() else { return Ok(BTreeSet::new()) };
        let record = self.store.reader().record(id)?;
        let players = record.into_iter().flat_map(|record| record.players);
        Ok(players.filter_map(|player| player.name.parse().ok()).collect())
    }
}
