//! `kahua ask`: a recorded match's asks, handed to a bot again.

use kahua_tests::json_lines;
use kahua_tests::languages::language;
use serde_json::Value;

use crate::KAHUA;
use crate::lists::Arena;

/// A data directory with a match of this game that `greedy` has played against `random`, the match's id, and greedy's seat.
fn played(game: &str) -> (tempfile::TempDir, String, String) {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let play = ["play", "--game", game, "--matches", "2", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &["--bot", "g=house:greedy", "--bot", "r=house:random"]].concat()).good();
    let newest = json_lines(&KAHUA.run(&["match", "list", "--data", data, "--json"]).good()).remove(0);
    let seat = newest["players"].as_array().unwrap().iter().position(|player| player["name"] == "g").unwrap();
    (dir, newest["match_id"].as_str().unwrap().to_owned(), seat.to_string())
}

/// The recorded events of a match, by number.
fn events(data: &str, id: &str) -> Vec<Value> {
    let replayed = json_lines(&KAHUA.run(&["match", "replay", "--data", data, id, "--json"]).good());
    replayed.into_iter().map(|event| event["event"].clone()).collect()
}

#[test]
fn a_bot_answers_an_ask_of_a_recorded_match_once_more() {
    let (dir, id, seat) = played("haleakala");
    let data = dir.path().to_str().unwrap();
    let events = events(data, &id);
    let is_of_greedy = |event: &Value| {
        !event["decision"].is_null() && event["decision"]["seat"].as_u64().unwrap_or(0).to_string() == seat
    };
    let at = (40..events.len()).find(|event| is_of_greedy(&events[*event])).unwrap();
    let number = at.to_string();
    let args = ["ask", "--data", data, "--match", &id, "--at", &number, "--bot"];
    let told = json_lines(&KAHUA.run(&[&args[..], &["house:first-legal", "--json"]].concat()).good()).remove(0);
    assert_eq!((&told["event"], &told["bot"], told["seat"].to_string()), (&at.into(), &"g".into(), seat), "{told}");
    assert_eq!(
        (&told["then"]["action"], &told["now"]["action"]),
        (&events[at]["decision"]["action"], &told["legal"][0])
    );
    assert!(told["now"]["think_ms"].is_number() && told["now"]["late"] == false, "{told}");

    let screen = KAHUA.run(&[&args[..], &["house:greedy"]].concat()).good();
    let then = told["then"]["action"].as_str().unwrap();
    assert!(screen.starts_with(&format!("Haleakala, match {id}, event {at}: g is asked, in seat ")), "{screen}");
    assert!(screen.contains("segment ") && screen.contains(&format!("then, now  {then}")), "{screen}");
    let answers: Vec<&str> = screen.lines().rev().take(2).map(str::trim).collect();
    assert!(
        answers[0].starts_with(&format!("now   {then}")) && answers[1].starts_with(&format!("then  {then}")),
        "{screen}"
    );

    // The replay leads there, and another event leads to the next ask.
    let replayed = KAHUA.run(&["match", "replay", "--data", data, &id, "--at", &number]).good();
    assert!(replayed.ends_with(&format!("kahua ask --match {id} --at {at} --bot COMMAND\n")), "{replayed}");
    let chance = (0..at).rev().find(|event| !events[*event]["chance"].is_null()).unwrap();
    let refused = KAHUA
        .run(&["ask", "--data", data, "--match", &id, "--at", &chance.to_string(), "--bot", "house:greedy"])
        .failed(2);
    assert!(refused.contains(&format!("no bot was asked at event {chance}; the next ask is at event ")), "{refused}");
}

#[test]
fn a_bot_is_asked_all_that_a_seat_was_asked_in_the_form_that_it_wants() {
    for game in ["hawaii", "kanaloa"] {
        let (dir, id, seat) = played(game);
        let data = dir.path().to_str().unwrap();
        let arena = Arena::start(data);
        for place in [["--data", data], ["--addr", &arena.addr]] {
            let args = [&["ask"], &place[..], &["--match", &id, "--seat", &seat, "--bot"]].concat();
            let table = KAHUA.run(&[&args[..], &["house:greedy"]].concat()).good();
            let (_, summary) = table.split_once("\nThe bot does the same in ").unwrap();
            let words: Vec<&str> = summary.split(' ').collect();
            assert_eq!(words[0], words[2], "{table}");
        }
        let args = ["ask", "--data", data, "--match", &id, "--seat", &seat, "--json", "--bot"];
        // It answers in notation, and with the first action.
        let bridged = "kahua bridge -- sh -c 'while read -r line; do echo 0; done'";
        let lines = json_lines(&KAHUA.run(&[&args[..], &[bridged]].concat()).good());
        let asked = KAHUA.run(&["asks", "--data", data, "--match", &id, "--seat", &seat]).good();
        assert_eq!(lines.len(), asked.lines().count());
        for line in &lines {
            assert_eq!(line["now"]["action"], line["legal"][0], "{line}");
            assert_eq!(line["same"], line["now"]["action"] == line["then"]["action"], "{line}");
        }
    }
}

#[test]
fn a_bot_without_streams_in_both_directions_is_asked_by_single_calls() {
    let typescript = language("typescript");
    if !typescript.is_there() {
        return;
    }
    let (dir, id, seat) = played("haleakala");
    let data = dir.path().to_str().unwrap();
    let bot = format!("env KAHUA_TRANSPORT=grpc-web {}", typescript.command(0));
    let args = ["ask", "--data", data, "--match", &id, "--seat", &seat, "--bot", &bot, "--json"];
    let lines = json_lines(&KAHUA.run(&args).good());
    assert!(lines.len() > 10 && lines.iter().all(|line| line["now"]["action"] == line["legal"][0]), "{lines:?}");
}

#[test]
fn answers_that_would_be_faults_are_told_and_the_rest_is_asked_all_the_same() {
    let (dir, id, seat) = played("haleakala");
    let data = dir.path().to_str().unwrap();
    let args = ["ask", "--data", data, "--match", &id, "--seat", &seat, "--bot"];
    for (answer, fault) in [(r#"{"notation":"fly"}"#, "unreadable"), (r#"{"resign":true}"#, "resigned")] {
        let bot = format!("kahua bridge -- sh -c 'while read -r line; do echo \"$0\"; done' '{answer}'");
        let ran = KAHUA.command(&[&args[..], &[&bot, "--json"]].concat()).output().unwrap();
        assert_eq!(ran.status.code(), Some(5), "{}", String::from_utf8_lossy(&ran.stderr));
        let lines = json_lines(&String::from_utf8(ran.stdout).unwrap());
        assert!(lines.len() > 10, "{lines:?}");
        assert!(lines.iter().all(|line| line["now"]["fault"] == fault && line["same"] == false), "{lines:?}");
    }
    let crashed = KAHUA.run(&[&args[..], &["sh -c 'echo no rules >&2; exit 4'"]].concat()).failed(3);
    assert!(crashed.contains("no rules") && crashed.contains("exit status: 4"), "{crashed}");
    let silent = KAHUA.run(&[&args[..], &["sleep 1000", "--patience", "1"]].concat()).failed(3);
    assert!(silent.contains("the bot hasn't connected within 1 s"), "{silent}");
}

#[test]
fn what_cannot_be_asked_is_a_mistake_of_the_command_line() {
    let (dir, id, _) = played("haleakala");
    let data = dir.path().to_str().unwrap();
    for (flags, expected) in [
        (&["--at", "100000", "--bot", "house:greedy"][..], "--at: the match has only the events 0 to "),
        (&["--seat", "2", "--bot", "house:greedy"], "--seat: the match has no seat 2"),
        (&["--at", "1", "--bot", "remote"], "`kahua ask` starts the bot itself: give its command, or house:BOT"),
        (&["--bot", "house:greedy"], "<--at <N>|--seat <SEAT>>"),
    ] {
        let refused = KAHUA.run(&[&["ask", "--data", data, "--match", &id], flags].concat()).failed(2);
        assert!(refused.contains(expected), "{refused}");
    }
}
