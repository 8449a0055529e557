//! What chance brings, a run of draws in a line.

use kahua_engine::games::kanaloa::{Chance, God, Refill, Stage, Temple, Tile};

use crate::prose::list;
use crate::say;

use super::standing::winning;
use super::telling::Telling;
use super::words::{call_tile, ends, letter, name_of, ordinal};

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
        let language = self.language();
        let (dealt, cards) = (self.tiles_dealt(), self.cards_dealt());
        let mut told = Vec::new();
        if !dealt.is_empty() {
            told.push(say!(language, "The islands get their offerings: {0}.", dealt.join("; ")));
        }
        if !cards.is_empty() {
            told.push(say!(language, "The god cards are dealt: {0}.", cards.join("; ")));
        }
        told.extend(outcomes.iter().filter_map(|outcome| match outcome {
            Chance::Neutral(arrow) => {
                let [from, to] = ends(*arrow);
                Some(say!(language, "A neutral fish lies from {0} to {1}.", from, to))
            }
            _ => None,
        }));
        told
    }

    /// "Red gets Ku's and Lono's cards", for everybody who got one.
    fn cards_dealt(&self) -> Vec<String> {
        let language = self.language();
        let dealt = self.before.players.count().seats().filter_map(|seat| {
            let new = |god: &God| self.before.cards[*god].owner.is_none() && self.after.cards[*god].owner == Some(seat);
            let whose = |god: God| say!(language, "{0}'s", name_of(Temple::Of(god)));
            let gods: Vec<String> = God::ALL.into_iter().filter(new).map(whose).collect();
            let (name, all) = (self.name(seat), list(language, &gods));
            match gods.len() {
                0 => None,
                1 => Some(say!(language, "{0} gets {1} card", name, all)),
                _ => Some(say!(language, "{0} gets {1} cards", name, all)),
            }
        });
        dealt.collect()
    }

    /// "Lono 5 and Kane 3 on A", for every island that got tiles.
    fn tiles_dealt(&self) -> Vec<String> {
        let language = self.language();
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
            (!new.is_empty()).then(|| say!(language, "{0} on {1}", list(language, &new), letter(island)))
        });
        dealt.collect()
    }

    /// A draw after a tile was taken: volcano tiles, the offering, an eruption or the end.
    fn refilled(&self, refill: Refill, outcomes: &[Chance]) -> Vec<String> {
        let (language, island) = (self.language(), letter(refill.arrival.island));
        let offering = outcomes.iter().find_map(|outcome| match outcome {
            Chance::Draw(tile) => Some(say!(language, "a {0} for island {1}", call_tile(*tile), island)),
            _ => None,
        });
        let mut told = vec![match (self.volcanoes(), offering) {
            (Some(volcanoes), Some(offering)) => {
                say!(language, "The bag gives {0} and then {1}.", volcanoes, offering)
            }
            (Some(one), None) | (None, Some(one)) => say!(language, "The bag gives {0}.", one),
            (None, None) => say!(language, "The bag gives nothing.").to_owned(),
        }];
        told.extend(self.reserve_opened());
        match self.after.stage {
            Stage::PlaceVolcano => told.push(self.eruption()),
            Stage::Over => {
                let won = winning(&self.after.players, self.wording);
                told.push(say!(language, "That ends the game: {0}.", won));
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
        let language = self.language();
        let which = |number: u8| if number == all { say!(language, "last") } else { ordinal(language, number) };
        match is - was {
            0 => None,
            1 => Some(say!(language, "the {0} of {1} volcano tiles", which(is), all)),
            2 => Some(say!(language, "the {0} and the {1} of {2} volcano tiles", which(is - 1), which(is), all)),
            _ => Some(say!(language, "the {0} to the {1} of {2} volcano tiles", which(was + 1), which(is), all)),
        }
    }

    fn eruption(&self) -> String {
        let (language, mover) = (self.language(), self.mover());
        match self.before.cards[God::Pele].owner.map(|seat| self.name(seat)) {
            Some(owner) => say!(
                language,
                "This eruption ends {0}'s turn, and {1}, who owns Pele's card, is to place the volcano.",
                mover,
                owner
            ),
            None => say!(
                language,
                "This eruption ends {0}'s turn; as nobody owns Pele's card, {0} is to place the volcano.",
                mover
            ),
        }
    }
}
