//! What spectators are shown of a match while it is being played.

use std::time::Duration;

use kahua_core::clock::Micros;
use kahua_core::referee::{Input, MatchSetup, OnFault};
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Language, Step, StepKind, Story, Teller, told_to_spectators};
use pb::FaultCause;

use crate::support::{Driver, answer, index, notation, seat, setup, substitute, toy};

const TIME: &str = "10s/2s~50ms";

/// What a spectator sees who has watched from the beginning.
fn shown(driver: &Driver) -> pb::WatchMatchResponse {
    driver.referee.shown(0, driver.now)
}

/// A match in which seat 0 says something and then is late, and seat 1 answers with something that it makes up.
fn eventful() -> Driver {
    let mut driver = Driver::begun(setup(2, TIME, substitute(3)));
    let (_, ask) = driver.ask();
    driver.wait_ms(300);
    let commented = pb::Answer { comment: "I hold the 6".to_owned(), ..answer(ask.ticket, index(0)) };
    driver.step(Input::answer(seat(0), commented));
    driver.answer(notation("I-hold-the-5"));
    driver.wait_ms(2_051);
    driver.step(Input::Tick);
    driver
}

#[test]
fn decisions_come_with_their_times_and_faults_stand_among_them() {
    let driver = eventful();
    let (shown, record) = (shown(&driver), driver.referee.events());
    assert_eq!(shown.events, driver.referee.public_events(0));
    let decisions = record.iter().enumerate().filter_map(|(number, event)| match event.event.as_ref()? {
        pb::recorded_event::Event::Decision(decision) => Some((number as u32, decision.think_us)),
        _ => None,
    });
    let times = shown.decision_times.iter().map(|time| (time.number, time.think_us));
    assert!(times.clone().eq(decisions));
    assert_eq!(times.map(|(_, think_us)| think_us).collect::<Vec<_>>()[..3], [300_000, 0, 2_051_000]);
    let faults: Vec<_> = shown.faults.iter().map(|fault| (fault.seat, fault.cause(), fault.detail.as_str())).collect();
    assert_eq!(faults, [(1, FaultCause::Unreadable, ""), (0, FaultCause::Late, "no answer after 2051 ms")]);
    let public: Vec<u32> = shown.events.iter().map(|event| event.number).collect();
    assert!(shown.faults.iter().all(|fault| !public.contains(&fault.number)), "{public:?} {:?}", shown.faults);
    for from in 0..=record.len() {
        let rest = driver.referee.shown(from, driver.now);
        assert!(rest.faults.iter().eq(shown.faults.iter().filter(|fault| fault.number as usize >= from)));
        assert!(rest.decision_times.iter().eq(shown.decision_times.iter().filter(|time| time.number as usize >= from)));
    }
}

#[test]
fn it_is_known_who_is_waited_for_and_for_how_long() {
    let mut driver = Driver::begun(setup(2, TIME, substitute(3)));
    driver.wait_ms(300);
    assert_eq!(driver.referee.waits_for(driver.now), Some((seat(0), Duration::from_millis(300))));
    driver.answer(index(0));
    assert_eq!(driver.referee.waits_for(driver.now), Some((seat(1), Duration::ZERO)));
}

#[test]
fn nothing_that_bots_say_is_shown() {
    let shown = format!("{:?}", shown(&eventful()));
    assert!(!shown.contains("I hold the") && !shown.contains("I-hold-the"), "{shown}");
}

#[test]
fn clocks_are_those_of_the_moment() {
    let mut driver = Driver::begun(setup(2, TIME, substitute(1)));
    driver.wait_ms(300);
    let clock = |driver: &Driver, seat: usize| shown(driver).clocks[seat];
    let asked = pb::AskClock { think_ms: 300, left_ms: Some(1_700), counts_down: true };
    let fresh = pb::SeatClock { bank_ms: Some(10_000), ..pb::SeatClock::default() };
    assert_eq!(clock(&driver, 0), pb::SeatClock { bank_ms: Some(9_700), ask: Some(asked), ..fresh });
    assert_eq!(clock(&driver, 1), fresh);
    driver.answer(index(0));
    assert_eq!(clock(&driver, 0), pb::SeatClock { bank_ms: Some(9_750), ..fresh }, "the allowance isn't paid for");
    assert!(clock(&driver, 1).ask.is_some());
    driver.wait_ms(5_000);
    driver.step(Input::Tick);
    let late = clock(&driver, 1);
    assert_eq!((late.strikes, late.given_up(), late.ask), (1, FaultCause::Late, None));
    assert!(driver.referee.is_over() && shown(&driver).clocks.iter().all(|clock| clock.ask.is_none()));
}

#[test]
fn what_the_arena_delayed_is_nobodys_time() {
    let mut driver = Driver::begun(setup(2, TIME, OnFault::Forfeit));
    let (_, ask) = driver.ask();
    driver.wait_ms(100);
    driver.delayed_ms(seat(0), ask.ticket, 40);
    assert_eq!(shown(&driver).clocks[0].ask.unwrap().think_ms, 60);
}

#[test]
fn a_clock_that_does_not_count_down_says_so() {
    let ask = |time: &str| {
        let mut driver = Driver::begun(setup(2, time, OnFault::Forfeit));
        driver.wait_ms(100);
        let clock = shown(&driver).clocks[0];
        (clock.bank_ms, clock.ask.unwrap())
    };
    let asked = |left_ms, counts_down| pb::AskClock { think_ms: 100, left_ms, counts_down };
    assert_eq!(ask("none"), (None, asked(None, true)));
    assert_eq!(ask("/1s"), (None, asked(Some(900), true)));
    assert_eq!(ask("1s stopped"), (Some(1_000), asked(Some(1_000), false)));
}

fn told(mut teller: Teller, updates: &[pb::WatchMatchResponse]) -> Vec<Step> {
    teller.tell_all(&told_to_spectators(updates)).unwrap()
}

#[test]
fn a_running_match_is_told_like_its_record_without_what_bots_say() {
    let mut driver = eventful();
    let MatchSetup { players, ruleset, choices, .. } = driver.referee.setup();
    let game = ruleset.open(players.count(), choices).unwrap();
    let teller = Teller::new(players.map(|player| player.name.to_string()), game, Language::English);
    let halfway = driver.referee.event_count();
    let before = shown(&driver);
    let record = driver.play_out();
    let after = driver.referee.shown(halfway, Micros::default());
    let mut story = Story::open(&record, &toy(), Language::English).unwrap();
    let mut recorded: Vec<Step> = std::iter::from_fn(|| story.next_before(record.events.len()).unwrap()).collect();
    for step in &mut recorded {
        if let StepKind::Decision { comment, .. } = &mut step.kind {
            comment.clear();
        }
        if step.text.contains("I-hold-the-5") {
            "bot-1 commits a fault: unreadable.".clone_into(&mut step.text);
        }
    }
    assert_eq!(told(teller, &[before, after]), recorded);
}
