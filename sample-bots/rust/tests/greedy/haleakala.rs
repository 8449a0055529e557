//! How strong the bot is at Haleakala, that it gets on with itself, and its recorded asks.

use std::collections::BTreeMap;

use engine::dice::{Dice, Seed};
use engine::{Phase, Seat, Table, Viewer};
use games::haleakala::v1::Step;
use sample_bots::{games, pb};

use crate::{answer, ask, check_recorded};

/// How many asks of each step are recorded, from each variant.
const RECORDED_OF_EACH_STEP: usize = 30;

#[test]
fn greedy_beats_random_in_at_least_80_of_100_matches_of_each_variant() {
    for variant in ["base", "tactical"] {
        let (mut wins, mut points) = (0, [0, 0]);
        for number in 0..100 {
            let (greedy, random) = (Seat::new((number % 2) as u8), Seat::new(1 - (number % 2) as u8));
            let mut lots = Dice::stream(Seed::from_number(number), 1);
            let table = play(variant, number, |seat, table| {
                if seat == greedy { answer(&ask(seat, table)) } else { lots.below(table.legal_count() as u32) }
            });
            let Phase::Over(outcome) = table.phase() else { panic!("played to the end") };
            wins += u32::from(outcome.places[greedy] < outcome.places[random]);
            points = [points[0] + outcome.scores[greedy], points[1] + outcome.scores[random]];
        }
        println!("{variant}: {wins} wins, {points:?} points");
        assert!(wins >= 80, "{variant}: greedy won {wins} of 100");
    }
}

#[test]
fn greedy_does_not_stall_against_itself() {
    for variant in ["base", "tactical"] {
        for number in 0..20 {
            let table = play(variant, number, |seat, table| answer(&ask(seat, table)));
            let Some(pb::view::Game::Haleakala(view)) = table.view(Viewer::Public).game else { panic!("its view") };
            assert!(view.idle_turns < 50, "{variant} {number}: {} turns without a card", view.idle_turns);
        }
    }
}

#[test]
fn recorded_haleakala_asks_are_answered_as_recorded() {
    check_recorded("haleakala", "Haleakala", &sampled_asks());
}

/// Asks of every step, from games in which greedy and lots take turns at deciding, with greedy's answers.
fn sampled_asks() -> Vec<(u32, pb::Ask)> {
    let mut sample = Vec::new();
    for variant in ["base", "tactical"] {
        let mut taken = BTreeMap::<Step, usize>::new();
        for number in 0..8 {
            let mut lots = Dice::stream(Seed::from_number(number), 1);
            play(variant, number, |seat, table| {
                let mut ask = ask(seat, table);
                let index = answer(&ask);
                ask.match_id = format!("{variant}-{number}");
                ask.ticket = sample.len() as u64 + 1;
                let of_step = taken.entry(step(&ask)).or_default();
                if ask.legal_total > 1 && *of_step < RECORDED_OF_EACH_STEP && lots.below(6) == 0 {
                    *of_step += 1;
                    sample.push((index, ask));
                }
                if lots.below(4) == 0 { lots.below(table.legal_count() as u32) } else { index }
            });
        }
    }
    sample
}

fn step(ask: &pb::Ask) -> Step {
    match ask.view.as_ref().and_then(|view| view.game.as_ref()) {
        Some(pb::view::Game::Haleakala(view)) => view.open.as_ref().expect("a view has it").step(),
        other => panic!("not Haleakala's view: {other:?}"),
    }
}

/// Plays one game to its end.
fn play(variant: &str, number: u64, decide: impl FnMut(Seat, &dyn Table) -> u32) -> Box<dyn Table> {
    crate::play("haleakala", 2, &[&format!("variant={variant}")], number, decide)
}
