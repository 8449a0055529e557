//! Kanaloa in words: every event in sentences, the table as text, and where the points come from.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{Action, Chance, Kanaloa, Rules, Stage, Tally, Temple, View, worth};

use super::german::GERMAN;
use super::highlights::HIGHLIGHTS;
use crate::describe::{Describe, ScoreLine, ScoreSheet};
use crate::highlights::Highlights;
use crate::language::{Language, Table, Wording};
use crate::say;

use telling::Telling;

mod actions;
mod consequences;
mod draws;
mod question;
mod standing;
mod table;
mod telling;
mod turning;
mod words;

pub(super) use question::{notes, question};
pub(super) use words::{
    call_tile, card_of, ends, held, letter, name_of, name_of_colour, points, protection_card_of, side_up,
};

impl Describe for Kanaloa {
    const COLOURS: &'static [&'static str] = &["red", "yellow", "green", "blue"];
    const HIGHLIGHTS: Highlights = HIGHLIGHTS;
    const GERMAN: &'static Table = GERMAN;

    /// The volcano tiles are the clock of the game.
    fn part(&self, language: Language) -> String {
        match self.stage {
            _ if self.turn.number == 0 => say!(language, "The start phase").to_owned(),
            Stage::Over => say!(language, "The end").to_owned(),
            _ => {
                let (drawn, all) = (self.supply.volcanoes_drawn, self.components.volcanoes);
                say!(language, "Volcano tiles drawn: {0} of {1}", drawn, all)
            }
        }
    }

    /// An eruption has ended the turn of the player who drew the tile, so the volcano is placed between two turns.
    fn turn(&self) -> Option<Seat> {
        use Stage::{DealCards, DealTiles, LayNeutral, Over, PlaceVolcano};
        match self.stage {
            DealTiles | DealCards | LayNeutral | PlaceVolcano | Over => None,
            _ => Some(self.turn.seat),
        }
    }

    fn describe_action(&self, action: &Action, after: &Kanaloa, wording: Wording<'_>) -> String {
        Telling { before: self, after, wording }.action(*action).join(" ")
    }

    fn describe_chance(&self, outcomes: &[Chance], after: &Kanaloa, wording: Wording<'_>) -> String {
        Telling { before: self, after, wording }.draws(outcomes).join(" ")
    }

    fn score_sheet(&self, language: Language) -> ScoreSheet {
        let line = |temple: Temple| ScoreLine {
            label: words::temple_label(language, temple),
            points: self.players.map(|player| worth(&player.temples, temple)),
        };
        let kane_first = [&[Temple::Kane], &Temple::ALL[..4]].concat();
        let unscored = self.players.map(|player| Tally::of(&player.temples).unscored);
        ScoreSheet {
            lines: kane_first.into_iter().map(line).collect(),
            ties: vec![ScoreLine { label: say!(language, "temple points that don't score"), points: unscored }],
        }
    }

    fn text_board(view: &View, rules: &Rules, wording: Wording<'_>) -> String {
        table::table(view, rules, wording)
    }
}
