//! Bots that `kahua serve` starts by its settings.

use std::fs;

use kahua_tests::{json_lines, soon};

use crate::KAHUA;
use crate::arena::Arena;

#[test]
fn the_arena_starts_its_bots_and_suspends_one_that_keeps_crashing() {
    let dir = tempfile::tempdir().unwrap();
    let (settings, data) = (dir.path().join("arena.toml"), dir.path().join("data"));
    fs::create_dir(dir.path().join("here")).unwrap();
    let text = "
        [[bot]]
        name = 'one'
        house = 'random'
        [[bot]]
        name = 'two'
        house = 'first-legal'
        matches_at_once = 1
        [[bot]]
        name = 'crashes'
        command = \"sh -c 'pwd; exit 7'\"
        dir = 'here'
        restarts = 1
        [[league]]
        name = 'l'
        game = 'haleakala'
        bots = ['one', 'two', 'crashes']";
    fs::write(&settings, text).unwrap();
    let arena = Arena::serve("true", &data, &["--config", settings.to_str().unwrap()]);
    soon(|| (arena.logged("it is suspended until an organizer lets it back") == 1).then_some(()));
    assert_eq!(arena.logged("the bot is started again: restart 1 of 1"), 1, "{:?}", arena.log.lock());
    let data = data.to_str().unwrap();
    let list = || json_lines(&KAHUA.run(&["match", "list", "--data", data, "--ended", "--json"]).good());
    soon(|| (list().len() == 2).then_some(()));
    assert_eq!(KAHUA.run(&["faults", "--addr", &arena.addr]).good(), "No fault was found.\n");
    arena.stop();

    let log = fs::read_to_string(dir.path().join("data/logs/crashes.log")).unwrap();
    let here = fs::canonicalize(dir.path().join("here")).unwrap();
    assert_eq!(log, format!("{0}\n{0}\n", here.display()));
    let bots = || json_lines(&KAHUA.run(&["bot", "list", "--data", data, "--json"]).good());
    let suspended = |name: &str| bots().iter().find(|bot| bot["name"] == name).map(|bot| bot["suspended"].clone());
    assert_eq!(suspended("one"), Some(serde_json::Value::Null));
    let standings = KAHUA.run(&["standings", "--data", data]).good();
    let reason = "it was started again once, and then its process ended (exit status: 7)";
    assert_eq!(suspended("crashes"), Some(reason.into()), "though it has never connected");
    assert!(standings.ends_with(&format!("crashes is suspended: {reason}\n")), "{standings}");
    let versions: Vec<String> = bots().iter().map(|bot| bot["version"].as_str().unwrap().to_owned()).collect();
    assert!(versions.iter().any(|version| version.starts_with("first-legal ")), "{versions:?}");

    let arena = Arena::serve("true", &dir.path().join("data"), &["--config", settings.to_str().unwrap()]);
    soon(|| (arena.logged("bot connected") == 2).then_some(()));
    arena.stop();
    assert_eq!(fs::read_to_string(dir.path().join("data/logs/crashes.log")).unwrap(), log, "it is still suspended");

    let let_back = || KAHUA.run(&["league", "let-back", "--data", data, "crashes"]);
    assert_eq!(let_back().good(), "");
    assert!(let_back().failed(2).contains("bot crashes isn't suspended"));
}

#[test]
fn a_bot_does_not_get_the_address_of_the_store_which_may_have_a_password() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let play = ["play", "--game", "haleakala", "--bot", "a=env", "--bot", "b=house:random", "--data"];
    let mut command = KAHUA.command(&[&play[..], &[data.to_str().unwrap()]].concat());
    let ended = command.env("KAHUA_STORE", "postgres://arena:s3cret@db.example/l").env("KAHUA_OTHER", "other");
    let ended = ended.env("NO_PROXY", "a.example").env_remove("no_proxy").output();
    assert!(!ended.unwrap().status.success(), "the bot ends before it has connected");
    let log = fs::read_to_string(data.join("logs/a.log")).unwrap();
    assert!(log.contains("KAHUA_OTHER=other") && log.contains("KAHUA_NAME=a"), "{log}");
    let direct = "=a.example,localhost,127.0.0.1,::1\n";
    assert!(["no_proxy", "NO_PROXY"].iter().all(|name| log.contains(&format!("{name}{direct}"))), "{log}");
    assert!(!log.contains("KAHUA_STORE") && !log.contains("s3cret"), "{log}");
}

#[test]
fn settings_of_bots_that_cannot_be_used_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let settings = dir.path().join("arena.toml");
    for (lines, expected) in [
        ("house = 'nobody'", "bot a: there is no house bot \"nobody\"; the house bots are first-legal, "),
        ("command = ''", "bot a: the command is empty"),
        ("command = 'x'\nhouse = 'greedy'", "bot a has both a command and a house bot"),
        (
            "house = 'greedy'\n[tls]\ncertificate = 'x'\nkey = 'y'",
            "bot a: an arena that serves TLS can't start bots itself",
        ),
    ] {
        fs::write(&settings, format!("[[bot]]\nname = 'a'\n{lines}\n")).unwrap();
        let data = dir.path().join("data");
        let ran = KAHUA.run(&["serve", "--config", settings.to_str().unwrap(), "--data", data.to_str().unwrap()]);
        let error = ran.failed(2);
        assert!(error.contains(expected), "{lines}: {error}");
    }
}
