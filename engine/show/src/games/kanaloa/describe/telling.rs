//! One event to describe: the states before and after it, and how it is told.

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{Arrow, Colour, God, Kanaloa};

use crate::language::{Language, Wording};
use crate::say;

/// An event to describe.
#[derive(Clone, Copy)]
pub(super) struct Telling<'a> {
    pub(super) before: &'a Kanaloa,
    pub(super) after: &'a Kanaloa,
    pub(super) wording: Wording<'a>,
}

impl<'a> Telling<'a> {
    /// What the event is told in.
    pub(super) const fn language(&self) -> Language {
        self.wording.language
    }

    /// The name of the seat.
    pub(super) fn name(&self, seat: Seat) -> &'a str {
        &self.wording.names[seat]
    }

    /// The name of the player in whose turn the event happens.
    pub(super) fn mover(&self) -> &'a str {
        self.name(self.before.turn.seat)
    }

    /// Who places the volcano: the owner of Pele's card, or without an owner the player who drew the tile.
    pub(super) fn placer(&self) -> Seat {
        self.before.cards[God::Pele].owner.unwrap_or(self.before.turn.seat)
    }

    /// The name of the owner of this card; "somebody" if it has no owner.
    pub(super) fn owner_of(&self, god: God) -> &'a str {
        self.before.cards[god].owner.map_or(say!(self.language(), "somebody"), |seat| self.name(seat))
    }

    /// The name of the owner of this god's protection card; "somebody" if it has no owner.
    pub(super) fn protected_by(&self, god: God) -> &'a str {
        self.before.cards[god].protection.map_or(say!(self.language(), "somebody"), |seat| self.name(seat))
    }

    /// Whether the fish on this current belongs to the player in whose turn the event happens.
    pub(super) fn is_own(&self, arrow: Arrow) -> bool {
        self.colour(arrow) == Colour::of(self.before.turn.seat)
    }

    /// The name of a fish that isn't the player's own: "Red's fish". It is something that the player uses or turns, which
    /// German declines.
    pub(super) fn fish(&self, arrow: Arrow) -> String {
        match self.colour(arrow).seat() {
            None => say!(self.language(), "a neutral fish").to_owned(),
            Some(seat) => say!(self.language(), "{0}'s fish", self.name(seat)),
        }
    }

    fn colour(&self, arrow: Arrow) -> Colour {
        self.before.shoal.colour(self.before.current(arrow))
    }
}
