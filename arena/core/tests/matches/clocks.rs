//! Whose time it is: what a bot's clock is charged, and what is the arena's own.

use std::time::Duration;

use kahua_core::limits::{LAG_MAX, OUT_OF_REACH_MAX};
use kahua_core::referee::{Effect, Input, OnFault};
use kahua_core::verify::verify;
use kahua_proto::pb::arena::v1 as pb;
use pb::{FaultCause, termination};

use crate::support::{Driver, answer, faults, index, moves, seat, setup, substitute, toy};

/// The think time and the arena's delay of the first decision, in milliseconds.
fn first_ms(driver: &Driver) -> (u64, u64) {
    let events = driver.referee.events();
    let first = moves(&events).next().unwrap();
    (first.think_us / 1_000, first.arena_delay_us / 1_000)
}

#[test]
fn an_ask_that_nobody_takes_is_charged_from_the_moment_it_was_ready() {
    let mut driver = Driver::begun(setup(2, "10s~50ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.wait_ms(5_000);
    driver.delayed_ms(seat(0), 1, 0);
    driver.wait_ms(40);
    driver.answer(index(0));
    assert_eq!(first_ms(&driver), (5_040, 0));
    driver.answer(index(0));
    assert_eq!(driver.ask().1.bank_ms, Some(10_000 - 4_990));
}

#[test]
fn an_ask_that_nobody_takes_runs_into_its_cap() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.wait_ms(90);
    driver.delayed_ms(seat(0), 1, 0);
    driver.wait_ms(31);
    driver.step(Input::Tick);
    assert_eq!(driver.notices()[0].cause(), FaultCause::Late);
}

#[test]
fn what_the_arena_delayed_on_the_way_out_is_taken_off() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.wait_ms(70);
    driver.delayed_ms(seat(0), 1, 70);
    driver.delayed_ms(seat(0), 1, 70);
    driver.wait_ms(120);
    assert_eq!(driver.step(Input::Tick), [], "once, but in full");
    driver.answer(index(0));
    assert_eq!(first_ms(&driver), (120, 70));
}

#[test]
fn an_answer_that_was_read_late_counts_as_it_arrived() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.wait_ms(180);
    driver.step_lagging(60, Input::answer(seat(0), answer(1, index(0))));
    assert_eq!(first_ms(&driver), (120, 60));
    assert_eq!(faults(&driver.referee.events()).count(), 0);
    verify(&driver.play_out(), &toy()).unwrap();
}

#[test]
fn nobody_is_late_while_an_answer_may_lie_unread() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", substitute(3)));
    driver.ready(seat(0), 1);
    driver.wait_ms(150);
    assert_eq!(driver.step_lagging(30, Input::Tick), []);
    assert_eq!(driver.step_lagging(30, Input::Disconnected { seat: seat(1) }), [], "whatever it is that comes first");
    driver.wait_ms(1);
    driver.step_lagging(30, Input::Tick);
    let notice = driver.notices()[0];
    assert_eq!((notice.cause(), notice.problem.as_str()), (FaultCause::Late, "no answer after 121 ms"));
    let events = driver.referee.events();
    assert_eq!(faults(&events).next().unwrap().arena_delay_us, 30_000);
    assert_eq!(first_ms(&driver), (121, 30), "the arena's decision in the seat's place repeats it");
}

#[test]
fn no_lag_excuses_more_than_its_bound() {
    let lag_ms = LAG_MAX.as_millis() as u64;
    let mut driver = Driver::begun(setup(2, "/100ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.wait_ms(100 + lag_ms);
    assert_eq!(driver.step_lagging(u64::MAX / 1_000, Input::Tick), []);
    driver.wait_ms(1);
    assert_eq!(driver.step_lagging(u64::MAX / 1_000, Input::Tick), [Effect::Done]);
    // The arena can't tell whose delay the rest was, so no bot is charged for it.
    assert_void(&driver);
}

/// The match ended in doubt: it has no result, and no bot is charged.
fn assert_void(driver: &Driver) {
    let record = driver.record();
    let termination = record.termination.as_ref().unwrap();
    assert_eq!(termination.kind(), termination::Kind::Aborted);
    assert!(termination.reason.contains("can't tell whose delay it was"), "{}", termination.reason);
    assert_eq!((record.results.len(), faults(&record.events).count()), (0, 0));
    verify(&record, &toy()).unwrap();
}

#[test]
fn who_is_late_in_doubt_loses_nothing() {
    for on_fault in [OnFault::Forfeit, substitute(3)] {
        for late in [Input::Tick, Input::answer(seat(0), answer(1, index(0))), Input::Disconnected { seat: seat(1) }] {
            let mut driver = Driver::begun(setup(2, "/100ms~20ms", on_fault));
            driver.ready(seat(0), 1);
            let doubt = driver.now;
            driver.wait_ms(120);
            assert_eq!(driver.step_doubting(doubt, Input::Tick), [], "it has all of its time");
            driver.wait_ms(1);
            assert_eq!(driver.step(late), [Effect::Done], "the doubt is remembered");
            assert_void(&driver);
        }
    }
}

#[test]
fn who_answers_in_time_in_doubt_plays_on_and_the_next_ask_is_judged() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    let doubt = driver.now;
    driver.wait_ms(120);
    driver.step_doubting(doubt, Input::answer(seat(0), answer(1, index(0))));
    assert_eq!(first_ms(&driver), (120, 0));
    driver.wait_ms(121);
    driver.step_doubting(doubt, Input::Tick);
    assert_eq!(driver.notices()[0].cause(), FaultCause::Late);
}

#[test]
fn who_lost_its_connection_in_doubt_and_stays_away_loses_nothing() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    let doubt = driver.now;
    driver.wait_ms(20);
    driver.step_doubting(doubt, Input::Disconnected { seat: seat(0) });
    driver.wait_ms(501);
    assert_eq!(driver.step(Input::Tick), [Effect::Done]);
    assert_void(&driver);
}

#[test]
fn the_clock_of_a_bot_that_the_arena_cannot_reach_waits_for_it() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.wait_ms(90);
    driver.step(Input::Disconnected { seat: seat(0) });
    driver.step(Input::OutOfReach { seat: seat(0) });
    driver.wait_ms(400);
    assert_eq!(driver.step(Input::Tick), [], "it isn't the bot's fault");
    driver.step(Input::Reconnected { seat: seat(0) });
    driver.ready(seat(0), 1);
    driver.wait_ms(80);
    driver.answer(index(0));
    assert_eq!(first_ms(&driver), (80, 0));
}

/// A match whose first seat is asked, and is connected to a node that the arena can't reach.
fn out_of_reach(on_fault: OnFault) -> Driver {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", on_fault));
    driver.ready(seat(0), 1);
    driver.step(Input::Disconnected { seat: seat(0) });
    driver.step(Input::OutOfReach { seat: seat(0) });
    driver
}

#[test]
fn a_match_ends_without_result_if_the_arena_cannot_reach_a_bot_for_too_long() {
    for on_fault in [OnFault::Forfeit, substitute(3)] {
        let mut driver = out_of_reach(on_fault);
        driver.now = driver.now + OUT_OF_REACH_MAX;
        assert_eq!(driver.step(Input::OutOfReach { seat: seat(0) }), [], "it doesn't begin anew");
        assert_eq!(driver.referee.wake_at(), Some(driver.now + Duration::from_micros(1)));
        driver.wait_ms(1);
        assert_eq!(driver.step(Input::Tick), [Effect::Done], "nothing is charged");
        let record = driver.record();
        let termination = record.termination.as_ref().unwrap();
        assert_eq!(termination.kind(), termination::Kind::Aborted);
        assert!(termination.reason.starts_with("the arena couldn't reach bot-0, "), "{}", termination.reason);
        assert_eq!((record.results.len(), faults(&record.events).count()), (0, 0));
        verify(&record, &toy()).unwrap();
    }
}

#[test]
fn a_bot_that_is_reached_at_the_last_moment_plays_on() {
    let mut driver = out_of_reach(OnFault::Forfeit);
    driver.now = driver.now + OUT_OF_REACH_MAX;
    driver.wait_ms(1);
    assert_eq!(driver.step(Input::Reconnected { seat: seat(0) }), [Effect::Ask { seat: seat(0) }]);
    driver.play_out();
}

#[test]
fn a_bot_whose_node_is_gone_has_all_its_time_to_connect_again() {
    let mut driver = out_of_reach(OnFault::Forfeit);
    driver.wait_ms(10_000);
    driver.step(Input::Expected { seat: seat(0) });
    driver.wait_ms(500);
    assert_eq!(driver.step(Input::Expected { seat: seat(0) }), []);
    driver.wait_ms(1);
    driver.step(Input::Tick);
    assert_eq!(driver.notices()[0].cause(), FaultCause::Disconnected);
}

#[test]
fn a_bot_that_connects_where_the_arena_cannot_reach_it_has_come_back() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.step(Input::Disconnected { seat: seat(0) });
    driver.step(Input::Expected { seat: seat(0) });
    driver.wait_ms(499);
    driver.step(Input::OutOfReach { seat: seat(0) });
    driver.wait_ms(10_000);
    assert_eq!(driver.step(Input::Tick), []);
}

#[test]
fn a_bot_that_is_here_is_never_out_of_reach() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.ready(seat(0), 1);
    driver.step(Input::OutOfReach { seat: seat(0) });
    driver.step(Input::Expected { seat: seat(0) });
    driver.wait_ms(121);
    driver.step(Input::Tick);
    assert_eq!(driver.notices()[0].cause(), FaultCause::Late);
}
