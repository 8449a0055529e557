//! Time, connections and the disk of one simulated match.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use kahua_core::clock::{Micros, Moment};
use kahua_core::ids::ArenaRun;
use kahua_core::referee::{Effect, Input, Referee};
use kahua_engine::{Dice, PerSeat, Seat};
use kahua_proto::pb::arena::v1 as pb;
use pb::ActionForm;

use super::bot::{Bot, Deed};
use super::checks;
use super::plan::Plan;
use crate::support::STARTED_UNIX_MS;

/// No simulated match takes more steps.
const STEPS_MAX: u32 = 20_000;

/// One match with everything around it.
#[derive(Debug)]
pub(crate) struct World {
    plan: Plan,
    dice: Dice,
    now: Micros,
    referee: Referee,
    bots: PerSeat<Bot>,
    /// What is going to happen, by its time and then by the order of planning.
    future: BTreeMap<(Micros, u32), Coming>,
    foreseen: u32,
    /// When each unread message arrived, by the number of its planned reading.
    unread: BTreeMap<u32, Micros>,
    /// How many of the events the referee has announced.
    announced: usize,
    /// How many of the events are surely on disk.
    flushed: usize,
    /// How many times the arena was started.
    lives: u32,
    kills: u32,
    /// Every ticket that was asked with, over all lives.
    tickets: BTreeSet<u32>,
    done: bool,
}

#[derive(Debug)]
enum Coming {
    /// Over a connection to this life of the arena.
    Input {
        life: u32,
        input: Input,
    },
    Leave {
        life: u32,
        seat: Seat,
    },
    Back {
        seat: Seat,
    },
    Flush {
        life: u32,
        events: usize,
    },
    Kill,
    Abort,
    Calm,
}

/// What came of a match.
#[derive(Debug, PartialEq)]
pub(crate) struct Ending {
    pub(crate) record: pb::MatchRecord,
    pub(crate) guilty: PerSeat<bool>,
    pub(crate) kills: u32,
    pub(crate) aborted: bool,
}

impl World {
    pub(crate) fn new(plan: Plan, dice: Dice) -> World {
        let referee = Referee::new(plan.setup.clone()).unwrap();
        let bots = plan.setup.players.map(|_| Bot { connected: true, ..Bot::default() });
        let mut world = World {
            dice,
            now: Micros(0),
            referee,
            bots,
            future: BTreeMap::new(),
            foreseen: 0,
            unread: BTreeMap::new(),
            announced: 0,
            flushed: 0,
            lives: 1,
            kills: 0,
            tickets: BTreeSet::new(),
            done: false,
            plan,
        };
        for at in world.plan.kills.clone() {
            world.foresee(at, Coming::Kill);
        }
        if let Some(at) = world.plan.abort {
            world.foresee(at, Coming::Abort);
        }
        world.foresee(world.plan.calm, Coming::Calm);
        world
    }

    /// Lets everything happen, until the match is over.
    pub(crate) fn run(mut self) -> Ending {
        self.step(Input::Begin);
        for _ in 0..STEPS_MAX {
            if self.done {
                return self.ending();
            }
            self.happen();
        }
        panic!("the match doesn't end");
    }

    /// The next thing happens; it may be only that the referee wakes up.
    fn happen(&mut self) {
        let next = self.future.first_key_value().map(|((at, _), _)| *at);
        match (next, self.referee.wake_at()) {
            (Some(next), Some(wake)) if wake <= next && self.wake(wake) => {}
            (None, Some(wake)) => assert!(self.wake(wake), "what lies unread is read some time"),
            (None, None) => panic!("the match waits for ever"),
            (Some(_), _) => {
                let ((at, number), coming) = self.future.pop_first().expect("it was there just now");
                self.now = self.now.max(at);
                self.come(coming);
                self.unread.remove(&number);
            }
        }
    }

    /// A tick; `false` if it changed nothing. It must change something unless a message lies unread.
    fn wake(&mut self, at: Micros) -> bool {
        self.now = self.now.max(at);
        self.step(Input::Tick);
        let differs = self.referee.wake_at() != Some(at);
        assert!(differs || self.lag() > Duration::ZERO, "a tick that is due makes a difference");
        differs
    }

    /// How long the oldest unread message has waited.
    fn lag(&self) -> Duration {
        self.unread.values().map(|arrived| self.now.since(*arrived)).max().unwrap_or_default()
    }

    fn come(&mut self, coming: Coming) {
        match coming {
            Coming::Input { life, input } if life == self.lives => self.step(input),
            Coming::Leave { life, seat } if life == self.lives && self.bots[seat].connected => {
                self.bots[seat].connected = false;
                self.step(Input::Disconnected { seat });
            }
            Coming::Back { seat } if !self.bots[seat].connected => self.back(seat),
            Coming::Flush { life, events } if life == self.lives => self.flushed = self.flushed.max(events),
            Coming::Kill if self.now < Micros(self.plan.calm) => self.kill(),
            Coming::Abort => self.step(Input::Abort { reason: "the organizer wants to go home".into() }),
            Coming::Calm => self.calm(),
            // From an earlier life of the arena, or overtaken by another event.
            _ => {}
        }
    }

    fn step(&mut self, input: Input) {
        let mut effects = Vec::new();
        let noticed = Moment { lag: self.lag(), ..Moment::from(self.now) };
        self.referee.step(noticed, input, &mut effects);
        for effect in effects {
            match effect {
                Effect::SendFault { seat, notice } => checks::notice(&notice, &self.referee, seat),
                Effect::Journal => {
                    let events = self.referee.event_count();
                    assert!(events > self.announced && self.announced >= self.flushed);
                    self.announced = events;
                    let delay = u64::from(self.dice.below(25_000));
                    self.foresee(delay, Coming::Flush { life: self.lives, events });
                }
                Effect::Ask { seat } => self.ask(seat),
                Effect::Done => {
                    assert!(!self.done, "a match is over once");
                    self.done = true;
                }
            }
        }
    }

    /// A bot gets its ask and makes up its mind.
    fn ask(&mut self, seat: Seat) {
        let bot = &mut self.bots[seat];
        assert!(bot.connected, "who isn't there isn't asked");
        let ask = self.referee.ask_message(seat, ActionForm::Both, self.now);
        let (ticket, ask) = ask.expect("an ask effect has its ask");
        assert_eq!(ticket.to_wire(), ask.ticket);
        checks::ask(&ask, &self.plan.setup);
        bot.told(ask.events.clone());
        assert_eq!(bot.story, self.referee.public_events(0), "who is asked knows everything");
        let comes_again = bot.tickets.last() == Some(&ask.ticket);
        if !comes_again {
            assert!(self.tickets.insert(ask.ticket), "ticket {} was used before", ask.ticket);
            bot.tickets.push(ask.ticket);
        }

        // The arena may take its time to hand the ask over.
        self.referee.step(self.now, Input::AskReady { seat, ticket }, &mut Vec::new());
        let transport = u64::from(self.dice.below(200));
        let delayed = Input::AskDelayed { seat, ticket, by: Duration::from_micros(transport) };
        self.foresee(transport, Coming::Input { life: self.lives, input: delayed });

        let goes_wrong = !comes_again && self.now < Micros(self.plan.calm) && self.dice.below(self.plan.rarity) == 0;
        let misdeeds = &self.plan.misdeeds[seat];
        let misdeed = (goes_wrong && !misdeeds.is_empty()).then(|| *self.dice.pick(misdeeds));
        let allowance_us = self.plan.setup.time_control.allowance.as_micros() as u64;
        for deed in self.bots[seat].deeds(&ask, misdeed, allowance_us, &mut self.dice) {
            self.do_(seat, transport, deed);
        }
    }

    fn do_(&mut self, seat: Seat, transport: u64, deed: Deed) {
        let life = self.lives;
        match deed {
            Deed::Answer { after, answer } => {
                self.arrive(transport + after, Coming::Input { life, input: Input::answer(seat, answer) });
            }
            Deed::Leave { after, back_after } => {
                self.foresee(transport + after, Coming::Leave { life, seat });
                if let Some(back_after) = back_after {
                    self.foresee(transport + after + back_after, Coming::Back { seat });
                }
            }
            Deed::Resign { after } => {
                self.arrive(transport + after, Coming::Input { life, input: Input::Resign { seat } });
            }
            Deed::Flood { after } => {
                let input = Input::Flooded { seat, detail: "too much".into() };
                self.arrive(transport + after, Coming::Input { life, input });
            }
        }
    }

    /// A bot is connected again: it is told the story from the start, and asked again.
    fn back(&mut self, seat: Seat) {
        self.bots[seat].connected = true;
        self.bots[seat].story.clear();
        self.step(Input::Reconnected { seat });
    }

    /// The arena is killed and started again, with what was on disk. The bots come back, the innocent ones in time.
    fn kill(&mut self) {
        let events = self.referee.events();
        let kept = self.flushed + self.dice.below((events.len() - self.flushed) as u32 + 1) as usize;
        let events = &events[..kept];
        (self.announced, self.flushed) = (kept, kept);
        self.now = Micros(self.now.0 + 1_000 + u64::from(self.dice.below(5_000)));
        let now_unix_ms = STARTED_UNIX_MS + (self.now.0 / 1_000) as i64;
        self.lives += 1;
        self.unread.clear();
        self.referee = Referee::resume(self.plan.setup.clone(), events, now_unix_ms, ArenaRun(self.lives)).unwrap();
        self.kills += 1;
        let reconnect_us = self.plan.setup.fault_policy.reconnect.as_micros() as u32;
        for seat in self.plan.setup.players.count().seats() {
            self.bots[seat].connected = false;
            let after = self.dice.below(if self.bots[seat].guilty { 2 * reconnect_us } else { reconnect_us });
            self.foresee(u64::from(after), Coming::Back { seat });
        }
        self.step(Input::Begin);
    }

    /// Faults stop: every bot is there, and answers its open ask.
    fn calm(&mut self) {
        for seat in self.plan.setup.players.count().seats() {
            self.back(seat);
        }
    }

    /// A message arrives, and is read as soon as the arena comes to it.
    fn arrive(&mut self, after: u64, coming: Coming) {
        let lag = if self.plan.lag == 0 { 0 } else { u64::from(self.dice.below(self.plan.lag)) };
        self.foresee(after + lag, coming);
        self.unread.insert(self.foreseen, Micros(self.now.0 + after));
    }

    fn foresee(&mut self, after: u64, coming: Coming) {
        self.foreseen += 1;
        self.future.insert((Micros(self.now.0 + after), self.foreseen), coming);
    }

    fn ending(mut self) -> Ending {
        let record = self.referee.record(STARTED_UNIX_MS + 1_000_000, "sim").expect("the match is over");
        let told = self.referee.public_events(0);
        for (seat, bot) in self.plan.setup.players.count().seats().zip(self.bots.iter_mut()) {
            if let Some(seen) = self.referee.events_message(seat, ActionForm::Both)
                && bot.connected
            {
                bot.told(seen.events);
            }
            assert!(!bot.connected || bot.story == told, "seat {seat} was told another story");
        }
        let ending = Ending {
            guilty: self.bots.map(|bot| bot.guilty),
            kills: self.kills,
            aborted: record.termination.as_ref().is_some_and(|end| end.kind() == pb::termination::Kind::Aborted),
            record,
        };
        checks::ending(&ending, &self.plan);
        ending
    }
}
