//! One running match: its referee, with real time, real connections and the store.

use std::sync::Arc;
use std::time::Duration;

use kahua_engine::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use prometheus_client::metrics::counter::Counter;
use tracing::{debug, info};

use crate::bots::Connection;
use crate::bots::match_handle::{MatchCommand, MatchInbox};
use crate::bots::match_tap::{MatchTap, MatchUpdate};
use crate::lag::Lag;
use crate::matches::context::MatchContext;
use crate::matches::ledger::FinishOutcome;
use crate::metrics::Metrics;
use crate::time::Time;
use kahua_core::clock::{Micros, Moment};
use kahua_core::limits::LAG_MAX;
use kahua_core::referee::{Effect, Input, Referee};
use kahua_store::Store;

use super::Start;
use super::seats::SeatConnection;
use super::watchers::Watchers;

/// A match and everything that it reaches. Its methods never wait.
#[derive(Debug)]
pub(super) struct LiveMatch {
    referee: Referee,
    pub(super) inbox: MatchInbox,
    seats: PerSeat<SeatConnection>,
    watchers: Watchers,
    store: Store,
    time: Time,
    metrics: Metrics,
    /// Counts the asks of this game.
    asks: Counter,
    lag: Lag,
    /// How many events the store has accepted.
    stored: usize,
    /// When the match's task will next look at the clocks.
    alarm: Option<Micros>,
    /// Reused for every step, to save allocations.
    effects: Vec<Effect>,
}

impl LiveMatch {
    pub(super) fn new(context: &MatchContext, referee: Referee, inbox: MatchInbox) -> LiveMatch {
        LiveMatch {
            seats: referee.setup().players.map(|_| SeatConnection::default()),
            metrics: context.metrics.clone(),
            asks: context.metrics.asks(referee.setup().ruleset.info().name),
            referee,
            inbox,
            watchers: Watchers::default(),
            store: context.store.clone(),
            time: context.time.clone(),
            lag: context.lag.clone(),
            stored: 0,
            alarm: None,
            effects: Vec::new(),
        }
    }

    /// Carries out everything that waits: first the changed connections, then the commands in order.
    pub(super) fn read_inbox(&mut self) {
        while !self.is_over() {
            if self.inbox.connections.has_changed().unwrap_or(false) {
                self.update_connections();
            } else if let Ok(MatchCommand(read, input)) = self.inbox.commands.try_recv() {
                // This task has measured the lag of one bot only, at the time of its answer. Other seats may be overdue by now.
                let lag = read.lag.max(self.overdue(read.at, input.seat()));
                let doubt = self.time.moment(&self.lag).doubt;
                self.step(Moment { lag, doubt, ..read }, input);
            } else {
                return;
            }
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.referee.is_over()
    }

    /// Whether the match's task must look at it before its alarm rings.
    pub(super) fn needs_its_task(&self) -> bool {
        let sooner = |at| self.alarm.is_none_or(|alarm| at < alarm);
        self.is_over() || self.referee.wake_at().is_some_and(sooner)
    }

    /// Sets the alarm, and returns it. `rang` says that the last one went off.
    pub(super) fn set_alarm(&mut self, rang: bool) -> Option<Micros> {
        let set = self.alarm.filter(|_| !rang);
        // Deadlines usually move to a later time. Moving the timer each time would cost more than a tick that comes too
        // early and changes nothing.
        self.alarm = self.referee.wake_at().map(|at| set.map_or(at, |set| set.min(at)));
        // A deadline that has passed without a consequence: an answer may lie unread. Check again once the lag has passed.
        let now = self.moment();
        if rang && let Some(at) = self.alarm.filter(|at| *at <= now.at) {
            self.alarm = Some(at + now.lag.min(LAG_MAX));
        }
        self.alarm
    }

    /// Begins, or goes on with, the match.
    pub(super) fn begin(&mut self, start: Start) {
        match start {
            Start::Resumed { stored } => {
                self.stored = stored;
                self.journal();
                self.step_now(Input::Begin);
                self.update_connections();
            }
            Start::Fresh | Start::Taken => {
                let connections = self.inbox.connections.borrow_and_update().clone();
                for (seat, connection) in connections.entries() {
                    match connection {
                        Some(connection) => self.seat_bot(seat, connection.clone()),
                        None => {
                            // Before the match begins, so that its first ask doesn't count on a bot that is gone.
                            self.step_now(Input::Disconnected { seat });
                            if start == Start::Taken {
                                // Its node may not be reached yet, which isn't its fault.
                                self.step_now(Input::Expected { seat });
                            }
                        }
                    }
                }
                self.step_now(Input::Begin);
            }
        }
        let seats =
            self.referee.setup().players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(", ");
        match start {
            Start::Fresh | Start::Taken => debug!(seats, "match started"),
            Start::Resumed { stored } => info!(seats, events = stored, "match goes on"),
        }
    }

    fn seat_bot(&mut self, seat: Seat, connection: Connection) {
        connection.sender.send(Message::Seated(self.referee.seated_message(seat, false)));
        self.seats[seat].connection = Some(connection);
    }

    pub(super) fn look(&mut self, from: usize, tap: &Arc<MatchTap>) -> MatchUpdate {
        self.watchers.look(&self.referee, from, self.time.now(), tap)
    }

    pub(super) fn waits_for(&self) -> Option<(Seat, Duration)> {
        self.referee.waits_for(self.time.now())
    }

    /// Gives the referee an input that is noticed now.
    pub(super) fn step_now(&mut self, input: Input) {
        self.step(self.moment(), input);
    }

    fn moment(&self) -> Moment {
        let now = self.time.moment(&self.lag);
        // If the transport waits for an ask and hasn't got it yet, that is a lag, and only this match can see it.
        Moment { lag: now.lag.max(self.overdue(now.at, None)), ..now }
    }

    /// The longest time that the arena may have kept an ask or its answer, over all seats except this one.
    fn overdue(&self, at: Micros, but: Option<Seat>) -> Duration {
        let others = self.seats.entries().filter(|(seat, _)| Some(*seat) != but);
        others.map(|(_, connection)| connection.overdue(at)).max().unwrap_or_default()
    }

    fn step(&mut self, noticed: Moment, input: Input) {
        // First, because the delay of an ask decides whether its answer is late.
        self.report_delays();
        self.referee.step(noticed, input, &mut self.effects);
        self.apply_effects(noticed.at);
    }

    /// Tells the referee how long the arena delayed the asks that were handed on since the last step.
    fn report_delays(&mut self) {
        for (seat, connection) in self.seats.count().seats().zip(self.seats.iter_mut()) {
            if let Some((ticket, by)) = connection.take_delay() {
                self.referee.step(self.time.now(), Input::AskDelayed { seat, ticket, by }, &mut self.effects);
            }
        }
    }

    fn apply_effects(&mut self, now: Micros) {
        let mut effects = std::mem::take(&mut self.effects);
        for effect in effects.drain(..) {
            match effect {
                Effect::Ask { seat } => self.ask(seat, now),
                Effect::SendFault { seat, notice } => {
                    let cause = notice.cause();
                    self.metrics.fault(cause);
                    self.seats[seat].send(Message::Fault(notice));
                    if cause == pb::FaultCause::Late {
                        self.seats[seat].missed_ask(self.referee.setup().id);
                    }
                }
                Effect::Journal => {
                    self.journal();
                    self.watchers.ring();
                }
                // The caller that carried out the input wakes the match's task.
                Effect::Done => {}
            }
        }
        // No step above has left an effect there: `AskReady` has none.
        self.effects = effects;
    }

    fn ask(&mut self, seat: Seat, now: Micros) {
        let connection = &mut self.seats[seat];
        if let Some(form) = connection.form()
            && let Some((ticket, ask)) = self.referee.ask_message(seat, form, now)
        {
            self.asks.inc();
            // A new time and not `now`: the arena's work on the last answer and on this ask isn't the bot's time.
            let ready = self.time.now();
            self.referee.step(ready, Input::AskReady { seat, ticket }, &mut self.effects);
            connection.send_ask(seat, ticket, ask, ready);
        }
    }

    /// Notes the bots that have come and gone.
    fn update_connections(&mut self) {
        let connections = self.inbox.connections.borrow_and_update().clone();
        for (seat, connection) in connections.entries() {
            if self.seats[seat].is_same(connection.as_ref()) {
                continue;
            }
            if self.seats[seat].connection.take().is_some() {
                self.step_now(Input::Disconnected { seat });
            }
            if let Some(connection) = connection {
                self.welcome_back(seat, connection.clone());
            }
        }
    }

    fn welcome_back(&mut self, seat: Seat, connection: Connection) {
        let form = connection.form;
        self.seats[seat] = SeatConnection::over(connection);
        let now = self.moment();
        let clock_waited = self.referee.is_clock_waiting(seat);
        self.referee.step(now, Input::Reconnected { seat }, &mut self.effects);
        self.seats[seat].send(Message::Seated(self.referee.seated_message(seat, true)));
        if let Some(events) = self.referee.events_message(seat, form) {
            self.seats[seat].send(Message::Events(events));
        }
        // Now the ask, which is one of the effects: the bot must know its seat and the events before it.
        self.apply_effects(now.at);
        if clock_waited {
            self.watchers.clock_started();
        }
    }

    /// Gives the store all events that it doesn't have. If it can't take them now, it gets them with the next ones. The
    /// record has all of them in any case.
    pub(super) fn journal(&mut self) {
        let new = self.referee.encoded_events(self.stored);
        if new.is_empty() {
            return;
        }
        match self.store.journal(self.referee.setup().id, new) {
            Ok(()) => self.stored += new.len(),
            Err(problem) => {
                debug!(id = %self.referee.setup().id, %problem, from = self.stored, "the journal takes no events now")
            }
        }
    }

    /// The record of the match, if it is over.
    pub(super) fn record(&self) -> Option<pb::MatchRecord> {
        self.referee.record(Time::unix_ms(), crate::VERSION)
    }

    /// Tells all seats and spectators how the match ended, and how the ratings changed.
    pub(super) fn send_end(&mut self, record: &pb::MatchRecord, filed: FinishOutcome) {
        // A bot may have come back while the record was written.
        self.update_connections();
        let opened = |bytes: &[u8]| if filed.luck_is_open { bytes.to_vec() } else { Vec::new() };
        let ended = pb::Ended {
            match_id: record.match_id.clone(),
            termination: record.termination.clone(),
            results: record.results.clone(),
            seed: opened(&record.seed),
            seed_nonce: opened(&record.seed_nonce),
            ratings: filed.ratings,
        };
        for (seat, connection) in self.seats.entries() {
            let Some(form) = connection.form() else { continue };
            if let Some(events) = self.referee.events_message(seat, form) {
                connection.send(Message::Events(events));
            }
            connection.send(Message::Ended(ended.clone()));
        }
        self.watchers.end(&self.referee, self.time.now(), ended);
    }
}
