//! A bot that plays by looking one decision ahead. How it judges is written down in `GREEDY.md` of the folder of sample
//! bots, figure by figure, and every language's `greedy` decides the same.

mod haleakala;
mod hawaii;
pub(crate) mod kanaloa;

use kahua_client::pb;
use pb::view::Game;

use kahua_client::{Answer, Bot};

/// The games that it plays.
pub(crate) const GAMES: [&str; 3] = ["haleakala", "kanaloa", "hawaii"];

/// Plays sensibly: the action with the greatest value, the first of equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        Answer::index(match ask.view.as_ref().and_then(|view| view.game.as_ref()) {
            Some(Game::Haleakala(view)) => haleakala::best(view, &ask.legal),
            Some(Game::Kanaloa(view)) => kanaloa::best(view, &ask.legal),
            Some(Game::Hawaii(view)) => hawaii::best(view, &ask.legal),
            _ => 0,
        })
    }
}

/// The index of the greatest value, the first of equals; 0 if no action has a value.
fn first_of_greatest(values: impl Iterator<Item = Option<i32>>) -> u32 {
    let mut best = (i32::MIN, 0);
    for (index, value) in (0..).zip(values) {
        if let Some(value) = value.filter(|value| *value > best.0) {
            best = (value, index);
        }
    }
    best.1
}
