//! A running match for pages that show it to many visitors at once. Each visitor takes a spectator's place.

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

/// A running match, with the facts from before its first event.
#[derive(Clone, Debug)]
pub struct RunningTable {
    /// Its record without events and luck.
    pub header: Arc<pb::MatchRecord>,
    /// The rules by which it is played.
    pub ruleset: Arc<dyn DynRuleset>,
    /// The delay with which the visitor sees the match, or the reason why the league hides it from the visitor.
    pub delay: Result<Duration, Status>,
    /// The name of the node that plays it; `None` in an arena that doesn't share its store.
    pub node: Option<String>,
}

/// A spectator's place, given back when dropped.
#[derive(Debug)]
pub struct SpectatorSlot(#[expect(dead_code, reason = "it is held, and given back when dropped")] Arc<Slot<SlotOwner>>);

impl Visitor {
    /// The match with this id, if it is being played.
    ///
    /// # Errors
    /// If the id isn't valid, if the visitor's token isn't valid or no longer is, or if no node plays the match at the
    /// moment.
    pub async fn running(&self, id: &str) -> Result<Option<RunningTable>, Status> {
        let caller = self.leagues.reader(&self.request(()))?;
        let Some(PlayedMatch { header, ruleset, node, .. }) = self.app().played_match(match_id(id)?).await? else {
            return Ok(None);
        };
        let delay = self.app().watch_delay(caller, &header);
        let node = node.map(|node| node.name).or_else(|| self.app().own_name());
        Ok(Some(RunningTable { header, ruleset, delay, node }))
    }

    /// The delay with which the visitor sees the running match with this header.
    ///
    /// # Errors
    /// If the visitor's token isn't valid any more, or the league hides the match from the visitor.
    pub fn delay_of(&self, header: &pb::MatchRecord) -> Result<Duration, Status> {
        self.app().watch_delay(self.leagues.reader(&self.request(()))?, header)
    }

    /// For each of these matches that runs in this process: whose decision is due, and the think time so far, by the
    /// match's id.
    ///
    /// # Errors
    /// If the visitor isn't an organizer: others may not know this of a match that isn't shown yet.
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

    /// Takes a spectator's place for sharing the stream that [`watch`](Visitor::watch) gave another visitor with the
    /// same view.
    ///
    /// # Errors
    /// If there are too many spectators.
    pub fn take_place(&self) -> Result<SpectatorSlot, Status> {
        Ok(SpectatorSlot(self.app().spectators.enter(self.share())?))
    }
}
