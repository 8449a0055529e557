//! The arena put together: the parts that every connection, match and call shares.

pub(crate) mod calls;
mod ending;
mod nodes;
pub(crate) mod played_match;
mod secrets;
mod watching;

use std::collections::BTreeMap;
use std::future::pending;
use std::io;
use std::sync::Arc;

use kahua_engine::SeatCount;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use crate::load::connection_limit::connections_max;
use crate::load::read_limits::ReadLimits;
use kahua_cluster::bot_locations::BotLocations;
use kahua_cluster::relay::Relay;
use kahua_cluster::{Cluster, NodeContext, OpenStore};
use kahua_core::ids::{ArenaRun, BotName};
use kahua_core::limits;
use kahua_core::referee::Input;
use kahua_core::season::Season;
use kahua_leagues::sprt::ScoreCounts;
use kahua_leagues::{Availability, Scale};
use kahua_play::auth::access::Access;
use kahua_play::auth::audit::Audit;
use kahua_play::auth::fair_slots::FairSlots;
use kahua_play::auth::host_guard::HostGuard;
use kahua_play::auth::peer::{Network, SlotOwner};
use kahua_play::auth::tries::WrongTokens;
use kahua_play::bots::lobby::{BotStatus, Lobby};
use kahua_play::bots::match_handle::MatchCommand;
use kahua_play::bots::{DisconnectReason, HandshakeLimiter, SessionContext};
use kahua_play::joined::joined;
use kahua_play::lag::Lag;
use kahua_play::matches::admission::AdmissionControl;
use kahua_play::matches::context::MatchContext;
use kahua_play::matches::ledger::{Ledger, Progress};
use kahua_play::matches::matchmaker::{AssignedError, Matchmaker, WorkerTerms};
use kahua_play::matches::retention::remove_old_moves;
use kahua_play::matches::running::RunningMatches;
use kahua_play::matches::store_watch::watch_store;
use kahua_play::metrics::Metrics;
use kahua_play::time::Time;
use kahua_play::token_changes::TokenChanges;
use kahua_play::watch::Spectators;
use kahua_process::Process;
use kahua_settings::Rulesets;
use kahua_settings::config::{Config, LeagueSettings, Origin, Tls, TlsError};
use kahua_settings::league_spec::{LeagueError, LeagueSpec};
use kahua_settings::organizers;
use kahua_store::{Health, Reader, Store, StoreError, TokenHash};

pub use secrets::prepare_restored;

/// A running arena. It plays as soon as it is built; [`serve`](crate::serve) lets bots in.
#[derive(Debug)]
pub struct App {
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) store: Store,
    pub(crate) access: Arc<Access>,
    pub(crate) sessions: Arc<SessionContext>,
    pub(crate) matches: Arc<RunningMatches>,
    pub(crate) matchmaker: Arc<Matchmaker>,
    pub(crate) rulesets: Rulesets,
    pub(crate) spectators: Arc<Spectators>,
    pub(crate) token_changes: TokenChanges,
    /// The places that network connections take.
    pub(crate) connections: Arc<FairSlots<Network>>,
    /// How much work they may make, and those at the arena's other addresses.
    pub(crate) read_limits: Arc<ReadLimits>,
    /// Counts the tokens that nobody has.
    pub(crate) wrong_tokens: WrongTokens,
    /// Notes what organizers do.
    pub(crate) audit: Audit,
    /// The places of tables.
    pub(crate) tables: Arc<FairSlots<SlotOwner>>,
    /// When the arena was built, in milliseconds since 1970-01-01 UTC.
    pub(crate) started_unix_ms: i64,
    /// The origins of web pages that may call the arena.
    pub(crate) web_origins: Vec<Origin>,
    /// Keeps other web pages away, if nothing else does.
    pub(crate) host_guard: Option<HostGuard>,
    /// What connections are encrypted with, if they are.
    pub(crate) tls: Option<Arc<Tls>>,
    /// Whether new matches can begin: the store can be written.
    pub(crate) can_begin: watch::Receiver<bool>,
    /// Cancelled to stop every match, every session and the matchmaker.
    pub(crate) stop: CancellationToken,
    /// Every task of the arena.
    pub(crate) tasks: TaskTracker,
    pub(crate) metrics: Metrics,
    /// Its place among those that share its store, if it does.
    pub(crate) cluster: Option<Arc<Cluster>>,
    /// Where the others reach it, until they are served.
    pub(crate) node_listener: Mutex<Option<TcpListener>>,
}

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
}

impl App {
    /// Checks what only shows when an arena is built with these settings: the leagues, the certificate and its key.
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
        Ok(())
    }

    /// Builds an arena: counts the records in the store, resumes the matches that are open there, and begins to play
    /// the leagues of the settings.
    ///
    /// # Errors
    /// If the store can't be read or written, or a league can't be played, or the certificate can't be used.
    pub async fn build(
        config: &Config,
        rulesets: Rulesets,
        store: impl Into<OpenStore>,
    ) -> Result<Arc<App>, BuildError> {
        let OpenStore { store, joined } = store.into();
        let cluster = match &joined {
            Some(joined) => Some(Arc::new(Cluster::new(joined, secrets::node_key(&store).await?))),
            None => None,
        };
        let tls = config.tls.as_ref().map(Tls::load).transpose()?.map(Arc::new);
        let lobby = Arc::new(Lobby::new(config.suspend_after, store.reader().suspensions()?));
        let time = Time::start_watched();
        let (stop, tasks) = (CancellationToken::new(), TaskTracker::new());
        let access = Access::new(config.token_policy(), &config.organizers, &config.watchers);
        let access = Arc::new(access.with_workers(config.workers.iter().map(|worker| (worker.name, worker.token))));
        for bot in store.reader().bots()? {
            access.set_bot(bot.name, bot.token);
        }
        organizers::read(store.reader())?.into_iter().for_each(|(name, token)| access.set_organizer(name, token));
        let ledger = Arc::new(Ledger::new(store.clone(), scale(&config.leagues)).for_another(config.plays_for_another));

        let run = match &cluster {
            Some(cluster) => ArenaRun(cluster.node().0 as u32),
            None => secrets::count_run(&store).await?,
        };
        let lag = Lag::measure(&time, &tasks, &stop).map_err(BuildError::Lag)?;
        let metrics = Metrics::new(rulesets.all().map(|ruleset| ruleset.info().name));
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
            AdmissionControl::new(config.matches_at_once, time.clone(), lag),
            stop.clone(),
            tasks.clone(),
        )?;
        let terms = WorkerTerms::of(config);
        for league in config.leagues.iter().filter(|league| league.workers) {
            if !league.bots.iter().any(|bot| terms.includes(bot)) {
                warn!(
                    league = league.name,
                    "workers play no bot of this league: give each a [[bot]] with workers = true"
                );
            }
        }
        let matchmaker = Arc::new(matchmaker.with_worker_terms(terms));
        for league in &config.leagues {
            let watch = Some(league.watch.unwrap_or(access.default_watch_policy()));
            matchmaker.add_league(LeagueSettings { watch, ..league.clone() }).await?;
        }
        // Each record is read once, however many leagues there are.
        ledger.count_past(|record| matchmaker.replay_past(record))?;
        let bot_locations = BotLocations::default();
        match &cluster {
            Some(cluster) => {
                let relay = Relay::new(cluster.key(), bot_locations.clone(), time, sessions.lag.clone(), tasks.clone());
                matchmaker.share(cluster.pairing().clone(), Arc::new(relay));
            }
            None => {
                matchmaker.restore_open_matches()?;
                // Before the leagues play, which know of these matches by now: none of them is paired again.
                matchmaker.resume_open_matches(run)?;
            }
        }
        matchmaker.begin();
        tasks.spawn(ledger.standings().clone().keep(stop.clone()));
        let (report, can_begin) = watch::channel(true);
        tasks.spawn(watch_store(store.clone(), lobby.clone(), report, stop.clone()));
        if let Some(cluster) = &cluster {
            tasks.spawn(cluster.watch_lease(stop.clone()));
        }
        if let Some(settings) = config.retention {
            tasks.spawn(remove_old_moves(store.clone(), settings, stop.clone()));
        }
        let spectators = Arc::new(Spectators::start(stop.clone(), &tasks));
        let token_changes =
            TokenChanges { access: access.clone(), lobby: lobby.clone(), spectators: spectators.clone() };
        let node_listener = match (&cluster, joined) {
            (Some(cluster), Some(joined)) => {
                let context = NodeContext {
                    lobby: lobby.clone(),
                    ledger: ledger.clone(),
                    matches: matches.clone(),
                    matchmaker: matchmaker.clone(),
                    rulesets: rulesets.clone(),
                    store: store.clone(),
                    token_changes: token_changes.clone(),
                    stop: stop.clone(),
                    tasks: tasks.clone(),
                };
                Some(joined.take_part(context, cluster, run, bot_locations)?)
            }
            _ => None,
        };
        let web_origins = config.web_origins.clone();
        Ok(Arc::new(App {
            lobby,
            ledger,
            audit: Audit::new(store.clone()),
            store,
            access,
            sessions,
            matches,
            matchmaker,
            rulesets,
            spectators,
            token_changes,
            connections: FairSlots::new(connections_max()),
            read_limits: ReadLimits::new(metrics.clone()),
            wrong_tokens: WrongTokens::new(metrics.clone()),
            tables: FairSlots::new(limits::TABLES_MAX),
            started_unix_ms: Time::unix_ms(),
            web_origins,
            host_guard: HostGuard::of(config),
            tls,
            can_begin,
            stop,
            tasks,
            metrics,
            cluster,
            node_listener: Mutex::new(node_listener),
        }))
    }

    /// Resolves when this arena has lost its lease on a store that it shares: others play its matches on, and it must stop. Never
    /// in an arena that is alone.
    pub async fn lease_ended(&self) {
        match &self.cluster {
            Some(cluster) => cluster.lease_ended().await,
            None => pending().await,
        }
    }

    /// The rulesets that games are played by.
    #[must_use]
    pub fn rulesets(&self) -> &Rulesets {
        &self.rulesets
    }

    /// Reads what the store holds.
    #[must_use]
    pub fn reader(&self) -> &Reader {
        self.store.reader()
    }

    /// The standings of all pools that have finished rated matches. Estimates are computed where they aren't known yet, which
    /// takes a moment.
    #[must_use]
    pub fn standings(&self) -> Vec<pb::PoolStandings> {
        self.ledger.standings().all(|_, _| true).iter().flat_map(|pools| pools.iter().cloned()).collect()
    }

    /// How one bot did against another in the present season of a league, set by set: only sets in which they met
    /// `comparisons` times.
    #[must_use]
    pub fn head_to_head(&self, league: &str, one: &BotName, other: &BotName, comparisons: u32) -> ScoreCounts {
        let season = self.matchmaker.season(league).unwrap_or(Season::FIRST);
        self.ledger.standings().head_to_head(league, season, one, other, comparisons)
    }

    /// Admits this bot with this token as long as the arena runs; the store doesn't keep it. So a program that starts an
    /// arena and its bots gives each of them a token of its own.
    pub fn admit_for_this_run(&self, name: BotName, token: TokenHash) {
        self.access.set_bot(name, Some(token));
    }

    /// Gives a bot this token in place of the one that it has, or takes its token away, and ends the connection and what it
    /// watches with the old one. Durable on return.
    pub(crate) async fn set_token(self: &Arc<Self>, name: BotName, token: Option<TokenHash>) -> Result<(), StoreError> {
        let app = self.clone();
        // As a task of its own: what the store has must hold, even if whoever asked for it stops waiting.
        let setting = self.tasks.spawn(async move {
            match token {
                Some(token) => app.store.set_token(&name, token).await?,
                None => app.store.clear_token(&name).await?,
            }
            app.token_changes.use_token(name, token);
            Ok(())
        });
        joined(setting.await).unwrap_or(Err(StoreError::Closed))
    }

    /// Gives an organizer this token, in place of an earlier one, and ends what is watched with that. Durable on return.
    pub(crate) async fn set_organizer(self: &Arc<Self>, name: BotName, token: TokenHash) -> Result<(), StoreError> {
        let app = self.clone();
        // As a task of its own, as in `set_token`.
        let setting = self.tasks.spawn(async move {
            organizers::set_token(name, token, &app.store).await?;
            app.token_changes.use_organizer(name, token);
            Ok(())
        });
        joined(setting.await).unwrap_or(Err(StoreError::Closed))
    }

    /// Whether an organizer's token is known.
    #[must_use]
    pub fn has_organizers(&self) -> bool {
        self.access.has_organizers()
    }

    /// Ends the connection of this bot, which may connect again; `false` if it wasn't connected.
    pub(crate) fn kick(&self, name: BotName) -> bool {
        let was_connected = self.lobby.sender(name).is_some();
        self.lobby.disconnect(name, DisconnectReason::Kicked);
        was_connected
    }

    /// Gives this bot no more matches until it is let back, and tells it why. Kept over restarts, if the store can write.
    pub async fn suspend(&self, name: BotName, reason: String) {
        let suspension = pb::Suspension { reason, since: Some(timestamp(Time::unix_ms())) };
        self.lobby.suspend(name, &suspension);
        self.matches.keep_suspension(name, &suspension).await;
    }

    /// Lets a suspended bot back; `false` if it wasn't suspended.
    ///
    /// # Errors
    /// If the store can't keep it; the bot is let back until the next start.
    pub async fn let_back(&self, name: BotName) -> Result<bool, StoreError> {
        let was_suspended = self.lobby.let_back(name);
        self.store.let_back(&name).await?;
        Ok(was_suspended)
    }

    /// The bots that are suspended, connected or not.
    #[must_use]
    pub fn suspensions(&self) -> BTreeMap<BotName, pb::Suspension> {
        self.lobby.suspensions()
    }

    /// Marks the matches of this bot in its log from now on.
    pub fn mark_matches(&self, name: BotName, process: &Process) {
        self.matches.mark_in(name, process.marks());
    }

    /// Whether this bot is connected, has missed an ask, and hasn't shown since that it still works.
    #[must_use]
    pub fn is_silent(&self, name: BotName) -> bool {
        self.lobby.sender(name).is_some_and(|sender| sender.is_silent())
    }

    /// Notes that this bot's process has ended: it has crashed in each of its open matches. `detail` says how, in words.
    pub async fn crashed(&self, name: BotName, detail: &str) {
        for seat in self.lobby.seats_of(name) {
            let input = Input::Crashed { seat: seat.seat, detail: detail.to_owned() };
            let _it_may_just_have_ended = seat.match_handle.send(MatchCommand(self.sessions.moment(), input)).await;
        }
    }

    /// How many matches have been finished.
    #[must_use]
    pub fn progress(&self) -> Progress {
        *self.ledger.progress().borrow()
    }

    /// How many matches of the league's present season have been finished, and which season that is; `None` if the arena
    /// doesn't play this league.
    #[must_use]
    pub fn season_progress(&self, league: &str) -> Option<(Season, Progress)> {
        let season = self.matchmaker.season(league)?;
        Some((season, self.ledger.progress_of(league, season)))
    }

    /// How far a league is by its schedule; `None` if there is no such league.
    #[must_use]
    pub fn league_progress(&self, league: &str) -> Option<kahua_leagues::Progress> {
        self.matchmaker.progress(league)
    }

    /// How many matches are being played.
    #[must_use]
    pub fn running(&self) -> usize {
        self.matches.count()
    }

    /// Everybody who is connected or has a seat in a match, by name.
    #[must_use]
    pub fn bots(&self) -> Vec<BotStatus> {
        self.lobby.bots()
    }

    /// Resolves when this condition holds; it is checked whenever a match has been finished and its bots have been told.
    pub async fn wait_for(&self, condition: impl FnMut(&Progress) -> bool) -> Progress {
        let mut progress = self.ledger.progress();
        // The sender lives as long as the arena, so the wait can't fail.
        progress.wait_for(condition).await.map(|progress| *progress).unwrap_or_default()
    }

    /// The bots among these that could not be given a seat in such a match, each with whether it is connected at all.
    #[must_use]
    pub fn away(&self, names: &[BotName], game: &str, seats: SeatCount) -> Vec<(BotName, bool)> {
        let is_away = |name: &&BotName| self.lobby.availability(**name, game, seats) == Availability::Away;
        let is_connected = |name: BotName| self.lobby.sender(name).is_some();
        names.iter().filter(is_away).map(|name| (*name, is_connected(*name))).collect()
    }

    /// The bots that are connected and take matches, as another arena is told of them.
    #[must_use]
    pub fn offered_bots(&self) -> Vec<pb::WorkerBot> {
        self.lobby.offered()
    }

    /// Plays a match that another arena has assigned, exactly as its header says, and gives its record.
    ///
    /// # Errors
    /// If it can't be played, or is stopped before its end.
    pub async fn play_assigned(&self, assignment: &pb::Assignment) -> Result<pb::MatchRecord, AssignedError> {
        self.matchmaker.play_assigned(assignment).await
    }

    /// Whether the pairing of new matches is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.matchmaker.is_paused()
    }

    /// Pauses or resumes the pairing of new matches, and tells the bots. The setting outlives a restart.
    ///
    /// # Errors
    /// If the store can't keep the setting; it then holds until the next start.
    pub async fn set_paused(&self, paused: bool) -> Result<(), StoreError> {
        self.matchmaker.set_paused(paused).await
    }

    /// Whether the store can write what happens now.
    pub(crate) fn store_can_write(&self) -> bool {
        self.store.health() == Health::Well
    }

    /// Reads the certificate and its key again, for the connections from now on. An arena without a certificate has nothing to
    /// read.
    ///
    /// # Errors
    /// If one of the files can't be used; then the certificate stays as it was.
    pub fn reload_certificate(&self) -> Result<(), TlsError> {
        self.tls.as_ref().map_or(Ok(()), |tls| tls.reload())
    }
}

/// The scale of all standings: the leagues' anchors.
fn scale(leagues: &[LeagueSettings]) -> Scale {
    let anchors = leagues.iter().filter_map(|league| Some((league.name.clone(), league.anchor?.0)));
    Scale { of_leagues: anchors.collect(), ..Scale::default() }
}
