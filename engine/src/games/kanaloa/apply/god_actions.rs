//! The god actions of Lono and Kanaloa.

use crate::Set;
use crate::games::kanaloa::action::{Change, ChangeKind, Spot};
use crate::games::kanaloa::fish::Colour;
use crate::games::kanaloa::god::God;
use crate::games::kanaloa::map::Island;
use crate::games::kanaloa::player::Piece;
use crate::games::kanaloa::stage::Stage;
use crate::games::kanaloa::state::Kanaloa;

impl Kanaloa {
    pub(super) fn swap(&mut self, first: Spot, second: Spot) {
        self.tiles.take(first.island, first.tile);
        self.tiles.take(second.island, second.tile);
        self.tiles.put(first.island, second.tile);
        self.tiles.put(second.island, first.tile);
        self.turn.god_action_spent = true;
    }

    /// With Lono's god card this is the god action of the turn; with the protection card it isn't (K28).
    pub(super) fn bring_second_piece(&mut self, island: Island) {
        self.mover_mut().add_piece(Piece::free(island));
        if self.cards[God::Lono].owner == Some(self.turn.seat) {
            self.turn.god_action_spent = true;
        }
        self.finish();
    }

    /// The owner of Kanaloa's protection card is asked about each fish of that seat's colour (K26).
    pub(super) fn propose_change(&mut self, change: Change) {
        let current = self.current(change.arrow);
        let protection = self.cards[God::Kanaloa].protection;
        if protection.is_some_and(|seat| self.shoal.of(Colour::of(seat)).contains(current)) {
            self.stage = Stage::Veto(change);
        } else {
            self.change_fish(change);
        }
    }

    pub(super) fn allow(&mut self) {
        if let Stage::Veto(change) = self.stage {
            self.change_fish(change);
        }
    }

    /// The god action isn't spent; another fish may be chosen (K26).
    pub(super) fn veto(&mut self) {
        if let Stage::Veto(change) = self.stage {
            let current = self.current(change.arrow);
            self.refused.insert(current);
            self.finish();
        }
    }

    fn change_fish(&mut self, change: Change) {
        let current = self.current(change.arrow);
        match change.kind {
            ChangeKind::Reverse => self.shoal.reverse(current),
            ChangeKind::Recolour => self.shoal.turn_over(current),
        }
        self.turn.god_action_spent = true;
        self.refused = Set::EMPTY;
        self.finish();
    }
}
