//! A match of the toy game, and a driver that plays it.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use kahua_core::clock::{Micros, Moment};
use kahua_core::ids::{MatchId, Ticket};
use kahua_core::referee::{Effect, FaultPolicy, Input, Luck, MatchSetup, Nonce, OnFault, Player, Referee, SetPosition};
use kahua_core::season::Season;
use kahua_engine::toy::Toy;
use kahua_engine::{Choices, DynRuleset, PerSeat, Seat, SeatCount, Seed};
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

pub(crate) const STARTED_UNIX_MS: i64 = 1_700_000_000_000;

pub(crate) fn toy() -> Arc<dyn DynRuleset> {
    Toy::ruleset()
}

pub(crate) fn setup(seats: usize, time_control: &str, on_fault: OnFault) -> MatchSetup {
    let seats = SeatCount::new(seats).unwrap();
    MatchSetup {
        id: MatchId::new(STARTED_UNIX_MS as u64, [7; 10]),
        league: "spring".to_owned(),
        season: Season::FIRST.next(),
        rated: true,
        ruleset: toy(),
        choices: Choices::defaults(&[]),
        players: PerSeat::from_fn(seats, |seat| Player {
            name: format!("bot-{seat}").parse().unwrap(),
            version: "1.0".to_owned(),
        }),
        seed: Seed::from_number(1),
        nonce: Nonce([9; 32]),
        set: SetPosition::alone(),
        luck: Luck::Fresh,
        time_control: time_control.parse().unwrap(),
        fault_policy: FaultPolicy { on_fault, reconnect: Duration::from_millis(500) },
        started_unix_ms: STARTED_UNIX_MS,
    }
}

pub(crate) fn substitute(strikes_max: u32) -> OnFault {
    OnFault::Substitute { strikes_max: NonZeroU32::new(strikes_max).unwrap() }
}

pub(crate) fn seat(number: u8) -> Seat {
    Seat::new(number)
}

pub(crate) fn answer(ticket: u32, choice: pb::answer::Choice) -> pb::Answer {
    pb::Answer { match_id: String::new(), ticket, choice: Some(choice), comment: String::new() }
}

pub(crate) fn index(index: u32) -> pb::answer::Choice {
    pb::answer::Choice::Index(index)
}

pub(crate) fn notation(text: &str) -> pb::answer::Choice {
    pb::answer::Choice::Notation(text.to_owned())
}

/// A referee with its clock and what it said last.
#[derive(Debug)]
pub(crate) struct Driver {
    pub(crate) referee: Referee,
    pub(crate) now: Micros,
    pub(crate) effects: Vec<Effect>,
}

impl Driver {
    /// A match that has begun.
    pub(crate) fn begun(setup: MatchSetup) -> Driver {
        let mut driver = Driver { referee: Referee::new(setup).unwrap(), now: Micros(1_000_000), effects: Vec::new() };
        driver.step(Input::Begin);
        driver
    }

    pub(crate) fn step(&mut self, input: Input) -> &[Effect] {
        self.effects.clear();
        self.referee.step(self.now, input, &mut self.effects);
        &self.effects
    }

    pub(crate) fn wait_ms(&mut self, ms: u64) {
        self.now = self.now + Duration::from_millis(ms);
    }

    /// The open ask.
    pub(crate) fn ask(&mut self) -> (Seat, pb::Ask) {
        let seats = self.referee.setup().players.count();
        let now = self.now;
        let open =
            seats.seats().find_map(|seat| Some((seat, self.referee.ask_message(seat, pb::ActionForm::Both, now)?.1)));
        open.expect("an open ask")
    }

    /// Answers the open ask so.
    pub(crate) fn answer(&mut self, choice: pb::answer::Choice) -> &[Effect] {
        let (seat, ask) = self.ask();
        self.step(Input::answer(seat, answer(ask.ticket, choice)))
    }

    /// Plays on to the end, every seat taking its first legal action at once.
    pub(crate) fn play_out(&mut self) -> pb::MatchRecord {
        while !self.referee.is_over() {
            self.answer(index(0));
        }
        self.record()
    }

    pub(crate) fn record(&self) -> pb::MatchRecord {
        self.referee.record(STARTED_UNIX_MS + 1_000, "0.1.0").expect("the match is over")
    }

    pub(crate) fn notices(&self) -> Vec<&pb::FaultNotice> {
        let mut notices = Vec::new();
        for effect in &self.effects {
            if let Effect::SendFault { notice, .. } = effect {
                notices.push(notice);
            }
        }
        notices
    }

    pub(crate) fn asked(&self) -> Option<Seat> {
        self.effects.iter().find_map(|effect| if let Effect::Ask { seat } = effect { Some(*seat) } else { None })
    }

    /// The ask is ready for the seat's connection.
    pub(crate) fn ready(&mut self, seat: Seat, ticket: u32) {
        self.step(Input::AskReady { seat, ticket: Ticket::from_wire(ticket) });
    }

    /// The arena alone delayed the ask by so much.
    pub(crate) fn delayed_ms(&mut self, seat: Seat, ticket: u32, ms: u64) {
        self.step(Input::AskDelayed { seat, ticket: Ticket::from_wire(ticket), by: Duration::from_millis(ms) });
    }

    /// As [`Driver::step`], noticed with this lag.
    pub(crate) fn step_lagging(&mut self, ms: u64, input: Input) -> &[Effect] {
        self.effects.clear();
        let noticed = Moment { lag: Duration::from_millis(ms), ..Moment::from(self.now) };
        self.referee.step(noticed, input, &mut self.effects);
        &self.effects
    }

    /// As [`Driver::step`], noticed when the arena couldn't tell its own delay from a bot's, or soon after.
    pub(crate) fn step_doubting(&mut self, doubt: Micros, input: Input) -> &[Effect] {
        self.effects.clear();
        let noticed = Moment { doubt: Some(doubt), ..Moment::from(self.now) };
        self.referee.step(noticed, input, &mut self.effects);
        &self.effects
    }
}

pub(crate) fn moves(events: &[pb::RecordedEvent]) -> impl Iterator<Item = &pb::Decision> {
    events.iter().filter_map(|event| if let Some(Event::Decision(of)) = &event.event { Some(of) } else { None })
}

pub(crate) fn faults(events: &[pb::RecordedEvent]) -> impl Iterator<Item = &pb::Fault> {
    events.iter().filter_map(|event| if let Some(Event::Fault(fault)) = &event.event { Some(fault) } else { None })
}

/// The events that bots and spectators are told.
pub(crate) fn public(events: &[pb::RecordedEvent]) -> Vec<&Event> {
    let public = |what: &&Event| matches!(what, Event::Decision(_) | Event::Chance(_));
    events.iter().filter_map(|event| event.event.as_ref()).filter(public).collect()
}
