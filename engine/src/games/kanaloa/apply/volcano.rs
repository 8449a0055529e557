//! Eruptions: placing the volcano, and when it and the blocks go.

use crate::games::kanaloa::stage::Stage;
use crate::games::kanaloa::state::Kanaloa;
use crate::games::kanaloa::volcano::{Clock, Site, Volcano};
use crate::seat::Seat;

impl Kanaloa {
    /// Places the volcano, blocks the pieces next to it, and gives its placer a turn (K14, K15, K18).
    pub(super) fn place_volcano(&mut self, site: Site) {
        let placer = self.stage.to_act(self.turn.seat, &self.cards).unwrap_or(self.turn.seat);
        self.volcano = Some(Volcano { site, placer, clock: Clock::BonusTurn });
        let touched = match site {
            Site::Island(island) => self.map().neighbours(island),
            Site::Sea(space) => self.touched_by(space),
        };
        for seat in self.players.count().seats() {
            if !self.is_free_of_volcanoes(seat) {
                self.players[seat].block_on(touched);
            }
        }
        self.begin_turn(placer);
    }

    /// Ends the blocks of the seat whose turn is over (K15), and takes the seat's volcano away once its time is up (K17).
    pub(super) fn cool_down(&mut self, seat: Seat) {
        self.players[seat].unblock();
        if let Some(volcano) = self.volcano.as_mut().filter(|volcano| volcano.placer == seat) {
            match volcano.clock {
                Clock::BonusTurn => volcano.clock = Clock::NextTurn,
                Clock::NextTurn => self.volcano = None,
            }
        }
    }

    /// An eruption ends the turn of the player who drew the tile (K14).
    pub(super) fn erupt(&mut self) {
        self.close_turn();
        self.stage = Stage::PlaceVolcano;
    }
}
