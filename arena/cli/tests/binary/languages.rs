//! The sample bots of the other languages: each passes its own tests, and all of them meet in one round robin.

use std::path::Path;
use std::process::Command;

use kahua_tests::languages::{Language, bridged, language, languages};
use kahua_tests::{Ran, json_lines};

use crate::KAHUA;
use crate::surroundings::{dirty, expect_private, kahua};

macro_rules! languages {
    ($($language:literal: $own_tests:ident, $every_game:ident;)+) => {$(
        #[test]
        fn $own_tests() {
            passes_its_own_tests(language($language));
        }

        #[test]
        fn $every_game() {
            plays_every_game(language($language));
        }
    )+};
}

// Tests for each, so that the name of a failure tells the language.
languages! {
    "python": python_passes_its_own_tests, python_bots_that_know_no_game_play_every_game;
    "typescript": typescript_passes_its_own_tests, typescript_bots_that_know_no_game_play_every_game;
    "go": go_passes_its_own_tests, go_bots_that_know_no_game_play_every_game;
    "java": java_passes_its_own_tests, java_bots_that_know_no_game_play_every_game;
    "cpp": cpp_passes_its_own_tests, cpp_bots_that_know_no_game_play_every_game;
}

fn passes_its_own_tests(language: &Language) {
    if !language.is_there() {
        return;
    }
    let (program, arguments) = language.tests.split_first().expect("a command");
    let tests = Command::new(program).args(arguments).current_dir(language.folder()).output().unwrap();
    let said = String::from_utf8_lossy(&tests.stdout).into_owned() + &String::from_utf8_lossy(&tests.stderr);
    assert!(tests.status.success(), "{said}");
}

#[test]
fn all_languages_and_the_bridge_meet_in_one_round_robin() {
    let mut bots: Vec<String> = languages().map(|language| language.bot(2)).collect();
    bots.push("rust-greedy=house:greedy".to_owned());
    bots.extend(bridged().map(|(name, command)| format!("{name}={command}")));
    // In unusual surroundings as well, since that costs no more.
    round_robin("haleakala", &bots, |arguments, data| {
        let ran = Ran::of(&dirty("000", "", &kahua(arguments)).output().unwrap());
        expect_private(data);
        ran
    });
}

/// The opponents are of the same language or of Rust: a bot doesn't see what its opponent is written in.
fn plays_every_game(language: &Language) {
    if !language.is_there() {
        return;
    }
    for kind in kahua_engine::registry::all() {
        let bots = [language.bot(0), language.bot(1), "rust-random=house:random".to_owned()];
        round_robin(kind.info().name, &bots, |arguments, _| KAHUA.run(arguments));
    }
}

/// Every pair of the bots plays one set. No bot gives a match up, and every record verifies.
fn round_robin(game: &str, bots: &[String], play: impl Fn(&[&str], &Path) -> Ran) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let matches = (bots.len() * (bots.len() - 1)).to_string();
    let mut arguments = vec!["play", "--game", game, "--seats", "2", "--matches", &matches, "--data", data];
    arguments.extend(["--seed", "1", "--tc", "120s/30s~100ms"]);
    arguments.extend(bots.iter().flat_map(|bot| ["--bot", bot.as_str()]));
    let said = play(&arguments, dir.path()).good();
    println!("{said}");
    let standings = json_lines(&KAHUA.run(&["standings", "--data", data, "--json"]).good());
    assert_eq!(standings.len(), bots.len(), "{said}");
    assert!(standings.iter().all(|standing| standing["forfeits"] == 0), "{said}");
    assert!(KAHUA.run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
}
