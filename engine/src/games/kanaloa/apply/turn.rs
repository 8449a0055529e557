//! The frame of a turn: how it begins and ends, and when it is lost.

use crate::Set;
use crate::games::kanaloa::god::God;
use crate::games::kanaloa::player::Piece;
use crate::games::kanaloa::stage::Stage;
use crate::games::kanaloa::state::{Kanaloa, Turn};
use crate::seat::Seat;

impl Kanaloa {
    /// Begins this seat's turn, or the next one that isn't lost: every piece blocked loses a turn, and nothing of it
    /// remains. Marks are spent by a lost turn, so that the search ends.
    pub(in crate::games::kanaloa) fn begin_turn(&mut self, seat: Seat) {
        self.turn = Turn { number: self.turn.number + 1, seat, god_action_spent: self.in_bonus_turn() };
        // K15: judged again when the turn comes.
        if self.is_free_of_volcanoes(seat) {
            self.mover_mut().unblock();
        }
        if self.mover().is_blocked() {
            self.end_turn();
        } else if self.has_lost_lono() {
            self.stage = Stage::RemovePiece;
        } else {
            self.begin_action();
        }
    }

    /// K29: two pieces in play, the dolphin's too, and neither of Lono's cards.
    fn has_lost_lono(&self) -> bool {
        let card = self.cards[God::Lono];
        let seat = Some(self.turn.seat);
        self.mover().pieces.len() == 2 && card.owner != seat && card.protection != seat
    }

    pub(super) fn remove_piece(&mut self, piece: Piece) {
        self.mover_mut().remove_piece(piece);
        if self.mover().is_blocked() { self.end_turn() } else { self.begin_action() }
    }

    fn begin_action(&mut self) {
        self.stage = if self.mover().is_on_dolphin() { Stage::Land } else { Stage::Main };
    }

    /// The end of the turn; it is only asked about if there is something to do (K41).
    pub(in crate::games::kanaloa) fn finish(&mut self) {
        self.stage = Stage::Finish;
        if !self.can_turn_any_fish() && !self.can_bring_second_piece_anywhere() {
            self.end_turn();
        }
    }

    /// Ends the turn, and begins the next player's.
    pub(in crate::games::kanaloa) fn end_turn(&mut self) {
        let seat = self.turn.seat;
        self.close_turn();
        self.begin_turn(self.seats().next(seat));
    }

    /// What goes with the end of every turn, a lost one too.
    pub(super) fn close_turn(&mut self) {
        self.refused = Set::EMPTY;
        self.cool_down(self.turn.seat);
    }
}
