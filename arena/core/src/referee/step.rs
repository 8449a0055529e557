//! One step of a match: take an input, go on until the match must wait for a seat, and report what happened.

use std::mem;

use kahua_engine::Answer;
use kahua_engine::{Illegal, Seat};
use kahua_proto::pb::arena::v1 as pb;
use pb::answer::Choice;
use pb::{FaultCause, termination};

use crate::clock::{Moment, Spent};
use crate::ids::Ticket;
use crate::limits::{COMMENT_BYTES_MAX, DETAIL_BYTES_MAX, cut};
use crate::referee::ask::{Blame, Expiry, OpenAsk, Presence};
use crate::referee::machine::Stage;
use crate::referee::state::Due;
use crate::referee::{Effect, Input, Referee};

impl Referee {
    /// Tells the referee what happened, and appends to `effects` what must be done. No input panics, in any order. An
    /// input of a seat that the table doesn't have does nothing.
    ///
    /// No ask counts as late while its answer may lie unread: an event that is noticed with a lag may have happened
    /// earlier.
    pub fn step(&mut self, noticed: impl Into<Moment>, input: Input, effects: &mut Vec<Effect>) {
        let noticed = noticed.into();
        if input.seat().is_some_and(|seat| seat.index() >= self.presence.count().get()) {
            return;
        }
        if self.is_over() {
            match input {
                Input::Answer { seat, ticket, .. } => {
                    effects.push(Effect::SendFault { seat, notice: self.stale_notice(seat, ticket) });
                }
                // The arena may still be writing the record. A bot that comes back in this time gets all events again.
                Input::Reconnected { seat } => self.told[seat] = 0,
                _ => {}
            }
            return;
        }
        self.doubt = self.doubt.max(noticed.in_doubt());
        // First, because these inputs set the start of a clock, and `lapse` below reads it.
        match input {
            Input::AskReady { seat, ticket } => {
                return self.open_ask(seat, ticket).map_or((), |ask| ask.ready(noticed.at));
            }
            Input::AskDelayed { seat, ticket, by } => {
                return self.open_ask(seat, ticket).map_or((), |ask| ask.delayed(by));
            }
            _ => {}
        }
        let back = if let Input::Reconnected { seat } = input { Some(seat) } else { None };
        // A bot that is back doesn't know its open ask, and is sent it again.
        let known = self.ask.filter(|ask| back != Some(ask.seat)).map(|ask| ask.ticket);
        // Before the input, so that an answer that comes too late finds no open ask.
        let lapsed = self.lapse(noticed, effects);
        let spent = self.take(noticed, input, effects);
        self.advance(noticed, lapsed.unwrap_or(spent), effects);
        self.report(known, effects);
    }

    /// The open ask, if it is this one.
    fn open_ask(&mut self, seat: Seat, ticket: Ticket) -> Option<&mut OpenAsk> {
        self.ask.as_mut().filter(|ask| (ask.seat, ask.ticket) == (seat, ticket))
    }

    /// Applies an input to the state. If that closes an ask without an answer, returns the time that was spent on it.
    fn take(&mut self, noticed: Moment, input: Input, effects: &mut Vec<Effect>) -> Spent {
        let now = noticed.at;
        match input {
            Input::Begin if matches!(self.stage, Stage::Ready) => self.stage = Stage::Playing { since: now },
            // The game is over, so the match keeps its result.
            Input::Abort { .. } if self.state.due() == Due::End => {}
            Input::Begin | Input::Tick | Input::AskReady { .. } | Input::AskDelayed { .. } => {}
            Input::Answer { seat, ticket, choice, comment } => match self.ask {
                Some(ask) if (ask.seat, ask.ticket) == (seat, ticket) => {
                    // The arena can't tell whether the answer came in time.
                    if let Some(reason) = self.void_reason(noticed) {
                        self.end_without_result(reason);
                        return Spent::default();
                    }
                    return self.answer(noticed, ask, choice.as_ref(), comment, effects);
                }
                _ => effects.push(Effect::SendFault { seat, notice: self.stale_notice(seat, ticket) }),
            },
            Input::Disconnected { seat } => {
                // Otherwise its time to come back runs already, or it is excused. A second report must not change that.
                if self.presence[seat] == Presence::Here {
                    self.presence[seat] = Presence::Away { since: now };
                }
            }
            Input::Expected { seat } => {
                if let Presence::Away { .. } | Presence::OutOfReach { .. } = self.presence[seat] {
                    self.excuse(seat, Presence::Expected { since: Some(now) });
                }
            }
            Input::OutOfReach { seat } => {
                if let Presence::Away { .. } | Presence::Expected { .. } = self.presence[seat] {
                    self.excuse(seat, Presence::OutOfReach { since: now });
                }
            }
            Input::Reconnected { seat } => {
                self.presence[seat] = Presence::Here;
                self.told[seat] = 0;
                if let Some(ask) = self.ask.as_mut().filter(|ask| ask.seat == seat) {
                    ask.back(now);
                }
            }
            Input::Resign { seat } => return self.fault(noticed, seat, FaultCause::Resigned, String::new(), effects),
            Input::Flooded { seat, detail } => return self.fault(noticed, seat, FaultCause::Flooding, detail, effects),
            Input::Crashed { seat, detail } => return self.fault(noticed, seat, FaultCause::Crashed, detail, effects),
            Input::Abort { reason } => self.end_without_result(reason),
        }
        Spent::default()
    }

    /// A seat's bot is away through no fault of its own, so its clock waits.
    fn excuse(&mut self, seat: Seat, presence: Presence) {
        self.presence[seat] = presence;
        self.ask.iter_mut().filter(|ask| ask.seat == seat).for_each(OpenAsk::begin_anew);
    }

    fn end_without_result(&mut self, mut reason: String) {
        cut_short(&mut reason, DETAIL_BYTES_MAX);
        self.stage = Stage::Over(pb::Termination { kind: termination::Kind::Aborted.into(), reason });
    }

    /// Takes the answer to the open ask. If the answer isn't valid, returns the time that was spent on the ask.
    fn answer(
        &mut self,
        noticed: Moment,
        ask: OpenAsk,
        choice: Option<&Choice>,
        mut comment: String,
        effects: &mut Vec<Effect>,
    ) -> Spent {
        match self.find(choice) {
            Ok(index) => {
                self.ask = None;
                cut_short(&mut comment, COMMENT_BYTES_MAX);
                let (event, _) = self.state.decide(ask.seat, index, ask.spent(noticed), comment);
                self.events.push(&event);
                Spent::default()
            }
            Err(Illegal::Unreadable(problem)) => {
                self.fault(noticed, ask.seat, FaultCause::Unreadable, problem, effects)
            }
            Err(illegal) => self.fault(noticed, ask.seat, FaultCause::Illegal, illegal.to_string(), effects),
        }
    }

    /// The index in the legal list of the action that an answer means.
    fn find(&self, choice: Option<&Choice>) -> Result<usize, Illegal> {
        let answer = match choice {
            None => return Err(Illegal::Unreadable("the answer holds neither index nor action nor notation".into())),
            Some(Choice::Index(index)) => Answer::Index(*index),
            Some(Choice::Notation(notation)) => Answer::Notation(notation),
            // If only the notation of an action is set, the bot meant that.
            Some(Choice::Action(action)) if action.game.is_none() && !action.notation.is_empty() => {
                Answer::Notation(&action.notation)
            }
            Some(Choice::Action(action)) => Answer::Wire(action),
        };
        self.state.table().find(answer)
    }

    /// Counts a fault if the open ask has run out of time, and returns the time that was spent on it.
    fn lapse(&mut self, noticed: Moment, effects: &mut Vec<Effect>) -> Option<Spent> {
        let (ask, expiry) = (self.ask?, self.expiry()?);
        if noticed.earliest() < expiry.at {
            return None;
        }
        let (cause, detail) = match expiry.blame {
            Blame::Slowness => {
                (FaultCause::Late, format!("no answer after {} ms", ask.spent(noticed).think.as_millis()))
            }
            Blame::Absence => (
                FaultCause::Disconnected,
                "the bot was asked while it had no connection, and didn't come back in time".into(),
            ),
            Blame::Reach | Blame::Doubt => return None,
        };
        Some(self.fault(noticed, ask.seat, cause, detail, effects))
    }

    /// Why the match ends without result, if the open ask has run out of time and the bot may not be to blame.
    fn void_reason(&self, noticed: Moment) -> Option<String> {
        let (ask, expiry) = (self.ask?, self.expiry()?);
        let bot = self.setup.players[ask.seat].name;
        match expiry.blame {
            _ if noticed.earliest() < expiry.at => None,
            Blame::Slowness | Blame::Absence => None,
            Blame::Reach => Some(format!(
                "the arena couldn't reach {bot}, which was connected to another of its nodes all the time"
            )),
            Blame::Doubt => Some(format!(
                "the arena stood still or was overloaded while {bot} was asked, and can't tell whose delay it was"
            )),
        }
    }

    /// When the arena stops waiting for the open ask.
    pub(super) fn expiry(&self) -> Option<Expiry> {
        let (ask, Stage::Playing { since }) = (self.ask?, &self.stage) else { return None };
        let reconnect = self.setup.fault_policy.reconnect;
        ask.expiry(self.state.clock(ask.seat), self.presence[ask.seat], *since, reconnect, self.doubt)
    }

    /// Counts a fault, and returns the time that was spent on the ask that it closed.
    fn fault(
        &mut self,
        noticed: Moment,
        seat: Seat,
        cause: FaultCause,
        mut detail: String,
        effects: &mut Vec<Effect>,
    ) -> Spent {
        if self.state.due() == Due::End || self.state.is_given_up(seat) {
            return Spent::default();
        }
        let spent = self.ask.filter(|ask| ask.seat == seat).map(|ask| ask.spent(noticed)).unwrap_or_default();
        cut_short(&mut detail, DETAIL_BYTES_MAX);
        let mut notice = self.fault_notice(seat, cause, &detail);
        self.events.push(&self.state.fault(seat, cause, detail, spent.delay));
        notice.consequence = self.consequence(seat, cause);
        effects.push(Effect::SendFault { seat, notice });
        // A flood may leave the ask open. And if this fault ends the match, the ask of another seat is closed, too.
        let closed = self.ask.take_if(|ask| self.state.due() != Due::Decision(ask.seat));
        if closed.is_some() { spent } else { Spent::default() }
    }

    /// Goes on until the match must wait for a seat, or to the end. `spent` is the time that was spent on an ask that
    /// was closed without an answer.
    fn advance(&mut self, noticed: Moment, mut spent: Spent, effects: &mut Vec<Effect>) {
        while let Stage::Playing { .. } = self.stage {
            match self.state.due() {
                Due::Chance => self.events.push(&self.state.draw()),
                // Only the first substitute has this time. Further ones of a seat that was given up take none.
                Due::Substitute(seat) => self.events.push(&self.state.substitute(seat, mem::take(&mut spent))),
                Due::Decision(seat) => {
                    if self.ask.is_none() {
                        self.asks += 1;
                        let ticket = Ticket::new(self.resumed_in, self.asks);
                        self.ask = Some(OpenAsk::new(seat, ticket, self.presence[seat], noticed.at));
                    }
                    if let Some(reason) = self.void_reason(noticed) {
                        return self.end_without_result(reason);
                    }
                    // A bot that has been away for too long gets no more time.
                    match self.lapse(noticed, effects) {
                        Some(lapsed) => spent = lapsed,
                        None => return,
                    }
                }
                Due::End => {
                    let kind = self.state.end().unwrap_or_default().into();
                    self.stage = Stage::Over(pb::Termination { kind, reason: self.state.ending().into() });
                }
            }
        }
    }

    /// Reports the effects of a step. `known` is the ask that the seat was sent before.
    fn report(&mut self, known: Option<Ticket>, effects: &mut Vec<Effect>) {
        if mem::replace(&mut self.announced, self.events.len()) < self.events.len() {
            effects.push(Effect::Journal);
        }
        if self.is_over() {
            self.ask = None;
            effects.push(Effect::Done);
        }
        if let Some(ask) = self.ask
            && Some(ask.ticket) != known
            && self.presence[ask.seat] == Presence::Here
        {
            effects.push(Effect::Ask { seat: ask.seat });
        }
    }
}

/// Cuts a text from outside, and gives back the memory that the rest held.
fn cut_short(text: &mut String, bytes_max: usize) {
    if text.len() > bytes_max {
        *text = cut(text, bytes_max).to_owned();
    }
}
