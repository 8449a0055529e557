//! What is looked up when somebody asks for the metrics.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use kahua_store::Backlog;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

use super::counted;
use crate::app::App;
use crate::matches::matchmaker::WorkerCounts;

/// What there is at one moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Snapshot {
    /// How many bots are connected to this arena.
    pub(super) bots: usize,
    /// How many matches are being played.
    pub(super) running: usize,
    /// Whether the pairing of new matches is paused.
    pub(super) paused: bool,
    /// Whether the store can write.
    pub(super) store_up: bool,
    /// How late the arena reads and sends.
    pub(super) lag: Duration,
    /// How many network connections carry a bot.
    pub(super) connections_of_bots: usize,
    /// How many others there are.
    pub(super) other_connections: usize,
    /// How many streams of bots wait with their Hello.
    pub(super) newcomers: usize,
    /// How many spectators watch.
    pub(super) spectators: usize,
    /// How many updates they haven't read.
    pub(super) spectator_updates_waiting: usize,
    /// For each bot, how many messages wait to be sent.
    pub(super) bot_messages_waiting: Vec<usize>,
    /// The workers, and what they have.
    pub(super) workers: WorkerCounts,
    /// What waits to be written.
    pub(super) backlog: Backlog,
    /// How many arenas share the store; 0 if this one is alone.
    pub(super) nodes: usize,
    /// Whether this one pairs the matches of all of them.
    pub(super) pairs: bool,
    /// How many matches wait for a node to play them.
    pub(super) free_matches: u64,
}

/// The same for Prometheus.
#[derive(Debug)]
pub(super) struct Gauges {
    bots: Gauge,
    running: Gauge,
    paused: Gauge,
    store_up: Gauge,
    lag: Gauge<f64, AtomicU64>,
    connections: Family<Kind, Gauge>,
    newcomers: Gauge,
    spectators: Gauge,
    spectator_updates_waiting: Gauge,
    bot_messages_waiting: Gauge,
    bot_messages_waiting_max: Gauge,
    workers: Gauge,
    worker_matches: Gauge,
    store_jobs_waiting: Gauge,
    store_journal_waiting: Gauge,
    nodes: Gauge,
    pairs: Gauge,
    free_matches: Gauge,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

impl Snapshot {
    pub(super) fn of(app: &App) -> Snapshot {
        let (connections, of_bots) = (app.connections.taken(), app.connections.kept());
        let (bot_messages_waiting, cluster) = (app.lobby.messages_waiting(), app.cluster.as_ref());
        let sight = cluster.map(|cluster| cluster.sight());
        Snapshot {
            bots: bot_messages_waiting.len(),
            running: app.running(),
            paused: app.is_paused(),
            store_up: app.store_can_write(),
            lag: app.sessions.lag.now(),
            connections_of_bots: of_bots,
            other_connections: connections.saturating_sub(of_bots),
            newcomers: app.sessions.newcomers.count(),
            spectators: app.spectators.count(),
            spectator_updates_waiting: app.spectators.updates_waiting(),
            bot_messages_waiting,
            workers: app.matchmaker.workers().counts(),
            backlog: app.store.backlog(),
            nodes: sight.as_ref().map_or(0, |sight| sight.nodes.len()),
            pairs: cluster.is_some_and(|cluster| cluster.pairing().pairs()),
            free_matches: sight.map_or(0, |sight| sight.free_matches),
        }
    }
}

impl Gauges {
    /// All zero, and known to this registry.
    pub(super) fn registered(names: &mut Registry) -> Gauges {
        let gauges = Gauges {
            bots: counted(names, "bots", "Bots that are connected"),
            running: counted(names, "matches_running", "Matches that are being played"),
            paused: counted(names, "paused", "1 while the pairing of new matches is paused"),
            store_up: counted(names, "store_up", "1 while the store can write"),
            lag: Gauge::default(),
            connections: counted(names, "connections", "Network connections: those that carry a bot, and others"),
            newcomers: counted(names, "newcomers", "Streams of bots that wait with their Hello"),
            spectators: counted(names, "spectators", "Streams of WatchMatch that are open"),
            spectator_updates_waiting: counted(
                names,
                "spectator_updates_waiting",
                "Updates that spectators have not read yet",
            ),
            bot_messages_waiting: counted(names, "bot_messages_waiting", "Messages that wait to be sent to bots"),
            bot_messages_waiting_max: counted(names, "bot_messages_waiting_max", "The same for the bot with the most"),
            workers: counted(names, "workers", "Workers that are connected"),
            worker_matches: counted(names, "worker_matches", "Matches that workers have and haven't filed"),
            store_jobs_waiting: counted(names, "store_jobs_waiting", "What waits to be written to disk"),
            store_journal_waiting: Gauge::default(),
            nodes: counted(names, "nodes", "Arenas that share the store; 0 if this one is alone"),
            pairs: counted(names, "pairs", "1 if this arena pairs the matches of all that share the store"),
            free_matches: counted(names, "free_matches", "Matches that wait for a node to play them"),
        };
        let help = "How late the arena reads and sends just now";
        names.register_with_unit("lag", help, Unit::Seconds, gauges.lag.clone());
        let help = "Events of running matches that are not on disk yet";
        names.register_with_unit("store_journal_waiting", help, Unit::Bytes, gauges.store_journal_waiting.clone());
        gauges
    }

    pub(super) fn set(&self, now: &Snapshot) {
        self.bots.set(now.bots as i64);
        self.running.set(now.running as i64);
        self.paused.set(now.paused.into());
        self.store_up.set(now.store_up.into());
        self.lag.set(now.lag.as_secs_f64());
        for (kind, count) in [("bot", now.connections_of_bots), ("other", now.other_connections)] {
            self.connections.get_or_create(&Kind { kind }).set(count as i64);
        }
        self.newcomers.set(now.newcomers as i64);
        self.spectators.set(now.spectators as i64);
        self.spectator_updates_waiting.set(now.spectator_updates_waiting as i64);
        self.bot_messages_waiting.set(now.bot_messages_waiting.iter().sum::<usize>() as i64);
        self.bot_messages_waiting_max.set(now.bot_messages_waiting.iter().max().copied().unwrap_or_default() as i64);
        self.workers.set(now.workers.connected as i64);
        self.worker_matches.set(now.workers.assigned as i64);
        self.store_jobs_waiting.set(now.backlog.jobs as i64);
        self.store_journal_waiting.set(now.backlog.journal_bytes as i64);
        self.nodes.set(now.nodes as i64);
        self.pairs.set(now.pairs.into());
        self.free_matches.set(now.free_matches as i64);
    }
}
