//! The way of a piece: along a fish or from the dolphin, past the owner of Ku's card, to a tile and to the draw that
//! replaces it.

use crate::games::kanaloa::god::God;
use crate::games::kanaloa::map::{Arrow, Island};
use crate::games::kanaloa::player::Piece;
use crate::games::kanaloa::stage::{Arrival, Refill, Stage, Way};
use crate::games::kanaloa::state::Kanaloa;
use crate::games::kanaloa::tile::Tile;
use crate::seat::Seat;

impl Kanaloa {
    pub(super) fn travel(&mut self, arrow: Arrow) {
        let current = self.current(arrow);
        self.shoal.turn_over(current);
        self.mover_mut().move_piece(Piece::free(arrow.tail), Piece::free(arrow.head));
        self.arrive(Arrival { island: arrow.head, by: Way::Fish });
    }

    pub(super) fn land(&mut self, island: Island) {
        self.mover_mut().move_piece(Piece::Dolphin, Piece::free(island));
        self.arrive(Arrival { island, by: Way::Dolphin });
    }

    pub(super) fn flip(&mut self, arrow: Arrow) {
        let current = self.current(arrow);
        self.shoal.turn_over(current);
        self.finish();
    }

    pub(super) fn call_dolphin(&mut self, from: Island) {
        self.mover_mut().move_piece(Piece::free(from), Piece::Dolphin);
        self.finish();
    }

    /// A robbery comes before the tile is picked up (K5).
    fn arrive(&mut self, arrival: Arrival) {
        self.stage = if self.victims(arrival).is_empty() { Stage::TakeTile(arrival) } else { Stage::Rob(arrival) };
    }

    pub(super) fn rob(&mut self, victim: Seat, tile: Tile) {
        let Some(robber) = self.cards[God::Ku].owner else { return };
        self.players[victim].hand.take(tile.index());
        self.players[robber].hand.put(tile.index());
        if robber == self.turn.seat {
            self.turn.god_action_spent = true;
        }
        self.go_on_to_tile();
    }

    pub(super) fn go_on_to_tile(&mut self) {
        if let Stage::Rob(arrival) = self.stage {
            self.stage = Stage::TakeTile(arrival);
        }
    }

    /// The tile goes into the hand, or out of the game if the dolphin brought the piece (K40). A new one is drawn.
    pub(super) fn take_tile(&mut self, tile: Tile) {
        let Stage::TakeTile(arrival) = self.stage else { return };
        self.tiles.take(arrival.island, tile);
        if arrival.by == Way::Fish {
            self.mover_mut().hand.put(tile.index());
        }
        self.supply.open_reserve_if_needed(self.components.left_out);
        self.stage = Stage::Draw(Refill { arrival, erupts: false });
    }

    /// An offering is laid onto the island, and the draw is over.
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

    /// The last volcano tile ends the game at once (K33). Others may bring an eruption once an offering lies (K18).
    pub(super) fn draw_volcano(&mut self) {
        self.supply.bag_volcanoes -= 1;
        self.supply.volcanoes_drawn += 1;
        let drawn = self.supply.volcanoes_drawn;
        if drawn == self.components.volcanoes {
            self.stage = Stage::Over;
        } else if let Stage::Draw(refill) = &mut self.stage {
            refill.erupts |= drawn.is_multiple_of(self.components.eruption_every);
            self.supply.open_reserve_if_needed(self.components.left_out);
        }
    }
}
