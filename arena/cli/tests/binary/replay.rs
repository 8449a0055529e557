//! `kahua match replay`: a match that a person can follow.

use std::fs;

use kahua_tests::json_lines;

use crate::KAHUA;

/// A data directory with one set of this game, and the id of the newest match.
pub(crate) fn played(game: &str, seats: usize) -> (tempfile::TempDir, String) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let bots = (0..seats).flat_map(|bot| ["--bot".to_owned(), format!("bot{bot}=house:random")]);
    let words = format!("play --game {game} --seats {seats} --matches {seats} --seed 1 --data {data}");
    let args: Vec<String> = words.split(' ').map(str::to_owned).chain(bots).collect();
    let _table = KAHUA.run(&args.iter().map(String::as_str).collect::<Vec<_>>()).good();
    let listed = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good());
    let id = listed[0]["match_id"].as_str().unwrap().to_owned();
    (dir, id)
}

#[test]
fn every_game_is_told_with_seats_rounds_scores_and_where_the_points_came_from() {
    for (game, seats) in [("haleakala", 2), ("kanaloa", 4), ("hawaii", 3)] {
        let (dir, id) = played(game, seats);
        let data = dir.path().to_str().unwrap();
        let told = KAHUA.run(&["match", "replay", "--data", data, &id]).good();
        let record = json_lines(&KAHUA.run(&["match", "show", "--data", data, &id, "--json"]).good()).remove(0);
        let lines: Vec<&str> = told.lines().collect();
        assert!(lines[0].contains(&id) && lines[0].ends_with(", league play"), "{told}");
        for seat in 0..seats {
            assert!(lines.iter().any(|line| line.trim_start().starts_with(&format!("{seat} "))), "seat {seat}: {told}");
        }
        assert!(lines.contains(&"The match is over: finished."), "{told}");
        let scores = |row: &str| {
            let line = lines.iter().rev().find(|line| line.trim_start().starts_with(row)).unwrap();
            line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>()
        };
        let results = record["results"].as_array().unwrap();
        assert_eq!(scores("points"), results.iter().map(|result| result["score"].to_string()).collect::<Vec<_>>());
        assert_eq!(scores("place"), results.iter().map(|result| result["place"].to_string()).collect::<Vec<_>>());
        assert!(lines.iter().all(|line| line.chars().count() <= 110), "{told}");
    }
}

#[test]
fn the_board_is_shown_before_an_event_with_what_each_legal_action_does() {
    let (dir, id) = played("haleakala", 2);
    let data = dir.path().to_str().unwrap();
    let told = KAHUA.run(&["match", "replay", "--data", data, &id, "--at", "15"]).good();
    let (_, legal) = told.split_once("\nLegal actions of bot").unwrap();
    let (legal, _) = legal.split_once("\n\n").unwrap();
    assert!(legal.lines().skip(1).all(|line| line.contains("bot") && line.ends_with('.')), "{legal}");
    let boards = KAHUA.run(&["match", "replay", "--data", data, &id, "--boards"]).good();
    assert!(boards.matches("segment ").count() > 20, "a board for each turn: {boards}");
    let beyond = KAHUA.run(&["match", "replay", "--data", data, &id, "--at", "100000"]).failed(2);
    assert!(beyond.contains("--at: the match has only "), "{beyond}");
}

#[test]
fn events_are_printed_in_notation_as_they_were_recorded() {
    let (dir, id) = played("haleakala", 2);
    let data = dir.path().to_str().unwrap();
    let raw = KAHUA.run(&["match", "replay", "--data", data, &id, "--raw"]).good();
    let events = json_lines(&KAHUA.run(&["match", "replay", "--data", data, &id, "--json"]).good());
    assert_eq!(raw.lines().count(), events.len());
    assert!(raw.starts_with("    0  chance           start:"), "{raw}");
}

#[test]
fn boards_are_drawn_one_for_each_step() {
    let (dir, id) = played("haleakala", 2);
    let (data, out) = (dir.path().to_str().unwrap(), dir.path().join("boards"));
    let said = KAHUA.run(&["match", "replay", "--data", data, &id, "--svg", out.to_str().unwrap()]).good();
    let pictures: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(said.starts_with(&format!("{} pictures are in ", pictures.len())), "{said}");
    assert!(pictures.len() > 50);
    for picture in &pictures {
        let svg = fs::read_to_string(picture).unwrap();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"board "), "{svg}");
        assert!(svg.contains("<style>") && svg.trim_end().ends_with("</svg>"), "{svg}");
    }
    let marked = pictures.iter().filter(|picture| fs::read_to_string(picture).unwrap().contains("marked\""));
    assert!(marked.count() > pictures.len() / 2, "what was done last is marked");
}
