//! What the results say: `kahua standings`, `kahua compare`, `kahua sprt` and exports.

use kahua_tests::{Ran, json_lines};

use crate::KAHUA;
use crate::lists::Arena;

/// Plays twelve matches between three house bots, and keeps them in this data directory.
fn play(data: &str) {
    let bots = ["--bot", "g=house:greedy", "--bot", "r=house:random", "--bot", "f=house:first-legal"];
    let play = ["play", "--game", "haleakala", "--matches", "12", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &bots].concat()).good();
}

#[test]
fn a_directory_and_a_running_arena_give_the_same_answers() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    play(data);
    let from_directory = |args: &[&str]| KAHUA.run(&[args, &["--data", data]].concat()).good();
    let questions: [&[&str]; 5] = [
        &["standings", "--against", "r", "--json"],
        &["standings", "--csv", "--game", "haleakala"],
        &["compare", "g", "r"],
        &["compare", "g", "r", "--json"],
        &["match", "export", "--format", "pgn", "--bot", "g"],
    ];
    let answers = questions.map(from_directory);
    let arena = Arena::start(data);
    for (question, answer) in questions.iter().zip(&answers) {
        let mut lines: Vec<&str> = answer.lines().collect();
        let asked = KAHUA.run(&[*question, &["--addr", &arena.addr]].concat()).good();
        let mut of_arena: Vec<&str> = asked.lines().collect();
        // The arena lists matches from the newest, and the directory from the oldest.
        lines.sort_unstable();
        of_arena.sort_unstable();
        assert_eq!(lines, of_arena, "{question:?}");
    }
    let cross = from_directory(&["standings", "--cross", "--csv"]);
    assert_eq!((cross.lines().next(), cross.lines().count()), (Some("bot,against,points,matches"), 7), "{cross}");
    assert!(from_directory(&["standings", "--cross"]).contains("points against"));
    let [standings, csv, said, compared, pgn] = answers;
    let standings = json_lines(&standings);
    assert_eq!(standings.len(), 3);
    assert!(standings.iter().any(|line| line["name"] == "g" && line["difference"]["elo"].as_f64() > Some(0.0)));
    assert_eq!((csv.lines().count(), pgn.matches("[Event ").count()), (4, 8));
    assert!(csv.starts_with("league,game,seats,options,ruleset,rank,rank_last,bot,version,"), "{csv}");
    assert!(said.contains("in 4 matches of 2 sets"), "{said}");
    assert_eq!(json_lines(&compared)[0]["sets"], 2);
}

#[test]
fn exports_are_filtered_by_league_bot_version_and_date() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    play(data);
    let seats = |flags: &[&str]| {
        let export = ["match", "export", "--format", "csv", "--data", data];
        KAHUA.run(&[&export[..], flags].concat()).good().lines().count() - 1
    };
    let listed = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good());
    let league = listed[0]["league"].as_str().unwrap();
    assert_eq!(seats(&[]), 24);
    assert_eq!(seats(&["--league", league]), 24);
    assert_eq!(seats(&["--bot", "g"]), 16);
    assert_eq!(seats(&["--bot", "g", "--version", "none"]), 0);
    assert_eq!(seats(&["--until", "2026-01-01"]), 0);
    assert_eq!(seats(&["--since", "2026-01-01"]), 24);
    for (flags, expected) in [(["--bot", "nobody"], "no bot nobody"), (["--league", "spring"], "league \"spring\"")] {
        let export = ["match", "export", "--data", data];
        let error = KAHUA.run(&[&export[..], &flags].concat()).failed(2);
        assert!(error.contains(expected), "{error}");
    }
}

/// A test between these house bots.
fn sprt(one: &str, other: &str, flags: &[&str]) -> (Ran, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (format!("one=house:{one}"), format!("other=house:{other}"));
    let sprt = ["sprt", "--bot", &one, "--bot", &other, "--seed", "1", "--data", dir.path().to_str().unwrap()];
    (KAHUA.run(&[&sprt[..], flags].concat()), dir)
}

#[test]
fn the_verdict_of_a_test_is_its_exit_code() {
    let game = ["--game", "haleakala", "--elo1", "200", "--max-matches", "200"];
    let said = sprt("greedy", "random", &game).0.good();
    assert!(said.contains("H1 is accepted: one is stronger than other"), "{said}");
    let (ran, _dir) = sprt("random", "greedy", &game);
    assert!(ran.out.contains("H0 is accepted"), "{}", ran.out);
    drop(ran.failed(1));
    let (ran, _dir) = sprt("random", "random", &["--game", "haleakala", "--max-matches", "4", "--json"]);
    let last = json_lines(&ran.out).pop().unwrap();
    assert_eq!((last["sets"].as_u64(), &last["accepted"]), (Some(2), &serde_json::Value::Null));
    drop(ran.failed(4));
}

#[test]
fn at_larger_tables_the_two_are_compared_beside_bots_that_fill_them() {
    let flags = ["--game", "kanaloa", "--seats", "3", "--fill", "house:first-legal", "--max-matches", "6", "--json"];
    let (ran, _dir) = sprt("greedy", "random", &flags);
    let last = json_lines(&ran.out).pop().unwrap();
    assert_eq!((last["sets"].as_u64(), last["counts"].as_array().map(Vec::len)), (Some(2), Some(7)), "{}", ran.out);
    drop(ran.failed(4));
}

#[test]
fn a_test_lets_bots_back_that_an_earlier_one_has_suspended() {
    let dir = tempfile::tempdir().unwrap();
    let test = |one: &str| {
        let bots = ["sprt", "--game", "haleakala", "--bot", one, "--bot", "other=house:random"];
        KAHUA.run(
            &[&bots[..], &["--max-matches", "2", "--restarts", "0", "--data", dir.path().to_str().unwrap()]].concat(),
        )
    };
    let crashed = test("one=sh -c 'exit 7'").failed(3);
    assert!(crashed.contains("bot one isn't started again"), "{crashed}");
    let mended = test("one=house:random").failed(4);
    assert_eq!(mended, "");
}
