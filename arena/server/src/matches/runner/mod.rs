//! One running match as a task: drives its referee with real time, real connections and the store.

mod seats;
mod watchers;

use kahua_engine::{PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, error, info};

use crate::bots::Connection;
use crate::bots::match_handle::{MatchCommand, MatchInbox};
use crate::matches::context::MatchContext;
use crate::matches::ledger::FinishOutcome;
use crate::time::Time;
use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::{Effect, Input, Referee};

use seats::SeatConnection;
use watchers::Watchers;

/// How a match comes to be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// It is new.
    Fresh,
    /// It was under way when the arena was last stopped.
    Resumed {
        /// How many of its events the store has.
        stored: usize,
    },
}

/// How a match's task ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RunEnd {
    /// The match is over, and its record was handed to the store.
    Over,
    /// The arena has stopped; the match is in the store as it stands.
    Stopped,
}

/// A match and everything that it reaches.
#[derive(Debug)]
pub(crate) struct Runner {
    context: MatchContext,
    referee: Referee,
    inbox: MatchInbox,
    seats: PerSeat<SeatConnection>,
    watchers: Watchers,
    /// How many events the store has accepted.
    stored: usize,
    /// Emptied and used again for every step.
    effects: Vec<Effect>,
}

impl Runner {
    pub(crate) fn new(context: MatchContext, referee: Referee, inbox: MatchInbox) -> Runner {
        let seats = referee.setup().players.map(|_| SeatConnection::default());
        Runner { context, referee, inbox, seats, watchers: Watchers::default(), stored: 0, effects: Vec::new() }
    }

    /// Runs the match to its end, or until the arena stops: then it is left in the store as it stands.
    pub(crate) async fn run(mut self, start: Start) -> RunEnd {
        let stop = self.context.stop.clone();
        let stopped = stop.cancelled();
        tokio::pin!(stopped);
        let wake = sleep_until(Instant::now());
        tokio::pin!(wake);
        self.begin(start);
        while !self.referee.is_over() {
            let wake_at = self.referee.wake_at().map(|at| self.context.time.instant(at));
            // Deadlines mostly move away, and moving a timer costs more than a tick too early, which changes nothing.
            if let Some(at) = wake_at.filter(|at| *at < wake.deadline() || wake.is_elapsed()) {
                wake.as_mut().reset(at);
            }
            // Commands come before the timer: an answer that was read in time is in time, however long it lay here.
            tokio::select! {
                biased;
                () = &mut stopped => {
                    self.journal();
                    return RunEnd::Stopped;
                }
                Ok(()) = self.inbox.connections.changed() => self.meet(),
                Some(command) = self.inbox.commands.recv() => self.read(command),
                () = &mut wake, if wake_at.is_some() => self.step(self.context.time.now(), Input::Tick),
            }
        }
        self.finish().await
    }

    fn begin(&mut self, start: Start) {
        let now = self.context.time.now();
        match start {
            Start::Resumed { stored } => {
                self.stored = stored;
                self.journal();
                self.step(now, Input::Begin);
                self.meet();
            }
            Start::Fresh => {
                let connections = self.inbox.connections.borrow_and_update().clone();
                for (seat, connection) in connections.entries() {
                    match connection {
                        Some(connection) => self.seat(seat, connection.clone()),
                        None => self.step(now, Input::Disconnected { seat }),
                    }
                }
                self.step(now, Input::Begin);
            }
        }
        info!(?start, players = ?self.names(), "match runs");
    }

    fn seat(&mut self, seat: Seat, connection: Connection) {
        connection.sender.send(Message::Seated(self.referee.seated_message(seat, false)));
        self.seats[seat].connection = Some(connection);
    }

    fn read(&mut self, command: MatchCommand) {
        match command {
            MatchCommand::Input(at, input) => self.step(at, input),
            MatchCommand::Watch(reply) => {
                // A spectator that is gone already needs nothing.
                let _gone = reply.send(self.watchers.join(&self.referee));
            }
        }
    }

    fn step(&mut self, now: Micros, input: Input) {
        for (seat, link) in self.seats.count().seats().zip(self.seats.iter_mut()) {
            if let Some((handed_on, ticket)) = link.take_news() {
                self.referee.step(handed_on, Input::AskSent { seat, ticket }, &mut self.effects);
            }
        }
        self.referee.step(now, input, &mut self.effects);
        self.carry_out(now);
    }

    fn carry_out(&mut self, now: Micros) {
        let mut effects = std::mem::take(&mut self.effects);
        for effect in effects.drain(..) {
            match effect {
                Effect::Ask { seat } => self.ask(seat, now),
                Effect::SendFault { seat, notice } => self.seats[seat].say(Message::Fault(notice)),
                Effect::Journal => self.journal(),
                Effect::PublicEvents { from } => self.watchers.show(&self.referee, from),
                // The loop looks at the referee itself.
                Effect::Done => {}
            }
        }
        self.effects = effects;
    }

    fn ask(&mut self, seat: Seat, now: Micros) {
        let link = &mut self.seats[seat];
        if let Some(form) = link.form()
            && let Some((ticket, ask)) = self.referee.ask_message(seat, form, now)
        {
            link.ask(seat, ticket, ask);
        }
    }

    /// Looks who has come and gone.
    fn meet(&mut self) {
        let connections = self.inbox.connections.borrow_and_update().clone();
        for (seat, connection) in connections.entries() {
            if self.seats[seat].is_over(connection.as_ref()) {
                continue;
            }
            let now = self.context.time.now();
            if self.seats[seat].connection.take().is_some() {
                self.step(now, Input::Disconnected { seat });
            }
            if let Some(connection) = connection {
                self.welcome_back(seat, connection.clone(), now);
            }
        }
    }

    fn welcome_back(&mut self, seat: Seat, connection: Connection, now: Micros) {
        let form = connection.form;
        self.seats[seat] = SeatConnection::to(connection);
        self.referee.step(now, Input::Reconnected { seat }, &mut self.effects);
        self.seats[seat].say(Message::Seated(self.referee.seated_message(seat, true)));
        if let Some(seen) = self.referee.seen_message(seat, form) {
            self.seats[seat].say(Message::Seen(seen));
        }
        self.carry_out(now);
    }

    /// Gives the store all events that it doesn't have. What it can't take now it is given with the next ones; the
    /// record has all of them in any case.
    fn journal(&mut self) {
        let new = self.referee.encoded_events(self.stored);
        if new.is_empty() {
            return;
        }
        match self.context.store.journal(self.referee.setup().id, new) {
            Ok(()) => self.stored += new.len(),
            Err(problem) => debug!(%problem, from = self.stored, "the journal takes no events now"),
        }
    }

    async fn finish(mut self) -> RunEnd {
        let Some(record) = self.referee.record(Time::unix_ms(), crate::VERSION) else {
            error!("the referee has no record of a match that is over");
            return RunEnd::Stopped;
        };
        // A stop meanwhile cuts this short; the store writes the record all the same.
        let filed = self.context.ledger.finish(&record).await;
        let filed = filed.unwrap_or_else(|problem| {
            error!(%problem, "the record was refused");
            FinishOutcome::default()
        });
        info!(termination = ?record.termination, "match ended");
        self.tell_the_end(&record, filed);
        RunEnd::Over
    }

    fn tell_the_end(&mut self, record: &pb::MatchRecord, filed: FinishOutcome) {
        self.meet();
        let ended = pb::Ended {
            match_id: record.match_id.clone(),
            termination: record.termination.clone(),
            results: record.results.clone(),
            ratings: filed.ratings,
            seed: if filed.seed_is_open { record.seed.clone() } else { Vec::new() },
        };
        for (seat, link) in self.seats.entries() {
            let Some(form) = link.form() else { continue };
            if let Some(seen) = self.referee.seen_message(seat, form) {
                link.say(Message::Seen(seen));
            }
            link.say(Message::Ended(ended.clone()));
        }
        self.watchers.end(&self.referee, ended);
    }

    fn names(&self) -> PerSeat<BotName> {
        self.referee.setup().players.map(|player| player.name)
    }
}
