//! The matches that are being played: a task for each, and the handle to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::ids::MatchId;
use kahua_core::referee::Referee;
use parking_lot::Mutex;
use tokio_util::task::TaskTracker;
use tracing::{Instrument, info_span};

use crate::bots::lobby::{Lobby, Seating};
use crate::bots::match_handle::MatchHandle;
use crate::matches::context::MatchContext;
use crate::matches::runner::{RunEnd, Runner, Start};

/// Launches matches, and frees what they held when they are over.
#[derive(Debug)]
pub(crate) struct RunningMatches {
    context: MatchContext,
    lobby: Arc<Lobby>,
    tasks: TaskTracker,
    handles: Mutex<BTreeMap<MatchId, MatchHandle>>,
}

impl RunningMatches {
    pub(crate) fn new(context: MatchContext, lobby: Arc<Lobby>, tasks: TaskTracker) -> RunningMatches {
        RunningMatches { context, lobby, tasks, handles: Mutex::default() }
    }

    /// Runs a match as a task of its own.
    pub(crate) fn launch(self: &Arc<Self>, referee: Referee, seating: Seating, start: Start) {
        let id = referee.setup().id;
        let names = referee.setup().players.map(|player| player.name);
        let span = info_span!("match", %id, league = referee.setup().league);
        let runner = Runner::new(self.context.clone(), referee, seating.inbox);
        seating.match_handle.attach(runner.shared());
        self.handles.lock().insert(id, seating.match_handle);
        let matches = self.clone();
        let run = async move {
            // A match that was only stopped keeps its seats: it goes on when the arena is back.
            if runner.run(start).await == RunEnd::Over {
                matches.handles.lock().remove(&id);
                matches.lobby.free_seats(id, &names);
            }
        };
        self.tasks.spawn(run.instrument(span));
    }

    pub(crate) fn handle(&self, id: MatchId) -> Option<MatchHandle> {
        self.handles.lock().get(&id).cloned()
    }

    pub(crate) fn count(&self) -> usize {
        self.handles.lock().len()
    }
}
