//! A match that is interrupted and goes on is the same match.

use kahua_core::clock::Micros;
use kahua_core::ids::ArenaRun;
use kahua_core::referee::{Effect, Input, MatchSetup, OnFault, Referee};
use kahua_core::verify::verify;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

use crate::support::{Driver, STARTED_UNIX_MS, answer, faults, index, moves, public, seat, setup, substitute, toy};

fn resumed(setup: MatchSetup, events: &[pb::RecordedEvent]) -> Driver {
    let referee = Referee::resume(setup, events, STARTED_UNIX_MS + 5_000, ArenaRun(1)).unwrap();
    Driver { referee, now: Micros(77), effects: Vec::new() }
}

/// A match with faults, a seat given up and think times; and how many events were kept at any time.
fn eventful() -> (pb::MatchRecord, Vec<usize>) {
    let mut driver = Driver::begun(setup(4, "2s+100ms/1s~10ms", substitute(2)));
    let mut kept = vec![0, driver.referee.event_count()];
    for asked in 0.. {
        if driver.referee.is_over() {
            break;
        }
        driver.wait_ms(asked * 37 % 200);
        driver.answer(index(if asked % 5 == 3 { 9 } else { asked as u32 % 2 }));
        kept.push(driver.referee.event_count());
    }
    (driver.record(), kept)
}

/// Plays a match on as the record has it.
fn play_on_as(mut driver: Driver, record: &pb::MatchRecord) -> pb::MatchRecord {
    let seats = driver.referee.setup().players.count();
    driver.step(Input::Begin);
    for back in seats.seats() {
        driver.step(Input::Reconnected { seat: back });
    }
    while !driver.referee.is_over() {
        // Resumptions have numbers too, so they don't count here: the next event of the record is the first that isn't
        // played yet.
        let done = driver.referee.events().iter().filter(|e| !matches!(e.event, Some(Event::Resumption(_)))).count();
        match record.events[done].event.as_ref().unwrap() {
            Event::Decision(of) => {
                driver.now = driver.now + std::time::Duration::from_micros(of.think_us);
                driver.answer(pb::answer::Choice::Notation(of.action.clone()));
            }
            Event::Fault(_) => {
                let think_us = moves(&record.events[done..]).next().map_or(0, |of| of.think_us);
                driver.now = driver.now + std::time::Duration::from_micros(think_us);
                driver.answer(index(9));
            }
            other => panic!("{other:?} is the arena's to do"),
        }
    }
    driver.record()
}

#[test]
fn a_match_interrupted_anywhere_ends_as_it_would_have() {
    let (whole, kept) = eventful();
    assert!(faults(&whole.events).count() >= 2);
    for length in kept {
        let setup = setup(4, "2s+100ms/1s~10ms", substitute(2));
        let again = play_on_as(resumed(setup, &whole.events[..length]), &whole);
        assert_eq!(public(&again.events), public(&whole.events), "interrupted before event {length}");
        assert_eq!(again.results, whole.results, "interrupted before event {length}");
        verify(&again, &toy()).unwrap();
    }
}

#[test]
fn the_open_ask_comes_again_with_a_new_ticket_and_all_its_time() {
    let mut driver = Driver::begun(setup(2, "1s/400ms", OnFault::Forfeit));
    driver.wait_ms(100);
    driver.answer(index(0));
    driver.wait_ms(300);
    let (of, before) = driver.ask();

    let mut driver = resumed(driver.referee.setup().clone(), &driver.referee.events());
    let kept = driver.referee.event_count() - 1;
    assert_eq!(driver.step(Input::Begin), [Effect::Journal], "the resumption");
    let new = driver.referee.encoded_events(kept).decode().map(|event| event.event);
    assert!(matches!(new.collect::<Vec<_>>()[..], [Some(Event::Resumption(_))]));
    driver.wait_ms(499);
    assert_eq!(driver.step(Input::Tick), [], "the clock waits for the bot");
    assert!(driver.referee.is_clock_waiting(of));
    assert_eq!(driver.step(Input::Reconnected { seat: of }), [Effect::Ask { seat: of }]);
    assert!(!driver.referee.is_clock_waiting(of));
    let (_, ask) = driver.ask();
    assert!(ask.ticket > before.ticket);
    assert_eq!((ask.ask_ms, ask.bank_ms), (Some(400), Some(1_000)));
    driver.step(Input::answer(of, answer(before.ticket, index(0))));
    assert_eq!(driver.notices()[0].cause(), pb::FaultCause::StaleTicket);
    driver.answer(index(0));
    assert_eq!(driver.ask().1.bank_ms, Some(900), "the first seat's bank is as it left it");
}

#[test]
fn tickets_stay_unique_when_a_resumption_was_not_kept() {
    let driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    let (setup, events) = (driver.referee.setup().clone(), driver.referee.events());
    let ticket_in = |run| {
        let referee = Referee::resume(setup.clone(), &events, STARTED_UNIX_MS, ArenaRun(run)).unwrap();
        let mut driver = Driver { referee, now: Micros(0), effects: Vec::new() };
        driver.step(Input::Begin);
        driver.ask().1.ticket
    };
    assert!(ticket_in(1) > 1);
    assert!(ticket_in(2) > ticket_in(1));
}

#[test]
fn nobody_comes_back() {
    let driver = Driver::begun(setup(2, "/10ms", OnFault::Forfeit));
    let mut driver = resumed(driver.referee.setup().clone(), &driver.referee.events());
    driver.step(Input::Begin);
    driver.now = driver.referee.wake_at().unwrap();
    assert_eq!(driver.now, Micros(77 + 500_001));
    driver.step(Input::Tick);
    assert_eq!(driver.record().results[0].given_up(), pb::FaultCause::Disconnected);
}

#[test]
fn a_match_that_was_over_already_is_over_at_once() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    let record = driver.play_out();
    let mut again = resumed(driver.referee.setup().clone(), &record.events);
    assert_eq!(again.step(Input::Begin), [Effect::Done]);
    assert_eq!(again.record(), record);
}

#[test]
fn a_setup_comes_back_from_its_header() {
    let setup = setup(3, "60s+100ms/5s~50ms", substitute(3));
    let again = MatchSetup::from_header(&setup.header(), toy()).unwrap();
    assert_eq!(again.header(), setup.header());
}

#[test]
fn a_journal_that_cannot_be_is_refused() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    driver.answer(index(0));
    let mut events = driver.referee.events();
    events.swap(0, 1);
    let error = Referee::resume(driver.referee.setup().clone(), &events, 0, ArenaRun(1)).unwrap_err();
    assert_eq!(error.to_string(), "event 0 (seat 0: bank): a chance outcome is expected here");
    assert_eq!(faults(&driver.referee.events()).count(), 0);
    assert_eq!(driver.asked(), Some(seat(1)));
}
