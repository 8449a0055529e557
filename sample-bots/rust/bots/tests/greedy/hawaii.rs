//! How strong the bot is at Hawaii, and its recorded asks.

use kahua_client::pb;

use crate::{Sampling, Setting, check_recorded};

const fn hawaii(seats: usize) -> Setting {
    Setting { game: "hawaii", seats, choices: &[] }
}

#[test]
fn greedy_beats_random_in_at_least_90_of_100_matches_for_two() {
    let firsts = hawaii(2).sole_firsts_against_random();
    assert!(firsts >= 90, "greedy won {firsts} of 100");
}

#[test]
fn greedy_beats_four_random_bots_in_at_least_70_of_100_matches_for_five() {
    let firsts = hawaii(5).sole_firsts_against_random();
    assert!(firsts >= 70, "greedy won {firsts} of 100");
}

#[test]
fn recorded_hawaii_asks_are_answered_as_recorded() {
    let sampling = Sampling { games: 12, of_each_kind: 7, one_of: 16, kind: kind_of_answer };
    let sample: Vec<_> = [2, 3, 5].into_iter().flat_map(|n| sampling.asks(hawaii(n), &n.to_string())).collect();
    check_recorded("hawaii", "Hawaii", &sample);
}

fn kind_of_answer(_ask: &pb::Ask, answer: &str) -> String {
    answer.split(':').next().unwrap_or_default().to_owned()
}
