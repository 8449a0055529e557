//! A few iterations are enough to beat a bot that doesn't search. docs/strength.md has the strength of the real levels.

use kahua_bots::{Greedy, Level, Random, Search};
use kahua_client::Bot;

use crate::offline::{Setting, play, share_beaten};

/// The score of the search in percent, in every seat in turn, against bots from `other`.
fn score(game: &str, seats: usize, iterations: u32, sets: u64, other: fn() -> Box<dyn Bot>) -> f64 {
    let setting = Setting { game: game.to_owned(), seats, options: Vec::new() };
    let mut sum = 0.0;
    for number in 0..sets {
        for own in 0..seats {
            let mut bots: Vec<_> = (0..seats).map(|_| other()).collect();
            bots[own] = Box::new(Search::new(Level::Iterations(iterations), number));
            sum += share_beaten(&play(&setting, number, &mut bots), own);
        }
    }
    100.0 * sum / (sets * seats as u64) as f64
}

fn random() -> Box<dyn Bot> {
    Box::new(Random::new(1, "random"))
}

fn greedy() -> Box<dyn Bot> {
    Box::new(Greedy)
}

#[test]
fn beats_random_in_every_game_with_few_seats_and_many() {
    for kind in kahua_engine::registry::all() {
        let info = kind.info();
        for seats in [*info.seats.start(), *info.seats.end()] {
            let score = score(info.name, seats, 25, 4, random);
            assert!(score >= 75.0, "{} with {seats} seats: {score} %", info.name);
        }
    }
}

#[test]
fn beats_greedy_at_kanaloa_with_three_seats() {
    let score = score("kanaloa", 3, 500, 2, greedy);
    assert!(score >= 75.0, "{score} %");
}

#[test]
fn beats_greedy_at_hawaii() {
    let score = score("hawaii", 2, 250, 2, greedy);
    assert!(score >= 75.0, "{score} %");
}
