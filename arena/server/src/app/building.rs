//! How an arena is put together, step by step. The order matters: records are counted before matches go on, and matches go on
//! before leagues pair new ones.

use std::io;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use super::{App, secrets};
use crate::load::connection_limit::connections_max;
use crate::load::read_limits::ReadLimits;
use kahua_cluster::bot_locations::BotLocations;
use kahua_cluster::relay::Relay;
use kahua_cluster::{Cluster, NodeContext, NodeSession, OpenStore};
use kahua_core::ids::ArenaRun;
use kahua_leagues::Scale;
use kahua_play::auth::access::Access;
use kahua_play::auth::audit::Audit;
use kahua_play::auth::fair_slots::FairSlots;
use kahua_play::auth::host_guard::HostGuard;
use kahua_play::auth::tries::WrongTokens;
use kahua_play::bots::lobby::Lobby;
use kahua_play::bots::{HandshakeLimiter, SessionContext};
use kahua_play::lag::Lag;
use kahua_play::matches::admission::AdmissionControl;
use kahua_play::matches::context::MatchContext;
use kahua_play::matches::ledger::Ledger;
use kahua_play::matches::matchmaker::{Matchmaker, WorkerTerms};
use kahua_play::matches::retention::remove_old_moves;
use kahua_play::matches::running::RunningMatches;
use kahua_play::matches::store_watch::watch_store;
use kahua_play::metrics::Metrics;
use kahua_play::time::Time;
use kahua_play::token_changes::TokenChanges;
use kahua_play::watch::Spectators;
use kahua_settings::Rulesets;
use kahua_settings::config::{Config, LeagueSettings, Tls, TlsError};
use kahua_settings::league_spec::{LeagueError, LeagueSpec};
use kahua_settings::organizers;
use kahua_store::{Reader, Store, StoreError};
use kahua_webhooks::{SecretError, Webhook};

/// Why an arena can't be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A league of the settings can't be played.
    #[error(transparent)]
    League(#[from] LeagueError),
    /// The system has no more sockets or threads.
    #[error("can't measure the arena's own lag: {0}")]
    Lag(io::Error),
    /// The certificate or its key can't be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The secret of a webhook can't be used.
    #[error(transparent)]
    Webhook(#[from] SecretError),
}

impl App {
    /// Checks what only shows when an arena is built with these settings: the leagues, the certificate and its key, and the
    /// secrets of webhooks.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(config: &Config, rulesets: &Rulesets) -> Result<(), BuildError> {
        for (number, league) in config.leagues.iter().enumerate() {
            if config.leagues[..number].iter().any(|before| before.name == league.name) {
                return Err(LeagueError::NameTaken(league.name.clone()).into());
            }
        }
        config.leagues.iter().try_for_each(|league| LeagueSpec::new(league.clone(), rulesets).map(drop))?;
        config.tls.as_ref().map_or(Ok(()), |tls| tls.load().map(drop))?;
        config.webhooks.iter().try_for_each(|webhook| Webhook::new(webhook).map(drop))?;
        Ok(())
    }

    /// Builds an arena: counts the records in the store, resumes the matches that are open there, and begins to play
    /// the leagues of the settings.
    ///
    /// # Errors
    /// If the store can't be read or written, or a league can't be played, or the certificate can't be used.
    pub async fn build(config: &Config, rulesets: Rulesets, store: Store) -> Result<Arc<App>, BuildError> {
        App::build_on(config, rulesets, store.into()).await.map(|(app, _)| app)
    }

    /// As [`build`](App::build), on a store that other nodes may share. Returns where they are to be served, too.
    ///
    /// # Errors
    /// As [`build`](App::build).
    pub(crate) async fn build_on(
        config: &Config,
        rulesets: Rulesets,
        OpenStore { store, joined }: OpenStore,
    ) -> Result<(Arc<App>, Option<TcpListener>), BuildError> {
        let node = match joined {
            Some(session) => {
                let cluster = Arc::new(Cluster::new(&session, secrets::node_key(&store).await?));
                Some(Node { session, cluster, bot_locations: BotLocations::default() })
            }
            None => None,
        };
        // What can be wrong with the settings is found before anything runs.
        let tls = config.tls.as_ref().map(Tls::load).transpose()?.map(Arc::new);
        let webhooks = config.webhooks.iter().map(Webhook::new).collect::<Result<Vec<_>, _>>()?;
        let run = match &node {
            Some(node) => ArenaRun(node.cluster.node().0 as u32),
            None => secrets::count_run(&store).await?,
        };
        let parts = Parts::new(config, rulesets, store, run).await?;
        parts.add_leagues(config).await?;
        parts.resume(node.as_ref())?;
        parts.begin(config);
        let (app, node_listener) = parts.finish(config, tls, node)?;
        for webhook in webhooks {
            app.tasks.spawn(kahua_webhooks::run(webhook, app.clone(), app.stop.clone())?);
        }
        Ok((app, node_listener))
    }
}

/// An arena's place among others that share its store.
struct Node {
    session: NodeSession,
    cluster: Arc<Cluster>,
    bot_locations: BotLocations,
}

/// What an arena consists of before it plays.
struct Parts {
    store: Store,
    rulesets: Rulesets,
    metrics: Metrics,
    access: Arc<Access>,
    lobby: Arc<Lobby>,
    ledger: Arc<Ledger>,
    matches: Arc<RunningMatches>,
    sessions: Arc<SessionContext>,
    matchmaker: Arc<Matchmaker>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

impl Parts {
    /// Makes the parts. No match is known yet, and none is played.
    async fn new(config: &Config, rulesets: Rulesets, store: Store, run: ArenaRun) -> Result<Parts, BuildError> {
        let access = Arc::new(read_access(config, store.reader())?);
        let lobby = Arc::new(Lobby::new(config.bots_at_once, config.suspend_after, store.reader().suspensions()?));
        let ledger = Arc::new(Ledger::new(store.clone(), scale(&config.leagues)).for_another(config.plays_for_another));
        let metrics = Metrics::new(rulesets.all().map(|ruleset| ruleset.info().name));
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let time = Time::start_watched();
        let lag = Lag::measure(&time, &tasks, &stop).map_err(BuildError::Lag)?;
        let context = MatchContext {
            store: store.clone(),
            ledger: ledger.clone(),
            time: time.clone(),
            metrics: metrics.clone(),
            lag: lag.clone(),
            stop: stop.clone(),
        };
        let matches = Arc::new(RunningMatches::new(context, lobby.clone(), tasks.clone()));
        let at_once = config.bots.iter().filter_map(|bot| Some((bot.name, bot.matches_at_once?.get())));
        let sessions = Arc::new(SessionContext {
            lobby: lobby.clone(),
            access: access.clone(),
            rulesets: rulesets.clone(),
            resume_key: secrets::resume_key(&store).await?,
            run,
            store: store.clone(),
            time: time.clone(),
            lag: lag.clone(),
            stop: stop.clone(),
            tasks: tasks.clone(),
            handshakes: HandshakeLimiter::default(),
            matches_at_once: at_once.collect(),
        });
        let matchmaker = Matchmaker::new(
            rulesets.clone(),
            store.clone(),
            lobby.clone(),
            matches.clone(),
            AdmissionControl::new(config.matches_at_once, time, lag),
            stop.clone(),
            tasks.clone(),
        )?;
        let matchmaker = Arc::new(matchmaker.with_worker_terms(worker_terms(config)));
        Ok(Parts { store, rulesets, metrics, access, lobby, ledger, matches, sessions, matchmaker, stop, tasks })
    }

    /// Adds the leagues of the settings, and tells them and the standings of all that was played before.
    async fn add_leagues(&self, config: &Config) -> Result<(), BuildError> {
        for league in &config.leagues {
            let watch = Some(league.watch.unwrap_or(self.access.default_watch_policy()));
            self.matchmaker.add_league(LeagueSettings { watch, ..league.clone() }).await?;
        }
        // Each record is read once, however many leagues there are.
        self.ledger.count_past(|record| self.matchmaker.replay_past(record))?;
        // After the records, from which a league knows the version in which each bot plays.
        self.matchmaker.observe_disqualified();
        Ok(())
    }

    /// Plays the open matches of the store on. Those of a node are played by whichever node takes them.
    fn resume(&self, node: Option<&Node>) -> Result<(), BuildError> {
        match node {
            Some(Node { cluster, bot_locations, .. }) => {
                let SessionContext { time, lag, .. } = &*self.sessions;
                let (time, lag, tasks) = (time.clone(), lag.clone(), self.tasks.clone());
                let relay = Relay::new(cluster.key(), bot_locations.clone(), time, lag, tasks);
                self.matchmaker.share(cluster.pairing().clone(), Arc::new(relay));
            }
            None => {
                self.matchmaker.restore_open_matches()?;
                // Before the leagues play, which know of these matches by now: none of them is paired again.
                self.matchmaker.resume_open_matches(self.sessions.run)?;
            }
        }
        Ok(())
    }

    /// Begins to pair matches, and to keep the standings fresh and the store small.
    fn begin(&self, config: &Config) {
        self.matchmaker.begin();
        self.tasks.spawn(self.ledger.standings().clone().keep(self.stop.clone()));
        if let Some(settings) = config.retention {
            self.tasks.spawn(remove_old_moves(self.store.clone(), settings, self.stop.clone()));
        }
    }

    /// Adds what callers, spectators and other nodes need. Returns where the other nodes are to be served, too.
    fn finish(
        self,
        config: &Config,
        tls: Option<Arc<Tls>>,
        node: Option<Node>,
    ) -> Result<(Arc<App>, Option<TcpListener>), BuildError> {
        let (report, can_begin) = watch::channel(true);
        self.tasks.spawn(watch_store(self.store.clone(), self.lobby.clone(), report, self.stop.clone()));
        let spectators = Arc::new(Spectators::start(self.stop.clone(), &self.tasks));
        let token_changes =
            TokenChanges { access: self.access.clone(), lobby: self.lobby.clone(), spectators: spectators.clone() };
        let cluster = node.as_ref().map(|node| node.cluster.clone());
        let node_listener = node.map(|node| self.take_part(node, token_changes.clone())).transpose()?;
        let Parts { store, rulesets, metrics, access, lobby, ledger, matches, sessions, matchmaker, stop, tasks } =
            self;
        let app = App {
            audit: Audit::new(store.clone()),
            revoking: tokio::sync::Mutex::default(),
            correcting: tokio::sync::Mutex::default(),
            connections: FairSlots::new(connections_max(config.bots_at_once)),
            read_limits: ReadLimits::new(metrics.clone()),
            wrong_tokens: WrongTokens::new(metrics.clone()),
            tables: FairSlots::new(config.tables_at_once.get().into()),
            started_unix_ms: Time::unix_ms(),
            web_origins: config.web_origins.clone(),
            embed_origins: config.embed_origins.clone(),
            host_guard: HostGuard::of(config),
            lobby,
            ledger,
            store,
            access,
            sessions,
            matches,
            matchmaker,
            rulesets,
            spectators,
            token_changes,
            tls,
            can_begin,
            stop,
            tasks,
            metrics,
            cluster,
        };
        Ok((Arc::new(app), node_listener))
    }

    /// Takes part among the nodes. Returns where the others are to be served.
    fn take_part(&self, node: Node, token_changes: TokenChanges) -> Result<TcpListener, StoreError> {
        let Node { session, cluster, bot_locations } = node;
        self.tasks.spawn(cluster.watch_lease(self.stop.clone()));
        let context = NodeContext {
            lobby: self.lobby.clone(),
            ledger: self.ledger.clone(),
            matches: self.matches.clone(),
            matchmaker: self.matchmaker.clone(),
            rulesets: self.rulesets.clone(),
            store: self.store.clone(),
            token_changes,
            stop: self.stop.clone(),
            tasks: self.tasks.clone(),
        };
        session.take_part(context, &cluster, self.sessions.run, bot_locations)
    }
}

/// Who may do what: by the settings, and by the tokens that the store keeps.
fn read_access(config: &Config, reader: &Reader) -> Result<Access, StoreError> {
    let access = Access::new(config.token_policy(), &config.organizers, &config.watchers)
        .with_workers(config.workers.iter().map(|worker| (worker.name, worker.token)));
    for bot in reader.bots()? {
        access.set_bot(bot.name, bot.token);
    }
    organizers::read(reader)?.into_iter().for_each(|(name, token)| access.set_organizer(name, Some(token)));
    Ok(access)
}

/// Which bots workers play. Warns of leagues that leave everything to workers, which play none of their bots.
fn worker_terms(config: &Config) -> WorkerTerms {
    let terms = WorkerTerms::of(config);
    for league in config.leagues.iter().filter(|league| league.workers) {
        if !league.bots.iter().any(|bot| terms.includes(bot)) {
            warn!(league = league.name, "workers play no bot of this league: give each a [[bot]] with workers = true");
        }
    }
    terms
}

/// The scale of all standings: the leagues' anchors, and their schedules.
fn scale(leagues: &[LeagueSettings]) -> Scale {
    let anchors = leagues.iter().filter_map(|league| Some((league.name.clone(), league.anchor?.0)));
    let schedules = leagues.iter().map(|league| (league.name.clone(), league.format.schedule()));
    Scale { of_leagues: anchors.collect(), schedules: schedules.collect(), ..Scale::default() }
}

#[cfg(test)]
mod tests;
