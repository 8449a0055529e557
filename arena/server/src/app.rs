//! The arena put together: the parts that every connection, match and call shares.

mod building;
pub(crate) mod calls;
mod correcting;
mod ending;
mod facts;
mod nodes;
pub(crate) mod played_match;
mod revoking;
mod secrets;
mod watching;
mod webhooks;

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::Arc;

use kahua_engine::SeatCount;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::load::read_limits::ReadLimits;
use kahua_cluster::Cluster;
use kahua_core::ids::BotName;
use kahua_core::referee::Input;
use kahua_core::season::Season;
use kahua_leagues::Availability;
use kahua_leagues::sprt::ScoreCounts;
use kahua_play::auth::access::Access;
use kahua_play::auth::audit::Audit;
use kahua_play::auth::fair_slots::FairSlots;
use kahua_play::auth::host_guard::HostGuard;
use kahua_play::auth::peer::{Network, SlotOwner};
use kahua_play::auth::tries::WrongTokens;
use kahua_play::bots::lobby::{BotStatus, Lobby};
use kahua_play::bots::match_handle::MatchCommand;
use kahua_play::bots::{DisconnectReason, SessionContext};
use kahua_play::joined::joined;
use kahua_play::matches::ledger::{Ledger, MatchTotals};
use kahua_play::matches::matchmaker::{AssignedError, Matchmaker};
use kahua_play::matches::running::RunningMatches;
use kahua_play::metrics::Metrics;
use kahua_play::time::Time;
use kahua_play::token_changes::TokenChanges;
use kahua_play::watch::Spectators;
use kahua_process::Process;
use kahua_settings::Rulesets;
use kahua_settings::config::{Origin, Tls, TlsError};
use kahua_settings::organizers;
use kahua_store::{Health, Reader, Store, StoreError, TokenHash};

pub use building::BuildError;
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
    /// Held while an organizer's token is taken away.
    pub(crate) revoking: tokio::sync::Mutex<()>,
    /// Held while an organizer corrects results.
    pub(crate) correcting: tokio::sync::Mutex<()>,
    /// The places of tables.
    pub(crate) tables: Arc<FairSlots<SlotOwner>>,
    /// When the arena was built, in milliseconds since 1970-01-01 UTC.
    pub(crate) started_unix_ms: i64,
    /// The origins of web pages that may call the arena.
    pub(crate) web_origins: Vec<Origin>,
    /// The origins of web pages that may show the arena's pages in a frame.
    pub(crate) embed_origins: Vec<Origin>,
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
}

impl App {
    /// Resolves when this arena has lost its lease on a store that it shares: others play its matches on, and it must stop. Never
    /// in an arena that is alone.
    pub async fn lease_ended(&self) {
        match &self.cluster {
            Some(cluster) => cluster.lease_ended().await,
            None => pending().await,
        }
    }

    /// The origins of web pages that may show the arena's pages in a frame.
    #[must_use]
    pub fn embed_origins(&self) -> &[Origin] {
        &self.embed_origins
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
            app.token_changes.use_organizer(name, Some(token));
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

    /// Gives this bot no more matches until it is let back, and tells it why. Kept over restarts, if the store can write. Whoever
    /// calls this says so to people: here it isn't known whether there is an organizer.
    pub async fn suspend(&self, name: BotName, reason: String) {
        let suspension = pb::Suspension { reason, since: Some(timestamp(Time::unix_ms())) };
        self.lobby.suspend(name, &suspension);
        self.matches.write_suspension(name, &suspension).await;
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
    pub fn progress(&self) -> MatchTotals {
        *self.ledger.progress().borrow()
    }

    /// How many matches of the league's present season have been finished, and which season that is; `None` if the arena
    /// doesn't play this league.
    #[must_use]
    pub fn season_progress(&self, league: &str) -> Option<(Season, MatchTotals)> {
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
    pub async fn wait_for(&self, condition: impl FnMut(&MatchTotals) -> bool) -> MatchTotals {
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
