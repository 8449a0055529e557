//! What many actions of one kind may name, as sets: what the legal list is made of.

use crate::Set;
use crate::games::kanaloa::action::ChangeKind;
use crate::games::kanaloa::fish::Colour;
use crate::games::kanaloa::god::Temple;
use crate::games::kanaloa::map::{Current, Island};
use crate::games::kanaloa::stage::Offering;
use crate::games::kanaloa::state::Kanaloa;
use crate::games::kanaloa::tile::Tile;

impl Kanaloa {
    /// The islands without pieces.
    pub(super) fn vacant(&self) -> Set<Island> {
        self.map().islands() - self.occupied()
    }

    /// The islands to which a free piece on this one can move.
    pub(super) fn destinations(&self, island: Island) -> Set<Island> {
        let usable = self.shoal.usable(self.map(), island, Colour::of(self.turn.seat));
        self.map().across(island, usable) - self.barred()
    }

    /// The islands to which those fish lead that a stuck piece on this island may flip (K22).
    pub(super) fn behind_opposing_fish(&self, island: Island) -> Set<Island> {
        let shoal = &self.shoal;
        let spared = shoal.white() | shoal.of(Colour::of(self.turn.seat)) | shoal.of(Colour::Neutral);
        self.map().across(island, shoal.leaving(self.map(), island) - spared)
    }

    /// The islands that god actions may touch: a volcano at sea keeps them from its islands (K20, K21).
    pub(super) fn open_to_gods(&self) -> Set<Island> {
        self.map().islands() - self.closed_to_gods()
    }

    /// The tiles that may be added to this sacrifice (K37).
    pub(super) fn addable(&self, offering: Offering) -> Set<Tile> {
        let (hand, showing) = (Tile::kinds_in(&self.mover().hand), Tile::showing(offering.temple));
        match offering.last {
            None => hand & showing,
            Some(last) => hand & (showing | Tile::showing(Temple::Kane)) & Set::starting_at(last),
        }
    }

    /// Whether any fish may be turned at all. One that may be reversed may be turned over, too.
    pub(in crate::games::kanaloa) fn can_turn_any_fish(&self) -> bool {
        self.check_turn_fish_power().is_ok() && !self.shoal.laid().is_subset(self.held().recolour)
    }

    /// The fish that may not be turned, whatever would still be within reach.
    pub(super) fn held(&self) -> Held {
        // A fish may have been vetoed (K26), or touch an island of a volcano at sea (K20).
        let closed = self.closed_to_gods().into_iter();
        let closed = closed.fold(self.refused, |all, island| all | self.map().touching(island));
        let mut held = Held { reverse: closed, recolour: closed };
        // It may be the last way out of a piece, and not be one after the change (K25).
        for (seat, player) in self.players.entries() {
            let own = Colour::of(seat);
            for island in player.islands() {
                let usable = self.shoal.usable(self.map(), island, own);
                if usable.len() == 1 {
                    held.reverse |= usable;
                    held.recolour |= usable & (self.shoal.white() - self.shoal.of(own));
                }
            }
        }
        held
    }
}

/// The fish that Kanaloa's owner may neither reverse nor turn over.
pub(super) struct Held {
    reverse: Set<Current>,
    recolour: Set<Current>,
}

impl Held {
    pub(super) const fn from(&self, kind: ChangeKind) -> Set<Current> {
        match kind {
            ChangeKind::Reverse => self.reverse,
            ChangeKind::Recolour => self.recolour,
        }
    }
}
