//! `kahua asks`: asks to try a bot's choices on.

use kahua_proto::json::from_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_tests::json_lines;
use prost::Message;

use crate::KAHUA;
use crate::replay::played;

fn asks(args: &[&str]) -> Vec<pb::Ask> {
    let printed = KAHUA.run(&[&["asks"], args].concat()).good();
    printed.lines().map(|line| from_json(line).unwrap()).collect()
}

#[test]
fn asks_of_random_games_have_a_choice_and_come_from_all_over_the_game() {
    for (game, seats) in [("haleakala", "2"), ("kanaloa", "3"), ("hawaii", "5")] {
        let args = ["--game", game, "--seats", seats, "--count", "7", "--seed", "3"];
        let asked = asks(&args);
        assert_eq!(asked.len(), 7);
        assert_eq!(asked, asks(&args), "the same seed gives the same asks");
        for ask in &asked {
            assert!(ask.game == game && ask.view.is_some() && ask.legal.len() > 1, "{ask:?}");
            assert!(ask.legal.iter().all(|action| !action.notation.is_empty() && action.game.is_some()), "{ask:?}");
        }
        assert!(asked.windows(2).all(|two| two[0].ticket < two[1].ticket), "one game was enough");
        assert!(asked[6].ticket > 4 * asked[1].ticket, "the last is far from the second");
    }
    assert_eq!(asks(&["--game", "haleakala", "--count", "2000"]).len(), 2000, "more than a game has");
}

#[test]
fn every_form_has_the_same_asks() {
    let args = ["asks", "--game", "hawaii", "--count", "3", "--form"];
    let json: Vec<pb::Ask> = asks(&args[1..5]);
    let bytes = KAHUA.command(&[&args[..], &["proto"]].concat()).output().unwrap().stdout;
    let mut bytes = bytes.as_slice();
    let decoded: Vec<_> = (0..3).map(|_| pb::Ask::decode_length_delimited(&mut bytes).unwrap()).collect();
    assert!(bytes.is_empty());
    assert_eq!(decoded, json);
    let lines = json_lines(&KAHUA.run(&[&args[..], &["bridge"]].concat()).good());
    for (line, ask) in lines.iter().zip(&json) {
        assert_eq!((&line["type"], &line["seats"]), (&"ask".into(), &2.into()));
        let notations: Vec<_> = ask.legal.iter().map(|action| action.notation.as_str()).collect();
        assert_eq!(line["legal"], serde_json::json!(notations));
        assert_eq!(line["events"].as_array().unwrap().len(), ask.events.len());
    }
}

#[test]
fn the_asks_of_a_recorded_match_are_those_that_its_bots_answered() {
    let (dir, id) = played("hawaii", 3);
    let data = dir.path().to_str().unwrap();
    let of = |args: &[&str]| asks(&[&["--data", data, "--match", &id], args].concat());
    let all = of(&[]);
    let events = json_lines(&KAHUA.run(&["match", "replay", "--data", data, &id, "--json"]).good());
    let decisions = events.iter().filter_map(|event| event["event"]["decision"]["action"].as_str());
    let decisions: Vec<&str> = decisions.collect();
    assert_eq!(all.len(), decisions.len());
    for (ask, taken) in all.iter().zip(decisions) {
        assert!(ask.match_id == id && ask.legal.iter().any(|action| action.notation == taken), "{taken}: {ask:?}");
    }
    let of_seat = of(&["--seat", "1"]);
    assert!(!of_seat.is_empty() && of_seat.iter().all(|ask| ask.seat == 1));
    assert_eq!(of_seat.len(), all.iter().filter(|ask| ask.seat == 1).count());
    // Events come once, in their order, up to the last ask.
    let told: Vec<u32> = of_seat.iter().flat_map(|ask| ask.events.iter().map(|event| event.number)).collect();
    assert!(told.iter().copied().eq(0..told.len() as u32), "{told:?}");
    let wrong = KAHUA.run(&["asks", "--data", data, "--match", &id, "--seat", "3"]).failed(2);
    assert!(wrong.contains("--seat: the match has no seat 3"), "{wrong}");
}

#[test]
fn either_a_game_or_a_match_is_named() {
    let neither = KAHUA.run(&["asks"]).failed(2);
    assert!(neither.contains("--game <GAME>") && neither.contains("--match <ID>"), "{neither}");
    let seats = KAHUA.run(&["asks", "--game", "haleakala", "--seats", "3"]).failed(2);
    assert!(seats.contains("haleakala needs exactly 2 seats, got 3"), "{seats}");
}
