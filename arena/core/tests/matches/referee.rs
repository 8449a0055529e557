//! One match at a time: what a referee does with every kind of input.

use kahua_core::referee::{Effect, Input, OnFault};
use kahua_core::verify::verify;
use kahua_engine::Dice;
use kahua_proto::pb::arena::v1 as pb;
use pb::FaultCause;
use pb::recorded_event::Event;
use pb::termination::Kind;
use sha2::{Digest, Sha256};

use crate::support::{Driver, answer, faults, index, moves, notation, seat, setup, substitute, toy};

fn places(record: &pb::MatchRecord) -> Vec<u32> {
    record.results.iter().map(|result| result.place).collect()
}

fn ended(record: &pb::MatchRecord) -> Kind {
    verify(record, &toy()).unwrap();
    record.termination.as_ref().unwrap().kind()
}

#[test]
fn a_match_draws_asks_and_ends_with_a_sound_record() {
    let mut driver = Driver::begun(setup(2, "10s+1s/2s~50ms", OnFault::Forfeit));
    assert_eq!(driver.effects, [Effect::Journal, Effect::Ask { seat: seat(0) }]);
    let (_, ask) = driver.ask();
    assert_eq!((ask.ticket, ask.legal_total, ask.strikes), (1, 2, 0));
    assert_eq!((ask.ask_ms, ask.bank_ms), (Some(2_000), Some(10_000)));
    assert_eq!(ask.legal.iter().map(|action| action.notation.as_str()).collect::<Vec<_>>(), ["bank", "pass"]);
    assert!(matches!(&ask.events[..], [pb::MatchEvent { number: 0, event: Some(pb::match_event::Event::Chance(_)) }]));

    driver.ready(seat(0), 1);
    driver.wait_ms(300);
    driver.answer(notation("bank"));
    assert_eq!(moves(&driver.referee.events()).next().unwrap().think_us, 300_000);
    driver.answer(pb::answer::Choice::Action(pb::Action { notation: "pass".into(), game: None }));
    let (again, ask) = driver.ask();
    assert_eq!((again, ask.bank_ms), (seat(0), Some(10_750)), "10 s, less 300 - 50 ms, and 1 s");

    let record = driver.play_out();
    assert_eq!(driver.effects.last(), Some(&Effect::Done));
    assert_eq!(ended(&record), Kind::Finished);
    assert_eq!(verify(&record, &toy()).unwrap().decisions, 6);
    assert_eq!(record.results[0].think_us, 300_000);
}

#[test]
fn nothing_happens_before_the_beginning_and_after_the_end() {
    let mut driver = Driver {
        referee: kahua_core::referee::Referee::new(setup(2, "/1s", OnFault::Forfeit)).unwrap(),
        ..Driver::begun(setup(2, "none", OnFault::Forfeit))
    };
    assert_eq!(driver.step(Input::Tick), []);
    assert_eq!(driver.referee.wake_at(), None);
    assert!(driver.referee.record(0, "").is_none());
    driver.step(Input::Begin);
    assert_eq!(driver.step(Input::Begin), [], "once is enough");

    let record = driver.play_out();
    for input in [Input::Tick, Input::Begin, Input::Resign { seat: seat(0) }, Input::Abort { reason: "x".into() }] {
        assert_eq!(driver.step(input), []);
    }
    driver.step(Input::answer(seat(0), answer(6, index(0))));
    assert_eq!(driver.notices()[0].expected, "no more answers: the match has ended");
    assert_eq!(driver.record(), record);
}

#[test]
fn a_late_answer_forfeits_the_match_to_the_tick() {
    let mut driver = Driver::begun(setup(2, "/100ms~20ms", OnFault::Forfeit));
    driver.wait_ms(30);
    driver.ready(seat(0), 1);
    driver.wait_ms(120);
    assert_eq!(driver.step(Input::Tick), [], "the last microsecond is in time");
    driver.now = driver.referee.wake_at().unwrap();
    driver.step(Input::Tick);
    let notice = driver.notices()[0];
    assert_eq!(notice.cause(), FaultCause::Late);
    assert_eq!(notice.problem, "no answer after 120 ms");
    assert_eq!(notice.expected, "an answer within 120 ms, the allowance included");
    assert_eq!(notice.consequence, "the match is lost");
    assert_eq!((notice.ticket, notice.match_id().len()), (Some(1), 36));

    let record = driver.record();
    assert_eq!(ended(&record), Kind::Forfeited);
    assert_eq!(places(&record), [2, 1]);
    assert_eq!(record.results[0].given_up(), FaultCause::Late);
}

#[test]
fn an_answer_just_in_time_counts_and_a_later_one_does_not() {
    for (ms, cause) in [(100, None), (101, Some(FaultCause::Late))] {
        let mut driver = Driver::begun(setup(2, "/100ms", substitute(3)));
        driver.wait_ms(ms);
        driver.answer(index(0));
        assert_eq!(faults(&driver.referee.events()).next().map(pb::Fault::cause), cause);
        assert_eq!(moves(&driver.referee.events()).count(), 1);
    }
}

#[test]
fn illegal_and_unreadable_answers_say_what_was_wrong() {
    let cases: [(Option<pb::answer::Choice>, FaultCause, &str); 4] = [
        (Some(index(2)), FaultCause::Illegal, "index 2 is beyond the legal list, which has 2 actions: 0 to 1"),
        (Some(notation("sell")), FaultCause::Unreadable, r#""sell" is not a valid action of the toy: bank or pass"#),
        (
            Some(pb::answer::Choice::Action(pb::Action::default())),
            FaultCause::Unreadable,
            "toy: is not set; the message is empty, or another game's",
        ),
        (None, FaultCause::Unreadable, "the answer holds neither index nor action nor notation"),
    ];
    for (choice, cause, problem) in cases {
        let mut driver = Driver::begun(setup(2, "none", substitute(2)));
        let answer = pb::Answer { ticket: 1, choice, ..pb::Answer::default() };
        driver.step(Input::answer(seat(0), answer));
        let notice = driver.notices()[0];
        assert_eq!((notice.cause(), notice.problem.as_str()), (cause, problem));
        assert_eq!(notice.expected, "one of the 2 legal actions, by its index, as a message or in notation");
        assert_eq!(notice.consequence, "strike 1 of 2: the arena takes a random legal action in the seat's place");
        let events = driver.referee.events();
        let taken = moves(&events).next().unwrap();
        assert!(taken.substitute && taken.seat == 0);
        assert_eq!(driver.asked(), Some(seat(1)), "the match goes on");
    }
}

#[test]
fn seats_given_up_come_last_the_later_the_better() {
    let mut driver = Driver::begun(setup(4, "none", substitute(2)));
    let fail = |driver: &mut Driver, of| {
        while driver.ask().0 != seat(of) {
            driver.answer(index(1));
        }
        driver.answer(index(9));
    };
    for of in [2, 0, 2, 0] {
        fail(&mut driver, of);
    }
    assert!(!driver.referee.is_over());
    let record = driver.play_out();
    assert_eq!(ended(&record), Kind::Finished);
    assert_eq!((record.results[0].place, record.results[2].place), (3, 4));
    assert!(record.results[1].place <= 2 && record.results[3].place <= 2);
    assert_eq!(record.results.iter().map(|result| result.strikes).collect::<Vec<_>>(), [2, 0, 2, 0]);
    assert_eq!(record.results[2].given_up(), FaultCause::Illegal);
}

#[test]
fn the_last_seat_that_is_left_wins_at_once() {
    let mut driver = Driver::begun(setup(3, "none", substitute(2)));
    driver.step(Input::Resign { seat: seat(2) });
    assert_eq!(driver.notices()[0].consequence, "the seat is given up: the arena plays on in its place");
    assert_eq!(driver.asked(), None, "the open ask stays");
    driver.step(Input::Resign { seat: seat(0) });
    assert_eq!(driver.effects.last(), Some(&Effect::Done));
    let record = driver.record();
    assert_eq!(ended(&record), Kind::Forfeited);
    assert_eq!(places(&record), [2, 1, 3]);
}

#[test]
fn forfeit_places_the_offender_last_and_the_others_together() {
    let mut driver = Driver::begun(setup(3, "none", OnFault::Forfeit));
    driver.answer(index(0));
    driver.answer(index(7));
    assert_eq!(places(&driver.record()), [1, 3, 1]);
    assert_eq!(ended(&driver.record()), Kind::Forfeited);
}

#[test]
fn answers_to_tickets_that_are_not_open_cost_nothing() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    driver.answer(index(0));
    let cases = [
        (seat(0), 1, "no answer: this seat isn't asked now"),
        (seat(0), 2, "no answer: this seat isn't asked now"),
        (seat(1), 1, "an answer to the open ask, ticket 2"),
        (seat(1), 0, "an answer to the open ask, ticket 2"),
    ];
    for (of, ticket, expected) in cases {
        driver.step(Input::answer(of, answer(ticket, index(0))));
        let notice = driver.notices()[0];
        assert_eq!((notice.cause(), notice.ticket), (FaultCause::StaleTicket, Some(ticket)));
        assert_eq!(notice.expected, expected);
        assert_eq!(notice.consequence, "none: the answer was dropped");
        assert_eq!(driver.effects.len(), 1);
    }
    assert_eq!(faults(&driver.play_out().events).count(), 0);
}

#[test]
fn who_comes_back_is_asked_again_and_the_clock_has_run_on() {
    let mut driver = Driver::begun(setup(2, "/400ms", OnFault::Forfeit));
    let (_, first) = driver.ask();
    driver.step(Input::Disconnected { seat: seat(0) });
    driver.wait_ms(150);
    assert_eq!(driver.step(Input::Reconnected { seat: seat(0) }), [Effect::Ask { seat: seat(0) }]);
    let (_, again) = driver.ask();
    assert_eq!((again.ticket, again.ask_ms), (first.ticket, Some(250)));
    assert_eq!(again.events, first.events, "the story comes again");
    driver.ready(seat(0), again.ticket);
    driver.wait_ms(50);
    driver.answer(index(0));
    assert_eq!(moves(&driver.referee.events()).next().unwrap().think_us, 200_000);
}

#[test]
fn who_stays_away_is_not_waited_for_twice() {
    let mut driver = Driver::begun(setup(3, "none", substitute(3)));
    driver.step(Input::Disconnected { seat: seat(0) });
    driver.wait_ms(501);
    driver.step(Input::Tick);
    assert_eq!(driver.notices()[0].cause(), FaultCause::Disconnected);
    assert_eq!(driver.asked(), Some(seat(1)));
    driver.answer(index(0));
    driver.answer(index(0));
    assert_eq!(driver.notices().len(), 1, "the second strike came with its second ask");
    assert_eq!(driver.asked(), Some(seat(1)));
    driver.step(Input::Reconnected { seat: seat(0) });
    let record = driver.play_out();
    assert_eq!((record.results[0].strikes, record.results[0].given_up()), (2, FaultCause::Unspecified));
    assert_eq!(ended(&record), Kind::Finished);
}

#[test]
fn an_absent_seat_that_is_not_asked_may_take_its_time() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    driver.step(Input::Disconnected { seat: seat(1) });
    driver.wait_ms(10_000);
    assert_eq!(driver.step(Input::Tick), []);
    driver.step(Input::Reconnected { seat: seat(1) });
    assert_eq!(ended(&driver.play_out()), Kind::Finished);
}

#[test]
fn flooding_costs_a_strike_but_the_ask_stays_open() {
    let mut driver = Driver::begun(setup(2, "none", substitute(2)));
    driver.step(Input::Flooded { seat: seat(0), detail: "900 messages in a second".into() });
    assert_eq!(driver.notices()[0].consequence, "strike 1 of 2");
    assert_eq!(driver.ask().1.ticket, 1);
    driver.step(Input::Flooded { seat: seat(0), detail: "900 messages in a second".into() });
    assert_eq!(driver.notices()[0].consequence, "the match is lost");
    assert_eq!(places(&driver.record()), [2, 1]);
    assert_eq!(ended(&driver.record()), Kind::Forfeited);
}

#[test]
fn an_aborted_match_has_no_result() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    driver.answer(index(0));
    driver.step(Input::Abort { reason: "w".repeat(300) });
    assert_eq!(driver.effects, [Effect::Done]);
    let record = driver.record();
    assert_eq!(ended(&record), Kind::Aborted);
    assert!(record.results.is_empty());
    assert_eq!(record.termination.unwrap().reason.len(), 200);
}

#[test]
fn comments_are_recorded_and_cut() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    let comment = "é".repeat(150);
    driver.step(Input::answer(seat(0), pb::Answer { comment, ..answer(1, index(0)) }));
    assert_eq!(moves(&driver.referee.events()).next().unwrap().comment, "é".repeat(100));
}

#[test]
fn the_seed_is_committed_to_before_the_first_draw() {
    let driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    let setup = driver.referee.setup();
    let seated = driver.referee.seated_message(seat(1), false);
    let expected = Sha256::digest([seated.match_id.as_bytes(), &setup.seed.0, &setup.nonce.0].concat());
    assert_eq!(seated.seed_commitment, expected.to_vec());
    assert_eq!((seated.seat, seated.game.as_str(), seated.players.len()), (1, "toy", 2));
}

#[test]
fn inputs_of_seats_that_the_table_does_not_have_do_nothing() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    let far = seat(4);
    for input in [
        Input::Disconnected { seat: far },
        Input::Reconnected { seat: far },
        Input::Resign { seat: far },
        Input::answer(far, answer(1, index(0))),
    ] {
        assert_eq!(driver.step(input), []);
    }
}

#[test]
fn faults_are_recorded_before_what_the_arena_does_in_the_seats_place() {
    let mut driver = Driver::begun(setup(2, "/100ms", substitute(5)));
    driver.wait_ms(170);
    driver.step(Input::Tick);
    let tail = &driver.referee.events()[1..3];
    assert!(matches!(&tail[0].event, Some(Event::Fault(fault)) if fault.counted && fault.seat == 0));
    assert!(matches!(&tail[1].event, Some(Event::Decision(of)) if of.substitute && of.think_us == 170_000));
}

#[test]
fn the_arenas_own_choices_come_from_a_stream_of_the_seat() {
    let mut driver = Driver::begun(setup(3, "none", substitute(9)));
    while !driver.referee.is_over() {
        let own = driver.ask().0 == seat(0);
        driver.answer(index(if own { 0 } else { 9 }));
    }
    for of in 1..3 {
        let mut dice = Dice::stream(driver.referee.setup().seed, 1 + of);
        let expected: Vec<&str> = (0..3).map(|_| ["bank", "pass"][dice.below(2) as usize]).collect();
        let events = driver.referee.events();
        let taken = moves(&events).filter(|taken| u64::from(taken.seat) == of);
        assert_eq!(taken.map(|taken| taken.action.as_str()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn only_the_seat_that_was_asked_has_spent_time() {
    let mut driver = Driver::begun(setup(4, "none", substitute(1)));
    driver.step(Input::Resign { seat: seat(1) });
    driver.wait_ms(40);
    driver.answer(index(9));
    let think_us: Vec<u64> = moves(&driver.referee.events()).map(|of| of.think_us).collect();
    assert_eq!(think_us, [40_000, 0]);
}

#[test]
fn where_the_clock_stands_still_nobody_is_late_and_who_is_away_is_waited_for() {
    let mut setup = setup(2, "10s+1s/2s~50ms stopped", OnFault::Forfeit);
    setup.rated = false;
    let mut driver = Driver::begun(setup);
    driver.ready(seat(0), 1);
    driver.wait_ms(3_600_000);
    assert_eq!(driver.step(Input::Tick), []);
    assert_eq!(driver.referee.wake_at(), None);
    let (_, ask) = driver.ask();
    assert_eq!((ask.ask_ms, ask.bank_ms), (Some(2_000), Some(10_000)), "told as usual, and nothing is gone");

    driver.step(Input::Disconnected { seat: seat(0) });
    driver.wait_ms(3_600_000);
    assert_eq!(driver.step(Input::Tick), [], "far beyond the time to reconnect");
    assert_eq!(driver.step(Input::Reconnected { seat: seat(0) }), [Effect::Ask { seat: seat(0) }]);
    driver.answer(index(0));
    assert_eq!(
        moves(&driver.referee.events()).next().unwrap().think_us,
        7_200_000_000,
        "the record tells it all the same"
    );

    let record = driver.play_out();
    assert_eq!(ended(&record), Kind::Finished);
    assert!(record.time_control.unwrap().stopped);
    let mut rated = pb::MatchRecord { rated: true, ..record };
    kahua_core::referee::seal(&mut rated);
    assert!(verify(&rated, &toy()).unwrap_err().to_string().contains("the match is rated, but its clock stood still"));
}

#[test]
fn without_a_clock_other_faults_cost_what_they_always_cost() {
    let mut setup = setup(2, "/1s stopped", OnFault::Forfeit);
    setup.rated = false;
    let mut driver = Driver::begun(setup);
    driver.answer(index(99));
    assert_eq!(ended(&driver.record()), Kind::Forfeited);
}

#[test]
fn whoever_crashes_is_given_up_at_once() {
    for (seats, on_fault) in [(2, OnFault::Forfeit), (3, substitute(3))] {
        let mut driver = Driver::begun(setup(seats, "/1s", on_fault));
        let crashed = Input::Crashed { seat: seat(1), detail: "exit status: 7".into() };
        driver.step(crashed.clone());
        assert_eq!(
            (driver.notices()[0].cause(), &*driver.notices()[0].problem),
            (FaultCause::Crashed, "exit status: 7")
        );
        assert_eq!(driver.step(crashed), [], "once is enough");
        let record = if seats == 2 { driver.record() } else { driver.play_out() };
        assert_eq!(ended(&record), if seats == 2 { Kind::Forfeited } else { Kind::Finished });
        assert_eq!(record.results[1].given_up(), FaultCause::Crashed);
        assert_eq!((record.results[1].place, record.results[1].strikes), (seats as u32, 1));
    }
}
