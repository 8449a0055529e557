//! The values that are read when Prometheus asks for the metrics.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use kahua_store::Backlog;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::{Registry, Unit};

use crate::app::App;
use kahua_play::matches::matchmaker::WorkerCounts;
use kahua_play::metrics::{PREFIX, counted};

/// The values at one moment.
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
    /// The arena's lag.
    pub(super) lag: Duration,
    /// How many network connections carry a bot.
    pub(super) connections_of_bots: usize,
    /// How many network connections don't.
    pub(super) other_connections: usize,
    /// How many streams haven't sent their Hello yet.
    pub(super) handshakes: usize,
    /// How many spectators watch.
    pub(super) spectators: usize,
    /// How many updates they haven't read.
    pub(super) spectator_updates_waiting: usize,
    /// For each bot, how many messages wait to be sent.
    pub(super) bot_messages_waiting: Vec<usize>,
    /// How many workers are connected, and how many matches they have.
    pub(super) workers: WorkerCounts,
    /// What waits to be written.
    pub(super) backlog: Backlog,
    /// How many arenas share the store; 0 if this one is alone.
    pub(super) nodes: usize,
    /// Whether this arena pairs the matches for all of them.
    pub(super) pairs: bool,
    /// How many matches wait for a node to play them.
    pub(super) free_matches: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

impl Snapshot {
    pub(super) fn of(app: &App) -> Snapshot {
        let (connections, of_bots) = (app.connections.taken(), app.connections.kept());
        let (bot_messages_waiting, cluster) = (app.lobby.messages_waiting(), app.cluster.as_ref());
        let snapshot = cluster.map(|cluster| cluster.snapshot());
        Snapshot {
            bots: bot_messages_waiting.len(),
            running: app.running(),
            paused: app.is_paused(),
            store_up: app.store_can_write(),
            lag: app.sessions.lag.now(),
            connections_of_bots: of_bots,
            other_connections: connections.saturating_sub(of_bots),
            handshakes: app.sessions.handshakes.count(),
            spectators: app.spectators.count(),
            spectator_updates_waiting: app.spectators.updates_waiting(),
            bot_messages_waiting,
            workers: app.matchmaker.workers().counts(),
            backlog: app.store.backlog(),
            nodes: snapshot.as_ref().map_or(0, |snapshot| snapshot.nodes.len()),
            pairs: cluster.is_some_and(|cluster| cluster.pairing().pairs()),
            free_matches: snapshot.map_or(0, |snapshot| snapshot.free_matches),
        }
    }

    /// The values as a registry for Prometheus.
    pub(super) fn registry(&self) -> Registry {
        let mut registry = Registry::with_prefix(PREFIX);
        let names = &mut registry;
        gauge(names, "bots", "Bots that are connected", self.bots);
        gauge(names, "matches_running", "Matches that are being played", self.running);
        gauge(names, "paused", "1 while the pairing of new matches is paused", self.paused.into());
        gauge(names, "store_up", "1 while the store can write", self.store_up.into());
        let help = "Network connections: those that carry a bot, and others";
        let connections: Family<Kind, Gauge> = counted(names, "connections", help);
        for (kind, count) in [("bot", self.connections_of_bots), ("other", self.other_connections)] {
            connections.get_or_create(&Kind { kind }).set(count as i64);
        }
        gauge(names, "newcomers", "Streams of bots that wait with their Hello", self.handshakes);
        gauge(names, "spectators", "Streams of WatchMatch that are open", self.spectators);
        let help = "Updates that spectators have not read yet";
        gauge(names, "spectator_updates_waiting", help, self.spectator_updates_waiting);
        let waiting = &self.bot_messages_waiting;
        gauge(names, "bot_messages_waiting", "Messages that wait to be sent to bots", waiting.iter().sum());
        let most = waiting.iter().max().copied().unwrap_or_default();
        gauge(names, "bot_messages_waiting_max", "The same for the bot with the most", most);
        gauge(names, "workers", "Workers that are connected", self.workers.connected);
        gauge(names, "worker_matches", "Matches that workers have and haven't filed", self.workers.assigned);
        gauge(names, "store_jobs_waiting", "What waits to be written to disk", self.backlog.jobs);
        gauge(names, "nodes", "Arenas that share the store; 0 if this one is alone", self.nodes);
        gauge(names, "pairs", "1 if this arena pairs the matches of all that share the store", self.pairs.into());
        gauge(names, "free_matches", "Matches that wait for a node to play them", self.free_matches as usize);

        let (lag, journal) = (Gauge::<f64, AtomicU64>::default(), Gauge::<i64>::default());
        lag.set(self.lag.as_secs_f64());
        names.register_with_unit("lag", "How late the arena reads and sends just now", Unit::Seconds, lag);
        journal.set(self.backlog.journal_bytes as i64);
        let help = "Events of running matches that are not on disk yet";
        names.register_with_unit("store_journal_waiting", help, Unit::Bytes, journal);
        registry
    }
}

fn gauge(names: &mut Registry, name: &str, help: &str, value: usize) {
    counted::<Gauge>(names, name, help).set(value as i64);
}
