//! The arena put together: the parts that every connection, match and call shares.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use kahua_engine::{PerSeat, RulesetHash, SeatCount};
use kahua_proto::pb::arena::v1 as pb;
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, error, info, info_span, warn};

use crate::auth::access::Access;
use crate::auth::origin::Origin;
use crate::auth::token::{self, ResumeKey};
use crate::bots::Profile;
use crate::bots::lobby::{Lobby, Present, Seating};
use crate::bots::match_handle::{Closed, MatchCommand, MatchHandle};
use crate::config::Config;
use crate::matches::ledger::{Ledger, Progress};
use crate::matches::matchmaker::{LeagueError, Matchmaker};
use crate::matches::runner::{Runner, Start};
use crate::rulesets::Games;
use crate::time::Time;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::{Input, MatchSetup, Referee};
use kahua_leagues::Availability;
use kahua_store::{OpenMatch, Reader, Store, StoreError};

/// Under this key the store keeps the secret behind the resume tokens.
const RESUME_KEY: &str = "resume_key";
/// Under this key the store keeps whether pairing is stopped.
const PAUSED: &str = "paused";

/// A running arena. It plays from [`App::build`] on; [`serve`](crate::net::server::serve) lets bots in.
#[derive(Debug)]
pub struct App {
    pub(crate) games: Games,
    pub(crate) time: Time,
    /// Who is connected, and who sits where.
    pub lobby: Lobby,
    pub(crate) ledger: Ledger,
    pub(crate) store: Store,
    pub(crate) access: Access,
    pub(crate) resume_key: ResumeKey,
    pub(crate) matchmaker: Matchmaker,
    /// Web pages from elsewhere that may call the arena.
    pub(crate) web_origins: Vec<Origin>,
    /// Places for connections that haven't said Hello yet.
    pub(crate) newcomers: Arc<Semaphore>,
    /// Stops every match and the matchmaker.
    pub(crate) stop: CancellationToken,
    /// Every task of the arena.
    pub(crate) tasks: TaskTracker,
    running: Mutex<BTreeMap<MatchId, MatchHandle>>,
    paused: AtomicBool,
}

/// Why an arena can't be put together.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The store doesn't do its part.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A league of the settings can't be played.
    #[error(transparent)]
    League(#[from] LeagueError),
}

impl App {
    /// Puts an arena together: counts what the store holds, goes on with the matches that are open there, and begins
    /// to play the leagues of the settings.
    ///
    /// # Errors
    /// If the store can't be read or written, or a league can't be played.
    pub async fn build(config: &Config, games: Games, store: Store) -> Result<Arc<App>, BuildError> {
        let tokens = store.reader().bots()?.into_iter().filter_map(|bot| Some((bot.name, bot.token?)));
        let access = Access::new(config.gate(), config.organizers.clone(), tokens);
        let damaged = |problem: StoreError| error!(%problem, "a record is passed over");
        let app = Arc::new(App {
            games,
            time: Time::start(),
            lobby: Lobby::new(),
            ledger: Ledger::open(store.clone(), damaged)?,
            access,
            resume_key: resume_key(&store).await?,
            matchmaker: Matchmaker::new(),
            web_origins: config.web_origins.clone(),
            newcomers: Arc::new(Semaphore::new(limits::NEWCOMERS_MAX)),
            stop: CancellationToken::new(),
            tasks: TaskTracker::new(),
            running: Mutex::default(),
            paused: AtomicBool::new(store.reader().meta(PAUSED)?.is_some_and(|value| value == [1])),
            store,
        });
        app.go_on()?;
        for league in &config.leagues {
            app.add_league(league.clone()).await?;
        }
        app.tasks.spawn(Matchmaker::run(app.clone()));
        Ok(app)
    }

    /// What the store holds, to read.
    #[must_use]
    pub fn reader(&self) -> &Reader {
        self.store.reader()
    }

    /// The standings of all pools that have finished rated matches.
    #[must_use]
    pub fn standings(&self) -> Vec<pb::PoolStandings> {
        self.ledger.standings(|_| true)
    }

    /// How many matches have been finished.
    #[must_use]
    pub fn progress(&self) -> Progress {
        *self.ledger.progress().borrow()
    }

    /// How many matches are being played.
    #[must_use]
    pub fn running(&self) -> usize {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Everybody who is connected or sits in a match, by name.
    #[must_use]
    pub fn present(&self) -> Vec<Present> {
        self.lobby.present()
    }

    /// Resolves when this condition holds; it is looked at whenever a match has been finished.
    pub async fn wait_for(&self, condition: impl FnMut(&Progress) -> bool) -> Progress {
        let mut progress = self.ledger.progress();
        // The sender lives as long as the arena, so the wait can't fail.
        progress.wait_for(condition).await.map(|progress| *progress).unwrap_or_default()
    }

    /// The bots among these that could not be given a seat at such a table, each with whether it is connected at all.
    #[must_use]
    pub fn away(&self, names: &[BotName], game: &str, seats: SeatCount) -> Vec<(BotName, bool)> {
        let away = |name: &&BotName| self.lobby.availability(**name, game, seats) == Availability::Away;
        let connected = |name: &BotName| self.present().iter().any(|bot| bot.name == *name && bot.connected);
        names.iter().filter(away).map(|name| (*name, connected(name))).collect()
    }

    /// Whether the pairing of new matches is stopped.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Stops or resumes the pairing of new matches, and tells the bots. Outlives a restart.
    ///
    /// # Errors
    /// If the store can't keep it; it holds until the next start all the same.
    pub async fn set_paused(&self, paused: bool) -> Result<(), StoreError> {
        self.paused.store(paused, Ordering::Relaxed);
        let (kind, text) = match paused {
            true => (pb::notice::Kind::Paused, "an organizer has stopped the pairing of new matches; open ones go on"),
            false => (pb::notice::Kind::Unpaused, "new matches are paired again"),
        };
        self.lobby.announce(kind, text);
        self.lobby.ring();
        self.store.set_meta(PAUSED, &[u8::from(paused)]).await
    }

    /// Ends a running match without result.
    ///
    /// # Errors
    /// If no such match is running.
    pub async fn abort(&self, id: MatchId, reason: String) -> Result<(), Closed> {
        let door = self.door(id).ok_or(Closed)?;
        door.tell(MatchCommand::Input(self.time.now(), Input::Abort { reason })).await
    }

    /// Lets every bot go for good: their streams end well, so that none waits for the arena to come back. To be followed
    /// by the end of the arena.
    pub fn dismiss(&self) {
        self.lobby.dismiss();
    }

    /// Stops everything: bots are told and their connections ended, matches are left in the store as they stand, and
    /// everything given to the store is on disk on return.
    pub async fn drain(&self) {
        info!(running = self.running(), "stopping; open matches are kept");
        self.stop.cancel();
        self.lobby.drain();
        self.tasks.close();
        let ended = async {
            self.tasks.wait().await;
            self.store.sync().await
        };
        match timeout(limits::SHUTDOWN_TIMEOUT, ended).await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => error!(%problem, "the last events may not be on disk"),
            Err(_) => error!(health = ?self.store.health(), "the last events may not be on disk: it took too long"),
        }
    }

    /// The way into a running match.
    pub fn door(&self, id: MatchId) -> Option<MatchHandle> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// Runs a match as a task of its own.
    pub(crate) fn launch(self: &Arc<App>, referee: Referee, seating: Seating, start: Start) {
        let id = referee.setup().id;
        self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(id, seating.door);
        let runner = Runner::new(self.clone(), referee, seating.inbox);
        self.tasks.spawn(runner.run(start).instrument(info_span!("match", %id)));
    }

    /// Frees everything that a match held.
    pub(crate) fn close(&self, id: MatchId, names: &PerSeat<BotName>) {
        self.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        self.lobby.clear(id, names);
    }

    /// Keeps the version that a bot gave.
    pub(crate) fn note_version(self: &Arc<App>, profile: &Profile) {
        let (app, name, version) = (self.clone(), profile.name, profile.version.clone());
        self.tasks.spawn(async move {
            if let Err(problem) = app.store.set_version(&name, &version).await {
                warn!(%problem, bot = %name, "the bot's version wasn't kept");
            }
        });
    }

    /// Goes on with the matches that were open when the arena was last stopped. One that can't go on stays as it is:
    /// the ruleset or the rules that it needs may come back.
    fn go_on(self: &Arc<App>) -> Result<(), StoreError> {
        for open in self.store.reader().open_matches()? {
            let resumed = open.map_err(|problem| problem.to_string()).and_then(|open| self.resume(open));
            if let Err(problem) = resumed {
                error!(problem, "an open match can't go on; it is kept in the store");
            }
        }
        Ok(())
    }

    fn resume(self: &Arc<App>, open: OpenMatch) -> Result<(), String> {
        let OpenMatch { header, events } = open;
        let named = |problem: &dyn std::fmt::Display| format!("match {}: {problem}", header.match_id);
        let hash = <[u8; 32]>::try_from(header.ruleset_hash.as_slice()).map_err(|_| named(&"it names no ruleset"))?;
        let kept = self.store.reader().ruleset(RulesetHash(hash)).map_err(|problem| named(&problem))?;
        let ruleset = self.games.find_exact(&header.game, RulesetHash(hash), kept.as_deref());
        let ruleset = ruleset.ok_or_else(|| named(&format!("this arena has no such ruleset of {:?}", header.game)))?;
        let setup = MatchSetup::from_header(&header, ruleset).map_err(|problem| named(&problem))?;
        let (id, names, journaled) = (setup.id, setup.players.map(|player| player.name), events.len());
        let referee = Referee::resume(setup, &events, Time::unix_ms()).map_err(|problem| named(&problem))?;
        self.launch(referee, self.lobby.seat_again(id, &names), Start::Resumed { journaled });
        Ok(())
    }
}

/// The secret behind the resume tokens: the kept one, or a new one, kept from now on.
async fn resume_key(store: &Store) -> Result<ResumeKey, StoreError> {
    if let Some(kept) = store.reader().meta(RESUME_KEY)?
        && let Ok(bytes) = kept.try_into()
    {
        return Ok(ResumeKey::new(bytes));
    }
    let bytes = token::random_bytes();
    store.set_meta(RESUME_KEY, &bytes).await?;
    Ok(ResumeKey::new(bytes))
}
