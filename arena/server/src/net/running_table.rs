//! A running match for pages that show it to many visitors at once, each of whom takes a spectator's place.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::visitor::Visitor;
use crate::app::calls::match_id;
use crate::app::played_match::PlayedMatch;
use kahua_play::auth::fair_slots::Slot;
use kahua_play::auth::peer::SlotOwner;

/// A match that is being played, as it is known before its first event.
#[derive(Clone, Debug)]
pub struct RunningTable {
    /// Its record without events and luck.
    pub header: Arc<pb::MatchRecord>,
    /// The rules by which it is played.
    pub ruleset: Arc<dyn DynRuleset>,
    /// How long after it happens the visitor sees what happens; the reason, if the league keeps the match from the visitor.
    pub delay: Result<Duration, Status>,
    /// The name of the node that plays it; `None` in an arena that shares its store with no other.
    pub node: Option<String>,
}

/// A spectator's place, given back when dropped.
#[derive(Debug)]
pub struct SpectatorSlot(#[expect(dead_code, reason = "it is held, and given back when dropped")] Arc<Slot<SlotOwner>>);

impl Visitor {
    /// The match with this id, if it is being played.
    ///
    /// # Errors
    /// If the id isn't one, or the visitor's token doesn't count, or doesn't count any more; if no node plays the match at the moment.
    pub async fn running(&self, id: &str) -> Result<Option<RunningTable>, Status> {
        let caller = self.leagues.reader(&self.request(()))?;
        let Some(PlayedMatch { header, ruleset, node, .. }) = self.app().played_match(match_id(id)?).await? else {
            return Ok(None);
        };
        let delay = self.app().watch_delay(caller, &header);
        let node = node.map(|node| node.name).or_else(|| self.app().own_name());
        Ok(Some(RunningTable { header, ruleset, delay, node }))
    }

    /// How long after it happens the visitor sees what happens in the running match that begins with this header.
    ///
    /// # Errors
    /// If the visitor's token doesn't count any more, or the league keeps the match from the visitor.
    pub fn delay_of(&self, header: &pb::MatchRecord) -> Result<Duration, Status> {
        self.app().watch_delay(self.leagues.reader(&self.request(()))?, header)
    }

    /// Who is to decide in each of these matches that runs in this process, and for how long they have thought, by the match's id.
    ///
    /// # Errors
    /// If the visitor isn't an organizer: of a match that isn't shown yet, nobody else may know that.
    pub fn waited_for<'a>(
        &self,
        ids: impl IntoIterator<Item = &'a str>,
    ) -> Result<BTreeMap<&'a str, (String, Duration)>, Status> {
        self.admit_organizer()?;
        let waits = |id: &'a str| {
            let running = self.app().matches.find(id.parse().ok()?)?;
            let (seat, thought) = running.handle.waits_for()?;
            Some((id, (running.header.players.get(seat.index())?.name.clone(), thought)))
        };
        Ok(ids.into_iter().filter_map(waits).collect())
    }

    /// Takes a place for watching what [`watch`](Visitor::watch) shows somebody else who sees as much.
    ///
    /// # Errors
    /// If there are too many spectators.
    pub fn take_place(&self) -> Result<SpectatorSlot, Status> {
        Ok(SpectatorSlot(self.app().spectators.enter(self.share())?))
    }
}
