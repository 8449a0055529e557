//! The sample bots as their authors run them: in processes of their own, in whatever language.

use std::process::Command;

use tests::{has_tool, json_lines, root, run};

/// Plays two bots against each other and expects every match to end without a fault.
fn play(game: &str, seats: &str, bots: &[String], matches: &str) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let mut args = vec!["play", "--game", game, "--seats", seats, "--matches", matches, "--seed", "1", "--data", data];
    args.extend(["--tc", "60s/20s~100ms"]);
    args.extend(bots.iter().flat_map(|bot| ["--bot", bot.as_str()]));
    let said = run(&args).good();
    assert!(said.contains("points against"), "{said}");
    let standings = json_lines(&run(&["standings", "--data", data, "--json"]).good());
    assert_eq!(standings.len(), bots.len());
    assert!(standings.iter().all(|standing| standing["forfeits"] == 0), "{standings:?}");
    assert!(run(&["verify", "--data", data]).good().ends_with(" verified, 0 failed\n"));
}

fn python(bot: &str) -> String {
    format!("py-{bot}=python3 {}", root().join("sample-bots/python").join(bot).with_extension("py").display())
}

#[test]
fn house_bots_play_every_game_at_every_seat_count() {
    let house = |number: usize| format!("{0}-{number}=house:{0}", ["greedy", "random", "first-legal"][number % 3]);
    for kind in engine::registry::all() {
        for seats in kind.info().seats.clone() {
            let bots: Vec<String> = (0..seats).map(house).collect();
            play(kind.info().name, &seats.to_string(), &bots, &seats.to_string());
        }
    }
}

#[test]
fn python_bots_play_every_game_against_house_bots() {
    if !has_tool("python_bots_play_every_game_against_house_bots", "python3", &["-c", "import kahua"]) {
        return;
    }
    for kind in engine::registry::all() {
        let bots = [python("greedy"), "rust=house:greedy".to_owned()];
        play(kind.info().name, "2", &bots, "2");
        let bots = [python("first_legal"), python("random_bot")];
        play(kind.info().name, "2", &bots, "2");
    }
}

#[test]
fn the_python_package_passes_its_own_tests() {
    let name = "the_python_package_passes_its_own_tests";
    if !has_tool(name, "python3", &["-c", "import kahua"]) {
        return;
    }
    let tests = Command::new("python3")
        .args(["-m", "unittest", "discover", "tests"])
        .current_dir(root().join("sample-bots/python"))
        .output()
        .unwrap();
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stderr));
}
