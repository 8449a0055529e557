//! A record that was changed is found out, and the error says where.

use kahua_core::referee::seal;
use kahua_core::verify::verify;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;
use prost::Message;

use crate::support::{Driver, index, setup, substitute, toy};

/// A finished match of three seats with a substitute and a seat given up.
fn sound() -> pb::MatchRecord {
    let mut driver = Driver::begun(setup(3, "10s/2s~50ms", substitute(2)));
    for choice in [0, 9, 1, 0, 9] {
        driver.wait_ms(40);
        driver.answer(index(choice));
    }
    let record = driver.play_out();
    verify(&record, &toy()).unwrap();
    record
}

/// What verification says of the record after this change and a new, valid seal.
fn forged(change: impl FnOnce(&mut pb::MatchRecord)) -> String {
    let mut record = sound();
    change(&mut record);
    seal(&mut record);
    verify(&record, &toy()).unwrap_err().to_string()
}

/// The same, but with the digest left as it was.
fn changed(change: impl FnOnce(&mut pb::MatchRecord)) -> String {
    let mut record = sound();
    change(&mut record);
    verify(&record, &toy()).unwrap_err().to_string()
}

fn nth_move(record: &mut pb::MatchRecord, wanted: impl Fn(&pb::Decision) -> bool) -> &mut pb::Decision {
    let moves = record.events.iter_mut().filter_map(|event| match &mut event.event {
        Some(Event::Decision(of)) if wanted(of) => Some(of),
        _ => None,
    });
    moves.into_iter().next().expect("such a decision")
}

#[test]
fn a_sound_record_survives_its_encoding() {
    let record = sound();
    let again = pb::MatchRecord::decode(record.encode_to_vec().as_slice()).unwrap();
    assert_eq!(again, record);
    assert!(verify(&again, &toy()).is_ok());
}

#[test]
fn a_changed_decision_shows() {
    assert_eq!(
        forged(|record| nth_move(record, |_| true).action = "sell".into()),
        r#"event 1 (seat 0: sell): the action can't be read: "sell" is not a valid action of the toy: bank or pass"#
    );
    assert_eq!(
        forged(|record| nth_move(record, |_| true).seat = 2),
        "event 1 (seat 2: bank): a decision of seat 0 is expected here"
    );
    let other_result = forged(|record| nth_move(record, |_| true).action = "pass".into());
    assert!(other_result.starts_with("the result of seat 0 is"), "{other_result}");
}

#[test]
fn a_changed_substitute_shows() {
    let error = forged(|record| {
        let of = nth_move(record, |of| of.substitute);
        of.action = if of.action == "bank" { "pass".into() } else { "bank".into() };
    });
    assert!(error.contains("by the arena): the seed has the arena take"), "{error}");
    assert_eq!(
        forged(|record| nth_move(record, |of| of.substitute).substitute = false).split(": ").last(),
        Some("a decision of the arena in place of seat 1 is expected here")
    );
}

#[test]
fn changed_luck_shows() {
    let other = |outcome: &str| if outcome == "die:6" { "die:1" } else { "die:6" };
    let error = forged(|record| {
        let Some(Event::Chance(outcome)) = &mut record.events[0].event else { panic!("a draw comes first") };
        *outcome = other(outcome).into();
    });
    assert!(error.starts_with("event 0 (die:") && error.contains("): the seed brings die:"), "{error}");
    let error = forged(|record| record.seed[0] ^= 1);
    assert!(error.contains("the seed brings"), "{error}");
}

#[test]
fn a_changed_commitment_shows() {
    for change in [
        (|record| record.seed_commitment[0] ^= 1) as fn(&mut pb::MatchRecord),
        |record| record.seed_commitment.clear(),
        |record| record.seed_nonce[0] ^= 1,
    ] {
        let error = forged(change);
        assert!(error.starts_with("the seats were told the commitment "), "{error}");
    }
    assert_eq!(forged(|record| record.seed_nonce.truncate(31)), "seed_nonce has 31 bytes, but must have 32");
    let without_either = forged(|record| (record.seed_nonce, record.seed_commitment) = Default::default());
    assert_eq!(without_either, "seed_nonce has 0 bytes, but must have 32");
}

#[test]
fn a_changed_result_shows() {
    for change in [
        (|result| result.score += 1) as fn(&mut pb::SeatResult),
        |result| result.place = 1,
        |result| result.strikes += 1,
        |result| result.think_us += 1,
        |result| result.given_up = Some(pb::FaultCause::Late.into()),
    ] {
        let error = forged(|record| change(&mut record.results[1]));
        assert!(error.starts_with("the result of seat 1 is"), "{error}");
    }
    assert_eq!(forged(|record| record.results.truncate(2)), "the record has results for 2 seats, but 3 are expected");
}

#[test]
fn a_changed_end_shows() {
    let kind = |kind: pb::termination::Kind| Some(pb::Termination { kind: kind.into(), reason: String::new() });
    assert_eq!(
        forged(|record| record.termination = kind(pb::termination::Kind::Forfeited)),
        "the record ends as KIND_FORFEITED, but by its events the match ends as KIND_FINISHED"
    );
    assert_eq!(
        forged(|record| record.termination = kind(pb::termination::Kind::Aborted)),
        "the record ends as KIND_ABORTED, but by its events the match ends as KIND_FINISHED"
    );
    assert_eq!(
        forged(|record| record.events.truncate(record.events.len() - 1)),
        "the record ends as KIND_FINISHED, but by its events a decision of seat 2 is expected"
    );
    let error = forged(|record| record.events.push(record.events[0].clone()));
    assert!(error.ends_with("nothing more is expected here"), "{error}");
    assert!(forged(|record| record.termination = None).contains("KIND_UNSPECIFIED"));
}

#[test]
fn changed_faults_show() {
    let fault = |record: &pb::MatchRecord| {
        record.events.iter().position(|event| matches!(event.event, Some(Event::Fault(_)))).unwrap()
    };
    let error = forged(|record| drop(record.events.remove(fault(record))));
    assert!(error.contains("a decision of seat 1 is expected here"), "{error}");
    let set = |change: fn(&mut pb::Fault)| {
        forged(|record| {
            let number = fault(record);
            let Some(Event::Fault(fault)) = &mut record.events[number].event else { panic!("a fault") };
            change(fault);
        })
    };
    assert!(set(|fault| fault.seat = 0).contains("a decision of seat 1 is expected here"));
    assert!(set(|fault| fault.seat = 3).ends_with("the match has no seat 3"));
    assert!(set(|fault| fault.counted = false).ends_with("a fault of this kind is never recorded"));
    assert!(set(|fault| fault.cause = 99).ends_with("a fault of this kind is never recorded"));
    assert!(set(|fault| fault.cause = pb::FaultCause::StaleTicket.into()).ends_with("never recorded"));
}

#[test]
fn think_time_beyond_the_time_control_shows() {
    assert_eq!(
        forged(|record| nth_move(record, |_| true).think_us = 2_050_001),
        "event 1 (seat 0: bank): it took 2050 ms, but at most 2050 ms are in time"
    );
}

#[test]
fn whatever_else_was_changed_breaks_the_digest() {
    let changes: [fn(&mut pb::MatchRecord); 9] = [
        |record| nth_move(record, |_| true).comment = "gg".into(),
        |record| record.league = "autumn".into(),
        |record| record.rated = false,
        |record| record.luck = Some(pb::Luck::Same.into()),
        |record| record.players[0].name = "impostor".into(),
        |record| record.started_unix_ms += 1,
        |record| record.ended_unix_ms += 1,
        |record| record.arena_version = "9".into(),
        |record| record.digest[0] ^= 1,
    ];
    for change in changes {
        let error = changed(change);
        assert!(error.starts_with("the digest is ") && error.ends_with("the record was changed"), "{error}");
    }
    let think = changed(|record| {
        nth_move(record, |_| true).think_us += 1;
        record.results[0].think_us += 1;
    });
    assert!(think.starts_with("the digest is "), "{think}");
    assert!(changed(|record| record.digest.clear()).starts_with("the digest is \"\""));
}

#[test]
fn a_record_of_other_rules_is_refused() {
    let error = |change: fn(&mut pb::MatchRecord)| forged(change);
    assert_eq!(error(|record| record.format = 2), r#"format is "2", but "1" is expected"#);
    assert_eq!(error(|record| record.game = "go".into()), r#"game is "go", but "toy" is expected"#);
    assert_eq!(error(|record| record.rules_version = 7), r#"rules_version is "7", but "1" is expected"#);
    assert!(error(|record| record.ruleset_hash[3] ^= 1).starts_with("ruleset_hash is "));
    assert_eq!(error(|record| record.luck = Some(3)), "luck is 3, but must be 1 (fresh) or 2 (same)");
    assert_eq!(error(|record| record.seed.truncate(31)), "seed has 31 bytes, but must have 32");
    assert_eq!(error(|record| record.players.clear()), "there are 0 players, but 1 to 5 are expected");
    assert_eq!(error(|record| record.time_control = None), "time_control is not set");
    assert!(error(|record| record.match_id.make_ascii_uppercase()).contains("is not a valid match id"));
    assert!(error(|record| record.options = vec!["a=b".into()]).contains("there is no option"));
    assert_eq!(
        error(|record| record.set = Some(pb::SetPosition { set_id: String::new(), rotation: 3, size: 3 })),
        "the match is rotation 3 of a set of 3, but rotations run from 0 to the set's size - 1"
    );
}
