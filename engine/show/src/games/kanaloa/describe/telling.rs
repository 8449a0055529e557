//! One event to describe: the states before and after it, and the players' names.

use kahua_engine::games::kanaloa::{Arrow, Colour, God, Kanaloa};
use kahua_engine::{PerSeat, Seat};

/// An event to describe.
#[derive(Clone, Copy)]
pub(super) struct Telling<'a> {
    pub(super) before: &'a Kanaloa,
    pub(super) after: &'a Kanaloa,
    pub(super) names: &'a PerSeat<String>,
}

impl<'a> Telling<'a> {
    /// The name of the seat.
    pub(super) fn name(&self, seat: Seat) -> &'a str {
        &self.names[seat]
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
        self.before.cards[god].owner.map_or("somebody", |seat| self.name(seat))
    }

    /// The name of the owner of this god's protection card; "somebody" if it has no owner.
    pub(super) fn protected_by(&self, god: God) -> &'a str {
        self.before.cards[god].protection.map_or("somebody", |seat| self.name(seat))
    }

    /// The name of the fish on this current, in the turn of the player who acts on it: "Red's fish".
    pub(super) fn fish(&self, arrow: Arrow) -> String {
        let colour = self.before.shoal.colour(self.before.current(arrow));
        match colour.seat() {
            None => "a neutral fish".to_owned(),
            Some(seat) if colour == Colour::of(self.before.turn.seat) => {
                format!("one of {}'s own fish", self.name(seat))
            }
            Some(seat) => format!("{}'s fish", self.name(seat)),
        }
    }
}
