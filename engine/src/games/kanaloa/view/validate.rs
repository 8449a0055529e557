//! Whether a state that comes from outside is one that play can go on from.

use crate::Set;
use crate::ensure::ensure;
use crate::game::{Game, Phase, ViewError};
use crate::games::kanaloa::fish::Colour;
use crate::games::kanaloa::god::{Card, God};
use crate::games::kanaloa::map::Island;
use crate::games::kanaloa::player::{Piece, Player};
use crate::games::kanaloa::stage::{Arrival, Refill, Stage};
use crate::games::kanaloa::state::Kanaloa;
use crate::games::kanaloa::tile::Tile;
use crate::games::kanaloa::volcano::{Clock, Site};
use crate::seat::Seat;

impl Kanaloa {
    /// Checks that the parts of this state fit together, so that play can go on from it.
    ///
    /// # Errors
    /// If they don't. The error says what doesn't fit.
    pub(in crate::games::kanaloa) fn validate(&self) -> Result<(), ViewError> {
        ensure!(self.is_seated(self.turn.seat), "it is the turn of a seat that is not at the table");
        self.validate_islands()?;
        self.validate_supply()?;
        self.players.iter().try_for_each(|player| self.validate_pieces(player))?;
        God::ALL.into_iter().try_for_each(|god| self.validate_card(self.cards[god]))?;
        self.validate_volcano()?;
        self.validate_stage()
    }

    fn is_seated(&self, seat: Seat) -> bool {
        seat.index() < self.players.count().get()
    }

    fn in_start_phase(&self) -> bool {
        use Stage::{DealCards, DealTiles, LayFish, LayNeutral, PlacePiece};
        matches!(self.stage, DealTiles | DealCards | LayNeutral | LayFish | PlacePiece)
    }

    /// Every island has two tiles, except those still to be dealt and the one that is being drawn.
    fn validate_islands(&self) -> Result<(), ViewError> {
        let islands = self.map().islands();
        let stray = (0..).map_while(Island::new).filter(|&island| !islands.contains(island));
        ensure!(
            stray.into_iter().all(|island| self.tiles.on(island).next().is_none()),
            "a tile lies on an island that is not in play"
        );
        let open: Set<Island> = islands.into_iter().filter(|&island| !self.tiles.is_full(island)).collect();
        let count = |island| self.tiles.on(island).count();
        let fits = match self.stage {
            // Islands are filled one after the other, so all those after the first open one are empty.
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
        ensure!(fits, "the numbers of tiles on the islands do not fit this stage");
        Ok(())
    }

    fn validate_supply(&self) -> Result<(), ViewError> {
        let (supply, board) = (&self.supply, &self.components);
        let out_of_reserve = u16::from(supply.bag_offerings) + u16::from(board.left_out);
        ensure!(supply.unseen.total() >= out_of_reserve, "the bag has more offerings than are unseen");
        for tile in Tile::all() {
            let hands = self.players.iter().map(|player| usize::from(player.hand.count(tile.index())));
            let laid = board.map.islands().into_iter().flat_map(|island| self.tiles.on(island));
            let seen = hands.sum::<usize>() + laid.filter(|&other| other == tile).count();
            let all = seen + usize::from(supply.unseen.count(tile.index()));
            ensure!(
                all <= usize::from(board.offerings[tile.index()]),
                "there are more tiles of a kind than the ruleset has",
            );
        }
        let volcanoes = [supply.bag_volcanoes, supply.reserve_volcanoes, supply.volcanoes_drawn];
        let all: u32 = volcanoes.into_iter().map(u32::from).sum();
        let dealing = self.stage == Stage::DealTiles;
        ensure!(
            all == if dealing { 0 } else { u32::from(board.volcanoes) },
            "the number of volcano tiles is not the ruleset's"
        );
        let reserve = (supply.reserve_offerings(board.left_out), supply.reserve_volcanoes);
        let closed = (board.reserve_offerings, board.reserve_volcanoes);
        ensure!(reserve == (0, 0) || reserve == closed, "the reserve is neither complete nor in the bag");
        let drawing = matches!(self.stage, Stage::Draw(_));
        let empty = supply.bag_offerings == 0 && supply.bag_volcanoes == 0;
        ensure!(!(drawing && empty), "a draw is due from an empty bag");
        ensure!(
            (supply.volcanoes_drawn == board.volcanoes) == (self.stage == Stage::Over),
            "the game ends with the last volcano tile, and only with it",
        );
        Ok(())
    }

    fn validate_pieces(&self, player: &Player) -> Result<(), ViewError> {
        let islands = self.map().islands();
        ensure!(player.islands().is_subset(islands), "a piece stands on an island that is not in play");
        let riders = player.pieces.iter().filter(|piece| **piece == Piece::Dolphin).count();
        ensure!(riders <= 1, "a player has two pieces on the dolphin");
        let most = if self.in_start_phase() { 1 } else { 2 };
        ensure!(player.pieces.len() <= most, "a player has too many pieces");
        let least = usize::from(!self.in_start_phase());
        ensure!(player.pieces.len() >= least, "a player has no piece");
        ensure!(!self.in_start_phase() || riders == 0, "a piece is on the dolphin in the start phase");
        Ok(())
    }

    fn validate_card(&self, card: Card) -> Result<(), ViewError> {
        let holders = card.owner.into_iter().chain(card.protection);
        ensure!(
            holders.into_iter().all(|seat| self.is_seated(seat)),
            "a card belongs to a seat that is not at the table"
        );
        ensure!(card.protection.is_none() || self.four_play(), "protection cards are for four players");
        ensure!(
            card.protection.is_none() || card.owner.is_some(),
            "a protection card has an owner, but the god card has none"
        );
        ensure!(card.protection.is_none() || card.owner != card.protection, "a player owns both cards of a god");
        Ok(())
    }

    fn validate_volcano(&self) -> Result<(), ViewError> {
        let Some(volcano) = self.volcano else { return Ok(()) };
        ensure!(!self.in_start_phase(), "a volcano stands in the start phase");
        ensure!(self.is_seated(volcano.placer), "the volcano was placed by a seat that is not at the table");
        let fits = match volcano.site {
            Site::Island(island) => {
                let here = Set::only(island);
                self.players.count().get() > 2 && here.is_subset(self.map().islands() - self.occupied())
            }
            Site::Sea(space) => self.players.count().get() == 2 && !self.touched_by(space).is_empty(),
        };
        ensure!(fits, "the volcano stands where it may not be placed");
        let bonus = volcano.clock == Clock::BonusTurn;
        ensure!(
            !bonus || volcano.placer == self.turn.seat,
            "the turn after the eruption belongs to whoever placed the volcano"
        );
        ensure!(!bonus || self.turn.god_action_spent, "the turn after the eruption has no god action");
        ensure!(
            !bonus || self.stage != Stage::PlaceVolcano,
            "the turn after the eruption begins once the volcano is placed",
        );
        Ok(())
    }

    /// The open decision must have an answer, and the coming draw an outcome.
    fn validate_stage(&self) -> Result<(), ViewError> {
        ensure!((self.turn.number == 0) == self.in_start_phase(), "turns are counted from 1 after the start phase");
        let asking = matches!(self.stage, Stage::Finish | Stage::Veto(_));
        ensure!(self.refused.is_empty() || asking, "a fish was vetoed at a stage where no fish may be turned");
        ensure!(self.fish_fit_stage(), "the number of fish does not fit this stage");
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
                let asked = self.cards[God::Kanaloa].protection.is_some() && self.check_turn_fish_power().is_ok();
                asked && self.check_turn_fish(&self.shoal.ways(self.map()), change).is_ok()
            }
            Stage::Finish | Stage::PlaceVolcano | Stage::Over => true,
        };
        ensure!(fits, "the stage does not fit the rest of the view");
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let deciding = matches!(self.phase(), Phase::Decide(_));
        ensure!(!deciding || !legal.is_empty(), "the open decision has no legal action");
        Ok(())
    }

    fn fish_fit_stage(&self) -> bool {
        let (laid, all) = (self.shoal.laid(), self.map().currents());
        match self.stage {
            Stage::DealTiles | Stage::DealCards => laid.is_empty() || laid == all,
            Stage::LayNeutral | Stage::LayFish => laid != all,
            _ => laid == all,
        }
    }

    /// Whether it is this seat's turn after this many things have been done clockwise, beginning with the owner of Ku's
    /// card (K1).
    fn is_in_turn_after(&self, count: usize) -> bool {
        let ku = self.cards[God::Ku].owner;
        ku.is_some_and(|ku| (ku.index() + count) % self.players.count().get() == self.turn.seat.index())
    }

    fn everybody_has_laid(&self) -> bool {
        let laid = |seat: Seat| self.shoal.of(Colour::of(seat)).len();
        self.everybody_has_done(laid)
    }

    fn everybody_has_placed(&self) -> bool {
        self.everybody_has_done(|seat| self.players[seat].pieces.len()) && self.mover().pieces.is_empty()
    }

    /// Whether every seat has done this as often as the others, and those before the seat at turn once more.
    fn everybody_has_done(&self, count: impl Fn(Seat) -> usize) -> bool {
        let seats = self.players.count();
        let sum = seats.seats().map(&count).sum();
        let order = std::iter::once(self.turn.seat).chain(seats.others_after(self.turn.seat));
        let counts: Vec<usize> = order.map(count).collect();
        let evenly = counts.is_sorted() && counts.last() <= counts.first().map(|least| least + 1).as_ref();
        evenly && self.is_in_turn_after(sum)
    }

    /// Each seat before the one whose turn it is has one card, and no other seat has any.
    fn cards_fit_dealing(&self) -> bool {
        let seat = |number: usize| self.players.count().seats().nth(number);
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
