//! The matches that are being played: a task for each, and the handle to it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::Referee;
use kahua_core::season::Season;
use kahua_engine::PerSeat;
use parking_lot::Mutex;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, info_span};

use crate::bots::lobby::{Lobby, Seating};
use crate::bots::match_handle::MatchHandle;
use crate::matches::context::MatchContext;
use crate::matches::ledger::Progress;
use crate::matches::runner::{RunEnd, Runner, Start};

/// Launches matches, and frees what they held when they are over.
#[derive(Debug)]
pub(crate) struct RunningMatches {
    context: MatchContext,
    lobby: Arc<Lobby>,
    tasks: TaskTracker,
    matches: Mutex<BTreeMap<MatchId, RunningMatch>>,
}

/// A match that is being played.
#[derive(Clone, Debug)]
pub(crate) struct RunningMatch {
    pub(crate) handle: MatchHandle,
    /// Empty if it belongs to none.
    pub(crate) league: String,
    pub(crate) players: PerSeat<BotName>,
}

impl RunningMatches {
    pub(crate) fn new(context: MatchContext, lobby: Arc<Lobby>, tasks: TaskTracker) -> RunningMatches {
        RunningMatches { context, lobby, tasks, matches: Mutex::default() }
    }

    /// Runs a match as a task of its own.
    pub(crate) fn launch(self: &Arc<Self>, referee: Referee, seating: Seating, start: Start) {
        let (id, league) = (referee.setup().id, referee.setup().league.clone());
        let players = referee.setup().players.map(|player| player.name);
        let span = info_span!("match", %id, league);
        let runner = Runner::new(self.context.clone(), referee, seating.inbox);
        seating.match_handle.attach(runner.shared());
        let running = RunningMatch { handle: seating.match_handle, league, players: players.clone() };
        self.matches.lock().insert(id, running);
        let matches = self.clone();
        let run = async move {
            // A match that was only stopped keeps its seats: it goes on when the arena is back.
            if runner.run(start).await == RunEnd::Over {
                matches.matches.lock().remove(&id);
                matches.lobby.free_seats(id, &players);
            }
        };
        self.tasks.spawn(run.instrument(span));
    }

    pub(crate) fn handle(&self, id: MatchId) -> Option<MatchHandle> {
        self.matches.lock().get(&id).map(|running| running.handle.clone())
    }

    pub(crate) fn find(&self, id: MatchId) -> Option<RunningMatch> {
        self.matches.lock().get(&id).cloned()
    }

    /// The leagues of the matches that are being played.
    pub(super) fn leagues(&self) -> BTreeSet<String> {
        self.matches.lock().values().map(|running| running.league.clone()).collect()
    }

    /// The progress of a season of a league.
    pub(super) fn progress_of(&self, league: &str, season: Season) -> Progress {
        self.context.ledger.progress_of(league, season)
    }

    pub(crate) fn count(&self) -> usize {
        self.matches.lock().len()
    }
}
