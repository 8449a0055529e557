//! The sample bots as their authors run them: in their own processes, in every language.

use kahua_tests::languages::language;
use kahua_tests::{Ran, json_lines};

use crate::KAHUA;

/// Plays two bots against each other and expects every match to end without a fault.
pub(crate) fn play(game: &str, seats: &str, bots: &[String], matches: &str) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let mut args = vec!["play", "--game", game, "--seats", seats, "--matches", matches, "--seed", "1", "--data", data];
    args.extend(["--tc", "60s/20s~100ms"]);
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot.as_str()]));
    let said = KAHUA.run(&args).good();
    assert!(said.contains("points against"), "{said}");
    let standings = json_lines(&KAHUA.run(&["standings", "--data", data, "--json"]).good());
    assert_eq!(standings.len(), bots.len());
    assert!(standings.iter().all(|standing| standing["forfeits"] == 0), "{standings:?}");
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
}

#[test]
fn a_house_bot_that_does_not_exist_is_told_with_those_that_do() {
    let mut command = KAHUA.command(&["house", "nobody"]);
    let output = command.env("KAHUA_ADDR", "127.0.0.1:1").output().unwrap();
    let said = Ran::of(&output).failed(2);
    assert!(said.contains("'nobody'") && kahua_bots::NAMES.iter().all(|name| said.contains(name)), "{said}");
}

#[test]
fn house_bots_play_every_game_at_every_seat_count() {
    let house = |number: usize| format!("{0}-{number}=house:{0}", ["greedy", "random", "first-legal"][number % 3]);
    for kind in kahua_engine::registry::all() {
        for seats in kind.info().seats.clone() {
            let bots: Vec<String> = (0..seats).map(house).collect();
            play(kind.info().name, &seats.to_string(), &bots, &seats.to_string());
        }
    }
}

#[test]
fn python_bots_play_every_game_against_house_bots() {
    let python = language("python");
    if !python.is_there() {
        return;
    }
    for kind in kahua_engine::registry::all() {
        let [first_legal, random, greedy] = [0, 1, 2].map(|which| python.bot(which));
        play(kind.info().name, "2", &[greedy, "rust=house:greedy".to_owned()], "2");
        play(kind.info().name, "2", &[first_legal, random], "2");
    }
}
