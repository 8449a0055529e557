//! Hands matches out to workers, and takes them back.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::referee::{MatchSetup, Nonce, Player};
use kahua_leagues::{Availability, Entrant, Pairing};
use kahua_proto::pb::arena::v1 as pb;
use pb::work_response::Message;
use tokio::time::Instant;
use tracing::{debug, info, warn};

use super::league::League;
use super::workers::{Assigned, State, Worker, WorkerId, Workers};
use super::{Matchmaker, new_id};
use crate::auth::token;
use crate::bots::Profile;

impl Matchmaker {
    /// The workers that are connected.
    pub fn workers(&self) -> &Workers {
        &self.workers
    }

    /// Notes what a worker offers from now on. Returns what to tell the worker about it.
    pub fn take_offer(&self, id: WorkerId, bots: Vec<Profile>, matches_at_once: usize) -> Vec<String> {
        let others = self.workers.offer(id, bots, matches_at_once);
        let state = self.workers.state.lock();
        let versions = self.versions(&state);
        let outdated = state.connected.get(&id).into_iter().flat_map(|worker| worker.outdated(&versions));
        let in_words = |(name, played, own): (BotName, &str, &str)| {
            format!(
                "the bot {name} is here in version {played:?}, and the worker has it in version {own:?}: it gets no match \
                 there before both are the same"
            )
        };
        let mut said: Vec<_> = outdated.map(in_words).collect();
        drop(state);
        if !others.is_empty() {
            let names = others.iter().map(BotName::as_str).collect::<Vec<_>>().join(", ");
            let names = limits::cut(&names, REASON_BYTES_MAX);
            said.push(format!(
                "the arena lets no worker play {names}: its settings need a [[bot]] with that name and workers = true"
            ));
        }
        self.lobby.notify();
        said
    }

    /// The version in which each bot plays.
    fn versions(&self, state: &State) -> BTreeMap<BotName, String> {
        let bots = self.lobby.bots().into_iter().filter(|bot| bot.connected);
        state.versions(bots.map(|bot| (bot.name, bot.version)).collect())
    }

    /// Gives the workers all matches that can begin now, one to each in turn, so that no worker gets them all. The
    /// league that has started the fewest matches comes first.
    pub(super) fn hand_out(&self, leagues: &mut [League]) {
        let mut state = self.workers.state.lock();
        if state.connected.is_empty() {
            return;
        }
        let versions = self.versions(&state);
        let mut leagues: Vec<&mut League> =
            leagues.iter_mut().filter(|league| league.spec.settings.workers && league.begins_matches()).collect();
        loop {
            let mut has_begun = false;
            for id in state.with_room() {
                leagues.sort_by_key(|league| league.started);
                has_begun |= leagues.iter_mut().any(|league| self.assign_next(league, &mut state, id, &versions));
            }
            if !has_begun {
                return;
            }
        }
    }

    /// Gives the next match of this league to a worker; `false` if there is none for it now.
    fn assign_next(
        &self,
        league: &mut League,
        state: &mut State,
        id: WorkerId,
        versions: &BTreeMap<BotName, String>,
    ) -> bool {
        let spec = league.spec.clone();
        let Some(worker) = state.connected.get(&id) else { return false };
        // Reserved first, so that no match leaves the schedule for a worker that can't be told of it.
        let Ok(permit) = worker.orders.clone().try_reserve_owned() else { return false };
        let suspended = self.lobby.suspensions();
        let mut entrants = worker.entrants(&spec, versions);
        entrants.retain(|name, entrant| league.admits_entrant(entrant) && !suspended.contains_key(name));
        // A version beyond the limit gets no match. The arena reports it where the bot is connected.
        entrants.retain(|name, entrant| {
            let _told_elsewhere = league.enter(entrant.clone());
            !league.refuses(name)
        });
        let is_elsewhere = |name: &BotName| {
            let others = state.connected.values();
            others.flat_map(|other| other.entrants(&spec, versions)).any(|(other, _)| other == *name)
                || self.lobby.availability(*name, spec.game(), spec.seats()) != Availability::Away
        };
        let availability = |name: &BotName| match entrants.contains_key(name) {
            true => worker.availability(name),
            // Busy and not away: it is only elsewhere now, and may be here with the others later.
            false if is_elsewhere(name) => Availability::Busy,
            false => Availability::Away,
        };
        let is_free = |entrant: &Entrant| {
            entrants.get(&entrant.name) == Some(entrant) && availability(&entrant.name) == Availability::Free
        };
        let Some(pairing) = next_pairing(league, &availability, is_free) else { return false };
        let setup = assigned_setup(league, &pairing, worker);
        let assignment = pb::Assignment { header: Some(setup.header()), ruleset: setup.ruleset.toml().to_owned() };
        // The workers are locked, so no answer is looked at before the match is noted below.
        permit.send(pb::WorkResponse { message: Some(Message::Assignment(assignment)) });
        debug!(id = %setup.id, league = league.name(), worker = %worker.name, "a worker plays this match");
        let assigned = Assigned::new(spec, pairing, setup);
        if let Some(worker) = state.connected.get_mut(&id) {
            worker.assigned.insert(assigned.setup.id, assigned);
        }
        true
    }

    /// Notes that the stream of a worker has ended. Its unfiled matches wait for another worker.
    pub fn worker_left(&self, id: WorkerId) {
        let Some(worker) = self.workers.leave(id) else { return };
        let unplayed = worker.assigned.len();
        info!(worker = %worker.name, unplayed, "worker disconnected");
        for assigned in worker.assigned.into_values() {
            self.give_back(&assigned.spec, assigned.setup.id, assigned.pairing);
        }
        self.lobby.notify();
    }

    /// Notes that a worker can't play a match, which then waits for another worker.
    pub fn worker_failed(&self, id: WorkerId, failed: &pb::FailedMatch) {
        let taken = failed.match_id.parse().ok().and_then(|match_id| self.workers.take(id, match_id));
        let Some((machine, assigned)) = taken else { return };
        let (match_id, why) = (assigned.setup.id, limits::cut(&failed.why, REASON_BYTES_MAX));
        warn!(worker = machine.name, id = %match_id, why, "a worker can't play a match; its pairing waits");
        machine.name.parse().into_iter().for_each(|name| self.workers.note_failed(name));
        self.give_back(&assigned.spec, match_id, assigned.pairing);
        self.lobby.notify();
    }

    /// Takes back the matches that a worker has had for too long. They wait for another worker. Returns what to tell
    /// this one about it.
    pub fn take_overdue(&self, id: WorkerId) -> Vec<String> {
        let overdue = self.workers.take_overdue(id);
        if overdue.is_empty() {
            return Vec::new();
        }
        let give_back = |assigned: Assigned| {
            let match_id = assigned.setup.id;
            warn!(id = %match_id, "a worker has had a match for too long; its pairing waits");
            self.give_back(&assigned.spec, match_id, assigned.pairing);
            format!("the match {match_id} has taken longer than its time control allows, and goes to somebody else")
        };
        let said = overdue.into_iter().map(give_back).collect();
        self.lobby.notify();
        said
    }
}

/// How much of a worker's reason goes into the log, in bytes.
const REASON_BYTES_MAX: usize = limits::DETAIL_BYTES_MAX;

/// The next pairing of free bots: a waiting one, or a new one.
fn next_pairing(
    league: &mut League,
    availability: &dyn Fn(&BotName) -> Availability,
    is_free: impl Fn(&Entrant) -> bool,
) -> Option<Pairing> {
    let waiting = std::mem::take(&mut league.waiting);
    let (still, void): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|pairing| league.is_current(pairing));
    league.waiting = still;
    void.iter().for_each(|pairing| league.void(pairing));
    if let Some(at) = league.waiting.iter().position(|pairing| pairing.seats.iter().all(&is_free)) {
        return Some(league.waiting.remove(at));
    }
    let pairing = league.format.next(availability)?;
    league.started += 1;
    league.reported.began.get_or_insert_with(Instant::now);
    if pairing.seats.iter().all(is_free) {
        return Some(pairing);
    }
    // The format may know a bot by an older version.
    league.waiting.push(pairing);
    None
}

fn assigned_setup(league: &mut League, pairing: &Pairing, worker: &Worker) -> MatchSetup {
    let (id, unix_ms) = new_id();
    let players = pairing.seats.map(|entrant| Player { name: entrant.name, version: entrant.version.to_string() });
    let number = league.begin(id);
    let mut setup = league.spec.setup(number, id, pairing, Nonce(token::random_bytes()), players, unix_ms);
    setup.time_control = setup.time_control.scaled(worker.machine.time_permille);
    setup
}
