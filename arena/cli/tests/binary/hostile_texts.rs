//! Texts that would take over a terminal, in every place where a bot or an organizer can put one. No command prints
//! them raw.

use kahua_tests::{Ran, json_lines};

use crate::KAHUA;
use crate::hostile_records::keep_hostile_records;

/// Clears the screen, rings, forges a row, overwrites the line, reverses what follows, and hides.
const HOSTILE: &str = "\u{1b}[2J\u{7}\nforged\rx\u{9b}1m\u{202e}\u{200b}\u{2028}\u{7f}\u{e0041}";

#[test]
fn no_command_prints_a_hostile_text_of_a_record_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let play = ["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &["--bot", "a=house:random", "--bot", "b=house:random"]].concat()).good();
    let [finished, aborted, broken] = keep_hostile_records(&dir.path().join("arena.db"), HOSTILE);
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
        // The text is shown, though escaped. Standings show leagues but no comments.
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

/// The output moves no cursor, reverses no order and hides nothing; the only control characters are line breaks and
/// tabs.
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
