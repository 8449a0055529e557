//! The rounds of a node: again and again it tells others of itself and its bots, and looks for what they have done.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kahua_core::ids::{ArenaRun, BotName};
use kahua_core::limits::{NODE_FREE_MATCHES_SEEN_MAX, NODE_LEASE, NODE_LOOK_INTERVAL, NODE_RENEWAL_INTERVAL};
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::node::v1::{BotProfile, NodeStatus, PlayedSeason};
use kahua_store::{ClusterSnapshot, Membership, NodeNumber, StoreError};
use prost::Message;
use tokio::runtime::Handle;
use tokio::time::sleep;
use tracing::{info, warn};

use super::bot_locations::BotLocations;
use super::match_picker::MatchPicker;
use super::settings::Settings;
use super::{Cluster, NodeContext};
use kahua_play::bots::ConnectionId;
use kahua_play::log_throttle::LogThrottle;
use kahua_play::matches::ended_match::EndedMatch;

/// A node that hasn't renewed its lease for so long may be gone: none of its bots gets a match.
const LIVELY: Duration = NODE_RENEWAL_INTERVAL.saturating_mul(3);

/// What a node remembers from round to round.
pub(super) struct NodeLoop {
    pub(super) arena: NodeContext,
    pub(super) cluster: Arc<Cluster>,
    pub(super) membership: Membership,
    run: ArenaRun,
    /// Where bots and people reach this node.
    listens: String,
    /// When it last told of itself and looked for nodes that are gone.
    told_status: Option<Instant>,
    /// The bots of which others have been told.
    pub(super) told: BTreeMap<BotName, (ConnectionId, BotProfile)>,
    /// How far each node's arrivals have been read.
    pub(super) arrivals: BTreeMap<NodeNumber, i64>,
    /// The bots that are connected to other nodes, and to which.
    pub(super) places: BTreeMap<BotName, NodeNumber>,
    pub(super) bot_locations: BotLocations,
    settings: Settings,
    match_picker: MatchPicker,
    failures: LogThrottle,
}

impl NodeLoop {
    /// Makes the rounds on a thread of their own, as they wait for the database server, until the arena stops.
    ///
    /// # Errors
    /// If the store can't be read.
    pub(super) fn start(
        arena: NodeContext,
        cluster: &Arc<Cluster>,
        membership: Membership,
        (run, listens): (ArenaRun, String),
        bot_locations: BotLocations,
    ) -> Result<(), StoreError> {
        let mut rounds = NodeLoop {
            cluster: cluster.clone(),
            membership,
            run,
            listens,
            places: BTreeMap::new(),
            bot_locations,
            told_status: None,
            told: BTreeMap::new(),
            arrivals: BTreeMap::new(),
            settings: Settings::read(arena.store.reader())?,
            arena,
            match_picker: MatchPicker::default(),
            failures: LogThrottle::default(),
        };
        let (runtime, lease_ended) = (Handle::current(), cluster.renewals.ended().clone());
        let thread = std::thread::Builder::new().name("node".into()).spawn(move || {
            let _entered = runtime.enter();
            // A node whose rounds have ended in a panic mustn't keep its lease: nobody would play what it has taken on.
            let panic = lease_ended.drop_guard();
            rounds.go_on(&runtime);
            panic.disarm();
        });
        thread.expect("the system has room for one more thread");
        Ok(())
    }

    fn go_on(&mut self, runtime: &Handle) {
        while !self.is_over() {
            match self.round() {
                Ok(()) => {
                    if self.failures.worked().is_some() {
                        info!("the other nodes can be seen again");
                    }
                }
                Err(problem) => {
                    if self.failures.failed().is_some() {
                        warn!(%problem, "can't read the state of the cluster; retrying");
                    }
                }
            }
            // The arena doesn't wait for the last round, so its runtime may be gone.
            if !self.is_over() {
                runtime.block_on(self.rest());
            }
        }
    }

    fn is_over(&self) -> bool {
        self.arena.stop.is_cancelled() || self.cluster.renewals.ended().is_cancelled()
    }

    /// Waits for the time of the next round, or for something that others wait for.
    async fn rest(&self) {
        tokio::select! {
            biased;
            () = self.arena.stop.cancelled() => {}
            () = self.arena.ledger.news() => {}
            () = self.cluster.pairing.offered() => {}
            () = sleep(NODE_LOOK_INTERVAL) => {}
        }
    }

    fn round(&mut self) -> Result<(), StoreError> {
        if self.told_status.is_none_or(|told| told.elapsed() >= NODE_RENEWAL_INTERVAL) {
            // Also if the next lines fail: they are tried again after the same time.
            self.told_status = Some(Instant::now());
            self.cluster.renewals.tell(self.status().encode_to_vec());
            self.membership.succeed()?;
        }
        self.report_presence()?;
        let snapshot = Arc::new(self.membership.look()?);
        *self.cluster.snapshot.lock() = snapshot.clone();
        self.observe_nodes(&snapshot);
        self.observe_presence(&snapshot)?;
        self.follow()?;
        self.settings.observe(&snapshot, self.cluster.node, &self.arena)?;
        self.cluster.pairing.observe(&snapshot);
        if snapshot.pairing == Some(self.cluster.node) && !self.cluster.pairing.pairs() {
            self.arena.matchmaker.take_on_pairing(|| self.follow())?;
            info!("this node pairs the matches of all leagues from now on");
        }
        self.take_matches(&snapshot)
    }

    fn status(&self) -> NodeStatus {
        NodeStatus {
            version: kahua_play::VERSION.into(),
            matches: self.arena.matches.count() as u32,
            bots: self.told.len() as u32,
            listens: self.listens.clone(),
            seasons: self.arena.matches.of_seasons().into_iter().map(played_season).collect(),
        }
    }

    fn observe_nodes(&mut self, snapshot: &ClusterSnapshot) {
        let there: BTreeSet<_> = snapshot.nodes.iter().map(|node| node.number).collect();
        let is_lively = |left: Option<i64>| {
            left.is_none_or(|left| Duration::from_millis(left.unsigned_abs()) + LIVELY >= NODE_LEASE && left > 0)
        };
        let lively =
            snapshot.nodes.iter().filter(|node| is_lively(node.lease_left_ms)).map(|node| node.number).collect();
        self.arrivals.retain(|node, _| there.contains(node));
        self.arena.lobby.set_nodes(&there, lively);
        self.places.retain(|_, node| there.contains(node));
        self.share_locations(snapshot);
    }

    /// Takes note of the matches that have ended on other nodes.
    fn follow(&self) -> Result<(), StoreError> {
        let ended = self.arena.ledger.follow()?;
        for summary in &ended {
            self.note_conduct(summary)?;
            self.arena.matches.report_ended(EndedMatch::of(summary));
            if let Ok(id) = summary.match_id.parse() {
                self.arena.lobby.free_seats_anywhere(id);
            }
        }
        Ok(())
    }

    /// Decides whether one of the players of a match that has ended is suspended.
    fn note_conduct(&self, summary: &pb::MatchRecord) -> Result<(), StoreError> {
        // The faults themselves are in the record only.
        let has_faults = summary.results.iter().any(|result| result.given_up.is_some());
        let id = summary.match_id.parse().ok().filter(|_| has_faults && self.cluster.pairing.pairs());
        let record = id.map(|id| self.arena.store.reader().record(id)).transpose()?.flatten();
        for (bot, suspension) in self.arena.lobby.note_conduct(record.as_ref().unwrap_or(summary)) {
            let matches = self.arena.matches.clone();
            self.arena.tasks.spawn(async move { matches.keep_suspension(bot, &suspension).await });
        }
        Ok(())
    }

    fn take_matches(&mut self, snapshot: &ClusterSnapshot) -> Result<(), StoreError> {
        if snapshot.free_matches == 0 || !self.arena.matchmaker.can_play_more() {
            return Ok(());
        }
        let free = self.membership.free_matches(NODE_FREE_MATCHES_SEEN_MAX)?;
        let is_here = |name: &str| name.parse().is_ok_and(|name: BotName| self.told.contains_key(&name));
        let wanted = self.match_picker.choose(free, is_here, Instant::now());
        if wanted.is_empty() {
            return Ok(());
        }
        for open in self.membership.take_matches(&wanted)? {
            self.arena.matchmaker.go_on_with(open, self.run);
        }
        Ok(())
    }
}

fn played_season(((league, season), matches): ((String, Season), u32)) -> PlayedSeason {
    PlayedSeason { league, season: season.number(), matches }
}
