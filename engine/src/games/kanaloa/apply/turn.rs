//! The frame of a turn: how it begins and ends, and when it is lost.

use crate::Set;
use crate::games::kanaloa::god::God;
use crate::games::kanaloa::player::Piece;
use crate::games::kanaloa::stage::Stage;
use crate::games::kanaloa::state::{Kanaloa, Turn};
use crate::seat::Seat;

impl Kanaloa {
    /// Begins this seat's turn. If all of the seat's pieces are blocked, the turn is lost and the next seat's begins. A lost
    /// turn ends the blocks, so some seat does get a turn.
    pub(in crate::games::kanaloa) fn begin_turn(&mut self, seat: Seat) {
        self.turn = Turn { number: self.turn.number + 1, seat, god_action_spent: self.in_bonus_turn() };
        // A seat that has become free since the volcano was placed loses nothing (K15).
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

    /// Goes on to the end of the turn, which is asked about only if there is something to do (K41).
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
        self.begin_turn(self.players.count().next(seat));
    }

    /// What happens at the end of every turn, even of a lost one.
    pub(super) fn close_turn(&mut self) {
        self.refused = Set::EMPTY;
        self.cool_down(self.turn.seat);
    }
}
