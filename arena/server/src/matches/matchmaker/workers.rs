//! The workers that are connected: what each of them offers, and which matches it has.

use std::collections::{BTreeMap, BTreeSet};

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
use crate::config::WorkerTimes;
use crate::matches::league_spec::LeagueSpec;

/// The workers that are connected. Locked for moments only; whoever holds the leagues' lock too has taken that first.
#[derive(Debug, Default)]
pub(crate) struct Workers {
    times: WorkerTimes,
    pub(super) state: Mutex<State>,
}

/// What is known of workers, behind the lock.
#[derive(Debug, Default)]
pub(super) struct State {
    last: WorkerId,
    /// In the order in which they came.
    pub(super) connected: BTreeMap<WorkerId, Worker>,
    /// How many records of each were refused since the arena was started.
    refusals: BTreeMap<BotName, u32>,
}

/// One stream of a worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WorkerId(u64);

/// A worker that is connected.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) name: BotName,
    pub(super) machine: pb::WorkerMachine,
    /// Its bots that are ready.
    bots: BTreeMap<BotName, Profile>,
    matches_at_once: usize,
    pub(super) assigned: BTreeMap<MatchId, Assigned>,
    /// How many matches in a row it has failed to play.
    failures: u32,
    pub(super) orders: mpsc::Sender<pb::WorkResponse>,
}

/// A match that a worker has.
#[derive(Debug)]
pub(super) struct Assigned {
    pub(super) spec: Arc<LeagueSpec>,
    pub(super) pairing: Pairing,
    pub(super) setup: MatchSetup,
    pub(super) since: Instant,
}

/// How many workers there are, and how many matches they have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WorkerCounts {
    pub(crate) connected: usize,
    pub(crate) assigned: usize,
}

/// Why a worker isn't let in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EnterError {
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
    /// There are as many as may be.
    #[error("{max} workers are connected already, which is as many as this arena takes", max = limits::WORKERS_MAX)]
    Full,
}

impl Workers {
    /// No workers yet, who give their bots time by these settings.
    pub(crate) fn new(times: WorkerTimes) -> Workers {
        Workers { times, state: Mutex::default() }
    }

    /// Lets a worker in, which is sent what it has to do by `orders`. It offers nothing so far.
    ///
    /// # Errors
    /// If it may not come in.
    pub(crate) fn enter(
        &self,
        name: BotName,
        hello: &pb::WorkerHello,
        orders: mpsc::Sender<pb::WorkResponse>,
    ) -> Result<(WorkerId, pb::WorkerMachine), EnterError> {
        let mut state = self.state.lock();
        if let Some(refused) = state.barred(name) {
            return Err(EnterError::Barred { name, refused });
        }
        if state.connected.values().any(|worker| worker.name == name) {
            return Err(EnterError::NameInUse(name));
        }
        if state.connected.len() >= limits::WORKERS_MAX {
            return Err(EnterError::Full);
        }
        let (cores, speed) = (hello.cores, hello.speed);
        let time_permille = self.times.time_permille(speed);
        let machine = pb::WorkerMachine { name: name.to_string(), cores, speed, time_permille };
        let (bots, assigned) = Default::default();
        let worker = Worker { name, machine: machine.clone(), bots, matches_at_once: 0, assigned, failures: 0, orders };
        state.last.0 += 1;
        let id = state.last;
        state.connected.insert(id, worker);
        Ok((id, machine))
    }

    /// Notes what a worker offers from now on.
    pub(super) fn offer(&self, id: WorkerId, bots: Vec<Profile>, matches_at_once: usize) {
        if let Some(worker) = self.state.lock().connected.get_mut(&id) {
            worker.bots = bots.into_iter().map(|bot| (bot.name, bot)).collect();
            worker.matches_at_once = matches_at_once.min(limits::WORKER_MATCHES_MAX);
        }
    }

    /// Whether the worker has had a match for too long.
    pub(crate) fn is_overdue(&self, id: WorkerId) -> bool {
        let state = self.state.lock();
        let mut assigned = state.connected.get(&id).into_iter().flat_map(|worker| worker.assigned.values());
        assigned.any(|assigned| assigned.since.elapsed() > limits::WORKER_MATCH_TIME_MAX)
    }

    pub(crate) fn counts(&self) -> WorkerCounts {
        let state = self.state.lock();
        let assigned = state.connected.values().map(|worker| worker.assigned.len()).sum();
        WorkerCounts { connected: state.connected.len(), assigned }
    }

    /// How many matches of each season of each league they have, for those of which they have any.
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

    /// Notes that a record of this worker counts.
    pub(super) fn note_kept(&self, id: WorkerId) {
        if let Some(worker) = self.state.lock().connected.get_mut(&id) {
            worker.failures = 0;
        }
    }

    /// Notes that a record of the worker with this name was refused.
    pub(super) fn note_refused(&self, name: BotName) {
        *self.state.lock().refusals.entry(name).or_default() += 1;
    }

    /// Notes that the worker has failed to play a match.
    pub(super) fn note_failed(&self, id: WorkerId) {
        if let Some(worker) = self.state.lock().connected.get_mut(&id) {
            worker.failures += 1;
        }
    }

    /// Why this worker gets no more matches, if so.
    pub(crate) fn barred(&self, id: WorkerId) -> Option<String> {
        let state = self.state.lock();
        let worker = state.connected.get(&id)?;
        let (name, failures) = (worker.name, worker.failures);
        match state.barred(name) {
            Some(refused) => Some(EnterError::Barred { name, refused }.to_string()),
            None if failures >= limits::WORKER_FAILURES_MAX => {
                Some(format!("{failures} matches in a row failed on the worker {name}: its own words say why"))
            }
            None => None,
        }
    }
}

impl State {
    /// How many records of this worker were refused, if those are too many.
    fn barred(&self, name: BotName) -> Option<u32> {
        self.refusals.get(&name).copied().filter(|refused| *refused >= limits::WORKER_REFUSALS_MAX)
    }

    /// The workers that can take another match, those first that have least to do.
    pub(super) fn with_room(&self) -> Vec<WorkerId> {
        let has_room = |worker: &Worker| {
            worker.assigned.len() < worker.matches_at_once
                && worker.failures < limits::WORKER_FAILURES_MAX
                && self.barred(worker.name).is_none()
        };
        let mut ids: Vec<_> = self.connected.iter().filter(|(_, worker)| has_room(worker)).collect();
        ids.sort_by_key(|(_, worker)| worker.assigned.len());
        ids.into_iter().map(|(id, _)| *id).collect()
    }

    /// In which version each bot of a worker plays: that of its own connection to the arena, if it has one, or else that of the
    /// worker that came first.
    pub(super) fn versions(&self, connected: BTreeMap<BotName, String>) -> BTreeMap<BotName, String> {
        let mut versions = connected;
        for bot in self.connected.values().flat_map(|worker| worker.bots.values()) {
            versions.entry(bot.name).or_insert_with(|| bot.version.clone());
        }
        versions
    }
}

impl Worker {
    /// Those of its bots that don't play, since others play in another version: each with that version and its own.
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

    /// The bots that can play in this league, in these versions and no others.
    pub(super) fn entrants(
        &self,
        spec: &LeagueSpec,
        versions: &BTreeMap<BotName, String>,
    ) -> BTreeMap<BotName, Entrant> {
        let listed: BTreeSet<&BotName> = spec.settings.bots.iter().collect();
        let bots = listed.into_iter().filter_map(|name| self.profile(name, spec.game(), spec.seats));
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
