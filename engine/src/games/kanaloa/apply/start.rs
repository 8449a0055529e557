//! The start phase: tiles and cards are dealt, fish are laid, and everybody places a first piece.

use crate::bag::Bag;
use crate::seat::{PerSeat, Seat, SeatCount};

use super::action::CardPair;
use super::board::Shared;
use super::fish::{Colour, Fish, Shoal, Side};
use super::map::{Arrow, Island};
use super::options::{Options, Pairing, Setup};
use super::player::{Piece, Player};
use super::rules::Rules;
use super::set::Set;
use super::stage::Stage;
use super::state::{Cards, Kanaloa, Turn};
use super::supply::{Supply, Tiles};
use super::tile::{God, Tile};

impl Kanaloa {
    /// The state before the first tile is dealt; a beginners' set-up lies on the currents already.
    pub(super) fn set_up(seats: SeatCount, options: Options, rules: &Rules) -> Kanaloa {
        let board = rules.board(seats, options.offerings);
        let unseen = Bag::new(board.offerings);
        let mut shoal = Shoal::NONE;
        if options.setup == Setup::Beginner {
            for &fish in &board.beginner {
                let current = board.map.current(fish.arrow).expect("checked when the ruleset was read");
                shoal.lay(&board.map, current, fish);
            }
        }
        Kanaloa {
            board: Shared(board.clone()),
            shoal,
            tiles: Tiles::NONE,
            players: PerSeat::from_fn(seats, |_| Player::new()),
            cards: Cards::default(),
            volcano: None,
            supply: Supply {
                bag_offerings: unseen.total() as u8 - board.left_out,
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

    /// The island that gets the next tile: islands in order, two tiles each (K39).
    fn next_to_fill(&self) -> Option<Island> {
        self.board.map.islands().into_iter().find(|&island| !self.tiles.is_full(island))
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
        self.supply.bag_offerings -= self.board.reserve_offerings;
        self.supply.reserve_volcanoes = self.board.reserve_volcanoes;
        self.supply.bag_volcanoes = self.board.volcanoes - self.board.reserve_volcanoes;
    }

    /// The gods whose cards are still to be dealt: with three players Kanaloa's isn't.
    pub(super) fn gods_to_deal(&self) -> impl Iterator<Item = God> + '_ {
        let dealt = if self.four_play() { &God::ALL[..] } else { &[God::Ku, God::Pele, God::Lono] };
        dealt.iter().copied().filter(|&god| self.cards[god].owner.is_none())
    }

    pub(super) fn deal_card(&mut self, god: God) {
        self.cards[god].owner = Some(self.turn.seat);
        self.turn.seat = self.seat_count().next(self.turn.seat);
        if self.turn.seat == Seat::FIRST {
            self.begin_placing();
        }
    }

    pub(super) fn deal_cards(&mut self, pair: CardPair) {
        let other = self.seat_count().next(Seat::FIRST);
        for god in God::ALL {
            self.cards[god].owner = Some(if pair.gods().contains(&god) { Seat::FIRST } else { other });
        }
        self.pairing = Pairing::default();
        self.begin_placing();
    }

    /// Ku's owner begins everything (K1).
    fn begin_placing(&mut self) {
        self.turn.seat = self.cards[God::Ku].owner.expect("Ku's card is always dealt");
        self.stage = if self.shoal.laid() == self.board.map.currents() {
            Stage::PlacePiece
        } else if self.next_neutral().is_some() {
            Stage::LayNeutral
        } else {
            Stage::LayFish
        };
    }

    /// The current of the next neutral fish.
    pub(super) fn next_neutral(&self) -> Option<Arrow> {
        self.board.neutral.get(self.shoal.of(Colour::Neutral).len()).copied()
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
        self.turn.seat = self.seat_count().next(seat);
        if self.shoal.laid() == self.board.map.currents() {
            self.stage = Stage::PlacePiece;
        }
    }

    fn lay(&mut self, fish: Fish) {
        let current = self.current(fish.arrow);
        self.shoal.lay(&self.board.map, current, fish);
    }

    pub(super) fn place_piece(&mut self, island: Island) {
        self.mover_mut().add_piece(Piece::free(island));
        self.turn.seat = self.seat_count().next(self.turn.seat);
        if !self.mover().pieces.is_empty() {
            self.begin_turn(self.turn.seat);
        }
    }
}
