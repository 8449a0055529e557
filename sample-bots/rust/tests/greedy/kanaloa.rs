//! How strong the bot is at Kanaloa, and its recorded asks.

use std::collections::BTreeMap;

use engine::dice::{Dice, Seed};
use engine::{Phase, Place, Seat, Table};
use games::kanaloa::v1::Stage;
use sample_bots::{games, pb};

use crate::{answer, ask, check_recorded};

/// How many asks of each stage are recorded, from each number of seats.
const RECORDED_OF_EACH_STAGE: usize = 5;

#[test]
fn greedy_beats_random_in_at_least_80_of_100_matches_for_two() {
    let firsts = sole_firsts_against_random(2);
    assert!(firsts >= 80, "greedy won {firsts} of 100");
}

#[test]
fn greedy_beats_three_random_bots_in_at_least_60_of_100_matches_for_four() {
    let firsts = sole_firsts_against_random(4);
    assert!(firsts >= 60, "greedy won {firsts} of 100");
}

/// In how many of 100 matches greedy comes first alone, in each seat in turn; all others draw lots.
fn sole_firsts_against_random(seats: usize) -> u32 {
    let (mut firsts, mut points) = (0, [0, 0]);
    for number in 0..100 {
        let greedy = Seat::new((number % seats as u64) as u8);
        let mut lots = Dice::stream(Seed::from_number(number), 1);
        let table = play(seats, number, |seat, table| {
            if seat == greedy { answer(&ask(seat, table)) } else { lots.below(table.legal_count() as u32) }
        });
        let Phase::Over(outcome) = table.phase() else { panic!("played to the end") };
        let is_beaten = |(seat, place): (Seat, &Place)| seat == greedy || outcome.places[greedy] < *place;
        firsts += u32::from(outcome.places.entries().all(is_beaten));
        let all: i32 = outcome.scores.iter().sum();
        points = [points[0] + outcome.scores[greedy], points[1] + all - outcome.scores[greedy]];
    }
    println!("{seats} seats: {firsts} times first, {points:?} points");
    firsts
}

#[test]
fn greedy_comes_to_an_end_against_itself() {
    for seats in 2..=4 {
        for number in 0..5 {
            let mut decisions = 0;
            play(seats, number, |seat, table| {
                decisions += 1;
                assert!(decisions < 5000, "{seats} seats, seed {number}: no end in sight");
                answer(&ask(seat, table))
            });
        }
    }
}

#[test]
fn recorded_kanaloa_asks_are_answered_as_recorded() {
    let sample: Vec<_> = (2..=4).flat_map(sampled_asks).collect();
    check_recorded("kanaloa", "Kanaloa", &sample);
}

/// Asks of every stage, from games in which every seat follows greedy or, now and then, lots; with greedy's answers.
fn sampled_asks(seats: usize) -> Vec<(u32, pb::Ask)> {
    let mut sample = Vec::new();
    let mut taken = BTreeMap::<Stage, usize>::new();
    for number in 0..10 {
        let mut lots = Dice::stream(Seed::from_number(number), 1);
        play(seats, number, |seat, table| {
            let mut ask = ask(seat, table);
            let index = answer(&ask);
            ask.match_id = format!("{seats}-{number}");
            ask.ticket = sample.len() as u64 + 1;
            let of_stage = taken.entry(stage(&ask)).or_default();
            if ask.legal_total > 1 && *of_stage < RECORDED_OF_EACH_STAGE && lots.below(4) == 0 {
                *of_stage += 1;
                sample.push((index, ask));
            }
            if lots.below(4) == 0 { lots.below(table.legal_count() as u32) } else { index }
        });
    }
    sample
}

fn stage(ask: &pb::Ask) -> Stage {
    match ask.view.as_ref().and_then(|view| view.game.as_ref()) {
        Some(pb::view::Game::Kanaloa(view)) => view.open.as_ref().expect("a view has it").stage(),
        other => panic!("not Kanaloa's view: {other:?}"),
    }
}

/// Plays one game to its end.
fn play(seats: usize, number: u64, decide: impl FnMut(Seat, &dyn Table) -> u32) -> Box<dyn Table> {
    crate::play("kanaloa", seats, &[], number, decide)
}
