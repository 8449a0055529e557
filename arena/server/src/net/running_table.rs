//! A running match for pages that show it to many visitors at once, each of whom takes a spectator's place.

use std::sync::Arc;
use std::time::Duration;

use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::calls::match_id;
use super::visitor::Visitor;
use crate::auth::peer::Share;
use crate::auth::room::Place;

/// A match that is being played, as it is known before its first event.
#[derive(Clone, Debug)]
pub struct RunningTable {
    /// Its record without events and luck.
    pub header: Arc<pb::MatchRecord>,
    /// The rules by which it is played.
    pub ruleset: Arc<dyn DynRuleset>,
    /// How long after it happens the visitor sees what happens; the reason, if the league keeps the match from the visitor.
    pub delay: Result<Duration, Status>,
}

/// A spectator's place, given back when dropped.
#[derive(Debug)]
pub struct SpectatorPlace(#[expect(dead_code, reason = "it is held, and given back when dropped")] Arc<Place<Share>>);

impl Visitor {
    /// The match with this id, if it is being played.
    ///
    /// # Errors
    /// If the id isn't one, or the visitor's token doesn't count, or doesn't count any more.
    pub fn running(&self, id: &str) -> Result<Option<RunningTable>, Status> {
        let caller = self.leagues.reader(&self.request(()))?;
        let Some(running) = self.app().matches.find(match_id(id)?) else { return Ok(None) };
        let delay = self.app().watch_delay(caller, &running);
        Ok(Some(RunningTable { header: running.header, ruleset: running.ruleset, delay }))
    }

    /// Takes a place for watching what [`watch`](Visitor::watch) shows somebody else who sees as much.
    ///
    /// # Errors
    /// If there are too many spectators.
    pub fn take_place(&self) -> Result<SpectatorPlace, Status> {
        Ok(SpectatorPlace(self.app().spectators.enter(self.share())?))
    }
}
