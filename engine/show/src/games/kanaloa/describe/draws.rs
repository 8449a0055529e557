//! What chance brings, a run of draws in a line.

use kahua_engine::games::kanaloa::{Chance, God, Refill, Stage, Temple, Tile};

use crate::prose::list;

use super::standing::standing;
use super::telling::Telling;
use super::words::{call_tile, letter, name_of, ordinal, way};

impl Telling<'_> {
    /// What these draws brought, and what followed.
    pub(super) fn draws(&self, outcomes: &[Chance]) -> Vec<String> {
        match self.before.stage {
            Stage::Draw(refill) => self.refilled(refill, outcomes),
            _ => self.set_up(outcomes),
        }
    }

    /// The tiles and cards that are dealt, and the neutral fish.
    fn set_up(&self, outcomes: &[Chance]) -> Vec<String> {
        let dealt: Vec<String> = self.tiles_dealt();
        let cards = self.before.players.count().seats().filter_map(|seat| {
            let new = |god: &God| self.before.cards[*god].owner.is_none() && self.after.cards[*god].owner == Some(seat);
            let gods: Vec<String> = God::ALL.into_iter().filter(new).map(possessive).collect();
            let cards = if gods.len() == 1 { "card" } else { "cards" };
            (!gods.is_empty()).then(|| format!("{} gets {} {cards}", self.name(seat), list(&gods)))
        });
        let cards: Vec<String> = cards.collect();
        let mut told = Vec::new();
        if !dealt.is_empty() {
            told.push(format!("The islands get their offerings: {}.", dealt.join("; ")));
        }
        if !cards.is_empty() {
            told.push(format!("The god cards are dealt: {}.", cards.join("; ")));
        }
        told.extend(outcomes.iter().filter_map(|outcome| match outcome {
            Chance::Neutral(arrow) => Some(format!("A neutral fish lies {}.", way(*arrow))),
            _ => None,
        }));
        told
    }

    /// "Lono 5 and Kane 3 on A", for every island that got tiles.
    fn tiles_dealt(&self) -> Vec<String> {
        let islands = self.before.map().islands().into_iter();
        let dealt = islands.filter_map(|island| {
            let mut old: Vec<Tile> = self.before.tiles.on(island).collect();
            let mut new: Vec<String> = Vec::new();
            for tile in self.after.tiles.on(island) {
                match old.iter().position(|&other| other == tile) {
                    Some(index) => drop(old.remove(index)),
                    None => new.push(call_tile(tile)),
                }
            }
            (!new.is_empty()).then(|| format!("{} on {}", list(&new), letter(island)))
        });
        dealt.collect()
    }

    /// A draw after a tile was taken: volcano tiles, the offering, an eruption or the end.
    fn refilled(&self, refill: Refill, outcomes: &[Chance]) -> Vec<String> {
        let offering = outcomes.iter().find_map(|outcome| match outcome {
            Chance::Draw(tile) => Some(format!("a {} for island {}", call_tile(*tile), letter(refill.arrival.island))),
            _ => None,
        });
        let mut told = vec![match (self.volcanoes(), offering) {
            (Some(volcanoes), Some(offering)) => format!("The bag gives {volcanoes} and then {offering}."),
            (Some(volcanoes), None) => format!("The bag gives {volcanoes}."),
            (None, Some(offering)) => format!("The bag gives {offering}."),
            (None, None) => "The bag gives nothing.".to_owned(),
        }];
        told.extend(self.reserve_opened());
        match self.after.stage {
            Stage::PlaceVolcano => told.push(self.eruption()),
            Stage::Over => {
                let won = standing(&self.after.players, self.names, "wins", "share the first place");
                told.push(format!("That ends the game: {won}."));
            }
            _ => {}
        }
        told.extend(self.turns_passed());
        told
    }

    /// "the third of 11 volcano tiles".
    fn volcanoes(&self) -> Option<String> {
        let (was, is) = (self.before.supply.volcanoes_drawn, self.after.supply.volcanoes_drawn);
        let all = self.before.components.volcanoes;
        let which = |number: u8| if number == all { "last" } else { ordinal(number) };
        match is - was {
            0 => None,
            1 => Some(format!("the {} of {all} volcano tiles", which(is))),
            2 => Some(format!("the {} and the {} of {all} volcano tiles", which(is - 1), which(is))),
            _ => Some(format!("the {} to the {} of {all} volcano tiles", which(was + 1), which(is))),
        }
    }

    fn eruption(&self) -> String {
        let mover = self.mover();
        match self.before.cards[God::Pele].owner.map(|seat| self.name(seat)) {
            Some(owner) => {
                format!(
                    "This eruption ends {mover}'s turn, and {owner}, who owns Pele's card, is to place the volcano."
                )
            }
            None => format!(
                "This eruption ends {mover}'s turn; as nobody owns Pele's card, {mover} is to place the volcano."
            ),
        }
    }
}

/// "Ku's".
fn possessive(god: God) -> String {
    format!("{}'s", name_of(Temple::Of(god)))
}
