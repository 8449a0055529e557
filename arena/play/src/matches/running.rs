//! The running matches: a task and a handle for each.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::clock::Micros;
use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::Referee;
use kahua_core::season::Season;
use kahua_engine::{DynRuleset, PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, debug, info_span, warn};

use crate::auth::audit::note_by_the_arena;
use crate::bots::lobby::{Lobby, Seating};
use crate::bots::match_handle::MatchHandle;
use crate::matches::context::MatchContext;
use crate::matches::ended_match::EndedMatch;
use crate::matches::ledger::Ledger;
use crate::matches::outcome::{end_in_words, seats_in_words};
use crate::matches::runner::{RunEnd, Runner, Start};
use kahua_process::MatchMark;

/// Launches matches, and frees their resources when they are over.
#[derive(Debug)]
pub struct RunningMatches {
    context: MatchContext,
    lobby: Arc<Lobby>,
    tasks: TaskTracker,
    matches: Mutex<BTreeMap<MatchId, RunningMatch>>,
    /// The logs of the bots that the arena has started, for marking their matches.
    logs: Mutex<BTreeMap<BotName, mpsc::Sender<MatchMark>>>,
    /// Matches that have ended since the leagues were last told. Short: the matchmaker drains it after every match.
    ended: Mutex<Vec<EndedMatch>>,
}

/// A match that is being played.
#[derive(Clone, Debug)]
pub struct RunningMatch {
    pub handle: MatchHandle,
    /// Empty if it belongs to none.
    league: String,
    season: Season,
    /// Its record before its first event, without its luck.
    pub header: Arc<pb::MatchRecord>,
    pub ruleset: Arc<dyn DynRuleset>,
}

impl RunningMatches {
    pub fn new(context: MatchContext, lobby: Arc<Lobby>, tasks: TaskTracker) -> RunningMatches {
        let (matches, logs, ended) = Default::default();
        RunningMatches { context, lobby, tasks, matches, logs, ended }
    }

    /// Runs a match as a task of its own.
    pub fn launch(self: &Arc<Self>, referee: Referee, seating: Seating, start: Start) {
        let (id, league, season) = (referee.setup().id, referee.setup().league.clone(), referee.setup().season);
        let players = referee.setup().players.map(|player| player.name);
        let header = pb::MatchRecord { seed: Vec::new(), seed_nonce: Vec::new(), ..referee.setup().header() };
        let (header, ruleset) = (Arc::new(header), referee.setup().ruleset.clone());
        let span = info_span!("match", %id, league);
        let runner = Runner::new(self.context.clone(), referee, seating.inbox);
        seating.match_handle.attach(runner.shared());
        let handle = seating.match_handle;
        let running = RunningMatch { handle, league, season, header, ruleset };
        self.matches.lock().insert(id, running);
        self.mark(&players, |_| MatchMark::Begins(id));
        let matches = self.clone();
        let run = async move {
            // A match that was only stopped keeps its seats, since it goes on when the arena is back.
            if let RunEnd::Over { record, is_kept } = runner.run(start).await {
                matches.matches.lock().remove(&id);
                matches.mark(&players, |seat| match record.results.get(seat.index()) {
                    Some(result) if result.given_up.is_some() => MatchMark::Lost(id),
                    _ => MatchMark::Over(id),
                });
                // Before the seats are freed: a suspended bot must get no other match, and the next pairing may depend
                // on this end.
                let suspended = matches.lobby.note_conduct(&record);
                let ended = EndedMatch::of(&record);
                matches.ended.lock().extend(if is_kept { ended } else { ended.map(EndedMatch::void) });
                matches.lobby.free_seats(id, &players);
                // Last, because this waits for the store. In the lobby the suspension is in force already.
                for (bot, suspension) in suspended {
                    matches.keep_suspension(bot, &suspension).await;
                }
            }
        };
        self.tasks.spawn(run.instrument(span));
    }

    /// Stores and counts the verified record of a match that was played elsewhere.
    ///
    /// # Errors
    /// If the store refuses it.
    pub(super) async fn take_in(&self, record: &pb::MatchRecord) -> Result<(), StoreError> {
        self.context.ledger.finish(record).await?;
        self.context.metrics.ended(record);
        self.context.ledger.announce(record);
        let (id, worker) = (&record.match_id, record.worker.as_ref().map(|worker| &*worker.name));
        debug!(id, worker, seats = seats_in_words(record), end = end_in_words(record), "match ended");
        let suspended = self.lobby.note_conduct(record);
        self.ended.lock().extend(EndedMatch::of(record));
        for (bot, suspension) in suspended {
            self.keep_suspension(bot, &suspension).await;
        }
        Ok(())
    }

    /// Counts a record of a worker that was refused.
    pub(super) fn note_refused(&self) {
        self.context.metrics.record_refused();
    }

    /// Counts what has ended.
    pub(super) fn ledger(&self) -> &Ledger {
        &self.context.ledger
    }

    /// Marks the matches of this bot in its log from now on.
    pub fn mark_in(&self, bot: BotName, log: mpsc::Sender<MatchMark>) {
        self.logs.lock().insert(bot, log);
    }

    fn mark(&self, players: &PerSeat<BotName>, mark: impl Fn(Seat) -> MatchMark) {
        let logs = self.logs.lock();
        for (seat, log) in players.entries().filter_map(|(seat, player)| Some((seat, logs.get(player)?))) {
            // If the log is closed or too slow, the mark is left out.
            let _full_or_closed = log.try_send(mark(seat));
        }
    }

    /// Logs that this bot was suspended for its conduct, also in the audit log, and stores it.
    pub async fn keep_suspension(&self, bot: BotName, suspension: &pb::Suspension) {
        warn!(%bot, reason = suspension.reason, "bot suspended until an organizer lets it back");
        self.write_suspension(bot, suspension).await;
        let arguments = format!("{bot}, reason {:?}", suspension.reason);
        note_by_the_arena(&self.context.store, "Suspend", arguments).await;
    }

    /// Stores the suspension of this bot, which is in force already. If that fails, it lasts until the arena stops.
    pub async fn write_suspension(&self, bot: BotName, suspension: &pb::Suspension) {
        if let Err(problem) = self.context.store.suspend(&bot, suspension).await {
            warn!(%problem, %bot, "could not keep that the bot is suspended");
        }
    }

    pub fn handle(&self, id: MatchId) -> Option<MatchHandle> {
        self.matches.lock().get(&id).map(|running| running.handle.clone())
    }

    /// The handles of all matches that are being played.
    pub fn handles(&self) -> Vec<MatchHandle> {
        self.matches.lock().values().map(|running| running.handle.clone()).collect()
    }

    pub fn find(&self, id: MatchId) -> Option<RunningMatch> {
        self.matches.lock().get(&id).cloned()
    }

    /// How many matches of each season of each league are being played. Seasons without any are left out.
    pub fn of_seasons(&self) -> BTreeMap<(String, Season), u32> {
        let mut counts = BTreeMap::new();
        for running in self.matches.lock().values() {
            *counts.entry((running.league.clone(), running.season)).or_default() += 1;
        }
        counts
    }

    /// Notes a match that has ended on another node.
    pub fn report_ended(&self, ended: Option<EndedMatch>) {
        self.ended.lock().extend(ended);
    }

    /// The matches that have ended since the last call, in the order of their ends.
    pub(crate) fn take_ended(&self) -> Vec<EndedMatch> {
        std::mem::take(&mut *self.ended.lock())
    }

    /// The present time on the clock of the matches.
    pub(super) fn now(&self) -> Micros {
        self.context.time.now()
    }

    pub fn count(&self) -> usize {
        self.matches.lock().len()
    }
}
