//! The invariants of a state, checked where one comes from outside.

use crate::game::{Phase, ViewError};
use crate::seat::Seat;

use super::fish::Colour;
use super::map::Island;
use super::player::{Piece, Player};
use super::set::Set;
use super::stage::{Arrival, Refill, Stage};
use super::state::{Card, Kanaloa};
use super::tile::{God, Tile};
use super::view::ensure;
use super::volcano::{Clock, Site};

impl Kanaloa {
    /// Whether the parts of this state fit together so that play can go on from it.
    ///
    /// # Errors
    /// If they don't; the error says what doesn't fit.
    pub(super) fn inspect(&self) -> Result<(), ViewError> {
        ensure(self.is_seated(self.turn.seat), "the turn is of a seat that isn't at the table")?;
        self.inspect_islands()?;
        self.inspect_supply()?;
        self.players.iter().try_for_each(|player| self.inspect_pieces(player))?;
        God::ALL.into_iter().try_for_each(|god| self.inspect_card(self.cards[god]))?;
        self.inspect_volcano()?;
        self.inspect_stage()
    }

    fn is_seated(&self, seat: Seat) -> bool {
        seat.index() < self.seat_count().get()
    }

    fn in_start_phase(&self) -> bool {
        use Stage::{DealCards, DealTiles, LayFish, LayNeutral, PlacePiece};
        matches!(self.stage, DealTiles | DealCards | LayNeutral | LayFish | PlacePiece)
    }

    /// Two tiles on each island, but for those still to be dealt and the one that is being drawn.
    fn inspect_islands(&self) -> Result<(), ViewError> {
        let islands = self.board.map.islands();
        let stray = (0..).map_while(Island::new).filter(|&island| !islands.contains(island));
        ensure(stray.into_iter().all(|island| self.tiles.on(island).next().is_none()), "a tile lies out of play")?;
        let open: Set<Island> = islands.into_iter().filter(|&island| !self.tiles.is_full(island)).collect();
        let count = |island| self.tiles.on(island).count();
        let fits = match self.stage {
            // Islands are filled one after the other, so all behind the first open one are empty.
            Stage::DealTiles => {
                let first = open.first();
                first.is_some_and(|first| {
                    let behind: Set<Island> = islands.into_iter().filter(|&island| island > first).collect();
                    behind.into_iter().all(|island| count(island) == 0)
                })
            }
            Stage::Draw(Refill { arrival: Arrival { island, .. }, .. }) => {
                open == Set::only(island) && count(island) == 1
            }
            Stage::Over => open.len() == 1 && open.into_iter().all(|island| count(island) == 1),
            _ => open.is_empty(),
        };
        ensure(fits, "the islands have too few tiles for this stage")
    }

    fn inspect_supply(&self) -> Result<(), ViewError> {
        let (supply, board) = (&self.supply, &self.board);
        let out_of_reserve = u16::from(supply.bag_offerings) + u16::from(board.left_out);
        ensure(supply.unseen.total() >= out_of_reserve, "the bag has more offerings than are unseen")?;
        for tile in Tile::all() {
            let hands = self.players.iter().map(|player| usize::from(player.hand.count(tile.index())));
            let laid = board.map.islands().into_iter().flat_map(|island| self.tiles.on(island));
            let seen = hands.sum::<usize>() + laid.filter(|&other| other == tile).count();
            let all = seen + usize::from(supply.unseen.count(tile.index()));
            ensure(
                all <= usize::from(board.offerings[tile.index()]),
                "there are more tiles of a kind than the ruleset has",
            )?;
        }
        let volcanoes = [supply.bag_volcanoes, supply.reserve_volcanoes, supply.volcanoes_drawn];
        let all: u32 = volcanoes.into_iter().map(u32::from).sum();
        let dealing = self.stage == Stage::DealTiles;
        ensure(all == if dealing { 0 } else { u32::from(board.volcanoes) }, "the volcano tiles don't add up")?;
        let reserve = (supply.reserve_offerings(board.left_out), supply.reserve_volcanoes);
        let closed = (board.reserve_offerings, board.reserve_volcanoes);
        ensure(reserve == (0, 0) || reserve == closed, "the reserve is neither whole nor in the bag")?;
        let drawing = matches!(self.stage, Stage::Draw(_));
        let empty = supply.bag_offerings == 0 && supply.bag_volcanoes == 0;
        ensure(!(drawing && empty), "a draw is due from an empty bag")?;
        ensure(
            (supply.volcanoes_drawn == board.volcanoes) == (self.stage == Stage::Over),
            "the game ends with the last volcano tile, and only with it",
        )
    }

    fn inspect_pieces(&self, player: &Player) -> Result<(), ViewError> {
        let islands = self.board.map.islands();
        ensure(player.islands().is_subset(islands), "a piece stands on an island out of play")?;
        let riders = player.pieces.iter().filter(|piece| **piece == Piece::Dolphin).count();
        ensure(riders <= 1, "a player has two pieces on the dolphin")?;
        let most = if self.in_start_phase() { 1 } else { 2 };
        ensure(player.pieces.len() <= most, "a player has too many pieces")?;
        let least = usize::from(!self.in_start_phase());
        ensure(player.pieces.len() >= least, "a player has no piece")?;
        ensure(!self.in_start_phase() || riders == 0, "a piece is on the dolphin in the start phase")
    }

    fn inspect_card(&self, card: Card) -> Result<(), ViewError> {
        let holders = card.owner.into_iter().chain(card.protection);
        ensure(holders.into_iter().all(|seat| self.is_seated(seat)), "a card is held by nobody at the table")?;
        ensure(card.protection.is_none() || self.four_play(), "protection cards are for four players")?;
        ensure(card.protection.is_none() || card.owner.is_some(), "a protection card is held, but not the god's")?;
        ensure(card.protection.is_none() || card.owner != card.protection, "a player holds both cards of a god")
    }

    fn inspect_volcano(&self) -> Result<(), ViewError> {
        let Some(volcano) = self.volcano else { return Ok(()) };
        ensure(!self.in_start_phase(), "a volcano stands in the start phase")?;
        ensure(self.is_seated(volcano.placer), "the volcano was placed by nobody at the table")?;
        let fits = match volcano.site {
            Site::Island(island) => {
                let here = Set::only(island);
                self.seat_count().get() > 2 && here.is_subset(self.board.map.islands() - self.occupied())
            }
            Site::Sea(space) => self.seat_count().get() == 2 && !self.touched_by(space).is_empty(),
        };
        ensure(fits, "the volcano stands where none may")?;
        let bonus = volcano.clock == Clock::BonusTurn;
        ensure(!bonus || volcano.placer == self.turn.seat, "the eruption's turn is taken by another than the placer")?;
        ensure(!bonus || self.turn.god_action_spent, "the eruption's turn has a god action")?;
        ensure(
            !bonus || self.stage != Stage::PlaceVolcano,
            "the eruption's turn has begun before the volcano is placed",
        )
    }

    /// That the open decision has an answer, or the coming draw an outcome.
    fn inspect_stage(&self) -> Result<(), ViewError> {
        ensure((self.turn.number == 0) == self.in_start_phase(), "turns are counted from 1 after the start phase")?;
        let asking = matches!(self.stage, Stage::Finish | Stage::Veto(_));
        ensure(self.refused.is_empty() || asking, "a fish was vetoed where no fish may be turned")?;
        ensure(self.fish_fit_stage(), "there are too few fish for this stage, or too many")?;
        let fits = match self.stage {
            Stage::DealTiles => {
                self.turn.seat == Seat::FIRST && God::ALL.into_iter().all(|god| self.cards[god] == Card::default())
            }
            Stage::DealCards => self.cards_fit_dealing(),
            Stage::LayNeutral => self.is_in_turn_after(0) && self.next_neutral().is_some(),
            Stage::LayFish => self.next_neutral().is_none() && self.everybody_has_laid(),
            Stage::PlacePiece => self.everybody_has_placed(),
            Stage::RemovePiece => self.mover().pieces.len() == 2,
            Stage::Land => self.mover().is_on_dolphin(),
            Stage::Main => !self.mover().is_on_dolphin() && !self.mover().is_blocked(),
            Stage::Offer(offering) => offering.value <= 1000,
            Stage::Rob(arrival) => self.has_arrived(arrival) && !self.victims(arrival).is_empty(),
            Stage::TakeTile(arrival) | Stage::Draw(Refill { arrival, .. }) => self.has_arrived(arrival),
            Stage::Veto(change) => {
                let asked = self.cards[God::Kanaloa].protection.is_some() && self.may_use_kanaloa().is_ok();
                asked && self.may_turn_fish(&self.shoal.ways(&self.board.map), change).is_ok()
            }
            Stage::Finish | Stage::PlaceVolcano | Stage::Over => true,
        };
        ensure(fits, "the stage doesn't fit the rest")?;
        let mut legal = Vec::new();
        self.list_legal(&mut legal);
        let deciding = matches!(self.phase_now(), Phase::Decide(_));
        ensure(!deciding || !legal.is_empty(), "the open decision has no answer")
    }

    fn fish_fit_stage(&self) -> bool {
        let (laid, all) = (self.shoal.laid(), self.board.map.currents());
        match self.stage {
            Stage::DealTiles | Stage::DealCards => laid.is_empty() || laid == all,
            Stage::LayNeutral | Stage::LayFish => laid != all,
            _ => laid == all,
        }
    }

    /// Whether it is this seat's turn after so many things were done in turn, Ku's owner having begun (K1).
    fn is_in_turn_after(&self, count: usize) -> bool {
        let ku = self.cards[God::Ku].owner;
        ku.is_some_and(|ku| (ku.index() + count) % self.seat_count().get() == self.turn.seat.index())
    }

    fn everybody_has_laid(&self) -> bool {
        let laid = |seat: Seat| self.shoal.of(Colour::of(seat)).len();
        self.everybody_has_done(laid)
    }

    fn everybody_has_placed(&self) -> bool {
        self.everybody_has_done(|seat| self.players[seat].pieces.len()) && self.mover().pieces.is_empty()
    }

    /// Whether everybody has done this as often as the others, those before the seat at turn once more.
    fn everybody_has_done(&self, count: impl Fn(Seat) -> usize) -> bool {
        let seats = self.seat_count();
        let sum = seats.seats().map(&count).sum();
        let order = std::iter::once(self.turn.seat).chain(seats.others_after(self.turn.seat));
        let counts: Vec<usize> = order.map(count).collect();
        let evenly = counts.is_sorted() && counts.last() <= counts.first().map(|least| least + 1).as_ref();
        evenly && self.is_in_turn_after(sum)
    }

    /// Cards are dealt to one seat after the other.
    fn cards_fit_dealing(&self) -> bool {
        let seat = |number: usize| self.seat_count().seats().nth(number);
        let owners = God::ALL.into_iter().filter_map(|god| self.cards[god].owner);
        let held: Set<Seat> = owners.clone().collect();
        let expected: Set<Seat> = (0..self.turn.seat.index()).filter_map(seat).collect();
        let kanaloa_stays = self.four_play() || self.cards[God::Kanaloa].owner.is_none();
        held == expected && owners.count() == expected.len() && kanaloa_stays
    }

    fn has_arrived(&self, arrival: Arrival) -> bool {
        self.mover().pieces.contains(&Piece::free(arrival.island))
    }
}
