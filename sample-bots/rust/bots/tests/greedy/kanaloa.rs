//! How strong the bot is at Kanaloa, that it gets on with itself, and its recorded asks.

use kahua_client::games::kanaloa::v1::open::Step;
use kahua_client::pb;

use crate::{Sampling, Setting, answer, ask, check_recorded};

const fn kanaloa(seats: usize) -> Setting {
    Setting { game: "kanaloa", seats, choices: &[] }
}

#[test]
fn greedy_beats_random_in_at_least_80_of_100_matches_for_two() {
    let firsts = kanaloa(2).sole_firsts_against_random();
    assert!(firsts >= 80, "greedy won {firsts} of 100");
}

#[test]
fn greedy_beats_three_random_bots_in_at_least_60_of_100_matches_for_four() {
    let firsts = kanaloa(4).sole_firsts_against_random();
    assert!(firsts >= 60, "greedy won {firsts} of 100");
}

#[test]
fn greedy_comes_to_an_end_against_itself() {
    for seats in 2..=4 {
        for number in 0..5 {
            let mut decisions = 0;
            kanaloa(seats).play(number, |seat, table| {
                decisions += 1;
                assert!(decisions < 5000, "{seats} seats, seed {number}: no end in sight");
                answer(&ask(seat, table))
            });
        }
    }
}

#[test]
fn recorded_kanaloa_asks_are_answered_as_recorded() {
    let sampling = Sampling { games: 10, of_each_kind: 5, one_of: 4, kind: step };
    let sample: Vec<_> = (2..=4).flat_map(|seats| sampling.asks(kanaloa(seats), &seats.to_string())).collect();
    check_recorded("kanaloa", "Kanaloa", &sample);
}

fn step(ask: &pb::Ask, _answer: &str) -> String {
    let Some(pb::view::Game::Kanaloa(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else {
        panic!("not Kanaloa's view: {ask:?}")
    };
    match view.open.as_ref().and_then(|open| open.step.as_ref()) {
        Some(Step::LayFish(_)) => "lay fish",
        Some(Step::PlacePiece(_)) => "place piece",
        Some(Step::RemovePiece(_)) => "remove piece",
        Some(Step::Land(_)) => "land",
        Some(Step::MainAction(_)) => "main action",
        Some(Step::Offer(_)) => "offer",
        Some(Step::Rob(_)) => "rob",
        Some(Step::TakeTile(_)) => "take tile",
        Some(Step::Finish(_)) => "finish",
        Some(Step::Veto(_)) => "veto",
        Some(Step::PlaceVolcano(_)) => "place volcano",
        other => panic!("nobody decides at {other:?}"),
    }
    .into()
}
