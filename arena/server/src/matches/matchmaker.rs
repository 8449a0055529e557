//! Pairs bots: starts the matches that the leagues ask for as soon as all bots in them are free.

mod report;
mod resume;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kahua_engine::{PerSeat, SeatsError, Seed};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::notice;
use parking_lot::Mutex;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error};

use crate::auth::caller::Caller;
use crate::auth::token;
use crate::bots::lobby::{Lobby, Seating};
use crate::config::{LeagueSeed, LeagueSettings, WatchPolicy};
use crate::joined::joined;
use crate::matches::headroom::{Headroom, Starting};
use crate::matches::league_spec::{LeagueError, LeagueSpec};
use crate::matches::runner::Start;
use crate::matches::running::RunningMatches;
use crate::rulesets::Rulesets;
use crate::time::Time;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::{MatchSetup, Nonce, Referee, SetPosition};
use kahua_core::season::Season;
use kahua_leagues::{Availability, Format, Pairing, RoundRobin};
use kahua_store::{Health, Store, StoreError};

use report::Reported;

/// Under this key the store keeps whether pairing is paused.
const PAUSED_KEY: &str = "paused";

/// The leagues, and the pairings that they still want played.
#[derive(Debug)]
pub(crate) struct Matchmaker {
    rulesets: Rulesets,
    store: Store,
    lobby: Arc<Lobby>,
    matches: Arc<RunningMatches>,
    headroom: Headroom,
    stop: CancellationToken,
    tasks: TaskTracker,
    leagues: Mutex<Vec<League>>,
    paused: AtomicBool,
}

#[derive(Debug)]
struct League {
    spec: Arc<LeagueSpec>,
    format: RoundRobin,
    /// Pairings that couldn't begin when it was their turn; they come first.
    waiting: Vec<Pairing>,
    /// How many matches were started in this run of the arena.
    started: u64,
    reported: Reported,
}

impl Matchmaker {
    /// A matchmaker without leagues, paused if the store says so.
    pub(crate) fn new(
        rulesets: Rulesets,
        store: Store,
        lobby: Arc<Lobby>,
        matches: Arc<RunningMatches>,
        headroom: Headroom,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Result<Matchmaker, StoreError> {
        let paused = AtomicBool::new(store.reader().meta(PAUSED_KEY)?.is_some_and(|value| value == [1]));
        Ok(Matchmaker { rulesets, store, lobby, matches, headroom, stop, tasks, leagues: Mutex::default(), paused })
    }

    /// Starts matches whenever a bot may have become free, until the arena stops.
    pub(crate) async fn run(self: Arc<Self>) {
        let stopped = self.stop.cancelled();
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                biased;
                () = &mut stopped => return,
                () = self.lobby.changed() => self.pair_all(),
                () = sleep(limits::PAIRING_PAUSE), if self.headroom.holds_back() => self.pair_all(),
            }
        }
    }

    /// Adds a league. Matches of a league of this name that the store has, finished or open, count for it.
    ///
    /// # Errors
    /// If the league can't be played, or the store fails.
    pub(crate) async fn add_league(&self, settings: LeagueSettings) -> Result<(), LeagueError> {
        let spec = LeagueSpec::new(settings, &self.rulesets)?.open(&self.store).await?;
        let seed = self.league_seed(&spec.settings).await?;
        let already = self.played(&spec)?;
        let settings = &spec.settings;
        let (sets, luck) = (settings.sets.get(), settings.luck);
        let format = RoundRobin::new(&spec.set_source(), &settings.bots, spec.seats, sets, seed, luck, &already);
        let mut leagues = self.leagues.lock();
        if leagues.iter().any(|league| league.spec.settings.name == settings.name) {
            return Err(LeagueError::NameTaken(settings.name.clone()));
        }
        let progress = self.matches.progress_of(&spec.settings.name, spec.season);
        let reported = Reported::first(&spec, progress.finished + progress.aborted);
        leagues.push(League { spec: Arc::new(spec), format, waiting: Vec::new(), started: 0, reported });
        drop(leagues);
        self.lobby.notify();
        Ok(())
    }

    /// The leagues, as the services describe them.
    pub(crate) fn leagues(&self) -> Vec<pb::League> {
        self.leagues.lock().iter().map(|league| league.spec.to_wire()).collect()
    }

    /// The season that is played of this league; `None` if there is no such league.
    pub(crate) fn season(&self, league: &str) -> Option<Season> {
        let leagues = self.leagues.lock();
        leagues.iter().find(|known| known.spec.settings.name == league).map(|known| known.spec.season)
    }

    /// Whether there is a league of this name.
    pub(crate) fn has_league(&self, name: &str) -> bool {
        self.leagues.lock().iter().any(|league| league.spec.settings.name == name)
    }

    /// The rule for the spectators of this league, and whether the caller may play in it; `None` if there is no such league.
    pub(crate) fn watch_rule(&self, league: &str, caller: Caller) -> Option<(WatchPolicy, bool)> {
        let leagues = self.leagues.lock();
        let settings = &leagues.iter().find(|known| known.spec.settings.name == league)?.spec.settings;
        let may_play = match settings.bots.as_slice() {
            [] => caller.may_be_a_bot(),
            bots => bots.iter().any(|bot| caller.may_be(*bot)),
        };
        Some((settings.watch?, may_play))
    }

    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Pauses or resumes the pairing of new matches, and tells the bots.
    ///
    /// # Errors
    /// If the store can't keep the change; it then holds until the arena restarts.
    pub(crate) async fn set_paused(&self, paused: bool) -> Result<(), StoreError> {
        self.paused.store(paused, Ordering::Relaxed);
        let (kind, text) = match paused {
            true => (notice::Kind::Paused, "an organizer has paused the pairing of new matches; open matches go on"),
            false => (notice::Kind::Unpaused, "new matches are paired again"),
        };
        self.lobby.announce(kind, text);
        self.lobby.notify();
        self.store.set_meta(PAUSED_KEY, &[u8::from(paused)]).await
    }

    /// Starts one match that no league asked for, with these bots in these seats. `None` if one of them isn't free.
    ///
    /// # Errors
    /// If there can be no such match, or the store fails.
    pub(crate) async fn start_single(
        self: &Arc<Self>,
        settings: LeagueSettings,
        seats: PerSeat<BotName>,
        seed: Seed,
    ) -> Result<Option<MatchId>, StartError> {
        let spec = LeagueSpec::new(settings, &self.rulesets)?;
        let pairing = Pairing { seats, seed, set: SetPosition::alone() };
        let Some((setup, seating)) = self.take_seats(&spec, &pairing) else { return Ok(None) };
        let (id, matchmaker, starting) = (setup.id, self.clone(), self.headroom.start());
        // As a task of its own, so that the seats aren't taken for nothing if whoever asked for the match stops waiting.
        let starting = self.tasks.spawn(async move {
            let started = matchmaker.start(setup, seating, starting).await;
            if started.is_err() {
                matchmaker.lobby.free_seats(id, &pairing.seats);
            }
            started
        });
        let started = joined(starting.await).unwrap_or(Err(StoreError::Closed.into()));
        started.map(|()| Some(id))
    }

    /// Starts every match that can begin now: none while the store can't be written, as a match must be in it first.
    fn pair_all(self: &Arc<Self>) {
        if self.is_paused() || self.store.health() != Health::Well || !self.has_room() {
            return;
        }
        let mut leagues = self.leagues.lock();
        for league in leagues.iter_mut() {
            let waiting = std::mem::take(&mut league.waiting);
            league.waiting.extend(waiting.into_iter().filter_map(|pairing| self.try_pairing(&league.spec, pairing)));
            self.admit_everybody(league);
        }
        // The league that has started the fewest matches comes first, so that none waits for another's end.
        loop {
            leagues.sort_by_key(|league| league.started);
            if !leagues.iter_mut().any(|league| self.pair_next(league)) {
                return;
            }
        }
    }

    /// Enters everybody who is connected and plays the game into a league without a list of bots.
    fn admit_everybody(&self, league: &mut League) {
        let League { spec, format, .. } = league;
        if spec.settings.bots.is_empty() {
            let is_away =
                |name: &BotName| self.lobby.availability(*name, spec.game(), spec.seats) == Availability::Away;
            let names = self.lobby.bots().into_iter().map(|bot| bot.name);
            names.filter(|name| !is_away(name)).for_each(|name| format.enter(name));
        }
    }

    /// Starts the next match of a league; `false` if none can begin now.
    fn pair_next(self: &Arc<Self>, league: &mut League) -> bool {
        if !self.has_room() {
            return false;
        }
        let spec = league.spec.clone();
        let availability = |name: &BotName| self.lobby.availability(*name, spec.game(), spec.seats);
        let Some(pairing) = league.format.next(&availability) else { return false };
        league.started += 1;
        league.reported.began.get_or_insert_with(Instant::now);
        league.waiting.extend(self.try_pairing(&spec, pairing));
        true
    }

    /// Whether another match may begin now.
    fn has_room(&self) -> bool {
        self.headroom.has_room(self.matches.count())
    }

    /// Takes the seats of a match and starts it in the background; returns the pairing if a bot in it isn't free any more,
    /// or the arena has enough to do.
    fn try_pairing(self: &Arc<Self>, spec: &Arc<LeagueSpec>, pairing: Pairing) -> Option<Pairing> {
        if !self.has_room() {
            return Some(pairing);
        }
        let Some((setup, seating)) = self.take_seats(spec, &pairing) else { return Some(pairing) };
        let (id, matchmaker, spec, starting) = (setup.id, self.clone(), spec.clone(), self.headroom.start());
        self.tasks.spawn(async move {
            if let Err(problem) = matchmaker.start(setup, seating, starting).await {
                match problem {
                    // Told already, and matches that begin wait until it is over.
                    StartError::Store(StoreError::Trouble(_)) => debug!(%id, "a match waits for the store"),
                    problem => error!(%id, %problem, "a match can't begin; its pairing waits"),
                }
                matchmaker.lobby.free_seats(id, &pairing.seats);
                // Freed seats ring the matchmaker, so the pairing is given back only when it may be tried again.
                tokio::select! {
                    biased;
                    () = matchmaker.stop.cancelled() => {}
                    () = sleep(limits::BEGIN_RETRY_PAUSE) => {
                        matchmaker.give_back(&spec, pairing);
                        matchmaker.lobby.notify();
                    }
                }
            }
        });
        None
    }

    fn take_seats(&self, spec: &LeagueSpec, pairing: &Pairing) -> Option<(MatchSetup, Seating)> {
        let unix_ms = Time::unix_ms();
        let id = MatchId::new(unix_ms.unsigned_abs(), token::random_bytes());
        let seating = self.lobby.take_seats(id, &pairing.seats, spec.game())?;
        let nonce = Nonce(token::random_bytes());
        Some((spec.setup(id, pairing, nonce, seating.players.clone(), unix_ms), seating))
    }

    /// Writes a match to the store, then launches it: a match that isn't in the store could not be resumed.
    async fn start(&self, setup: MatchSetup, seating: Seating, starting: Starting) -> Result<(), StartError> {
        let (header, ruleset) = (setup.header(), setup.ruleset.clone());
        let referee = Referee::new(setup)?;
        self.store.begin(&header, ruleset.toml()).await?;
        // From now on it counts as running.
        drop(starting);
        self.matches.launch(referee, seating, Start::Fresh);
        Ok(())
    }

    fn give_back(&self, spec: &Arc<LeagueSpec>, pairing: Pairing) {
        if let Some(league) = self.leagues.lock().iter_mut().find(|league| Arc::ptr_eq(&league.spec, spec)) {
            league.waiting.push(pairing);
        }
    }

    /// The seed from which the league derives those of its matches.
    async fn league_seed(&self, settings: &LeagueSettings) -> Result<Seed, StoreError> {
        match settings.seed {
            LeagueSeed::Reproducible(seed) => Ok(seed),
            LeagueSeed::Secret(None) => self.league_secret(&settings.name).await,
            LeagueSeed::Secret(Some(seed)) => {
                Ok(self.league_secret(&settings.name).await?.derive(&format!("league seed {seed}"), 0))
            }
        }
    }

    /// 32 random bytes that nobody outside of the arena knows, drawn when the league was first played.
    async fn league_secret(&self, league: &str) -> Result<Seed, StoreError> {
        let key = format!("league_seed:{league}");
        if let Some(kept) = self.store.reader().meta(&key)?
            && let Ok(bytes) = kept.try_into()
        {
            return Ok(Seed(bytes));
        }
        let secret = Seed(token::random_bytes());
        self.store.set_meta(&key, &secret.0).await?;
        Ok(secret)
    }

    /// Which matches of this season of the league the store has: set and rotation.
    fn played(&self, spec: &LeagueSpec) -> Result<BTreeSet<(String, u32)>, StoreError> {
        let reader = self.store.reader();
        let open = reader.open_matches()?.into_iter().filter_map(Result::ok).map(|open| open.header);
        let finished = reader.records().filter_map(Result::ok);
        let ours = open
            .chain(finished)
            .filter(|record| record.league == spec.settings.name && Season::of(record) == spec.season);
        Ok(ours.filter_map(|record| record.set).map(|set| (set.set_id, set.rotation)).collect())
    }
}

/// Why a match can't begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The league's settings don't allow it.
    #[error(transparent)]
    League(#[from] LeagueError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game can't be set up with these seats.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}
