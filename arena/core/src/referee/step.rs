//! One step of a match: an input is taken in, the match goes on until a seat must be waited for, and what came of it is
//! said.

use std::mem;
use std::time::Duration;

use kahua_engine::Answer;
use kahua_engine::{Illegal, Seat};
use kahua_proto::pb::arena::v1 as pb;
use pb::answer::Choice;
use pb::{FaultCause, termination};

use crate::clock::Micros;
use crate::ids::Ticket;
use crate::limits::{COMMENT_BYTES_MAX, DETAIL_BYTES_MAX, cut};
use crate::referee::ask::{Expiry, OpenAsk, Presence};
use crate::referee::machine::Stage;
use crate::referee::state::Due;
use crate::referee::{Effect, Input, Referee};

impl Referee {
    /// Tells the referee what happened, and appends to `effects` what is to be done. No input panics, whatever its
    /// order; one of a seat that the table doesn't have does nothing.
    pub fn step(&mut self, now: Micros, input: Input, effects: &mut Vec<Effect>) {
        if input.seat().is_some_and(|seat| seat.index() >= self.presence.count().get()) {
            return;
        }
        if self.is_over() {
            if let Input::Answer { seat, ticket, .. } = input {
                effects.push(Effect::SendFault { seat, notice: self.stale_notice(seat, ticket) });
            }
            return;
        }
        let back = if let Input::Reconnected { seat } = input { Some(seat) } else { None };
        let known = self.ask.filter(|ask| back != Some(ask.seat)).map(|ask| ask.ticket);
        let lapsed = self.lapse(now, effects);
        let spent = self.take(now, input, effects);
        self.advance(now, lapsed.unwrap_or(spent), effects);
        self.report(known, effects);
    }

    /// Takes an input in, as far as it concerns the state; gives the time that was spent on an ask which it closed
    /// without an answer.
    fn take(&mut self, now: Micros, input: Input, effects: &mut Vec<Effect>) -> Duration {
        match input {
            Input::Begin if matches!(self.stage, Stage::Ready) => self.stage = Stage::Playing { since: now },
            // What has come to its end just now, or waits to begin there, keeps its result.
            Input::Abort { .. } if self.state.due() == Due::End => {}
            Input::Begin | Input::Tick => {}
            Input::Answer { seat, ticket, choice, comment } => match self.ask {
                Some(ask) if (ask.seat, ask.ticket) == (seat, ticket) => {
                    return self.answer(now, ask, choice.as_ref(), comment, effects);
                }
                _ => effects.push(Effect::SendFault { seat, notice: self.stale_notice(seat, ticket) }),
            },
            Input::AskSent { seat, ticket } => {
                if let Some(ask) = self.ask.as_mut().filter(|ask| (ask.seat, ask.ticket) == (seat, ticket)) {
                    ask.sent(now);
                }
            }
            Input::Disconnected { seat } => {
                if self.presence[seat] == Presence::Here {
                    self.presence[seat] = Presence::Away { since: now };
                }
            }
            Input::Reconnected { seat } => {
                self.presence[seat] = Presence::Here;
                self.told[seat] = 0;
                if let Some(ask) = self.ask.as_mut().filter(|ask| ask.seat == seat) {
                    ask.back(now);
                }
            }
            Input::Resign { seat } => return self.fault(now, seat, FaultCause::Resigned, String::new(), effects),
            Input::Flooded { seat, detail } => return self.fault(now, seat, FaultCause::Flooding, detail, effects),
            Input::Abort { mut reason } => {
                cut_short(&mut reason, DETAIL_BYTES_MAX);
                self.stage = Stage::Over(pb::Termination { kind: termination::Kind::Aborted.into(), reason });
            }
        }
        Duration::ZERO
    }

    /// Takes the answer to the open ask; gives the time that was spent on it if it was none.
    fn answer(
        &mut self,
        now: Micros,
        ask: OpenAsk,
        choice: Option<&Choice>,
        mut comment: String,
        effects: &mut Vec<Effect>,
    ) -> Duration {
        match self.find(choice) {
            Ok(index) => {
                self.ask = None;
                cut_short(&mut comment, COMMENT_BYTES_MAX);
                let (event, _) = self.state.decide(ask.seat, index, ask.think(now), comment);
                self.events.push(&event);
                Duration::ZERO
            }
            Err(Illegal::Unreadable(problem)) => self.fault(now, ask.seat, FaultCause::Unreadable, problem, effects),
            Err(illegal) => self.fault(now, ask.seat, FaultCause::Illegal, illegal.to_string(), effects),
        }
    }

    /// The index in the legal list of the action that an answer means.
    fn find(&self, choice: Option<&Choice>) -> Result<usize, Illegal> {
        let answer = match choice {
            None => return Err(Illegal::Unreadable("the answer holds neither index nor action nor notation".into())),
            Some(Choice::Index(index)) => Answer::Index(*index),
            Some(Choice::Notation(notation)) => Answer::Notation(notation),
            // Where only the notation of an action is set, that is what was meant.
            Some(Choice::Action(action)) if action.game.is_none() && !action.notation.is_empty() => {
                Answer::Notation(&action.notation)
            }
            Some(Choice::Action(action)) => Answer::Wire(action),
        };
        self.state.table().find(answer)
    }

    /// Counts a fault, if the open ask has run out of time; gives the time that was spent on it.
    fn lapse(&mut self, now: Micros, effects: &mut Vec<Effect>) -> Option<Duration> {
        let (ask, expiry) = (self.ask?, self.expiry()?);
        if now < expiry.at {
            return None;
        }
        let (cause, detail) = if expiry.absent {
            (
                FaultCause::Disconnected,
                "the bot was asked while it had no connection, and didn't come back in time".into(),
            )
        } else {
            (FaultCause::Late, format!("no answer after {} ms", ask.think(now).as_millis()))
        };
        Some(self.fault(now, ask.seat, cause, detail, effects))
    }

    /// When the arena stops waiting for the open ask.
    pub(super) fn expiry(&self) -> Option<Expiry> {
        let (ask, Stage::Playing { since }) = (self.ask?, &self.stage) else { return None };
        let reconnect = self.setup.fault_policy.reconnect;
        ask.expiry(self.state.clock(ask.seat), self.presence[ask.seat], *since, reconnect)
    }

    /// Counts a fault; gives the time that was spent on the ask that it closed.
    fn fault(
        &mut self,
        now: Micros,
        seat: Seat,
        cause: FaultCause,
        mut detail: String,
        effects: &mut Vec<Effect>,
    ) -> Duration {
        if self.state.due() == Due::End || self.state.is_given_up(seat) {
            return Duration::ZERO;
        }
        cut_short(&mut detail, DETAIL_BYTES_MAX);
        let mut notice = self.fault_notice(seat, cause, &detail);
        self.events.push(&self.state.fault(seat, cause, detail));
        notice.consequence = self.consequence(seat, cause);
        effects.push(Effect::SendFault { seat, notice });
        let closed = self.ask.take_if(|ask| self.state.due() != Due::Decision(ask.seat));
        closed.map_or(Duration::ZERO, |ask| ask.think(now))
    }

    /// Goes on until a seat must be waited for, or to the end. `spent` is what the seat whose ask was closed without an
    /// answer spent on it.
    fn advance(&mut self, now: Micros, mut spent: Duration, effects: &mut Vec<Effect>) {
        while let Stage::Playing { .. } = self.stage {
            match self.state.due() {
                Due::Chance => self.events.push(&self.state.draw()),
                Due::Substitute(seat) => self.events.push(&self.state.substitute(seat, mem::take(&mut spent))),
                Due::Decision(seat) => {
                    if self.ask.is_none() {
                        self.asks += 1;
                        let ticket = Ticket::new(self.resumed_in, self.asks);
                        self.ask = Some(OpenAsk::new(seat, ticket, self.presence[seat], now));
                    }
                    // Who has been away for too long isn't waited for again.
                    match self.lapse(now, effects) {
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

    /// Says what came of a step. `known` is the ask that the seat was sent before.
    fn report(&mut self, known: Option<Ticket>, effects: &mut Vec<Effect>) {
        let from = mem::replace(&mut self.announced, self.events.len());
        let new = self.events.from(from);
        if !new.is_empty() {
            effects.push(Effect::Journal);
        }
        if new.any_public() {
            effects.push(Effect::PublicEvents { from });
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
