//! How strong the bot is at Hawaii, and its recorded asks.

use std::collections::BTreeMap;

use engine::dice::{Dice, Seed};
use engine::{Phase, Place, Seat, Table};
use sample_bots::pb;

use crate::{answer, ask, check_recorded};

/// How many asks with each kind of answer are recorded, from each number of seats.
const RECORDED_OF_EACH_KIND: usize = 7;

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
fn firsts_against_random(seats: usize) -> u32 {
    let (mut firsts, mut points) = (0, [0, 0]);
    for number in 0..100 {
        let greedy = Seat::new((number % seats as u64) as u8);
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

/// Asks with every kind of answer, from games in which every seat follows greedy or, now and then, lots.
fn sampled_asks(seats: usize) -> Vec<(u32, pb::Ask)> {
    let mut sample = Vec::new();
    let mut taken = BTreeMap::<String, usize>::new();
    for number in 0..12 {
        let mut lots = Dice::stream(Seed::from_number(number), 1);
        play(seats, number, |seat, table| {
            let mut ask = ask(seat, table);
            let index = answer(&ask);
            ask.match_id = format!("{seats}-{number}");
            ask.ticket = sample.len() as u64 + 1;
            let notation = table.legal_notation(index as usize).expect("greedy's answer is legal");
            let kind = notation.split(':').next().unwrap_or_default();
            let of_kind = taken.entry(kind.to_owned()).or_default();
            if ask.legal_total > 1 && *of_kind < RECORDED_OF_EACH_KIND && lots.below(16) == 0 {
                *of_kind += 1;
                sample.push((index, ask));
            }
            if lots.below(4) == 0 { lots.below(table.legal_count() as u32) } else { index }
        });
    }
    sample
}

/// Plays one game to its end.
fn play(seats: usize, number: u64, decide: impl FnMut(Seat, &dyn Table) -> u32) -> Box<dyn Table> {
    crate::play("hawaii", seats, &[], number, decide)
}
