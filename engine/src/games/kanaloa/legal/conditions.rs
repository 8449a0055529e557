//! The conditions of every kind of action. A condition that doesn't hold gives its reason.

use crate::Set;
use crate::games::kanaloa::action::{Change, ChangeKind, Spot};
use crate::games::kanaloa::fish::Colour;
use crate::games::kanaloa::god::{God, Temple};
use crate::games::kanaloa::map::{Arrow, Current, Island, Ways};
use crate::games::kanaloa::player::Piece;
use crate::games::kanaloa::refusal::{Refusal, require};
use crate::games::kanaloa::stage::{Arrival, Offering, Way};
use crate::games::kanaloa::state::Kanaloa;
use crate::games::kanaloa::tile::Tile;
use crate::games::kanaloa::volcano::{SeaSpace, Site};
use crate::seat::Seat;

impl Kanaloa {
    /// Every island must stay within reach of every other one, with the empty currents open both ways (K2).
    pub(in crate::games::kanaloa) fn check_lay_fish(&self, ways: &Ways, arrow: Arrow) -> Result<(), Refusal> {
        let current = self.map().current(arrow).ok_or(Refusal::NoCurrent(arrow))?;
        require(!self.shoal.laid().contains(current), Refusal::FishLiesThere(arrow))?;
        // The fish closes its current against its direction. Every island is within reach so far, so one question is
        // enough: whether another way leads where that step led.
        require(ways.lead_round(arrow.reversed()), Refusal::CutsOff { arrow, ruling: "K2" })
    }

    /// First pieces stand alone on their islands (K1).
    pub(super) fn check_vacant(&self, island: Island) -> Result<(), Refusal> {
        require(self.map().islands().contains(island), Refusal::NotInPlay(island))?;
        require(!self.occupied().contains(island), Refusal::Occupied(island))
    }

    pub(super) fn check_remove(&self, piece: Piece) -> Result<(), Refusal> {
        require(self.mover().pieces.contains(&piece), Refusal::NoSuchPiece(piece))
    }

    /// No piece enters an island that the volcano closes (K20, K21).
    pub(super) fn check_enter(&self, island: Island) -> Result<(), Refusal> {
        require(self.map().islands().contains(island), Refusal::NotInPlay(island))?;
        require(!self.barred().contains(island), Refusal::Barred(island))
    }

    /// A blocked piece can do nothing (K16).
    fn check_free_piece(&self, island: Island) -> Result<(), Refusal> {
        let player = self.mover();
        require(player.islands().contains(island), Refusal::NoPieceOn(island))?;
        require(player.free_islands().contains(island), Refusal::Blocked(island))
    }

    pub(super) fn check_move(&self, arrow: Arrow) -> Result<(), Refusal> {
        self.check_free_piece(arrow.tail)?;
        let current = self.shoal.find(self.map(), arrow).ok_or(Refusal::NoFish(arrow))?;
        let usable = self.shoal.usable(self.map(), arrow.tail, Colour::of(self.turn.seat));
        require(usable.contains(current), self.not_usable(arrow, current))?;
        self.check_enter(arrow.head)
    }

    fn not_usable(&self, arrow: Arrow, current: Current) -> Refusal {
        match self.shoal.colour(current) {
            Colour::Neutral => Refusal::NeutralFish(arrow),
            colour => Refusal::ForeignFish { arrow, colour },
        }
    }

    /// Only a piece that can't move may flip a fish or call the dolphin (K22).
    pub(super) fn check_stuck(&self, island: Island) -> Result<(), Refusal> {
        self.check_free_piece(island)?;
        require(self.destinations(island).is_empty(), Refusal::CanMove(island))
    }

    /// Only a fish of another player that lies coloured side up may be flipped (K22).
    pub(super) fn check_flip(&self, arrow: Arrow) -> Result<(), Refusal> {
        self.check_stuck(arrow.tail)?;
        let current = self.shoal.find(self.map(), arrow).ok_or(Refusal::NoFish(arrow))?;
        require(!self.shoal.is_white(current), Refusal::WhiteAlready(arrow))?;
        let colour = self.shoal.colour(current);
        let opposing = colour.seat().is_some_and(|seat| seat != self.turn.seat);
        require(opposing, Refusal::NotOpposing { arrow, colour })
    }

    /// Whether Lono's god action is open, wherever the tiles lie.
    pub(super) fn check_swap_power(&self) -> Result<(), Refusal> {
        require(self.cards[God::Lono].owner == Some(self.turn.seat), Refusal::NotYourGod(God::Lono))?;
        require(!self.turn.god_action_spent, Refusal::GodActionSpent)
    }

    pub(super) fn check_swap(&self, first: Spot, second: Spot) -> Result<(), Refusal> {
        self.check_swap_power()?;
        let way = Arrow { tail: first.island, head: second.island };
        self.map().current(way).ok_or(Refusal::NoCurrent(way))?;
        // Only one of the two orders is allowed, so that the legal list has every swap once.
        require(way.tail < way.head, Refusal::OutOfOrder(way))?;
        self.check_tile_there(first)?;
        self.check_tile_there(second)?;
        // Two equal tiles would change places without any effect.
        require(first.tile != second.tile, Refusal::SameKind(first.tile))?;
        self.check_open_to_gods(first.island)?;
        self.check_open_to_gods(second.island)
    }

    pub(super) fn check_tile_there(&self, spot: Spot) -> Result<(), Refusal> {
        require(self.tiles.on(spot.island).any(|tile| tile == spot.tile), Refusal::NotThere(spot))
    }

    /// A volcano at sea keeps god actions from its islands (K20); one on an island doesn't (K21).
    pub(super) fn check_open_to_gods(&self, island: Island) -> Result<(), Refusal> {
        require(!self.closed_to_gods().contains(island), Refusal::Barred(island))
    }

    pub(super) fn check_sacrifice(&self, temple: Temple) -> Result<(), Refusal> {
        let hand = Tile::kinds_in(&self.mover().hand);
        require(!hand.is_disjoint(Tile::showing(temple)), Refusal::NoTileFor(temple))
    }

    /// Tiles are added in order, and the first one shows the god (K37).
    pub(super) fn check_add(&self, offering: Offering, tile: Tile) -> Result<(), Refusal> {
        let temple = offering.temple;
        require(self.mover().hand.count(tile.index()) > 0, Refusal::NotInHand(tile))?;
        require(tile.shows(temple) || tile.shows_kane(), Refusal::WrongGod { tile, temple })?;
        match offering.last {
            None => require(tile.shows(temple), Refusal::FirstMustShow { tile, temple }),
            // One order for each set of tiles: otherwise the list would offer the same sacrifice several times.
            Some(last) => require(last <= tile, Refusal::TileOrder { tile, last }),
        }
    }

    /// The players who may be robbed of a tile, now that a piece has come to this island (K5 to K7).
    #[must_use]
    pub fn victims(&self, arrival: Arrival) -> Set<Seat> {
        let card = self.cards[God::Ku];
        let Some(robber) = card.owner else { return Set::EMPTY };
        let can_lose = |seat: Seat| !self.players[seat].hand.is_empty() && card.protection != Some(seat);
        let stands_here = |seat: Seat| self.players[seat].islands().contains(arrival.island);
        let mover = self.turn.seat;
        // In another player's turn Ku's owner robs the mover, and no one else.
        if robber != mover {
            let meets = stands_here(robber) && !self.players[robber].is_blocked() && can_lose(mover);
            return if meets { Set::only(mover) } else { Set::EMPTY };
        }
        // In the owner's own turn the robbery is a god action: there is one in a turn, and none after the dolphin.
        if arrival.by == Way::Dolphin || self.turn.god_action_spent {
            return Set::EMPTY;
        }
        self.players.count().others_after(mover).filter(|&seat| stands_here(seat) && can_lose(seat)).collect()
    }

    pub(super) fn check_rob(&self, arrival: Arrival, victim: Seat, tile: Tile) -> Result<(), Refusal> {
        require(self.victims(arrival).contains(victim), Refusal::NoVictim(victim))?;
        require(self.players[victim].hand.count(tile.index()) > 0, Refusal::VictimLacks { victim, tile })
    }

    /// The volcano is placed on an island without pieces (K14), with two players in any sea space (K20).
    pub(super) fn check_place_volcano(&self, site: Site) -> Result<(), Refusal> {
        match site {
            Site::Island(_) if self.players.count().get() == 2 => Err(Refusal::VolcanoBelongsAtSea),
            Site::Sea(_) if self.players.count().get() != 2 => Err(Refusal::VolcanoBelongsAshore),
            Site::Island(island) => self.check_vacant(island),
            Site::Sea(space) => self.check_sea_space(space),
        }
    }

    fn check_sea_space(&self, space: SeaSpace) -> Result<(), Refusal> {
        require(!self.touched_by(space).is_empty(), Refusal::NoSuchSpace(space))
    }

    pub(in crate::games::kanaloa) fn check_turn_fish_power(&self) -> Result<(), Refusal> {
        require(self.cards[God::Kanaloa].owner == Some(self.turn.seat), Refusal::NotYourGod(God::Kanaloa))?;
        require(!self.turn.god_action_spent, Refusal::GodActionSpent)
    }

    /// A fish may not be turned if it was vetoed (K26), touches an island of a volcano at sea (K20), is the last way out of a
    /// piece (K25), or is needed to keep every island within reach (K3).
    pub(in crate::games::kanaloa) fn check_turn_fish(&self, ways: &Ways, change: Change) -> Result<(), Refusal> {
        let Change { kind, arrow } = change;
        let current = self.shoal.find(self.map(), arrow).ok_or(Refusal::NoFish(arrow))?;
        require(!self.refused.contains(current), Refusal::Vetoed(arrow))?;
        self.check_open_to_gods(arrow.tail)?;
        self.check_open_to_gods(arrow.head)?;
        self.check_ways_out(change, current)?;
        match kind {
            ChangeKind::Reverse => {
                // Only reversing changes where fish lead, so turning over can't cut anything off.
                require(ways.lead_round(arrow), Refusal::CutsOff { arrow: arrow.reversed(), ruling: "K3" })
            }
            ChangeKind::Recolour => Ok(()),
        }
    }

    /// No piece may lose its only usable fish, wherever that fish leads (K25).
    fn check_ways_out(&self, change: Change, current: Current) -> Result<(), Refusal> {
        let Change { kind, arrow } = change;
        // A fish is a way out only for the pieces at its tail.
        let beside = self.players.entries().filter(|(_, player)| player.islands().contains(arrow.tail));
        for (seat, _) in beside {
            let own = Colour::of(seat);
            let keeps = match kind {
                ChangeKind::Reverse => false,
                ChangeKind::Recolour => !self.shoal.is_white(current) || self.shoal.of(own).contains(current),
            };
            // `last` looks at the fish before the change, and `keeps` at whether the piece could still use this one
            // after it.
            let last = self.shoal.usable(self.map(), arrow.tail, own) == Set::only(current);
            require(keeps || !last, Refusal::LastWayOut { seat, arrow })?;
        }
        Ok(())
    }

    /// The god card requires a sacrifice to Lono and the god action of the turn; the protection card neither (K28).
    pub(super) fn check_second_piece_power(&self) -> Result<(), Refusal> {
        let (card, seat) = (self.cards[God::Lono], self.turn.seat);
        require(self.mover().pieces.len() < 2, Refusal::BothInPlay)?;
        // The protection card comes first: its owner needs neither the sacrifice nor the god action.
        if card.protection == Some(seat) {
            return Ok(());
        }
        require(card.owner == Some(seat), Refusal::NotYourGod(God::Lono))?;
        require(self.mover().temples[Temple::Of(God::Lono)] > 0, Refusal::NothingForLono)?;
        require(!self.turn.god_action_spent, Refusal::GodActionSpent)
    }

    /// A second piece needs an island without pieces and without volcano (K28).
    pub(super) fn check_second_piece(&self, island: Island) -> Result<(), Refusal> {
        self.check_vacant(island)?;
        self.check_enter(island)
    }

    pub(in crate::games::kanaloa) fn can_bring_second_piece_anywhere(&self) -> bool {
        self.check_second_piece_power().is_ok() && !(self.vacant() - self.barred()).is_empty()
    }
}
