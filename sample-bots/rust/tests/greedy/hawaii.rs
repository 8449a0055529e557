//! How strong the bot is at Hawaii, and its recorded asks.

use std::collections::BTreeMap;

use engine::dice::{Dice, Seed};
use engine::{Phase, Place, Seat, Table};
use sample_bots::pb;

use crate::{answer, ask, check_recorded};

/// How many asks of each step are recorded, from each number of seats.
const RECORDED_OF_EACH_STEP: usize = 7;

#[test]
fn greedy_comes_first_in_at_least_90_of_100_matches_for_two() {
    let firsts = firsts_against_random(2);
    assert!(firsts >= 90, "greedy came first in {firsts} of 100");
}

#[test]
fn greedy_comes_first_in_at_least_70_of_100_matches_for_five() {
    let firsts = firsts_against_random(5);
    assert!(firsts >= 70, "greedy came first in {firsts} of 100");
}

/// In how many of 100 matches greedy comes first, in each seat in turn; all others draw lots.
fn firsts_against_random(seats: u8) -> u32 {
    let (mut firsts, mut points) = (0, [0, 0]);
    for number in 0..100 {
        let greedy = Seat::new((number % u64::from(seats)) as u8);
        let mut lots = Dice::stream(Seed::from_number(number), 1);
        let table = play(seats, number, |seat, table| {
            if seat == greedy { answer(&ask(seat, table)) } else { lots.below(table.legal_count() as u32) }
        });
        let Phase::Over(outcome) = table.phase() else { panic!("played to the end") };
        firsts += u32::from(outcome.places[greedy] == Place::FIRST);
        let all: i32 = outcome.scores.iter().sum();
        points = [points[0] + outcome.scores[greedy], points[1] + all - outcome.scores[greedy]];
    }
    println!("{seats} seats: {firsts} times first, {points:?} points");
    firsts
}

#[test]
fn recorded_hawaii_asks_are_answered_as_recorded() {
    let sample: Vec<_> = [2, 3, 5].into_iter().flat_map(sampled_asks).collect();
    check_recorded("hawaii", "Hawaii", &sample);
}

/// Asks of every step, from games in which every seat follows greedy or, now and then, lots; with greedy's answers.
fn sampled_asks(seats: u8) -> Vec<(u32, pb::Ask)> {
    let mut sample = Vec::new();
    let mut taken = BTreeMap::<&str, usize>::new();
    for number in 0..8 {
        let mut lots = Dice::stream(Seed::from_number(number), 1);
        play(seats, number, |seat, table| {
            let mut ask = ask(seat, table);
            let index = answer(&ask);
            ask.match_id = format!("{seats}-{number}");
            ask.ticket = sample.len() as u64 + 1;
            let of_step = taken.entry(step(&ask)).or_default();
            if ask.legal_count > 1 && *of_step < RECORDED_OF_EACH_STEP && lots.below(4) == 0 {
                *of_step += 1;
                sample.push((index, ask));
            }
            if lots.below(4) == 0 { lots.below(table.legal_count() as u32) } else { index }
        });
    }
    sample
}

/// The name of the ask's open step.
fn step(ask: &pb::Ask) -> &'static str {
    use sample_bots::games::hawaii::v1::open::Step;
    let Some(pb::view::Game::Hawaii(view)) = ask.view.as_ref().and_then(|view| view.game.as_ref()) else {
        panic!("not Hawaii's view");
    };
    match view.open.as_ref().and_then(|open| open.step.as_ref()) {
        Some(Step::Move(_)) => "move",
        Some(Step::Pay(_)) => "pay",
        Some(Step::Price(_)) => "price",
        Some(Step::Buy(_)) => "buy",
        Some(Step::Row(_)) => "row",
        Some(Step::Boats(_)) => "boats",
        Some(Step::Fish(_)) => "fish",
        Some(Step::Reward(_)) => "reward",
        other => panic!("nobody is asked at {other:?}"),
    }
}

fn play(seats: u8, number: u64, decide: impl FnMut(Seat, &dyn Table) -> u32) -> Box<dyn Table> {
    crate::play("hawaii", seats, &[], number, decide)
}
