//! The course of a turn: what each decision does, and which one comes next.

use crate::seat::Seat;

use super::action::{Action, Change, ChangeKind, Spot};
use super::fish::Colour;
use super::map::{Arrow, Island};
use super::player::Piece;
use super::set::Set;
use super::stage::{Arrival, Offering, Refill, Stage, Way};
use super::state::{Kanaloa, Turn};
use super::tile::{God, Tile};

impl Kanaloa {
    /// Carries out a legal action.
    pub(super) fn play_action(&mut self, action: Action) {
        match action {
            Action::LayFish { arrow, side } => self.lay_fish(arrow, side),
            Action::PlacePiece(island) => self.place_piece(island),
            Action::RemovePiece(piece) => self.remove_piece(piece),
            Action::Land(island) => self.land(island),
            Action::Move(arrow) => self.travel(arrow),
            Action::Flip(arrow) => self.flip(arrow),
            Action::CallDolphin(island) => self.call_dolphin(island),
            Action::Swap(first, second) => self.swap(first, second),
            Action::Sacrifice(temple) => self.stage = Stage::Offer(Offering { temple, last: None, value: 0 }),
            Action::Add(tile) => self.add_to_offering(tile),
            Action::Done => self.complete_offering(),
            Action::Rob { victim, tile } => self.rob(victim, tile),
            Action::Spare => self.go_on_to_tile(),
            Action::TakeTile(tile) => self.take_tile(tile),
            Action::PlaceVolcano(site) => self.place_volcano(site),
            Action::TurnFish(change) => self.propose_change(change),
            Action::SecondPiece(island) => self.bring_second_piece(island),
            Action::EndTurn => self.end_turn(),
            Action::Allow => self.allow(),
            Action::Veto => self.veto(),
        }
    }

    /// Begins this seat's turn, or the next one that isn't lost: every piece blocked loses a turn, and nothing of it
    /// remains. Marks are spent by a lost turn, so that the search ends.
    pub(super) fn begin_turn(&mut self, seat: Seat) {
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

    fn remove_piece(&mut self, piece: Piece) {
        self.mover_mut().remove_piece(piece);
        if self.mover().is_blocked() { self.end_turn() } else { self.begin_action() }
    }

    fn begin_action(&mut self) {
        self.stage = if self.mover().is_on_dolphin() { Stage::Land } else { Stage::Main };
    }

    /// Ends the turn, and begins the next player's.
    pub(super) fn end_turn(&mut self) {
        let seat = self.turn.seat;
        self.close_turn();
        self.begin_turn(self.seat_count().next(seat));
    }

    /// What goes with the end of every turn, a lost one too.
    pub(super) fn close_turn(&mut self) {
        self.refused = Set::EMPTY;
        self.cool_down(self.turn.seat);
    }

    fn travel(&mut self, arrow: Arrow) {
        let current = self.current(arrow);
        self.shoal.turn_over(current);
        self.mover_mut().move_piece(Piece::free(arrow.tail), Piece::free(arrow.head));
        self.arrive(Arrival { island: arrow.head, by: Way::Fish });
    }

    fn land(&mut self, island: Island) {
        self.mover_mut().move_piece(Piece::Dolphin, Piece::free(island));
        self.arrive(Arrival { island, by: Way::Dolphin });
    }

    /// Ku robs before the tile is picked up (K5).
    fn arrive(&mut self, arrival: Arrival) {
        self.stage = if self.victims(arrival).is_empty() { Stage::TakeTile(arrival) } else { Stage::Rob(arrival) };
    }

    /// Whom Ku's owner may rob of a tile, now that a piece has come to this island (K5 to K7).
    pub(super) fn victims(&self, arrival: Arrival) -> Set<Seat> {
        let card = self.cards[God::Ku];
        let Some(robber) = card.owner else { return Set::EMPTY };
        let can_lose = |seat: Seat| !self.players[seat].hand.is_empty() && card.protection != Some(seat);
        let stands_here = |seat: Seat| self.players[seat].islands().contains(arrival.island);
        let mover = self.turn.seat;
        if robber != mover {
            let meets = stands_here(robber) && !self.players[robber].is_blocked() && can_lose(mover);
            return if meets { Set::only(mover) } else { Set::EMPTY };
        }
        if arrival.by == Way::Dolphin || self.turn.god_action_spent {
            return Set::EMPTY;
        }
        self.seat_count().others_after(mover).filter(|&seat| stands_here(seat) && can_lose(seat)).collect()
    }

    fn rob(&mut self, victim: Seat, tile: Tile) {
        let Some(robber) = self.cards[God::Ku].owner else { return };
        self.players[victim].hand.take(tile.index());
        self.players[robber].hand.put(tile.index());
        if robber == self.turn.seat {
            self.turn.god_action_spent = true;
        }
        self.go_on_to_tile();
    }

    fn go_on_to_tile(&mut self) {
        if let Stage::Rob(arrival) = self.stage {
            self.stage = Stage::TakeTile(arrival);
        }
    }

    /// The tile goes into the hand; the dolphin's leaves the game (K40). A new one is drawn.
    fn take_tile(&mut self, tile: Tile) {
        let Stage::TakeTile(arrival) = self.stage else { return };
        self.tiles.take(arrival.island, tile);
        if arrival.by == Way::Fish {
            self.mover_mut().hand.put(tile.index());
        }
        self.supply.open_reserve_if_needed(self.board.left_out);
        self.stage = Stage::Draw(Refill { arrival, erupts: false });
    }

    /// A volcano tile: the last one ends the game at once, others may bring an eruption (K18, K33).
    pub(super) fn draw_volcano(&mut self) {
        self.supply.bag_volcanoes -= 1;
        self.supply.volcanoes_drawn += 1;
        let drawn = self.supply.volcanoes_drawn;
        if drawn == self.board.volcanoes {
            self.stage = Stage::Over;
        } else if let Stage::Draw(refill) = &mut self.stage {
            refill.erupts |= drawn.is_multiple_of(self.board.eruption_every);
            self.supply.open_reserve_if_needed(self.board.left_out);
        }
    }

    /// An offering: it is laid down, and the draw is over.
    pub(super) fn draw_offering(&mut self, tile: Tile) {
        let Stage::Draw(Refill { arrival, erupts }) = self.stage else { return };
        self.supply.unseen.take(tile.index());
        self.supply.bag_offerings -= 1;
        self.tiles.put(arrival.island, tile);
        match (erupts, arrival.by) {
            (true, _) => self.erupt(),
            (false, Way::Dolphin) => self.end_turn(),
            (false, Way::Fish) => self.finish(),
        }
    }

    /// The end of the turn; it is only asked about if there is something to do (K41).
    pub(super) fn finish(&mut self) {
        self.stage = Stage::Finish;
        if !self.can_turn_any_fish() && !self.can_bring_second_piece_anywhere() {
            self.end_turn();
        }
    }

    fn flip(&mut self, arrow: Arrow) {
        let current = self.current(arrow);
        self.shoal.turn_over(current);
        self.finish();
    }

    fn call_dolphin(&mut self, from: Island) {
        self.mover_mut().move_piece(Piece::free(from), Piece::Dolphin);
        self.finish();
    }

    fn swap(&mut self, first: Spot, second: Spot) {
        self.tiles.take(first.island, first.tile);
        self.tiles.take(second.island, second.tile);
        self.tiles.put(first.island, second.tile);
        self.tiles.put(second.island, first.tile);
        self.turn.god_action_spent = true;
    }

    /// K26: the owner of Kanaloa's protection is asked about each fish of the own colour.
    fn propose_change(&mut self, change: Change) {
        let current = self.current(change.arrow);
        let protection = self.cards[God::Kanaloa].protection;
        if protection.is_some_and(|seat| self.shoal.of(Colour::of(seat)).contains(current)) {
            self.stage = Stage::Veto(change);
        } else {
            self.change_fish(change);
        }
    }

    fn allow(&mut self) {
        if let Stage::Veto(change) = self.stage {
            self.change_fish(change);
        }
    }

    /// The god action isn't spent; another fish may be chosen (K26).
    fn veto(&mut self) {
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

    /// K28: by Lono's god card it is the turn's god action, by the protection card it isn't.
    fn bring_second_piece(&mut self, island: Island) {
        self.mover_mut().add_piece(Piece::free(island));
        if self.cards[God::Lono].owner == Some(self.turn.seat) {
            self.turn.god_action_spent = true;
        }
        self.finish();
    }
}
