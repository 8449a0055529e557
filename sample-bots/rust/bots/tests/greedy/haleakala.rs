//! How strong the bot is at Haleakala, that it gets on with itself, and its recorded asks.

use kahua_client::games::haleakala::v1::open::Step;
use kahua_client::pb;
use kahua_engine::Viewer;

use crate::{Sampling, Setting, answer, ask, check_recorded};

/// The two variants by their names.
const VARIANTS: [(&str, Setting); 2] = [
    ("base", Setting { game: "haleakala", seats: 2, choices: &["variant=base"] }),
    ("tactical", Setting { game: "haleakala", seats: 2, choices: &["variant=tactical"] }),
];

#[test]
fn greedy_beats_random_in_at_least_80_of_100_matches_of_each_variant() {
    for (variant, setting) in VARIANTS {
        let firsts = setting.sole_firsts_against_random();
        assert!(firsts >= 80, "{variant}: greedy won {firsts} of 100");
    }
}

#[test]
fn greedy_does_not_stall_against_itself() {
    for (variant, setting) in VARIANTS {
        for number in 0..20 {
            let table = setting.play(number, |seat, table| answer(&ask(seat, table)));
            let Some(pb::view::Game::Haleakala(view)) = table.view(Viewer::Public).game else { panic!("its view") };
            assert!(view.idle_turns < 50, "{variant} {number}: {} turns without a card", view.idle_turns);
        }
    }
}

#[test]
fn recorded_haleakala_asks_are_answered_as_recorded() {
    let sampling = Sampling { games: 8, of_each_kind: 30, one_of: 6, kind: step };
    let sample: Vec<_> = VARIANTS.iter().flat_map(|(name, setting)| sampling.asks(*setting, name)).collect();
    check_recorded("haleakala", "Haleakala", &sample);
}

fn step(ask: &pb::Ask, _answer: &str) -> String {
    let Some(pb::view::Game::Haleakala(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else {
        panic!("not Haleakala's view: {ask:?}")
    };
    match view.open.as_ref().and_then(|open| open.step.as_ref()) {
        Some(Step::Turn(_)) => "turn",
        Some(Step::Shaman(_)) => "shaman",
        Some(Step::Pick(_)) => "pick",
        Some(Step::Purchase(_)) => "purchase",
        Some(Step::Lava(_)) => "lava",
        other => panic!("nobody decides at {other:?}"),
    }
    .into()
}
