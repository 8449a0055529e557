//! Hawaii in words: sentences for its events, where the points come from, and the board as text.

mod draws;
mod ends;
mod steps;
mod text;
pub(super) mod words;

pub(super) use text::{decision, each_token};

use kahua_engine::games::hawaii::{Action, Board, Chance, Draw, God, Hawaii, ROUNDS, Rules, Stage, Tally, View};
use kahua_engine::{Game, PerSeat, Seat};

use super::german::GERMAN;
use super::highlights::HIGHLIGHTS;
use crate::describe::{Describe, ScoreLine, ScoreSheet};
use crate::highlights::Highlights;
use crate::language::{Language, Table, Wording};
use crate::say;
use words::name_of;

impl Describe for Hawaii {
    const COLOURS: &'static [&'static str] = &["red", "yellow", "blue", "green", "pink"];
    const HIGHLIGHTS: Highlights = HIGHLIGHTS;
    const GERMAN: &'static Table = GERMAN;

    fn part(&self, language: Language) -> String {
        part(language, &self.board)
    }

    fn turn(&self) -> Option<Seat> {
        match self.board.stage {
            Stage::Over => None,
            Stage::Draw(draw) => follows_purchase(draw, &self.board).then(|| self.board.current_seat()),
            _ => Some(self.board.current_seat()),
        }
    }

    fn describe_action(&self, action: &Action, after: &Hawaii, wording: Wording<'_>) -> String {
        steps::describe(self, *action, after, wording)
    }

    fn describe_chance(&self, outcomes: &[Chance], _after: &Hawaii, wording: Wording<'_>) -> String {
        draws::describe(self, outcomes, wording)
    }

    fn score_sheet(&self, language: Language) -> ScoreSheet {
        let seats = self.seats();
        let tallies = self.board.players.map(|player| Tally::of(player, &self.rules));
        let scores = self.scores_if_ended();
        let so_far = PerSeat::from_fn(seats, |seat| scores[seat] - tallies[seat].total() as i32);
        let mut lines = vec![ScoreLine { label: say!(language, "rounds, tokens, docks and islets"), points: so_far }];
        lines.extend(PARTS.iter().map(|(label, part)| ScoreLine {
            label: label(language),
            points: tallies.map(|tally| part(tally) as i32),
        }));
        // In play the supplies are behind the screens.
        let left = self.supplies.map(|supply| supply.total() as i32);
        let left = ScoreLine { label: say!(language, "shells, feet and fruit left"), points: left };
        ScoreSheet { lines, ties: if self.board.stage == Stage::Over { vec![left] } else { Vec::new() } }
    }

    fn text_board(view: &View, rules: &Rules, wording: Wording<'_>) -> String {
        text::board(view, rules, wording)
    }
}

/// What points are given for, and how many they are of a whole.
type Part<T> = (fn(Language) -> &'static str, fn(&T) -> u32);

/// What points are given for at the end, in the order of the rules.
const PARTS: [Part<Tally>; 7] = [
    (|language| say!(language, "place 1 of the track"), |tally| tally.track),
    (|language| say!(language, "kahunas"), |tally| tally.kahunas),
    (|language| say!(language, "long huts"), |tally| tally.long_huts),
    (|language| say!(language, "irrigation"), |tally| tally.irrigation),
    (|language| say!(language, "hula dancers"), |tally| tally.hula),
    (|_| name_of(God::Kanaloa), |tally| tally.kanaloa),
    (|_| name_of(God::Laka), |tally| tally.laka),
];

/// Whether this draw turns up a god after one was taken, within the taker's turn, and not in the set-up.
fn follows_purchase(draw: Draw, board: &Board) -> bool {
    matches!(draw, Draw::God(_)) && !board.order.is_empty()
}

/// The part of the game that is being played.
pub(super) fn part(language: Language, board: &Board) -> String {
    match board.stage {
        Stage::Over => say!(language, "The end").to_owned(),
        Stage::Draw(draw) if board.round == 1 && !follows_purchase(draw, board) => {
            say!(language, "The set-up").to_owned()
        }
        _ => say!(language, "Round {0} of {1}", board.round, ROUNDS),
    }
}
