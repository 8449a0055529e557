//! Pairs bots: starts the matches that the leagues ask for as soon as all bots in them are free.

mod absent;
mod assigned;
mod change;
mod cluster_role;
mod corrections;
mod filing;
mod hand_out;
mod league;
mod report;
mod resume;
mod single;
mod status;
mod tell;
mod workers;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kahua_engine::{SeatsError, Seed};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::notice;
use parking_lot::Mutex;
use tokio::time::{Instant, sleep};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{debug, error, info, warn};

use crate::auth::caller::Caller;
use crate::auth::token;
use crate::bots::lobby::{BotStatus, Lobby, Seating};
use crate::matches::admission::{AdmissionControl, Starting};
use crate::matches::runner::Start;
use crate::matches::running::RunningMatches;
use crate::time::Time;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::{MatchSetup, Nonce, Referee};
use kahua_core::season::Season;
use kahua_leagues::{Availability, Corrections, Entrant, Pairing, Progress, Reservations};
use kahua_settings::config::{DisqualifiedMatches, LeagueSeed, LeagueSettings, SeasonChoice, WatchPolicy};
use kahua_settings::league_spec::{LeagueError, LeagueSpec};
use kahua_settings::overrides::{self, Overrides};
use kahua_settings::seasons::KeptSeason;
use kahua_settings::{MatchTermsError, Rulesets, anchors};
use kahua_store::{Health, Store, StoreError};

use cluster_role::Role;
use league::League;
use report::{Repeated, Reported};

pub use assigned::AssignedError;
pub use change::ChangeError;
pub use cluster_role::{ReachesSeats, SharedPairing};
pub use single::StartTableError;
pub use workers::{EnterError, WorkerCounts, WorkerId, WorkerTerms, Workers};

/// The leagues and their pairings that are still to be played.
#[derive(Debug)]
pub struct Matchmaker {
    rulesets: Rulesets,
    store: Store,
    lobby: Arc<Lobby>,
    matches: Arc<RunningMatches>,
    workers: Workers,
    admission: AdmissionControl,
    stop: CancellationToken,
    tasks: TaskTracker,
    leagues: Mutex<Vec<League>>,
    /// The corrections that the leagues count, and of which bots were told. Those of the ledger are newer if the store has failed in
    /// between.
    followed: Mutex<Arc<Corrections>>,
    paused: AtomicBool,
    /// What the log has last said of bots that are too few for a match.
    lonely: Mutex<Repeated>,
    role: Role,
}

impl Matchmaker {
    /// A matchmaker without leagues, paused if the store says so.
    pub fn new(
        rulesets: Rulesets,
        store: Store,
        lobby: Arc<Lobby>,
        matches: Arc<RunningMatches>,
        admission: AdmissionControl,
        stop: CancellationToken,
        tasks: TaskTracker,
    ) -> Result<Matchmaker, StoreError> {
        let paused = AtomicBool::new(overrides::is_all_paused(store.reader())?);
        let (leagues, followed, lonely, role, workers) = Default::default();
        Ok(Matchmaker {
            rulesets,
            store,
            lobby,
            matches,
            workers,
            admission,
            stop,
            tasks,
            leagues,
            followed,
            paused,
            lonely,
            role,
        })
    }

    /// The same matchmaker, with these terms for workers.
    pub fn with_worker_terms(self, terms: WorkerTerms) -> Matchmaker {
        Matchmaker { workers: Workers::new(terms), ..self }
    }

    /// Starts matches whenever a bot may have become free, until the arena stops.
    async fn run(self: Arc<Self>) {
        let stopped = self.stop.cancelled();
        tokio::pin!(stopped);
        loop {
            tokio::select! {
                biased;
                () = &mut stopped => return,
                () = self.lobby.changed() => self.pair_all(),
                // A match may become possible without an event: the arena's lag ends, or a slow bot has rested.
                () = sleep(limits::PAIRING_PAUSE) => self.pair_all(),
            }
        }
    }

    /// Adds a league, which plays its first match once [`begin`](Matchmaker::begin) was called.
    ///
    /// # Errors
    /// If the league can't be played, or the store fails.
    pub async fn add_league(&self, settings: LeagueSettings) -> Result<(), LeagueError> {
        if self.has_league(&settings.name) {
            return Err(LeagueError::NameTaken(settings.name));
        }
        let league = settings.name.clone();
        let present = KeptSeason::of(&league, self.store.reader())?.map_or(Season::FIRST, |kept| kept.season);
        let kept = Overrides::read(&league, present, self.store.reader())?;
        let mut overrides = kept.clone();
        if overrides.reconcile_bots(&settings.bots) {
            info!(league, "its bots were listed by hand before the settings were changed; the settings count now");
        }
        let mut spec = self.with_bots_by_hand(settings, &overrides)?.open(&self.store).await?;
        let seed = self.league_seed(&spec.settings).await?;
        if spec.season != present {
            overrides = overrides.in_season(spec.season);
        }
        // A season that begins with the arena must not stay paused because of an earlier one.
        overrides.paused &= spec.settings.season != SeasonChoice::New;
        if let Some(length) = overrides.reconcile(spec.settings.length()) {
            info!(league, "{length} was set by hand before the settings were changed; the settings count now");
        }
        match overrides.length.map(|length| spec.with_length(length, &self.rulesets)) {
            Some(Ok(extended)) => spec = extended,
            Some(Err(problem)) => warn!(league, "the manual override conflicts with the settings: {problem}"),
            None => {}
        }
        anchors::keep(spec.settings.anchor, &league, &self.store).await?;
        if overrides != kept {
            overrides.keep(&league, &self.store).await?;
        }
        self.leagues.lock().push(League::new(spec, seed, overrides));
        Ok(())
    }

    /// The league with the bots that organizers have listed, if there are any and it can be played with them.
    fn with_bots_by_hand(&self, settings: LeagueSettings, overrides: &Overrides) -> Result<LeagueSpec, LeagueError> {
        if !overrides.bots.is_empty() {
            let by_hand = LeagueSettings { bots: overrides.bots.clone(), ..settings.clone() };
            match LeagueSpec::new(by_hand, &self.rulesets) {
                Ok(spec) => return Ok(spec),
                Err(problem) => {
                    warn!(league = settings.name, "it can't be played with the bots listed by hand: {problem}")
                }
            }
        }
        LeagueSpec::new(settings, &self.rulesets)
    }

    /// Lets the leagues play. Call it after they were told of all their matches in the store.
    pub fn begin(self: &Arc<Self>) {
        for league in self.leagues.lock().iter_mut() {
            league.reported = Reported::first(league);
        }
        self.tasks.spawn(self.clone().run());
        self.tasks.spawn(self.clone().report());
        self.tasks.spawn(self.clone().watch_progress());
        self.lobby.notify();
    }

    /// The leagues, as the services describe them.
    pub fn leagues(&self) -> Vec<pb::League> {
        self.leagues.lock().iter().map(|league| league.spec.to_wire()).collect()
    }

    /// The names of the leagues.
    pub fn league_names(&self) -> Vec<String> {
        self.leagues.lock().iter().map(|league| league.name().to_owned()).collect()
    }

    /// The season that is played of this league; `None` if there is no such league.
    pub fn season(&self, league: &str) -> Option<Season> {
        self.look(league, |league| league.spec.season)
    }

    /// The progress of this league's schedule; `None` if there is no such league.
    pub fn progress(&self, league: &str) -> Option<Progress> {
        self.look(league, |league| league.format.progress())
    }

    /// Whether there is a league of this name.
    fn has_league(&self, name: &str) -> bool {
        self.look(name, |_| ()).is_some()
    }

    /// Whether there is a league of this name that every connected bot plays in.
    pub fn is_open(&self, name: &str) -> bool {
        self.look(name, League::is_open) == Some(true)
    }

    /// The rule for the spectators of this league, and whether the caller may play in it; `None` if there is no such league.
    pub fn watch_rule(&self, league: &str, caller: Caller) -> Option<(WatchPolicy, bool)> {
        self.look(league, |league| {
            let settings = &league.spec.settings;
            let may_play = match settings.bots.as_slice() {
                [] => caller.may_be_a_bot(),
                bots => bots.iter().any(|bot| caller.may_be(*bot)),
            };
            Some((settings.watch?, may_play))
        })?
    }

    /// What becomes of the matches of a bot that is disqualified from this league; `None` if there is no such league.
    pub fn disqualified_matches(&self, league: &str) -> Option<DisqualifiedMatches> {
        self.look(league, |league| league.spec.settings.disqualified)
    }

    /// Looks at the league of this name, if there is one.
    fn look<T>(&self, name: &str, look: impl FnOnce(&League) -> T) -> Option<T> {
        self.leagues.lock().iter().find(|league| league.spec.settings.name == name).map(look)
    }

    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Pauses or resumes the pairing of new matches, and tells the bots.
    ///
    /// # Errors
    /// If the store can't keep the change, which then lasts until the arena restarts.
    pub async fn set_paused(&self, paused: bool) -> Result<(), StoreError> {
        self.pause(paused);
        overrides::keep_all_paused(paused, &self.store).await
    }

    /// As [`set_paused`](Matchmaker::set_paused), without writing to the store.
    pub fn pause(&self, paused: bool) {
        self.paused.store(paused, Ordering::Relaxed);
        let (kind, text) = match paused {
            true => (notice::Kind::Paused, "an organizer has paused the pairing of new matches; open matches go on"),
            false => (notice::Kind::Unpaused, "new matches are paired again"),
        };
        self.lobby.announce(kind, text);
        self.lobby.notify();
    }

    /// Pairs no more matches until pairing is resumed or the arena stops. The store doesn't keep this. On return, the
    /// bots of all matches that were paired before have their seats.
    pub fn stop_pairing(&self) {
        // A task that is pairing holds the lock, and may have read the flag before.
        let _nobody_pairs = self.leagues.lock();
        self.paused.store(true, Ordering::Relaxed);
    }

    /// Starts every match that can begin now. None begins while the store can't be written, because a match must be
    /// stored first.
    fn pair_all(self: &Arc<Self>) {
        let mut leagues = self.leagues.lock();
        // Also while nothing is paired: nothing else empties the list of matches that have ended.
        self.take_in_ended_matches(&mut leagues);
        if !self.pairs() || self.is_paused() || self.store.health() != Health::Well {
            return;
        }
        // Workers play on machines of their own, so a full arena doesn't hold them up.
        self.hand_out(&mut leagues);
        if !self.has_room() {
            return;
        }
        let bots = self.lobby.bots();
        let mut leagues: Vec<&mut League> = leagues.iter_mut().filter(|league| league.begins_matches()).collect();
        for league in &mut leagues {
            self.admit_entrants(league, &bots);
            for pairing in std::mem::take(&mut league.waiting) {
                self.try_pairing(league, pairing);
            }
        }
        // The league that has started the fewest matches comes first, so that no league waits for the end of another.
        while self.has_room() {
            leagues.sort_by_key(|league| league.started);
            if !self.pair_one(&mut leagues) {
                return;
            }
        }
    }

    /// Starts the next match of the first of these leagues that has one; `false` if none can begin now.
    fn pair_one(self: &Arc<Self>, leagues: &mut [&mut League]) -> bool {
        // Made anew for each match, because each match that begins changes which bots are free.
        let mut reservations = Reservations::new(leagues.iter().map(|league| &*league.format));
        leagues.iter_mut().any(|league| self.pair_next(league, &mut reservations))
    }

    /// Enters the bots that play the league's game and are on its list, each in the version that it stated. A league
    /// without a list admits all bots except those that an organizer has withdrawn. `bots` has all bots, sorted by
    /// name.
    fn admit_entrants(&self, league: &mut League, bots: &[BotStatus]) {
        let spec = league.spec.clone();
        let named = |name: &BotName| Some(&bots[bots.binary_search_by_key(name, |bot| bot.name).ok()?]);
        let mut wanted: Vec<&BotStatus> = match spec.settings.bots.as_slice() {
            [] => bots.iter().collect(),
            listed => listed.iter().filter_map(named).collect(),
        };
        wanted.sort_by_key(|bot| bot.name);
        let is_away = |name: &BotName| self.lobby.availability(*name, spec.game(), spec.seats()) == Availability::Away;
        for bot in wanted.into_iter().filter(|bot| !is_away(&bot.name)) {
            if league.admits(&bot.name)
                && let Some(versions) = league.enter(Entrant::new(bot.name, &bot.version))
            {
                let problem = format!(
                    "version {:?} of {} doesn't play in this season of league {}: {versions} versions of it have played, which \
                     is the maximum; use one of those versions, or ask an organizer to raise `versions` or to start a new season",
                    bot.version,
                    bot.name,
                    league.name()
                );
                warn!("{problem}");
                self.lobby.tell(bot.name, notice::Kind::Waiting, problem);
            }
        }
    }

    /// Starts the next match of a league. If none can begin now, reserves bots and returns `false`.
    fn pair_next(self: &Arc<Self>, league: &mut League, reservations: &mut Reservations) -> bool {
        let spec = league.spec.clone();
        let refused = league.refused.clone();
        let availability = |name: &BotName| match refused.contains_key(name) {
            true => Availability::Away,
            false => self.lobby.availability(*name, spec.game(), spec.seats()),
        };
        let kept = reservations.kept_from(&*league.format);
        let unless_kept = |name: &BotName| match availability(name) {
            // Busy and not away, since the bot will be free for this league later.
            Availability::Free if kept.contains(name) => Availability::Busy,
            other => other,
        };
        let Some(pairing) = league.format.next(&unless_kept) else {
            reservations.reserve(&mut *league.format, &availability);
            return false;
        };
        league.started += 1;
        league.reported.began.get_or_insert_with(Instant::now);
        self.try_pairing(league, pairing);
        true
    }

    /// Whether another match may be paired now.
    fn has_room(&self) -> bool {
        match self.role.get() {
            None => self.can_play_more(),
            Some(role) => role.pairing.has_room(),
        }
    }

    /// Whether this arena may play another match.
    pub fn can_play_more(&self) -> bool {
        self.admission.has_room(self.matches.count())
    }

    /// Takes the seats of a match and starts it in the background. The pairing waits if one of its bots isn't free any
    /// more, or if the arena is at its limit. It is void if one of its bots has come back with another version or was
    /// withdrawn.
    fn try_pairing(self: &Arc<Self>, league: &mut League, pairing: Pairing) {
        let spec = league.spec.clone();
        let names = pairing.seats.map(|entrant| entrant.name);
        if !pairing.seats.iter().all(|entrant| league.admits_entrant(entrant)) {
            return league.void(&pairing);
        }
        if let Some(role) = self.role.get() {
            return self.offer_pairing(&role.pairing, league, pairing, &names);
        }
        if !self.has_room() {
            return league.waiting.push(pairing);
        }
        let (id, unix_ms) = new_id();
        let Some(seating) = self.lobby.take_seats(id, &names, spec.game()) else {
            return league.waiting.push(pairing);
        };
        let stated = seating.players.map(|player| Entrant::new(player.name, &player.version));
        if stated != pairing.seats {
            self.lobby.free_seats(id, &names);
            return league.void(&pairing);
        }
        let setup =
            spec.setup(league.begin(id), id, &pairing, Nonce(token::random_bytes()), seating.players.clone(), unix_ms);
        // Counted before its task runs, so that the next pairing doesn't take the same room.
        let (matchmaker, starting) = (self.clone(), self.admission.start());
        self.tasks.spawn(async move {
            if let Err(problem) = matchmaker.start(setup, seating, starting).await {
                matchmaker.lobby.free_seats(id, &names);
                matchmaker.try_later(id, problem, &spec, pairing).await;
            }
        });
    }

    /// Tries a pairing that couldn't begin again later.
    async fn try_later(&self, id: MatchId, problem: StartError, spec: &LeagueSpec, pairing: Pairing) {
        match problem {
            // Logged already. No match begins until the trouble is over.
            StartError::Store(StoreError::Trouble(_)) => debug!(%id, "a match waits for the store"),
            problem => error!(%id, %problem, "a match can't begin; its pairing waits"),
        }
        // Freed seats wake the matchmaker at once, so the pairing is given back only after the pause.
        tokio::select! {
            biased;
            () = self.stop.cancelled() => {}
            () = sleep(limits::BEGIN_RETRY_PAUSE) => {
                self.give_back(spec, id, pairing);
                self.lobby.notify();
            }
        }
    }

    /// Writes a match to the store, then launches it. In this order, because a match that isn't in the store can't be
    /// resumed.
    async fn start(&self, setup: MatchSetup, seating: Seating, starting: Starting) -> Result<(), StartError> {
        // The store may have failed since the matchmaker last checked.
        #[cfg(feature = "simulation")]
        crate::simulated::hesitate().await;
        let (header, ruleset) = (setup.header(), setup.ruleset.clone());
        let referee = Referee::new(setup)?;
        self.store.begin(&header, ruleset.toml()).await?;
        // From now on the match counts as running.
        drop(starting);
        self.matches.launch(referee, seating, Start::Fresh);
        Ok(())
    }

    /// Puts the pairing of a match that couldn't be played back among those that wait.
    fn give_back(&self, spec: &LeagueSpec, id: MatchId, pairing: Pairing) {
        if let Some(league) = tell::league_of(&mut self.leagues.lock(), &spec.settings.name, spec.season) {
            league.open.remove(&id);
            league.waiting.push(pairing);
        }
    }

    /// The seed that the seeds of the league's matches are derived from.
    async fn league_seed(&self, settings: &LeagueSettings) -> Result<Seed, StoreError> {
        match settings.seed {
            LeagueSeed::Reproducible(seed) | LeagueSeed::Shared(seed) => Ok(seed),
            LeagueSeed::Secret(None) => self.league_secret(&settings.name).await,
            LeagueSeed::Secret(Some(seed)) => {
                Ok(self.league_secret(&settings.name).await?.derive(&format!("league seed {seed}"), 0))
            }
        }
    }

    /// 32 random bytes that only the arena knows, drawn when the league was first played.
    async fn league_secret(&self, league: &str) -> Result<Seed, StoreError> {
        let kept = self.store.meta_or(&format!("league_seed:{league}"), &token::random_bytes::<32>()).await?;
        Ok(Seed(kept.try_into().unwrap_or_else(|_| token::random_bytes())))
    }
}

/// The id of a match that begins now, with the time that is in it, in milliseconds since 1970-01-01 UTC.
fn new_id() -> (MatchId, i64) {
    let unix_ms = Time::unix_ms();
    (MatchId::new(unix_ms.unsigned_abs(), token::random_bytes()), unix_ms)
}

/// Why a match can't begin.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It can't be played on its terms.
    #[error(transparent)]
    Terms(#[from] MatchTermsError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The game can't be set up with these seats.
    #[error(transparent)]
    Seats(#[from] SeatsError),
}
