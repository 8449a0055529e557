//! The command line: its output, its errors, and its exit codes.

use std::fs;
use std::net::TcpListener;

use kahua_tests::{json_lines, root};

use crate::KAHUA;

#[test]
fn every_command_explains_itself() {
    for args in [
        &["--help"][..],
        &["demo", "--help"],
        &["serve", "--help"],
        &["play", "--help"],
        &["new", "--help"],
        &["check", "--help"],
        &["bridge", "--help"],
        &["sprt", "--help"],
        &["standings", "--help"],
        &["compare", "--help"],
        &["match", "--help"],
        &["match", "list", "--help"],
        &["match", "show", "--help"],
        &["match", "replay", "--help"],
        &["match", "export", "--help"],
        &["verify", "--help"],
        &["bot", "--help"],
        &["bot", "add", "--help"],
        &["games", "--help"],
        &["playthrough", "--help"],
        &["bench", "--help"],
        &["bench", "engine", "--help"],
        &["bench", "arena", "--help"],
        &["bench", "bots", "--help"],
    ] {
        let help = KAHUA.run(args).good();
        assert!(help.contains("Usage:"), "{args:?}");
    }
}

#[test]
fn a_wrong_command_line_is_exit_code_2_and_says_what_would_be_right() {
    for (args, expected) in [
        (&["playthrough", "--game", "chess"][..], "there is no game \"chess\"; the games are haleakala"),
        (&["playthrough", "--game", "haleakala", "--seats", "3"], "haleakala needs exactly 2 seats, got 3"),
        (&["playthrough", "--game", "haleakala", "--option", "variant=x"], "it takes base, tactical"),
        (&["playthrough", "--game", "haleakala", "--seed", "x"], "is not a valid seed"),
        (&["standings", "--data", "/nowhere"], "there is no arena data in /nowhere: give its directory with --data"),
        (&["compare", "ann@1", "ann@1"], "a bot can't be compared with itself"),
        (&["compare", "ann", "a b"], "is not a valid bot name"),
        (&["match", "show", "--data", "/nowhere", "x"], "give its directory with --data"),
        (&["play", "--game", "haleakala", "--bot", "a=house:greedy"], "2 seats need at least 2 bots, got 1"),
        (&["play", "--game", "haleakala", "--bot", "a=house:x"], "there is no house bot \"x\""),
        (&["play", "--game", "haleakala", "--bot", "a"], "expected NAME=COMMAND, NAME=house:BOT or NAME=remote"),
        (&["check", "--bot", "house:x"], "there is no house bot \"x\""),
        (&["check", "--bot", "remote"], "the check starts the bot itself"),
        (&["check", "--bot", "me=./bot -x"], "the check takes the command without \"me=\": --bot \"./bot -x\""),
        (&["check", "--bot", "a", "--game", "chess"], "there is no game \"chess\"; the games are haleakala"),
        (&["check", "--bot", "a", "--json", "--junit", "-"], "give --junit a file"),
        (&["bench", "bots", "--bot", "a=remote"], "a is remote: this bench starts the bots itself"),
        (&["serve", "--config", "/nowhere.toml"], "/nowhere.toml can't be read"),
        (&["serve", "--web-origin", "https://a.example/page"], "is not a valid web origin: expected https://HOST"),
        (&["games", "--cheat-sheet"], "--cheat-sheet"),
        (&["frobnicate"], "unrecognized subcommand"),
    ] {
        let error = KAHUA.run(args).failed(2);
        assert!(error.contains(expected), "{args:?}: {error}");
    }
}

#[test]
fn a_cheat_sheet_is_the_page_of_the_docs() {
    let page = fs::read_to_string(root().join("docs/bots/hawaii.md")).unwrap();
    assert_eq!(KAHUA.run(&["games", "hawaii", "--cheat-sheet"]).good(), page);
}

#[test]
fn a_broken_ruleset_names_the_figure() {
    let dir = tempfile::tempdir().unwrap();
    let usual = KAHUA.run(&["games", "haleakala", "--ruleset"]).good();
    let path = dir.path().join("mine.toml");
    fs::write(&path, usual.replace("lava_discs = { printed = 4 }", "lava_discs = { printed = \"four\" }")).unwrap();
    let error = KAHUA.run(&["playthrough", "--game", "haleakala", "--ruleset", path.to_str().unwrap()]).failed(3);
    assert!(error.contains("mine.toml") && error.contains("lava_discs"), "{error}");
}

#[test]
fn a_broken_settings_file_names_the_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("arena.toml");
    fs::write(&path, "listen = \"127.0.0.1:0\"\ncolour = \"red\"\n").unwrap();
    let error =
        KAHUA.run(&["serve", "--config", path.to_str().unwrap(), "--data", dir.path().to_str().unwrap()]).failed(2);
    assert!(error.contains("arena.toml") && error.contains("line 2") && error.contains("colour"), "{error}");
}

#[test]
fn a_port_in_use_is_named_with_the_way_out() {
    let dir = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let error = KAHUA.run(&["serve", "--listen", &address, "--data", dir.path().to_str().unwrap()]).failed(3);
    assert!(error.contains(&address) && error.contains("choose another port"), "{error}");
}

#[test]
fn a_command_that_does_not_exist_or_dies_at_once_is_told_with_its_last_words() {
    let play = |command: &str| {
        let bot = format!("a={command}");
        KAHUA
            .run(&["play", "--game", "haleakala", "--bot", &bot, "--bot", "b=house:random", "--matches", "2"])
            .failed(3)
    };
    let missing = play("/no/such/bot");
    assert!(missing.contains("bot a: the command \"/no/such/bot\" can't be started"), "{missing}");
    let dying = play("sh -c 'echo no licence >&2; exit 7'");
    assert!(dying.contains("bot a ended while it was needed (exit status: 7)"), "{dying}");
    assert!(dying.contains("no licence"), "{dying}");
}

#[test]
fn a_playthrough_tells_every_ply_in_both_forms() {
    let told = |format| {
        KAHUA.run(&["playthrough", "--game", "haleakala", "--seats", "2", "--seed", "5", "--format", format]).good()
    };
    let plies = json_lines(&told("jsonl"));
    let text = told("text");
    assert_eq!(text.matches("ply ").count(), plies.len());
    assert_eq!(told("text"), text, "the same seed is the same game");
    for ply in &plies[..plies.len() - 1] {
        let decides = ply["phase"] == "decide";
        assert_eq!(!ply["legal"].as_array().unwrap().is_empty(), decides, "{ply}");
        assert_eq!(ply["chance"].as_array().unwrap().is_empty(), decides, "{ply}");
        let possible = if decides { &ply["legal"] } else { &ply["chance"] };
        let chosen = |one: &serde_json::Value| one["notation"] == ply["chosen"];
        assert!(possible.as_array().unwrap().iter().any(chosen), "{ply}");
        assert!(ply["views"]["public"].is_object(), "{ply}");
    }
    assert_eq!(plies.last().unwrap()["phase"], "over");
}

#[test]
fn bots_and_tokens_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let token = KAHUA.run(&["bot", "add", "--data", data, "ada"]).good();
    assert_eq!(token.trim().len(), 64, "{token}");
    let again = KAHUA.run(&["bot", "add", "--data", data, "ada"]).failed(2);
    assert!(again.contains("`kahua bot token`"), "{again}");
    let other = json_lines(&KAHUA.run(&["bot", "token", "--data", data, "ada", "--json"]).good());
    assert_ne!(other[0]["token"], token.trim());
    let unknown = KAHUA.run(&["bot", "token", "--data", data, "bob"]).failed(2);
    assert!(unknown.contains("`kahua bot add`"), "{unknown}");
    let listed = json_lines(&KAHUA.run(&["bot", "list", "--data", data, "--json"]).good());
    assert_eq!((listed.len(), &listed[0]["name"], &listed[0]["has_token"]), (1, &"ada".into(), &true.into()));
    assert_eq!(KAHUA.run(&["bot", "revoke", "--data", data, "ada"]).good(), "");
    let listed = json_lines(&KAHUA.run(&["bot", "list", "--data", data, "--json"]).good());
    assert_eq!((&listed[0]["name"], &listed[0]["has_token"]), (&"ada".into(), &false.into()));
    let again = KAHUA.run(&["bot", "revoke", "--data", data, "ada"]).failed(2);
    assert!(again.contains("there is no bot ada with a token"), "{again}");
}

#[test]
fn matches_are_shown_replayed_and_exported() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let bots = ["--bot", "a=house:greedy", "--bot", "b=house:random"];
    let played = KAHUA
        .run(&[&["play", "--game", "haleakala", "--matches", "2", "--seed", "1", "--data", data], &bots[..]].concat());
    let played = played.good();
    assert!(played.contains("points against") && played.contains("rating"), "{played}");

    let listed = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good());
    assert_eq!(listed.len(), 2);
    let id = listed[0]["match_id"].as_str().unwrap();
    let shown = KAHUA.run(&["match", "show", "--data", data, id]).good();
    assert!(shown.contains("digest") && shown.contains("finished"), "{shown}");
    let replayed = KAHUA.run(&["match", "replay", "--data", data, id]).good();
    assert!(replayed.lines().count() > 50, "{replayed}");
    let pgn = KAHUA.run(&["match", "export", "--data", data, "--format", "pgn"]).good();
    assert_eq!(pgn.matches("[Result \"").count(), 2, "{pgn}");
    let exported = json_lines(&KAHUA.run(&["match", "export", "--data", data, "--format", "jsonl"]).good());
    assert_eq!(exported.len(), 2);
    assert_ne!(exported[0]["players"][0]["name"], exported[1]["players"][0]["name"], "seats rotate within a set");
    assert_eq!(exported[0]["seed"], exported[1]["seed"], "a set has one seed");
    assert_ne!(exported[0]["seed_nonce"], exported[1]["seed_nonce"]);
    assert!(shown.contains("luck          same\n") && shown.contains("\ncommitment    "), "{shown}");
}

#[test]
fn fresh_luck_is_played_shown_and_verified() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let args = ["play", "--game", "haleakala", "--matches", "2", "--luck", "fresh", "--seed", "1", "--data", data];
    let _played = KAHUA.run(&[&args, &["--bot", "a=house:random", "--bot", "b=house:random"][..]].concat()).good();
    let exported = json_lines(&KAHUA.run(&["match", "export", "--data", data, "--format", "jsonl"]).good());
    assert_eq!((exported.len(), &exported[0]["luck"]), (2, &"LUCK_FRESH".into()));
    assert_ne!(exported[0]["seed"], exported[1]["seed"]);
    let _verified = KAHUA.run(&["verify", "--data", data]).good();
    let error = KAHUA.run(&[&args[..6], &["none", "--bot", "a=remote", "--bot", "b=remote"]].concat()).failed(2);
    assert!(error.contains("is not a kind of luck: give fresh"), "{error}");
}
