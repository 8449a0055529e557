//! Texts that would take over a terminal, in every place where a bot or an organizer can put one: no command prints them raw.

use std::path::Path;

use kahua_core::ids::MatchId;
use kahua_core::referee::seal;
use kahua_engine::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, Store};
use kahua_tests::{Ran, json_lines};
use pb::recorded_event::Event;
use pb::termination::Kind;

use crate::KAHUA;

/// Clears the screen, rings, forges a row, overwrites the line, reverses what follows, and hides.
const HOSTILE: &str = "\u{1b}[2J\u{7}\nforged\rx\u{9b}1m\u{202e}\u{200b}\u{2028}\u{7f}\u{e0041}";

#[test]
fn no_command_prints_a_hostile_text_of_a_record_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let play = ["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &["--bot", "a=house:random", "--bot", "b=house:random"]].concat()).good();
    let [finished, aborted, broken] = keep_hostile_records(&dir.path().join("arena.db"));
    let id = finished.as_str();

    for args in [
        &["bot", "list"][..],
        &["match", "list"],
        &["match", "show", id],
        &["match", "show", &aborted],
        &["match", "replay", id],
        &["match", "replay", id, "--at", "3"],
        &["match", "replay", &broken],
        &["match", "export", "--format", "text"],
        &["match", "export", "--format", "pgn"],
        &["match", "export", "--format", "csv"],
        &["standings"],
        &["standings", "--csv"],
        &["verify"],
    ] {
        let ran = KAHUA.run(&[args, &["--data", data]].concat());
        assert_harmless(&format!("{args:?}"), &ran);
        assert!(!ran.out.lines().any(|line| line.starts_with("forged")), "{args:?}: {}", ran.out);
        // Shown, though not as it is; standings and PGN name neither versions nor comments, but leagues and sets.
        assert!([&ran.out, &ran.err].iter().any(|said| said.contains("\\u{1b}[2J")), "{args:?}: {}", ran.out);
    }
    for args in [
        &["bot", "list", "--json"][..],
        &["match", "list", "--json"],
        &["match", "show", id, "--json"],
        &["match", "replay", id, "--json"],
        &["match", "export", "--format", "jsonl"],
        &["standings", "--json"],
    ] {
        let ran = KAHUA.run(&[args, &["--data", data]].concat());
        assert_harmless(&format!("{args:?}"), &ran);
        let lines = json_lines(&ran.out);
        let hostile = serde_json::Value::from(HOSTILE);
        assert!(lines.iter().any(|line| holds(line, &hostile)), "{args:?}: it means the same: {}", ran.out);
    }
    assert_harmless("verify --json", &KAHUA.run(&["verify", "--json", "--data", data]));
}

#[test]
fn what_a_bot_writes_before_it_dies_is_shown_without_its_escapes() {
    let dir = tempfile::tempdir().unwrap();
    let writes = r"printf '\033[2J\007seen\r\302\2331m\342\200\256\n'; exit 7";
    let bot = format!("sh -c {}", shell_words::quote(writes));
    let mut play = vec!["play", "--game", "haleakala", "--data", dir.path().to_str().unwrap()];
    let named = format!("a={bot}");
    play.extend(["--bot", &named, "--bot", "b=house:random"]);
    let check = ["check", "--bot", &bot, "--game", "haleakala", "--patience", "1"];
    for (args, options) in [(&play[..], &[][..]), (&check, &[]), (&check, &["--json"]), (&check, &["--junit", "-"])] {
        let ran = KAHUA.run(&[args, options].concat());
        assert_harmless(&format!("{args:?} {options:?}"), &ran);
        assert!(ran.out.contains("seen") || ran.err.contains("seen"), "{}{}", ran.out, ran.err);
    }
}

/// Nothing that was printed moves a cursor, reverses the order or hides; only lines and tabs are left.
fn assert_harmless(what: &str, ran: &Ran) {
    for said in [&ran.out, &ran.err] {
        let lines = said.replace(['\n', '\t'], "");
        assert_eq!(kahua_core::text::unseen(&lines), None, "{what}: {said:?}");
    }
}

/// Whether this text is somewhere in a JSON value, alone or in a longer one.
fn holds(value: &serde_json::Value, text: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::String(own) => own.contains(text.as_str().unwrap()),
        serde_json::Value::Array(values) => values.iter().any(|value| holds(value, text)),
        serde_json::Value::Object(fields) => fields.values().any(|value| holds(value, text)),
        _ => false,
    }
}

/// Puts records with hostile texts into a store: one of a finished match, one of an aborted one, and one with an action
/// that can't be read. An arena of a later or an earlier version may have let such texts in. Returns their ids.
fn keep_hostile_records(path: &Path) -> [String; 3] {
    let mut of_play: Vec<_> = Reader::open(path).unwrap().records().map(Result::unwrap).collect();
    let mut finished = of_play.remove(0);
    finished.players.iter_mut().for_each(|player| player.version = HOSTILE.into());
    finished.league = HOSTILE.into();
    finished.set.as_mut().expect("it is part of a set").set_id = HOSTILE.into();
    let fault = pb::Fault { cause: pb::FaultCause::Illegal.into(), detail: HOSTILE.into(), ..Default::default() };
    finished.events.insert(0, pb::RecordedEvent { event: Some(Event::Fault(fault)) });
    first_decision(&mut finished).comment = HOSTILE.into();

    let mut aborted = finished.clone();
    aborted.termination = Some(pb::Termination { kind: Kind::Aborted.into(), reason: HOSTILE.into() });
    let mut broken = finished.clone();
    broken.events.remove(0);
    first_decision(&mut broken).action = HOSTILE.into();

    let mut records = [finished, aborted, broken];
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(path).unwrap();
        for (number, record) in records.iter_mut().enumerate() {
            record.match_id = MatchId::new(1_900_000_000_000 + number as u64, [7; 10]).to_string();
            seal(record);
            let hash = RulesetHash(record.ruleset_hash.as_slice().try_into().unwrap());
            let ruleset = store.reader().ruleset(hash).unwrap().unwrap();
            let header = pb::MatchRecord { events: Vec::new(), results: Vec::new(), ..record.clone() };
            store.begin(&header, &ruleset).await.unwrap();
            store.finish(record).await.unwrap();
        }
        store.set_version(&"a".parse().unwrap(), HOSTILE).await.unwrap();
    });
    records.map(|record| record.match_id)
}

fn first_decision(record: &mut pb::MatchRecord) -> &mut pb::Decision {
    let decisions = record.events.iter_mut().filter_map(|event| match &mut event.event {
        Some(Event::Decision(decision)) => Some(decision),
        _ => None,
    });
    decisions.into_iter().next().expect("somebody decided")
}
