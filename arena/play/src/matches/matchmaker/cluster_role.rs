//! An arena's part in the pairing when several share a store: one node pairs the matches of all leagues, and each node
//! plays some of them.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits::NODE_TAKES_AT_ONCE;
use kahua_core::referee::{MatchSetup, Nonce, Referee};
use kahua_core::season::Season;
use kahua_engine::PerSeat;
use kahua_leagues::{Entrant, Pairing};
use kahua_store::{ClusterSnapshot, StoreError};
use tokio::sync::Notify;

use super::league::League;
use super::{Matchmaker, StartError, new_id, tell};
use crate::auth::token;
use crate::bots::lobby::Seating;
use crate::bots::match_handle::MatchHandle;
use crate::matches::runner::Start;
use kahua_leagues::place_of;

/// Unset in an arena that doesn't share its store: it pairs and plays all matches.
pub(super) type Role = OnceLock<ClusterRole>;

/// What an arena needs to work with the others that share its store.
#[derive(Debug)]
pub(super) struct ClusterRole {
    pub(super) pairing: Arc<SharedPairing>,
    /// Reaches the bots that are connected to other nodes.
    pub(super) relay: Arc<dyn ReachesSeats>,
}

/// Reaches the bots of a match that are connected to other nodes.
#[tonic::async_trait]
pub trait ReachesSeats: fmt::Debug + Send + Sync {
    /// Connects this match to its players on other nodes, and follows them when they move, until the match ends. Does
    /// nothing for a player that is connected here.
    fn follow(&self, match_handle: &MatchHandle, players: &PerSeat<BotName>);

    /// Resolves when each player on another node is reached, or when that takes too long. If a new match begins before,
    /// its players count as away, and their clocks run until they are reached.
    async fn reached(&self, match_handle: &MatchHandle, players: &PerSeat<BotName>);
}

/// What a node knows about the pairing for all nodes.
#[derive(Debug, Default)]
pub struct SharedPairing {
    /// Whether this node pairs.
    pairs: AtomicBool,
    /// How many matches wait for a node to take them: the count at the last look, plus those that were paired since.
    free: AtomicU64,
    /// How many may wait: as many as the nodes soon take, so that no node has to wait for the next pairing.
    free_max: AtomicU64,
    /// Notified when a match was paired.
    offered: Notify,
    /// Whether leagues must not be told of ended matches, because they are just being told of open ones.
    holds_ends: AtomicBool,
}

impl SharedPairing {
    /// Notes how many nodes there are, and how many matches wait for one.
    pub fn observe(&self, snapshot: &ClusterSnapshot) {
        self.free.store(snapshot.free_matches, Ordering::Relaxed);
        // Enough for two looks of every node.
        let free_max = 2 * snapshot.nodes.len() as u64 * u64::from(NODE_TAKES_AT_ONCE);
        self.free_max.store(free_max, Ordering::Relaxed);
    }

    /// Whether this node pairs.
    pub fn pairs(&self) -> bool {
        self.pairs.load(Ordering::Relaxed)
    }

    /// Resolves when a match was paired since the last call.
    pub async fn offered(&self) {
        self.offered.notified().await;
    }

    pub(super) fn holds_ends(&self) -> bool {
        self.holds_ends.load(Ordering::Relaxed)
    }

    pub(super) fn has_room(&self) -> bool {
        self.free.load(Ordering::Relaxed) < self.free_max.load(Ordering::Relaxed)
    }
}

impl Matchmaker {
    /// Makes this arena a node: it pairs only after [`take_on_pairing`](Matchmaker::take_on_pairing), and any node may
    /// play what was paired. Call it before the matchmaker begins.
    pub fn share(&self, pairing: Arc<SharedPairing>, relay: Arc<dyn ReachesSeats>) {
        // There is only one call.
        let _first = self.role.set(ClusterRole { pairing, relay });
        self.lobby.decide_conduct_elsewhere(true);
    }

    /// Reaches the players of this match on other nodes, and then runs it.
    pub(super) fn launch_among_nodes(&self, role: &ClusterRole, referee: Referee, seating: Seating, start: Start) {
        let (relay, players) = (role.relay.clone(), seating.players.map(|player| player.name));
        relay.follow(&seating.match_handle, &players);
        let (matches, stop) = (self.matches.clone(), self.stop.clone());
        self.tasks.spawn(async move {
            tokio::select! {
                biased;
                // The match stays in the store as it is.
                () = stop.cancelled() => {}
                () = relay.reached(&seating.match_handle, &players) => matches.launch(referee, seating, start),
            }
        });
    }

    /// Whether this arena pairs the matches.
    pub fn pairs(&self) -> bool {
        self.role.get().is_none_or(|role| role.pairing.pairs())
    }

    /// Takes on the pairing of the leagues. Tells them of the open matches of all nodes, and then, through
    /// `follow_ends`, of those that have ended since the last round.
    ///
    /// # Errors
    /// If the store can't be read.
    pub fn take_on_pairing(&self, follow_ends: impl FnOnce() -> Result<(), StoreError>) -> Result<(), StoreError> {
        let Some(role) = self.role.get() else { return Ok(()) };
        // A league must learn that a match is open before it learns that the match has ended. Holding the lock would
        // ensure that, but other tasks would wait for it while the store is read. So the lock is taken only for a
        // moment, to be sure that no task is telling of ends right now.
        let nobody_tells = self.leagues.lock();
        role.pairing.holds_ends.store(true, Ordering::Relaxed);
        drop(nobody_tells);
        let told = self.take_in_all_open_matches();
        role.pairing.holds_ends.store(false, Ordering::Relaxed);
        told?;
        // A match that ended just before the open ones were read is in neither list. Its pairing would be played again.
        follow_ends()?;
        self.lobby.decide_conduct_elsewhere(false);
        role.pairing.pairs.store(true, Ordering::Relaxed);
        self.lobby.notify();
        Ok(())
    }

    /// Tells the lobby and the leagues of the open matches of all nodes.
    fn take_in_all_open_matches(&self) -> Result<(), StoreError> {
        let headers = self.store.reader().open_headers()?;
        let open = headers
            .iter()
            .filter_map(|header| Some((header, header.match_id.parse::<MatchId>().ok()?, place_of(header)?)));
        let open: Vec<_> = open.collect();
        for (_, id, (_, seats)) in &open {
            self.lobby.note_open_match(*id, &seats.map(|entrant| entrant.name));
        }
        // If a match ended before its seats were noted here, they were freed too early. So free them again.
        let ids: Vec<MatchId> = open.iter().map(|(_, id, _)| *id).collect();
        for id in self.store.reader().recorded_among(&ids)? {
            self.lobby.free_seats_anywhere(id);
        }
        let mut leagues = self.leagues.lock();
        leagues.iter_mut().for_each(|league| league.open.clear());
        for (header, id, (set, seats)) in &open {
            if let Some(league) = tell::league_of(&mut leagues, &header.league, Season::of(header)) {
                league.format.resumed(set, seats);
                league.open.insert(*id);
            }
        }
        Ok(())
    }

    /// As [`try_pairing`](Matchmaker::try_pairing), but offers the match to all nodes. The first that takes it plays
    /// it.
    pub(super) fn offer_pairing(
        self: &Arc<Self>,
        nodes: &Arc<SharedPairing>,
        league: &mut League,
        pairing: Pairing,
        names: &PerSeat<BotName>,
    ) {
        let (spec, (id, unix_ms)) = (league.spec.clone(), new_id());
        let taken = if nodes.has_room() { self.lobby.take_seats_anywhere(id, names, spec.game()) } else { None };
        let Some(players) = taken else { return league.waiting.push(pairing) };
        if players.map(|player| Entrant::new(player.name, &player.version)) != pairing.seats {
            self.lobby.free_seats_anywhere(id);
            return league.void(&pairing);
        }
        let setup = spec.setup(league.begin(id), id, &pairing, Nonce(token::random_bytes()), players, unix_ms);
        // Counted before the store has it, so that this round doesn't offer more than may wait.
        nodes.free.fetch_add(1, Ordering::Relaxed);
        let (matchmaker, nodes) = (self.clone(), nodes.clone());
        self.tasks.spawn(async move {
            match matchmaker.offer(setup).await {
                Ok(()) => nodes.offered.notify_one(),
                Err(problem) => {
                    matchmaker.lobby.free_seats_anywhere(id);
                    matchmaker.try_later(id, problem, &spec, pairing).await;
                }
            }
        });
    }

    async fn offer(&self, setup: MatchSetup) -> Result<(), StartError> {
        let (header, ruleset) = (setup.header(), setup.ruleset.clone());
        // Checked here, so that no node takes a match that can't be played.
        drop(Referee::new(setup)?);
        Ok(self.store.offer(&header, ruleset.toml()).await?)
    }
}
