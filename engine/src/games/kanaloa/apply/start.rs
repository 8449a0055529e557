//! The start phase: tiles and cards are dealt, fish are laid, and every player places a first piece.

use std::sync::Arc;

use crate::Set;
use crate::bag::Bag;
use crate::games::kanaloa::action::CardPair;
use crate::games::kanaloa::fish::{Colour, Fish, Shoal, Side};
use crate::games::kanaloa::god::{Cards, God};
use crate::games::kanaloa::map::{Arrow, Island};
use crate::games::kanaloa::options::{Options, Pairing, Setup};
use crate::games::kanaloa::player::{Piece, Player};
use crate::games::kanaloa::ruleset::{Rules, SharedComponents};
use crate::games::kanaloa::stage::Stage;
use crate::games::kanaloa::state::{Kanaloa, Turn};
use crate::games::kanaloa::supply::{Supply, Tiles};
use crate::games::kanaloa::tile::Tile;
use crate::seat::{PerSeat, Seat, SeatCount};

impl Kanaloa {
    /// The state before the first tile is dealt. With a set-up for beginners all fish lie already.
    pub(in crate::games::kanaloa) fn start(seats: SeatCount, options: Options, rules: &Rules) -> Kanaloa {
        let components = rules.components(seats, options.offerings);
        let unseen = Bag::new(components.offerings);
        let mut shoal = Shoal::NONE;
        if options.setup == Setup::Beginner {
            for &fish in &components.beginner {
                let current = components.map.current(fish.arrow).expect("checked when the ruleset was read");
                shoal.lay(&components.map, current, fish);
            }
        }
        Kanaloa {
            components: SharedComponents(Arc::clone(components)),
            shoal,
            tiles: Tiles::NONE,
            players: PerSeat::from_fn(seats, |_| Player::new()),
            cards: Cards::default(),
            volcano: None,
            supply: Supply {
                bag_offerings: unseen.total() as u8 - components.left_out,
                unseen,
                bag_volcanoes: 0,
                reserve_volcanoes: 0,
                volcanoes_drawn: 0,
            },
            turn: Turn { number: 0, seat: Seat::FIRST, god_action_spent: false },
            refused: Set::EMPTY,
            pairing: if seats.get() == 2 { options.pairing } else { Pairing::default() },
            stage: Stage::DealTiles,
        }
    }

    /// The island that gets the next tile: the islands come in order, with two tiles each (K39).
    fn next_to_fill(&self) -> Option<Island> {
        self.map().islands().into_iter().find(|&island| !self.tiles.is_full(island))
    }

    pub(super) fn deal_tile(&mut self, tile: Tile) {
        let island = self.next_to_fill().expect("tiles are dealt while an island has room");
        self.supply.unseen.take(tile.index());
        self.supply.bag_offerings -= 1;
        self.tiles.put(island, tile);
        if self.next_to_fill().is_none() {
            self.set_reserve_aside();
            self.stage = Stage::DealCards;
        }
    }

    /// Offerings and a volcano go into the reserve, the other volcanoes into the bag (K35, K36).
    fn set_reserve_aside(&mut self) {
        self.supply.bag_offerings -= self.components.reserve_offerings;
        self.supply.reserve_volcanoes = self.components.reserve_volcanoes;
        self.supply.bag_volcanoes = self.components.volcanoes - self.components.reserve_volcanoes;
    }

    /// The gods whose cards are still to be dealt. With three players Kanaloa's card is not dealt (K35).
    pub(in crate::games::kanaloa) fn gods_to_deal(&self) -> impl Iterator<Item = God> + '_ {
        let dealt = if self.four_play() { &God::ALL[..] } else { &[God::Ku, God::Pele, God::Lono] };
        dealt.iter().copied().filter(|&god| self.cards[god].owner.is_none())
    }

    pub(super) fn deal_card(&mut self, god: God) {
        self.cards[god].owner = Some(self.turn.seat);
        self.turn.seat = self.players.count().next(self.turn.seat);
        if self.turn.seat == Seat::FIRST {
            self.begin_placing();
        }
    }

    pub(super) fn deal_cards(&mut self, pair: CardPair) {
        let other = self.players.count().next(Seat::FIRST);
        for god in God::ALL {
            self.cards[god].owner = Some(if pair.gods().contains(&god) { Seat::FIRST } else { other });
        }
        self.pairing = Pairing::default();
        self.begin_placing();
    }

    /// The owner of Ku's card begins everything (K1).
    fn begin_placing(&mut self) {
        self.turn.seat = self.cards[God::Ku].owner.expect("Ku's card is always dealt");
        self.stage = if self.shoal.laid() == self.map().currents() {
            Stage::PlacePiece
        } else if self.next_neutral().is_some() {
            Stage::LayNeutral
        } else {
            Stage::LayFish
        };
    }

    /// The current of the next neutral fish.
    pub(in crate::games::kanaloa) fn next_neutral(&self) -> Option<Arrow> {
        self.components.neutral.get(self.shoal.of(Colour::Neutral).len()).copied()
    }

    /// A neutral fish lies coloured side up (K36).
    pub(super) fn lay_neutral(&mut self, arrow: Arrow) {
        self.lay(Fish { arrow, colour: Colour::Neutral, side: Side::Coloured });
        if self.next_neutral().is_none() {
            self.stage = Stage::LayFish;
        }
    }

    pub(super) fn lay_fish(&mut self, arrow: Arrow, side: Side) {
        let seat = self.turn.seat;
        self.lay(Fish { arrow, colour: Colour::of(seat), side });
        self.turn.seat = self.players.count().next(seat);
        if self.shoal.laid() == self.map().currents() {
            self.stage = Stage::PlacePiece;
        }
    }

    fn lay(&mut self, fish: Fish) {
        let current = self.current(fish.arrow);
        self.shoal.lay(&self.components.map, current, fish);
    }

    pub(super) fn place_piece(&mut self, island: Island) {
        self.mover_mut().add_piece(Piece::free(island));
        self.turn.seat = self.players.count().next(self.turn.seat);
        if !self.mover().pieces.is_empty() {
            self.begin_turn(self.turn.seat);
        }
    }
}
