//! Records told step by step.

use kahua_core::referee::Input;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::{Language, Step, StepKind, Story};

use crate::support::{Driver, answer, index, notation, seat, setup, substitute, toy};

/// A match in which seat 1 breaks the rules once, and seat 0 says something.
fn record() -> pb::MatchRecord {
    let mut driver = Driver::begun(setup(2, "none", substitute(9)));
    let (_, ask) = driver.ask();
    let commented = pb::Answer { comment: "a good\none".to_owned(), ..answer(ask.ticket, index(0)) };
    driver.step(Input::answer(seat(0), commented));
    driver.answer(notation("cheat"));
    driver.play_out()
}

fn steps(record: &pb::MatchRecord, end: usize) -> Vec<Step> {
    let mut story = Story::open(record, &toy(), Language::English).unwrap();
    std::iter::from_fn(|| story.next_before(end).unwrap()).collect()
}

#[test]
fn every_event_is_told_once_with_the_score_after_it() {
    let record = record();
    let steps = steps(&record, record.events.len());
    let mut next = 0;
    for step in &steps {
        assert_eq!(step.events.start, next);
        assert!(!step.events.is_empty());
        next = step.events.end;
    }
    assert_eq!(next, record.events.len());
    let last: Vec<i32> = steps.last().unwrap().scores.iter().copied().collect();
    assert_eq!(last, record.results.iter().map(|result| result.score).collect::<Vec<_>>());
}

#[test]
fn decisions_faults_and_comments_are_told_in_words() {
    let record = record();
    let steps = steps(&record, record.events.len());
    let texts: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
    assert!(texts[0].starts_with("bot-0 rolls "), "{texts:?}");
    assert!(texts[1].starts_with("bot-0 banks the "), "{texts:?}");
    assert!(matches!(&steps[1].kind, StepKind::Decision { comment, .. } if comment == "a good\\none"));
    assert!(texts[3].starts_with("bot-1 commits a fault: unreadable (") && texts[3].ends_with(")."), "{texts:?}");
    assert!(matches!(steps[4].kind, StepKind::Decision { substitute: true, .. }), "{:?}", steps[4]);
    let parts: Vec<&str> = steps.iter().filter_map(|step| step.part.as_deref()).collect();
    assert_eq!(parts, ["Round 1 of 3", "Round 2 of 3", "Round 3 of 3"]);
}

#[test]
fn a_story_stops_before_an_event_and_goes_on_from_there() {
    let record = record();
    let mut story = Story::open(&record, &toy(), Language::English).unwrap();
    assert_eq!(story.next_before(1).unwrap().unwrap().events, 0..1);
    assert_eq!(story.next_before(1).unwrap(), None);
    assert_eq!(story.next_before(record.events.len()).unwrap().unwrap().events, 1..2);
}

#[test]
fn what_cannot_have_happened_is_told_with_its_number() {
    let mut record = record();
    record.events.remove(0);
    let error = Story::open(&record, &toy(), Language::English).unwrap().next_before(1).unwrap_err();
    assert!(error.to_string().starts_with("cannot play event 0: "), "{error}");
}
