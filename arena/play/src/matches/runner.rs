//! The task of one match: keeps the time, and files the record.

mod live_match;
mod seats;
mod watchers;

use std::sync::Arc;
use std::time::Duration;

use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error};

use crate::bots::match_handle::{MatchInbox, ReadInbox};
use crate::bots::match_tap::{MatchTap, MatchUpdate};
use crate::matches::context::MatchContext;
use crate::matches::ledger::FinishOutcome;
use crate::matches::outcome::{end_in_words, seats_in_words};
use kahua_core::clock::Micros;
use kahua_core::referee::{Input, Referee};
use kahua_store::StoreError;

use live_match::LiveMatch;

/// How a match starts in this process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// It is new, and its bots were connected here when it was paired.
    Fresh,
    /// It is new, and another node has paired it: its bots may be anywhere.
    Taken,
    /// It was running when the arena was last stopped.
    Resumed {
        /// How many of its events the store has.
        stored: usize,
    },
}

/// How a match's task ended.
#[derive(Debug)]
pub(crate) enum RunEnd {
    /// The match is over, and its record was handed to the store.
    Over {
        record: Box<pb::MatchRecord>,
        /// Whether the store has it. If the store refused it, the match doesn't count.
        is_kept: bool,
    },
    /// The arena has stopped. The match stays in the store as it is.
    Stopped,
}

/// A match that is about to be run.
#[derive(Debug)]
pub(crate) struct Runner {
    context: MatchContext,
    live: LiveMatch,
    shared: Arc<SharedMatch>,
}

/// A running match, shared with all tasks that send to it.
///
/// The task that read a bot's answer carries it out here itself and sends the next ask. If the match's own task did it,
/// every decision would cost one more task switch.
#[derive(Debug, Default)]
pub(crate) struct SharedMatch {
    /// `None` before the match begins and after its end.
    live: Mutex<Option<LiveMatch>>,
    /// Wakes the match's own task.
    attention: Notify,
}

impl Runner {
    pub(crate) fn new(context: MatchContext, referee: Referee, inbox: MatchInbox) -> Runner {
        let live = LiveMatch::new(&context, referee, inbox);
        Runner { context, live, shared: Arc::default() }
    }

    /// The match as other tasks see it.
    pub(crate) fn shared(&self) -> Arc<SharedMatch> {
        self.shared.clone()
    }

    /// Runs the match to its end, or until the arena stops. Then the match stays in the store as it is.
    pub(crate) async fn run(self, start: Start) -> RunEnd {
        let Runner { context, mut live, shared } = self;
        live.begin(start);
        let mut connections = live.inbox.connections.clone();
        // Only after it has begun: other tasks carry out what waits in the inbox as soon as they find the match.
        *shared.live.lock() = Some(live);
        let stopped = context.stop.cancelled();
        tokio::pin!(stopped);
        let timer = sleep_until(Instant::now());
        tokio::pin!(timer);
        while let Some(alarm) = shared.next_alarm(timer.is_elapsed()) {
            let alarm = alarm.map(|at| context.time.instant(at));
            if let Some(at) = alarm.filter(|at| *at != timer.deadline()) {
                timer.as_mut().reset(at);
            }
            tokio::select! {
                biased;
                () = &mut stopped => break,
                Ok(()) = connections.changed() => {}
                () = shared.attention.notified() => {}
                () = &mut timer, if alarm.is_some() => shared.tick(),
            }
        }
        // From now on other tasks find no match, and carry out nothing.
        let live = shared.live.lock().take();
        match live {
            Some(live) if live.is_over() => finish(live, &context).await,
            Some(mut live) => {
                live.journal();
                RunEnd::Stopped
            }
            None => RunEnd::Stopped,
        }
    }
}

impl SharedMatch {
    /// When the match's task must look at the clocks: `Some(None)` for never, `None` once the match is over. `rang`
    /// says whether the last alarm went off.
    fn next_alarm(&self, rang: bool) -> Option<Option<Micros>> {
        let mut live = self.live.lock();
        let live = live.as_mut()?;
        live.read_inbox();
        if live.is_over() { None } else { Some(live.set_alarm(rang)) }
    }

    fn tick(&self) {
        if let Some(live) = &mut *self.live.lock() {
            // The inbox before the clock: an answer that was read in time counts, however long it has waited in the
            // inbox.
            live.read_inbox();
            live.step_now(Input::Tick);
        }
    }
}

impl ReadInbox for SharedMatch {
    fn read_inbox(&self) {
        if let Some(live) = &mut *self.live.lock() {
            live.read_inbox();
            if live.needs_its_task() {
                self.attention.notify_one();
            }
        }
    }

    fn look(&self, from: usize, tap: &Arc<MatchTap>) -> Option<MatchUpdate> {
        Some(self.live.lock().as_mut()?.look(from, tap))
    }

    fn waits_for(&self) -> Option<(Seat, Duration)> {
        self.live.lock().as_ref()?.waits_for()
    }
}

async fn finish(mut live: LiveMatch, context: &MatchContext) -> RunEnd {
    let Some(record) = live.record() else {
        error!("the referee has no record of a match that is over");
        return RunEnd::Stopped;
    };
    // If the arena stops, this is cut short. The store writes the record all the same.
    context.metrics.ended(&record);
    let ended = context.time.now();
    let filed = context.ledger.finish(&record).await;
    let is_kept = filed.is_ok();
    match filed {
        Ok(filed) => {
            context.metrics.record_waited(context.time.now().since(ended));
            live.send_end(&record, filed);
            context.ledger.announce(&record);
        }
        // Another node goes on with the match, and reports its end.
        Err(StoreError::Closed) => return RunEnd::Stopped,
        Err(problem) => {
            error!(%problem, "the record was refused");
            live.send_end(&record, FinishOutcome::default());
        }
    }
    // A busy arena would fill its log with a line for each match; the records tell the same.
    debug!(seats = seats_in_words(&record), end = end_in_words(&record), "match ended");
    RunEnd::Over { record: Box::new(record), is_kept }
}
