//! The choices of the search, written down. A change that is meant to leave its play as it is must leave these alone.

use std::sync::Arc;

use kahua_bots::{Level, Search};
use kahua_client::{Answer, Bot, Choice, pb};
use parking_lot::Mutex;

use crate::offline::{Setting, play};

/// For each match its game and number of seats, then the first answers, the number of all answers, and the final scores.
const PINNED: [(&str, usize, &str); 5] = [
    (
        "haleakala",
        2,
        "0 3 1 3 2 1 0 0 11 5 10 0 0 2 1 1 0 6 9 1 5 3 0 0 0 1 0 5 0 6 0 1 4 9 4 1 1 2 10 5 of 165, [22, 14]",
    ),
    (
        "kanaloa",
        2,
        "0 26 7 1 5 3 0 5 9 2 0 0 1 0 5 4 32 0 1 0 1 2 62 1 1 1 0 1 1 1 0 0 0 1 1 1 0 1 0 0 of 175, [50, 22]",
    ),
    (
        "kanaloa",
        3,
        "0 0 0 3 12 0 3 21 4 1 25 15 4 12 16 7 2 0 10 3 1 6 1 2 1 0 1 0 0 10 0 0 0 0 14 3 1 1 1 13 of 328, [75, 68, 39]",
    ),
    ("hawaii", 2, "5 0 1 4 1 2 2 0 0 2 0 0 2 5 0 0 1 0 5 1 3 0 1 2 0 1 9 1 0 1 1 1 0 0 1 2 4 0 11 0 of 103, [65, 88]"),
    (
        "hawaii",
        3,
        "1 0 0 0 2 1 1 4 1 0 0 0 0 1 8 0 0 0 0 0 0 0 1 3 1 0 2 1 0 0 1 1 1 1 3 0 0 2 3 0 of 141, [63, 78, 62]",
    ),
];

/// The indices that a search answers, where there is more than one.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<String>>>);

/// A search whose answers are written down.
struct Recorded {
    search: Search,
    answers: Answers,
}

impl Bot for Recorded {
    fn on_seated(&mut self, seated: &pb::Seated) {
        self.search.on_seated(seated);
    }

    fn on_events(&mut self, match_id: &str, events: &[pb::MatchEvent]) {
        self.search.on_events(match_id, events);
    }

    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        let answer = self.search.choose(ask);
        if let (true, Choice::Index(index)) = (ask.legal_total > 1, &answer.choice) {
            self.answers.0.lock().push(index.to_string());
        }
        answer
    }
}

/// The first answers of a match of searches against each other, and its final scores.
fn choices(game: &str, seats: usize) -> String {
    let setting = Setting { game: game.to_owned(), seats, options: Vec::new() };
    let answers = Answers::default();
    let bot = |seat| Recorded { search: Search::new(Level::Iterations(20), seat), answers: answers.clone() };
    let mut bots: Vec<Box<dyn Bot>> = (0..seats as u64).map(|seat| Box::new(bot(seat)) as Box<dyn Bot>).collect();
    let outcome = play(&setting, 7, &mut bots);
    let answers = answers.0.lock();
    format!("{} of {}, {:?}", answers[..40].join(" "), answers.len(), outcome.scores.as_slice())
}

#[test]
fn the_choices_are_those_of_before() {
    for (game, seats, expected) in PINNED {
        assert_eq!(choices(game, seats), expected, "{game} with {seats} seats");
    }
}
