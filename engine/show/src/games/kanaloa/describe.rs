//! Kanaloa in words: every event in sentences, the table as text, and where the points come from.

use kahua_engine::games::kanaloa::{Action, Chance, Kanaloa, Rules, Stage, Tally, Temple, View, worth};
use kahua_engine::{PerSeat, Seat};

use super::highlights::HIGHLIGHTS;
use crate::describe::{Describe, ScoreLine, ScoreSheet};
use crate::highlights::Highlights;

use telling::Telling;

mod actions;
mod consequences;
mod draws;
mod question;
mod standing;
mod table;
mod telling;
mod words;

pub(super) use question::{notes, question};
pub(super) use words::{call_tile, held, letter, name_of, points};

impl Describe for Kanaloa {
    const COLOURS: &'static [&'static str] = &["red", "yellow", "green", "blue"];
    const HIGHLIGHTS: Highlights = HIGHLIGHTS;

    /// The volcano tiles are the clock of the game.
    fn part(&self) -> String {
        match self.stage {
            _ if self.turn.number == 0 => "The start phase".to_owned(),
            Stage::Over => "The end".to_owned(),
            _ => format!("Volcano tiles drawn: {} of {}", self.supply.volcanoes_drawn, self.components.volcanoes),
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

    fn describe_action(&self, action: &Action, after: &Kanaloa, names: &PerSeat<String>) -> String {
        Telling { before: self, after, names }.action(*action).join(" ")
    }

    fn describe_chance(&self, outcomes: &[Chance], after: &Kanaloa, names: &PerSeat<String>) -> String {
        Telling { before: self, after, names }.draws(outcomes).join(" ")
    }

    fn score_sheet(&self) -> ScoreSheet {
        let line = |temple: Temple| {
            let label = match temple {
                Temple::Kane => "temple for Kane",
                Temple::Of(god) => words::temple_label(god),
            };
            ScoreLine { label, points: self.players.map(|player| worth(&player.temples, temple)) }
        };
        let kane_first = [&[Temple::Kane], &Temple::ALL[..4]].concat();
        let unscored = self.players.map(|player| Tally::of(&player.temples).unscored);
        ScoreSheet {
            lines: kane_first.into_iter().map(line).collect(),
            ties: vec![ScoreLine { label: "temple points that don't score", points: unscored }],
        }
    }

    fn text_board(view: &View, rules: &Rules, names: &PerSeat<String>) -> String {
        table::table(view, rules, names)
    }
}
