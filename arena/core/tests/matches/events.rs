//! What happened in a match, as its seats and spectators are told it.

use kahua_core::referee::{Input, MatchSetup, OnFault};
use kahua_engine::{Choices, registry};
use kahua_proto::pb::arena::v1 as pb;
use pb::{ActionForm, match_event, recorded_event};

use crate::support::{Driver, index, seat, setup};

#[test]
fn seats_are_told_what_happened_once_and_in_their_form() {
    let mut driver = Driver::begun(setup(3, "none", OnFault::Forfeit));
    driver.answer(index(1));
    let told = driver.referee.events_message(seat(2), ActionForm::Notation).unwrap();
    assert_eq!(told.events.iter().map(|event| event.number).collect::<Vec<_>>(), [0, 1, 2]);
    let Some(match_event::Event::ActionTaken(action)) = &told.events[1].event else { panic!("a decision") };
    assert_eq!((action.seat, action.action.as_ref().unwrap().notation.as_str()), (0, "pass"));
    assert!(driver.referee.events_message(seat(2), ActionForm::Notation).is_none());
    assert_eq!(driver.referee.public_events(2).len(), 1);
    assert!(driver.referee.public_events(99).is_empty());
    let now = driver.now;
    let (_, ask) = driver.referee.ask_message(seat(1), ActionForm::None, now).unwrap();
    assert_eq!((ask.legal.len(), ask.legal_total), (0, 2));
    assert_eq!((ask.game.as_str(), ask.seat), ("toy", 1));
}

/// Each game, halfway through a match in which every seat takes the first legal action.
fn matches() -> impl Iterator<Item = Driver> {
    registry::all().iter().map(|game| {
        let ruleset = game.built_in_ruleset();
        let choices = Choices::defaults(ruleset.info().options);
        let mut driver = Driver::begun(MatchSetup { ruleset, choices, ..setup(2, "none", OnFault::Forfeit) });
        for _ in 0..60 {
            driver.answer(index(0));
        }
        driver
    })
}

/// Everything that has happened, as a seat that comes back is told it.
fn story(driver: &mut Driver, form: ActionForm) -> Vec<pb::MatchEvent> {
    driver.step(Input::Reconnected { seat: seat(1) });
    driver.referee.events_message(seat(1), form).unwrap().events
}

#[test]
fn who_comes_back_after_the_end_is_told_the_match_from_its_start() {
    let mut driver = Driver::begun(setup(2, "none", OnFault::Forfeit));
    driver.play_out();
    let all = driver.referee.public_events(0);
    let rest = driver.referee.events_message(seat(1), ActionForm::Both).unwrap().events;
    assert!(rest.len() < all.len(), "most was told with the asks");
    assert_eq!(story(&mut driver, ActionForm::Both), all);
}

/// An event taken apart: whether it is a chance event, its notation, and whether it has a typed message.
fn parts(event: &pb::MatchEvent) -> (bool, &str, bool) {
    match event.event.as_ref().unwrap() {
        match_event::Event::ActionTaken(taken) => {
            let action = taken.action.as_ref().unwrap();
            (false, &action.notation, action.game.is_some())
        }
        match_event::Event::Chance(chance) => (true, &chance.notation, chance.game.is_some()),
    }
}

#[test]
fn actions_and_chance_outcomes_come_typed_in_notation_or_in_both() {
    for mut driver in matches() {
        let [typed, notation, both, none] =
            [ActionForm::Typed, ActionForm::Notation, ActionForm::Both, ActionForm::None]
                .map(|form| story(&mut driver, form));
        assert!(both.iter().any(|event| parts(event).0), "the match has had chance events");
        assert!(typed.iter().all(|event| matches!(parts(event), (_, "", true))));
        assert!(notation.iter().all(|event| !parts(event).1.is_empty() && !parts(event).2));
        assert!(both.iter().all(|event| !parts(event).1.is_empty() && parts(event).2));
        assert_eq!(none, typed, "only the legal list is left out");
        assert_eq!(both, driver.referee.public_events(0));

        let recorded = driver.referee.events();
        let recorded = recorded.iter().map(|event| match event.event.as_ref().unwrap() {
            recorded_event::Event::Decision(decision) => (false, decision.action.as_str(), false),
            recorded_event::Event::Chance(outcome) => (true, outcome.as_str(), false),
            other => panic!("nobody is at fault: {other:?}"),
        });
        assert!(notation.iter().map(parts).eq(recorded));
    }
}

#[test]
fn an_event_is_told_the_same_whenever_it_is_told() {
    for driver in matches() {
        let all = driver.referee.public_events(0);
        for from in 0..all.len() {
            assert_eq!(driver.referee.public_events(from), all[from..], "from event {from} on");
        }
    }
}

/// The typed outcomes, played again, lead to the same view.
#[test]
fn typed_chance_outcomes_are_those_that_happened() {
    for driver in matches() {
        let ruleset = driver.referee.setup().ruleset.clone();
        let seats = driver.referee.setup().players.count();
        let mut table = ruleset.open(seats, &driver.referee.setup().choices).unwrap();
        let (mut drawn, mut decided) = (0, 0);
        for event in driver.referee.public_events(0) {
            match event.event.unwrap() {
                match_event::Event::Chance(chance) => {
                    table.play_chance(&chance.notation).unwrap();
                    let typed = table.chance_drawn(drawn).unwrap();
                    assert_eq!(typed.game, chance.game);
                    drawn += 1;
                }
                match_event::Event::ActionTaken(taken) => {
                    let action = taken.action.unwrap();
                    table.play(table.find(kahua_engine::Answer::Notation(&action.notation)).unwrap());
                    assert_eq!(table.action_taken(decided).unwrap().game, action.game);
                    decided += 1;
                }
            }
        }
        assert!(drawn > 0 && decided > 0);
    }
}
