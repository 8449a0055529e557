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
        self.map().heads(island, usable) - self.barred()
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

    /// The fish that may be turned like this (K3, K20, K25, K26).
    pub(super) fn changeable(&self, kind: ChangeKind) -> Set<Current> {
        let fish = self.loose(kind);
        match kind {
            ChangeKind::Recolour => fish,
            ChangeKind::Reverse => self.reversible(fish).collect(),
        }
    }

    /// Whether any fish may be turned at all.
    pub(in crate::games::kanaloa) fn can_turn_any_fish(&self) -> bool {
        self.check_turn_fish_power().is_ok()
            && (!self.loose(ChangeKind::Recolour).is_empty()
                || self.reversible(self.loose(ChangeKind::Reverse)).next().is_some())
    }

    /// The fish that may be turned like this, if every island stays within reach.
    fn loose(&self, kind: ChangeKind) -> Set<Current> {
        let closed =
            self.closed_to_gods().into_iter().fold(Set::EMPTY, |all, island| all | self.map().touching(island));
        self.shoal.laid() - self.refused - closed - self.needed(kind)
    }

    /// Those of these fish that may be reversed, since another way leads where they lead (K3).
    fn reversible(&self, fish: Set<Current>) -> impl Iterator<Item = Current> {
        let ways = self.shoal.ways(self.map());
        fish.into_iter().filter(move |&current| ways.lead_round(self.shoal.arrow(self.map(), current)))
    }

    /// The fish that are the last way out of some piece, and wouldn't be after such a change (K25).
    fn needed(&self, kind: ChangeKind) -> Set<Current> {
        let mut needed = Set::EMPTY;
        for (seat, player) in self.players.entries() {
            let own = Colour::of(seat);
            for island in player.islands() {
                let usable = self.shoal.usable(self.map(), island, own);
                if usable.len() == 1 {
                    needed |= match kind {
                        ChangeKind::Reverse => usable,
                        ChangeKind::Recolour => usable & (self.shoal.white() - self.shoal.of(own)),
                    };
                }
            }
        }
        needed
    }
}
