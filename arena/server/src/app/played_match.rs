//! A match that isn't over, wherever it is played: here, or by another node that shares the store.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use kahua_core::ids::MatchId;
use kahua_engine::{DynRuleset, RulesetHash};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::node::v1::WatchUpdate;
use kahua_store::HeldMatch;
use tokio_stream::Stream;
use tokio_util::sync::WaitForCancellationFutureOwned;
use tonic::{Status, Streaming};

use super::App;
use kahua_cluster::match_calls::{Neighbour, as_here};
use kahua_play::auth::fair_slots::Slot;
use kahua_play::auth::peer::SlotOwner;
use kahua_play::reason::Reason;
use kahua_play::watch::{SpectatorStream, Viewer, token_revoked};

/// A match that isn't over.
#[derive(Clone, Debug)]
pub(crate) struct PlayedMatch {
    pub(crate) id: MatchId,
    /// What is known of it before its first event, without its luck.
    pub(crate) header: Arc<pb::MatchRecord>,
    pub(crate) ruleset: Arc<dyn DynRuleset>,
    /// The other node that plays it; `None` if it is played here.
    pub(crate) node: Option<Neighbour>,
}

/// What one spectator is shown: encoded messages of WatchMatch.
pub(crate) type Shown = Pin<Box<dyn Stream<Item = Result<Bytes, Status>> + Send>>;

impl App {
    /// The match with this id, if it isn't over.
    ///
    /// # Errors
    /// If no node plays it at the moment, or the store can't be read.
    pub(crate) async fn played_match(&self, id: MatchId) -> Result<Option<PlayedMatch>, Status> {
        if let Some(running) = self.matches.find(id) {
            return Ok(Some(PlayedMatch { id, header: running.header, ruleset: running.ruleset, node: None }));
        }
        let Some(cluster) = &self.cluster else { return Ok(None) };
        let (rulesets, nodes) = (self.rulesets.clone(), cluster.nodes_reader().clone());
        let found = self.read(move |reader| {
            let held = nodes.held_matches(&[id])?.remove(&id);
            Ok(held.map(|held| {
                let hash = <[u8; 32]>::try_from(held.header.ruleset_hash.as_slice()).ok().map(RulesetHash);
                (hash.and_then(|hash| rulesets.of_match(&held.header.game, hash, reader)), held)
            }))
        });
        let Some((ruleset, HeldMatch { header, node })) = found.await? else { return Ok(None) };
        let node = node.and_then(|node| cluster.neighbour(node));
        let node = node.ok_or_else(|| {
            let text = format!("match {id} waits for a node of the arena to play it; call again in a few seconds");
            Reason::MatchWaiting.status(text)
        })?;
        let ruleset = ruleset.ok_or_else(|| {
            let text =
                format!("this node of the arena doesn't have the ruleset of match {id}; ask the node {}", node.name);
            Reason::ArenaFailed.status(text)
        })?;
        let header = pb::MatchRecord { seed: Vec::new(), seed_nonce: Vec::new(), ..header };
        Ok(Some(PlayedMatch { id, header: Arc::new(header), ruleset, node: Some(node) }))
    }

    /// Shows a match from its start.
    ///
    /// # Errors
    /// If it is over by now, there are too many spectators, or the node that plays it can't be reached.
    pub(crate) async fn show(&self, played: &PlayedMatch, viewer: &Viewer) -> Result<Shown, Status> {
        let (Some(node), Some(cluster)) = (played.node.clone(), &self.cluster) else {
            return Ok(Box::pin(self.show_here(played.id, viewer).await?));
        };
        // Before the other node is asked, so that it isn't troubled for spectators who are refused here.
        let _slot = self.spectators.enter(viewer.owner)?;
        let updates = cluster.watch(&node, played.id).await?;
        let revoked = Box::pin(viewer.revoked.clone().cancelled_owned());
        Ok(Box::pin(FarMatch { node, updates, revoked, has_ended: false, _slot }))
    }

    /// Shows a match that is played here from its start.
    ///
    /// # Errors
    /// If it isn't, or there are too many spectators.
    pub(crate) async fn show_here(&self, id: MatchId, viewer: &Viewer) -> Result<SpectatorStream, Status> {
        let Some(handle) = self.matches.handle(id) else { return Err(self.not_running(id).await) };
        match self.spectators.watch(handle, viewer).await? {
            Some(shown) => Ok(shown),
            None => Err(self.not_running(id).await),
        }
    }

    /// Ends a match without a result, wherever it is played.
    ///
    /// # Errors
    /// If it is over by now, or the node that plays it can't be reached.
    pub(crate) async fn abort_match(&self, id: MatchId, reason: String) -> Result<(), Status> {
        let Some(played) = self.played_match(id).await? else { return Err(self.not_running(id).await) };
        match (played.node, &self.cluster) {
            (Some(node), Some(cluster)) => cluster.abort(&node, id, reason).await,
            _ => self.abort_here(id, reason).await,
        }
    }

    /// Ends a match that is played here without a result.
    ///
    /// # Errors
    /// If it isn't played here, or is over by now.
    pub(crate) async fn abort_here(&self, id: MatchId, reason: String) -> Result<(), Status> {
        let Some(handle) = self.matches.handle(id) else { return Err(self.not_running(id).await) };
        let _ended_meanwhile = self.abort(id, reason).await;
        // Only the record tells which came first: the order to end, or the end of the game.
        handle.closed().await;
        let record = self.read(move |reader| reader.record(id)).await?;
        let kind = record.and_then(|record| record.termination).map(|termination| termination.kind());
        match kind {
            Some(pb::termination::Kind::Aborted) => Ok(()),
            _ => Err(self.not_running(id).await),
        }
    }

    /// Why nothing can be done with a match that isn't being played.
    pub(crate) async fn not_running(&self, id: MatchId) -> Status {
        match self.read(move |reader| reader.has_record(id)).await {
            Ok(true) => Reason::MatchEnded.status(format!("match {id} has ended; GetMatch has its record")),
            Ok(false) if self.stop.is_cancelled() => draining(),
            Ok(false) => no_such_match(id),
            Err(status) => status,
        }
    }

    /// Why there is no record of a match.
    pub(crate) async fn no_record(&self, id: MatchId) -> Status {
        match self.played_match(id).await {
            Ok(Some(_)) => Reason::MatchRunning.status(format!(
                "match {id} is still being played; WatchMatch shows it, and GetMatch when it has ended"
            )),
            Ok(None) => no_such_match(id),
            Err(status) => status,
        }
    }
}

fn no_such_match(id: MatchId) -> Status {
    Reason::MatchUnknown.status(format!("there is no match {id}; ListMatches lists all matches"))
}

fn draining() -> Status {
    Reason::Draining.status("the arena is shutting down; call again when it is back")
}

/// A match that another node shows.
struct FarMatch {
    node: Neighbour,
    updates: Streaming<WatchUpdate>,
    /// Resolves when the spectator's token doesn't count any more.
    revoked: Pin<Box<WaitForCancellationFutureOwned>>,
    has_ended: bool,
    _slot: Arc<Slot<SlotOwner>>,
}

impl Stream for FarMatch {
    type Item = Result<Bytes, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.has_ended {
            return Poll::Ready(None);
        }
        if self.revoked.as_mut().poll(cx).is_ready() {
            self.has_ended = true;
            return Poll::Ready(Some(Err(token_revoked())));
        }
        let update = ready!(Pin::new(&mut self.updates).poll_next(cx));
        let update =
            update.map(|update| update.map(|told| told.response).map_err(|status| as_here(&self.node, &status)));
        self.has_ended = !matches!(update, Some(Ok(_)));
        Poll::Ready(update)
    }
}
