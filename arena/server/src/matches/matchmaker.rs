//! Pairs bots: starts the matches that the leagues want as soon as everybody in them is free.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kahua_engine::{Choices, DynRuleset, OptionError, PerSeat, SeatCount, SeatsError, Seed};
use tokio::time::sleep;
use tracing::error;

use crate::app::App;
use crate::auth::token;
use crate::bots::lobby::Seating;
use crate::config::LeagueSettings;
use crate::matches::runner::Start;
use crate::rulesets::Games;
use crate::time::Time;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::{MatchSetup, Player, Referee, SetPosition};
use kahua_leagues::{Availability, Format, Pairing, RoundRobin};
use kahua_store::StoreError;

/// The leagues, and what they still want played.
#[derive(Debug)]
pub(crate) struct Matchmaker {
    leagues: Mutex<Vec<League>>,
}

/// A league whose settings are in order.
#[derive(Debug)]
struct League {
    terms: Arc<LeagueSpec>,
    format: RoundRobin,
    /// Pairings that couldn't begin when it was their turn; they come first.
    waiting: Vec<Pairing>,
    /// How many matches were begun in this run of the arena.
    begun: u64,
}

/// What all matches of a league have in common.
#[derive(Debug)]
struct LeagueSpec {
    settings: LeagueSettings,
    ruleset: Arc<dyn DynRuleset>,
    choices: Choices,
    seats: SeatCount,
}

impl Matchmaker {
    pub(crate) fn new() -> Matchmaker {
        Matchmaker { leagues: Mutex::default() }
    }

    /// Starts matches whenever somebody may have become free, until the arena stops.
    pub(crate) async fn run(app: Arc<App>) {
        let stopped = app.stop.cancelled();
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                biased;
                () = &mut stopped => return,
                () = app.lobby.news() => app.pair(),
            }
        }
    }

    /// Whether there are leagues, and the clock stands still in all of them.
    pub(crate) fn is_for_debugging(&self) -> bool {
        let leagues = self.leagues();
        !leagues.is_empty() && leagues.iter().all(|league| league.terms.settings.time_control().stopped)
    }

    fn leagues(&self) -> MutexGuard<'_, Vec<League>> {
        self.leagues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Begins to play a league. Matches of a league of this name that the store has, finished or open, count for it.
    ///
    /// # Errors
    /// If it can't be played, or the store fails.
    pub async fn add_league(&self, settings: LeagueSettings) -> Result<(), LeagueError> {
        let terms = LeagueSpec::new(settings, &self.games)?;
        let seed = self.league_seed(&terms.settings).await?;
        let already = self.played(&terms.settings.name)?;
        let settings = &terms.settings;
        let format = RoundRobin::new(&settings.name, &settings.bots, terms.seats, settings.sets.get(), seed, &already);
        let mut leagues = self.matchmaker.leagues();
        if leagues.iter().any(|league| league.terms.settings.name == settings.name) {
            return Err(LeagueError::NameTaken(settings.name.clone()));
        }
        leagues.push(League { terms: Arc::new(terms), format, waiting: Vec::new(), begun: 0 });
        drop(leagues);
        self.lobby.ring();
        Ok(())
    }

    /// Starts every match that can begin now.
    fn pair(self: &Arc<App>) {
        if self.is_paused() {
            return;
        }
        let mut leagues = self.matchmaker.leagues();
        for league in leagues.iter_mut() {
            let waiting = std::mem::take(&mut league.waiting);
            league.waiting.extend(waiting.into_iter().filter_map(|pairing| self.start(&league.terms, pairing)));
            self.admit(league);
        }
        // The league that has begun the fewest matches comes first, so that none waits for another's end.
        loop {
            leagues.sort_by_key(|league| league.begun);
            if !leagues.iter_mut().any(|league| self.pair_one(league)) {
                return;
            }
        }
    }

    /// Lets everybody into a league without a list who is there and plays its game.
    fn admit(&self, league: &mut League) {
        let League { terms, format, .. } = league;
        if terms.settings.bots.is_empty() {
            let availability = |name: &BotName| self.lobby.availability(*name, terms.game(), terms.seats);
            let present = self.lobby.present().into_iter().map(|bot| bot.name);
            present.filter(|name| availability(name) != Availability::Away).for_each(|name| format.enter(name));
        }
    }

    /// Starts the next match of a league, if one can begin now.
    fn pair_one(self: &Arc<App>, league: &mut League) -> bool {
        let terms = league.terms.clone();
        let availability = |name: &BotName| self.lobby.availability(*name, terms.game(), terms.seats);
        let Some(pairing) = league.format.next(&availability) else { return false };
        league.begun += 1;
        league.waiting.extend(self.start(&terms, pairing));
        true
    }

    /// Seats a match and has it begun; gives the pairing back if somebody in it isn't free any more.
    fn start(self: &Arc<App>, terms: &Arc<LeagueSpec>, pairing: Pairing) -> Option<Pairing> {
        let unix_ms = Time::unix_ms();
        let id = MatchId::new(unix_ms.unsigned_abs(), token::random_bytes());
        let Some(seating) = self.lobby.seat(id, &pairing.seats, terms.game()) else { return Some(pairing) };
        let setup = terms.setup(id, &pairing, seating.players.clone(), unix_ms);
        let (app, terms) = (self.clone(), terms.clone());
        self.tasks.spawn(async move {
            if let Err(problem) = app.begin(setup, seating).await {
                error!(%id, %problem, "a match can't begin; its pairing waits");
                app.lobby.clear(id, &pairing.seats);
                app.give_back(&terms, pairing);
                // The store tries again by itself; looking too often would only fill the log.
                tokio::select! {
                    () = app.stop.cancelled() => {}
                    () = sleep(limits::BEGIN_RETRY_PAUSE) => app.lobby.ring(),
                }
            }
        });
        None
    }

    /// Begins one match that no league asked for, on a league's terms, with these bots in these seats. `None` if one of
    /// them isn't free for it.
    ///
    /// # Errors
    /// If there can be no such match, or the store fails.
    pub async fn exhibit(
        self: &Arc<App>,
        settings: LeagueSettings,
        seats: PerSeat<BotName>,
        seed: Seed,
    ) -> Result<Option<MatchId>, BeginError> {
        let terms = LeagueSpec::new(settings, &self.games)?;
        let unix_ms = Time::unix_ms();
        let id = MatchId::new(unix_ms.unsigned_abs(), token::random_bytes());
        let Some(seating) = self.lobby.seat(id, &seats, terms.game()) else { return Ok(None) };
        let pairing = Pairing { seats, seed, set: SetPosition::alone() };
        let setup = terms.setup(id, &pairing, seating.players.clone(), unix_ms);
        let app = self.clone();
        // As a task of its own, so that the seats aren't taken for nothing if whoever asked for the match stops waiting.
        let beginning = self.tasks.spawn(async move {
            let begun = app.begin(setup, seating).await;
            if begun.is_err() {
                app.lobby.clear(id, &pairing.seats);
            }
            begun
        });
        let begun = beginning.await.unwrap_or_else(|lost| std::panic::resume_unwind(lost.into_panic()));
        begun.map(|()| Some(id))
    }

    /// Keeps a match in the store, then runs it.
    async fn begin(self: &Arc<App>, setup: MatchSetup, seating: Seating) -> Result<(), BeginError> {
        let (header, ruleset) = (setup.header(), setup.ruleset.clone());
        let referee = Referee::new(setup)?;
        self.store.begin(&header, ruleset.toml()).await?;
        self.launch(referee, seating, Start::Fresh);
        Ok(())
    }

    fn give_back(&self, terms: &Arc<LeagueSpec>, pairing: Pairing) {
        if let Some(league) = self.matchmaker.leagues().iter_mut().find(|league| Arc::ptr_eq(&league.terms, terms)) {
            league.waiting.push(pairing);
        }
    }

    /// The league's seed: the one of its settings, or the one that was made up when it was first played.
    async fn league_seed(&self, settings: &LeagueSettings) -> Result<Seed, StoreError> {
        if let Some(seed) = settings.seed {
            return Ok(seed);
        }
        let key = format!("league_seed:{}", settings.name);
        if let Some(kept) = self.store.reader().meta(&key)?
            && let Ok(bytes) = kept.try_into()
        {
            return Ok(Seed(bytes));
        }
        let seed = Seed(token::random_bytes());
        self.store.set_meta(&key, &seed.0).await?;
        Ok(seed)
    }

    /// Which matches of this league the store has: set and rotation.
    fn played(&self, league: &str) -> Result<BTreeSet<(String, u32)>, StoreError> {
        let reader = self.store.reader();
        let open = reader.open_matches()?.into_iter().filter_map(Result::ok).map(|open| open.header);
        let finished = reader.records().filter_map(Result::ok);
        let ours = open.chain(finished).filter(|record| record.league == league);
        Ok(ours.filter_map(|record| record.set).map(|set| (set.set_id, set.rotation)).collect())
    }
}

impl LeagueSpec {
    fn new(settings: LeagueSettings, games: &Games) -> Result<LeagueSpec, LeagueError> {
        let league = settings.name.clone();
        if league.is_empty() || league.len() > limits::LEAGUE_BYTES_MAX {
            return Err(LeagueError::Name(league));
        }
        let Some(ruleset) = games.find(&settings.game).cloned() else {
            return Err(LeagueError::Game { league, game: settings.game, known: games.names() });
        };
        if settings.rated && settings.time_control().stopped {
            return Err(LeagueError::RatedWithoutClock(league));
        }
        let info = ruleset.info();
        let choices = Choices::parse(info.options, settings.options.iter().map(String::as_str))
            .map_err(|problem| LeagueError::Options { league: league.clone(), problem })?;
        let seats = info.seat_count(settings.seats).map_err(|problem| LeagueError::Seats { league, problem })?;
        Ok(LeagueSpec { settings, ruleset, choices, seats })
    }

    fn game(&self) -> &'static str {
        self.ruleset.info().name
    }

    fn setup(&self, id: MatchId, pairing: &Pairing, players: PerSeat<Player>, started_unix_ms: i64) -> MatchSetup {
        MatchSetup {
            id,
            league: self.settings.name.clone(),
            rated: self.settings.rated,
            ruleset: self.ruleset.clone(),
            choices: self.choices.clone(),
            players,
            seed: pairing.seed,
            set: pairing.set.clone(),
            time_control: self.settings.time_control(),
            fault_policy: self.settings.fault_policy(),
            started_unix_ms,
        }
    }
}

/// Why a league can't be played.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// There is one with this name.
    #[error("league {0:?}: there is one of this name already")]
    NameTaken(String),
    /// The name is empty or too long.
    #[error("league {0:?}: its name must have 1 to {max} bytes", max = limits::LEAGUE_BYTES_MAX)]
    Name(String),
    /// The arena doesn't have the game.
    #[error("league {league:?}: there is no game {game:?}; there are: {known}")]
    Game {
        /// The league.
        league: String,
        /// The game.
        game: String,
        /// The games there are.
        known: String,
    },
    /// The game's options are others.
    #[error("league {league:?}: {problem}")]
    Options {
        /// The league.
        league: String,
        /// What is wrong.
        problem: OptionError,
    },
    /// The game can't have this number of seats.
    #[error("league {league:?}: {problem}")]
    Seats {
        /// The league.
        league: String,
        /// What is wrong.
        problem: SeatsError,
    },
    /// Its clock stands still, but it counts.
    #[error("league {0:?}: its clock stands still (no_clock), so its matches can't be rated: say rated = false")]
    RatedWithoutClock(String),
    /// The store can't keep the league's seed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Why a match can't begin.
#[derive(Debug, thiserror::Error)]
pub enum BeginError {
    /// Its terms can't be kept.
    #[error(transparent)]
    League(#[from] LeagueError),
    /// It can't be kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Its table can't be set.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}
