//! A bot that looks one decision ahead. `GREEDY.md` in the folder of the sample bots describes exactly how it values an
//! action, and `greedy` decides alike in every language.

mod haleakala;
mod hawaii;
pub(crate) mod kanaloa;

use kahua_client::{Answer, Bot, pb};

/// The games that the bot plays. A new game is one more module and its entry here.
const GAMES: [GreedyGame; 3] = [haleakala::GAME, kanaloa::GAME, hawaii::GAME];

/// How the bot plays one game.
struct GreedyGame {
    name: &'static str,
    /// The index of the best of the legal actions, by this view; `None` if the view is of another game.
    best: fn(&pb::View, &[pb::Action]) -> Option<u32>,
}

/// Takes the action with the highest value, the first one of several.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Greedy {
    /// The names of the games that it plays. In any other game it takes the first legal action.
    pub fn games() -> impl Iterator<Item = &'static str> {
        GAMES.iter().map(|game| game.name)
    }
}

impl Bot for Greedy {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        let best = |view| GAMES.iter().find_map(|game| (game.best)(view, &ask.legal));
        Answer::index(ask.view.as_ref().and_then(best).unwrap_or(0))
    }
}

/// The index of the highest value, the first one of several; 0 if no action has a value.
fn first_of_greatest(values: impl Iterator<Item = Option<i32>>) -> u32 {
    let mut best = (i32::MIN, 0);
    for (index, value) in (0..).zip(values) {
        if let Some(value) = value.filter(|value| *value > best.0) {
            best = (value, index);
        }
    }
    best.1
}
