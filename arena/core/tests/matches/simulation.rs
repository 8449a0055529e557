//! A seeded swarm: thousands of matches between bots that fail in every way, an arena that is killed at any moment, and
//! checkers that look from outside. A failing match names its seed; the same seed is the same match.

mod bot;
mod checks;
mod plan;
mod world;

use std::time::Duration;

use kahua_core::clock::{Micros, Moment};
use kahua_core::ids::{ArenaRun, Ticket};
use kahua_core::referee::{Effect, Input, Referee};
use kahua_core::verify::verify;
use kahua_engine::{Dice, Seed};
use kahua_proto::pb::arena::v1 as pb;

use self::plan::Plan;
use self::world::World;
use crate::support::{STARTED_UNIX_MS, answer, index, seat, setup, substitute, toy};

const MATCHES: u64 = 4_000;

#[test]
fn every_match_ends_and_its_record_holds() {
    let mut seen = checks::Seen::default();
    for seed in 0..MATCHES {
        let _named = Named(seed);
        let mut dice = Dice::new(Seed::from_number(seed));
        let plan = Plan::draw(&mut dice);
        seen.count(&World::new(plan, dice).run());
    }
    seen.check();
}

#[test]
fn the_same_seed_is_the_same_match() {
    for seed in 0..50 {
        let run = || {
            let mut dice = Dice::new(Seed::from_number(seed));
            let plan = Plan::draw(&mut dice);
            World::new(plan, dice).run()
        };
        assert_eq!(run(), run(), "seed {seed}");
    }
}

/// No plan at all: any input at any time, time going backwards included.
#[test]
fn no_order_of_inputs_breaks_a_match() {
    for seed in 0..MATCHES {
        let _named = Named(seed);
        let mut dice = Dice::new(Seed::from_number(seed));
        let time_control = *dice.pick(&["none", "/10ms", "20ms+1ms~1ms"]);
        let setup = setup(2 + dice.below(4) as usize, time_control, substitute(1 + dice.below(20)));
        let mut referee = Referee::new(setup.clone()).unwrap();
        let (mut effects, mut dones) = (Vec::new(), 0);
        for step in 0..400 {
            let now = Micros(u64::from(dice.below(50_000)));
            let input = if step == 399 { Input::Abort { reason: "enough".into() } } else { any_input(&mut dice) };
            let doubt = (dice.below(8) == 0).then(|| Micros(u64::from(dice.below(50_000))));
            let noticed = Moment { at: now, lag: any_span(&mut dice), doubt };
            referee.step(noticed, input, &mut effects);
            dones += effects.iter().filter(|effect| **effect == Effect::Done).count();
            assert_eq!(dones > 0, referee.is_over());
            effects.clear();
        }
        assert_eq!(dones, 1);
        let record = referee.record(STARTED_UNIX_MS, "").unwrap();
        verify(&record, &toy()).unwrap();
        Referee::resume(setup, &record.events, STARTED_UNIX_MS, ArenaRun(1)).unwrap();
    }
}

fn any_input(dice: &mut Dice) -> Input {
    let seat = seat(dice.below(5) as u8);
    let ticket = dice.below(30);
    match dice.below(40) {
        0 => Input::Resign { seat },
        1 => Input::Flooded { seat, detail: "x".repeat(dice.below(400) as usize) },
        2..5 => Input::Disconnected { seat },
        5..8 => Input::Reconnected { seat },
        8..12 => Input::Begin,
        12..15 => Input::Tick,
        15..18 => Input::AskReady { seat, ticket: Ticket::from_wire(ticket) },
        18..20 => Input::AskDelayed { seat, ticket: Ticket::from_wire(ticket), by: any_span(dice) },
        20 => Input::answer(seat, pb::Answer { ticket, ..pb::Answer::default() }),
        _ => Input::answer(seat, answer(ticket, index(dice.below(3)))),
    }
}

fn any_span(dice: &mut Dice) -> Duration {
    match dice.below(10) {
        0 => Duration::MAX,
        1..4 => Duration::from_micros(u64::from(dice.below(20_000))),
        _ => Duration::ZERO,
    }
}

/// Names the seed of the match in which a test fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the failing match has seed {}", self.0);
        }
    }
}
