//! The connected workers: what each of them offers, and which matches it has.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::MatchSetup;
use kahua_core::season::Season;
use kahua_engine::SeatCount;
use kahua_leagues::{Availability, Entrant, Pairing};
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::bots::Profile;
use kahua_settings::config::{Config, WorkerSettings, WorkerTimes};
use kahua_settings::league_spec::LeagueSpec;

/// The connected workers. Locked for moments only. To hold the leagues' lock as well, take that one first.
#[derive(Debug, Default)]
pub struct Workers {
    terms: WorkerTerms,
    pub(super) state: Mutex<State>,
}

/// What the settings say of workers.
#[derive(Debug, Default)]
pub struct WorkerTerms {
    times: WorkerTimes,
    workers: BTreeMap<BotName, WorkerSettings>,
    /// The bots that workers may play. A worker can't play any other bot.
    bots: BTreeSet<BotName>,
}

impl WorkerTerms {
    pub fn of(config: &Config) -> WorkerTerms {
        WorkerTerms {
            times: config.worker_times,
            workers: config.workers.iter().map(|worker| (worker.name, worker.clone())).collect(),
            bots: config.bots.iter().filter(|bot| bot.is_of_workers()).map(|bot| bot.name).collect(),
        }
    }

    /// Whether workers may play this bot.
    pub fn includes(&self, bot: &BotName) -> bool {
        self.bots.contains(bot)
    }
}

/// The state of the workers, behind the lock.
#[derive(Debug, Default)]
pub(super) struct State {
    last: WorkerId,
    /// In the order in which they came.
    pub(super) connected: BTreeMap<WorkerId, Worker>,
    /// The conduct of each worker that has ever failed since the arena was started.
    conduct: BTreeMap<BotName, Conduct>,
}

/// The conduct of a worker, over all of its streams.
#[derive(Clone, Copy, Debug, Default)]
struct Conduct {
    /// How many of its records were refused.
    refused: u32,
    /// One bit for each of its last matches, the latest in the lowest bit: 1 if it failed.
    failed: u64,
    /// When it was last kept out because it had failed too often.
    barred: Option<Instant>,
}

/// One stream of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerId(u64);

/// A worker that is connected.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) name: BotName,
    pub(super) machine: pb::WorkerMachine,
    /// Its bots that are ready.
    bots: BTreeMap<BotName, Profile>,
    matches_at_once: usize,
    pub(super) assigned: BTreeMap<MatchId, Assigned>,
    pub(super) orders: mpsc::Sender<pb::WorkResponse>,
}

/// A match that a worker has.
#[derive(Debug)]
pub(super) struct Assigned {
    pub(super) spec: Arc<LeagueSpec>,
    pub(super) pairing: Pairing,
    pub(super) setup: MatchSetup,
    /// When it goes to another worker.
    pub(super) due: Instant,
}

impl Assigned {
    /// A match that a worker has from now on.
    pub(super) fn new(spec: Arc<LeagueSpec>, pairing: Pairing, setup: MatchSetup) -> Assigned {
        let seats = u32::try_from(setup.players.iter().count()).unwrap_or(u32::MAX);
        let played = setup.time_control.whole_match(seats, limits::WORKER_DECISIONS_COUNTED);
        let max = limits::WORKER_MATCH_TIME_MAX;
        let time = played.map_or(max, |played| played.saturating_add(limits::WORKER_MATCH_GRACE).min(max));
        Assigned { spec, pairing, setup, due: Instant::now() + time }
    }
}

/// How many workers there are, and how many matches they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WorkerCounts {
    pub connected: usize,
    pub assigned: usize,
}

/// Why a worker isn't let in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnterError {
    /// Another stream has its name.
    #[error("the worker {0} is connected already; each worker needs a name and a token of its own")]
    NameInUse(BotName),
    /// Its records were refused.
    #[error(
        "{refused} records of the worker {name} were refused: find out why, and start the arena again to give it more matches"
    )]
    Barred {
        /// Its name.
        name: BotName,
        /// How many.
        refused: u32,
    },
    /// It has failed too often.
    #[error(
        "{failed} of the last {counted} matches failed on the worker {name}: its own words say why; it may come again in {minutes} min",
        failed = limits::WORKER_FAILURES_MAX,
        counted = limits::WORKER_MATCHES_COUNTED
    )]
    Failing {
        /// Its name.
        name: BotName,
        /// How long it is kept out.
        minutes: u64,
    },
    /// The arena takes no more workers.
    #[error("{max} workers are connected already, which is as many as this arena takes", max = limits::WORKERS_MAX)]
    Full,
}

impl Workers {
    /// No workers yet.
    pub(crate) fn new(terms: WorkerTerms) -> Workers {
        Workers { terms, state: Mutex::default() }
    }

    /// Lets a worker in. It gets its matches over `orders`. It offers nothing so far.
    ///
    /// # Errors
    /// If it may not come in.
    pub fn enter(
        &self,
        name: BotName,
        hello: &pb::WorkerHello,
        orders: mpsc::Sender<pb::WorkResponse>,
    ) -> Result<(WorkerId, pb::WorkerMachine), EnterError> {
        let mut state = self.state.lock();
        if let Some(why) = state.barred(name) {
            return Err(why);
        }
        if state.connected.values().any(|worker| worker.name == name) {
            return Err(EnterError::NameInUse(name));
        }
        if state.connected.len() >= limits::WORKERS_MAX {
            return Err(EnterError::Full);
        }
        let own = self.terms.workers.get(&name);
        // The speed that a worker claims is only shown. It doesn't change the time of its bots.
        let fixed = own.and_then(|own| own.speed);
        let (cores, speed) = (hello.cores, fixed.map_or(hello.speed, NonZeroU64::get));
        let time_permille = self.terms.times.time_permille(fixed);
        let machine = pb::WorkerMachine { name: name.to_string(), cores, speed, time_permille };
        let (bots, assigned) = Default::default();
        let worker = Worker { name, machine: machine.clone(), bots, matches_at_once: 0, assigned, orders };
        state.last.0 += 1;
        let id = state.last;
        state.connected.insert(id, worker);
        Ok((id, machine))
    }

    /// Notes what a worker offers from now on. Returns the offered bots that no worker may play.
    pub(super) fn offer(&self, id: WorkerId, bots: Vec<Profile>, matches_at_once: usize) -> Vec<BotName> {
        let (ours, others): (Vec<_>, Vec<_>) = bots.into_iter().partition(|bot| self.terms.includes(&bot.name));
        if let Some(worker) = self.state.lock().connected.get_mut(&id) {
            let own = self.terms.workers.get(&worker.name).and_then(|own| own.matches_at_once);
            let max = own.map_or(limits::WORKER_MATCHES_MAX, |own| own.get().min(limits::WORKER_MATCHES_MAX));
            worker.bots = ours.into_iter().map(|bot| (bot.name, bot)).collect();
            worker.matches_at_once = matches_at_once.min(max);
        }
        others.into_iter().map(|bot| bot.name).collect()
    }

    /// Takes back the matches that a worker has had for too long. Each counts as failed.
    pub(super) fn take_overdue(&self, id: WorkerId) -> Vec<Assigned> {
        let mut state = self.state.lock();
        let now = Instant::now();
        let Some(worker) = state.connected.get_mut(&id) else { return Vec::new() };
        let overdue: Vec<_> = worker.assigned.extract_if(.., |_, assigned| assigned.due <= now).collect();
        let name = worker.name;
        overdue.iter().for_each(|_| state.note_failed(name));
        overdue.into_iter().map(|(_, assigned)| assigned).collect()
    }

    pub fn counts(&self) -> WorkerCounts {
        let state = self.state.lock();
        let assigned = state.connected.values().map(|worker| worker.assigned.len()).sum();
        WorkerCounts { connected: state.connected.len(), assigned }
    }

    /// How many matches of each season of each league they have. Seasons without any are left out.
    pub(super) fn of_seasons(&self) -> BTreeMap<(String, Season), u32> {
        let mut counts = BTreeMap::new();
        let state = self.state.lock();
        for assigned in state.connected.values().flat_map(|worker| worker.assigned.values()) {
            let setup = &assigned.setup;
            *counts.entry((setup.league.clone(), setup.season)).or_default() += 1;
        }
        counts
    }

    /// Whether some worker has this bot for such a match.
    pub(super) fn offers(&self, name: &BotName, game: &str, seats: SeatCount) -> bool {
        let state = self.state.lock();
        state.connected.values().any(|worker| worker.profile(name, game, seats).is_some())
    }

    /// Takes a match from a worker; `None` if it doesn't have it.
    pub(super) fn take(&self, id: WorkerId, match_id: MatchId) -> Option<(pb::WorkerMachine, Assigned)> {
        let mut state = self.state.lock();
        let worker = state.connected.get_mut(&id)?;
        Some((worker.machine.clone(), worker.assigned.remove(&match_id)?))
    }

    /// Takes all its matches from a worker that has gone.
    pub(super) fn leave(&self, id: WorkerId) -> Option<Worker> {
        self.state.lock().connected.remove(&id)
    }

    /// Notes that a record of the worker with this name counts.
    pub(super) fn note_kept(&self, name: BotName) {
        if let Some(conduct) = self.state.lock().conduct.get_mut(&name) {
            conduct.failed <<= 1;
        }
    }

    /// Notes that a record of the worker with this name was refused.
    pub(super) fn note_refused(&self, name: BotName) {
        self.state.lock().conduct(name).refused += 1;
    }

    /// Notes that the worker with this name has failed to play a match.
    pub(super) fn note_failed(&self, name: BotName) {
        self.state.lock().note_failed(name);
    }

    /// Why this worker gets no more matches, if so.
    pub fn barred(&self, id: WorkerId) -> Option<String> {
        let state = self.state.lock();
        Some(state.barred(state.connected.get(&id)?.name)?.to_string())
    }
}

impl State {
    /// Why the worker with this name gets no matches, if so.
    fn barred(&self, name: BotName) -> Option<EnterError> {
        let Conduct { refused, barred, .. } = *self.conduct.get(&name)?;
        if refused >= limits::WORKER_REFUSALS_MAX {
            return Some(EnterError::Barred { name, refused });
        }
        let left = limits::WORKER_BARRED_FOR.checked_sub(barred?.elapsed()).filter(|left| !left.is_zero())?;
        Some(EnterError::Failing { name, minutes: left.as_secs().div_ceil(60) })
    }

    /// The conduct of the worker with this name.
    fn conduct(&mut self, name: BotName) -> &mut Conduct {
        if self.conduct.len() >= limits::WORKERS_REMEMBERED_MAX && !self.conduct.contains_key(&name) {
            // One that is kept out is forgotten last: else a worker that takes many names would let others back in.
            let forgotten = self.conduct.keys().copied().min_by_key(|other| self.barred(*other).is_some());
            if let Some(forgotten) = forgotten {
                self.conduct.remove(&forgotten);
            }
        }
        self.conduct.entry(name).or_default()
    }

    fn note_failed(&mut self, name: BotName) {
        let conduct = self.conduct(name);
        conduct.failed = conduct.failed << 1 | 1;
        if conduct.failed.count_ones() >= limits::WORKER_FAILURES_MAX {
            // Counted from zero again. Otherwise the next failure after the pause would bar it at once.
            (conduct.failed, conduct.barred) = (0, Some(Instant::now()));
        }
    }

    /// The workers that can take another match, those with the fewest matches first.
    pub(super) fn with_room(&self) -> Vec<WorkerId> {
        let has_room =
            |worker: &Worker| worker.assigned.len() < worker.matches_at_once && self.barred(worker.name).is_none();
        let mut ids: Vec<_> = self.connected.iter().filter(|(_, worker)| has_room(worker)).collect();
        ids.sort_by_key(|(_, worker)| worker.assigned.len());
        ids.into_iter().map(|(id, _)| *id).collect()
    }

    /// The version in which each bot of a worker plays: that of the bot's own connection to the arena, if it has one,
    /// else that of the worker that came first.
    pub(super) fn versions(&self, connected: BTreeMap<BotName, String>) -> BTreeMap<BotName, String> {
        let mut versions = connected;
        for bot in self.connected.values().flat_map(|worker| worker.bots.values()) {
            versions.entry(bot.name).or_insert_with(|| bot.version.clone());
        }
        versions
    }
}

impl Worker {
    /// Its bots that don't play because another version plays: each with that version and its own.
    pub(super) fn outdated<'a>(
        &'a self,
        versions: &'a BTreeMap<BotName, String>,
    ) -> impl Iterator<Item = (BotName, &'a str, &'a str)> {
        let versions =
            self.bots.values().filter_map(|bot| Some((bot.name, &**versions.get(&bot.name)?, &*bot.version)));
        versions.filter(|(_, played, own)| played != own)
    }

    fn profile(&self, name: &BotName, game: &str, seats: SeatCount) -> Option<&Profile> {
        self.bots.get(name).filter(|bot| bot.plays.includes(game, seats))
    }

    /// The bots that can play in this league, in exactly these versions.
    pub(super) fn entrants(
        &self,
        spec: &LeagueSpec,
        versions: &BTreeMap<BotName, String>,
    ) -> BTreeMap<BotName, Entrant> {
        let listed: BTreeSet<&BotName> = spec.settings.bots.iter().collect();
        let bots = listed.into_iter().filter_map(|name| self.profile(name, spec.game(), spec.seats()));
        let bots = bots.filter(|bot| versions.get(&bot.name) == Some(&bot.version));
        bots.map(|bot| (bot.name, Entrant::new(bot.name, &bot.version))).collect()
    }

    /// Whether this bot, which it has, can play one more match here.
    pub(super) fn availability(&self, name: &BotName) -> Availability {
        let Some(bot) = self.bots.get(name) else { return Availability::Away };
        let seats = self.assigned.values().flat_map(|assigned| assigned.pairing.seats.iter());
        let plays = seats.filter(|entrant| entrant.name == *name).count();
        if plays < bot.matches_max as usize { Availability::Free } else { Availability::Busy }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kahua_core::referee::{Nonce, Player, SetPosition};
    use kahua_engine::toy::Toy;
    use kahua_engine::{PerSeat, Seed};
    use tokio::time::advance;

    use super::*;
    use crate::auth::token;
    use kahua_settings::Rulesets;
    use kahua_settings::config::{LeagueSettings, MatchTerms};

    fn enter(workers: &Workers) -> Result<(WorkerId, pb::WorkerMachine), EnterError> {
        workers.enter("w".parse().unwrap(), &pb::WorkerHello::default(), mpsc::channel(1).0)
    }

    #[tokio::test(start_paused = true)]
    async fn a_worker_is_barred_by_its_share_of_failures_for_a_time() {
        let (workers, name) = (Workers::default(), "w".parse().unwrap());
        let (id, _) = enter(&workers).unwrap();
        for _ in 0..100 {
            // One failure in five doesn't bar a worker.
            workers.note_failed(name);
            (0..4).for_each(|_| workers.note_kept(name));
        }
        assert_eq!(workers.barred(id), None);
        (0..limits::WORKER_FAILURES_MAX).for_each(|_| workers.note_failed(name));
        assert!(workers.barred(id).unwrap().contains("16 of the last 64 matches failed on the worker w"));
        workers.leave(id);
        assert_eq!(enter(&workers).unwrap_err(), EnterError::Failing { name, minutes: 10 });
        advance(limits::WORKER_BARRED_FOR - Duration::from_secs(30)).await;
        assert_eq!(enter(&workers).unwrap_err(), EnterError::Failing { name, minutes: 1 });
        advance(Duration::from_secs(30)).await;
        assert!(enter(&workers).is_ok());
    }

    /// A match with this time control, as a worker has it from now on.
    fn assigned(time: &str) -> Assigned {
        let bots = ["a", "b"].map(|bot| bot.parse::<BotName>().unwrap());
        let settings = LeagueSettings::new(
            "l",
            MatchTerms { time: time.parse().unwrap(), ..MatchTerms::new("toy") },
            bots.to_vec(),
        );
        let spec = Arc::new(LeagueSpec::new(settings, &Rulesets::of([Toy::ruleset() as _])).unwrap());
        let seats = PerSeat::from_values(bots.map(|bot| Entrant::new(bot, ""))).unwrap();
        let pairing = Pairing { seats, seed: Seed::from_number(1), set: SetPosition::alone() };
        let players = pairing.seats.map(|entrant| Player { name: entrant.name, version: String::new() });
        let id = MatchId::new(0, token::random_bytes());
        let setup = spec.setup(1, id, &pairing, Nonce(token::random_bytes()), players, 0);
        Assigned::new(spec, pairing, setup)
    }

    #[tokio::test(start_paused = true)]
    async fn a_match_goes_back_when_its_time_control_is_used_up_and_at_last_without_one() {
        let workers = Workers::default();
        let (id, _) = enter(&workers).unwrap();
        let take = |assigned: Assigned| {
            let mut state = workers.state.lock();
            state.connected.get_mut(&id).unwrap().assigned.insert(assigned.setup.id, assigned);
        };
        take(assigned("60s+1s~0ms"));
        take(assigned("none"));
        let longest = Duration::from_secs(2 * (60 + 1000)) + limits::WORKER_MATCH_GRACE;
        advance(longest - Duration::from_secs(1)).await;
        assert_eq!(workers.take_overdue(id).len(), 0);
        advance(Duration::from_secs(1)).await;
        assert_eq!([workers.take_overdue(id).len(), workers.counts().assigned], [1, 1]);
        advance(limits::WORKER_MATCH_TIME_MAX).await;
        assert_eq!([workers.take_overdue(id).len(), workers.counts().assigned], [1, 0]);
        for _ in 2..limits::WORKER_FAILURES_MAX {
            assert_eq!(workers.barred(id), None);
            take(assigned("none"));
            advance(limits::WORKER_MATCH_TIME_MAX).await;
            workers.take_overdue(id);
        }
        assert!(workers.barred(id).is_some(), "each of them counts as one that failed");
    }

    #[tokio::test(start_paused = true)]
    async fn no_number_of_names_fills_the_memory_or_lets_a_barred_worker_back() {
        let workers = Workers::default();
        let barred: BotName = "a".parse().unwrap();
        (0..limits::WORKER_FAILURES_MAX).for_each(|_| workers.note_failed(barred));
        (0..5000).for_each(|number| workers.note_failed(format!("w{number}").parse().unwrap()));
        assert_eq!(workers.state.lock().conduct.len(), limits::WORKERS_REMEMBERED_MAX);
        assert!(workers.state.lock().barred(barred).is_some());
    }
}
