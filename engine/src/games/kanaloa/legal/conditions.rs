//! What each action needs: one judgement for each kind, shared by the legal list and by the check of an answer.

use crate::game::Illegal;
use crate::seat::Seat;

use super::action::{Action, Change, ChangeKind, Spot};
use super::fish::Colour;
use super::map::{Arrow, Current, Island, Ways};
use super::player::Piece;
use super::refusal::{Refusal, Verdict, require};
use super::set::Set;
use super::stage::{Arrival, Offering, Stage};
use super::state::Kanaloa;
use super::tile::{God, Temple, Tile};
use super::volcano::{SeaSpace, Site};

impl Kanaloa {
    /// Whether the seat to decide may take this action.
    pub(super) fn judge(&self, action: Action) -> Result<(), Illegal> {
        let ways = || self.shoal.ways(&self.board.map);
        let verdict = match (self.stage, action) {
            (Stage::LayFish, Action::LayFish { arrow, .. }) => self.may_lie(&ways(), arrow),
            (Stage::PlacePiece, Action::PlacePiece(island)) => self.may_be_placed_on(island),
            (Stage::RemovePiece, Action::RemovePiece(piece)) => self.may_remove(piece),
            (Stage::Land, Action::Land(island)) => self.may_enter(island),
            (Stage::Main, Action::Move(arrow)) => self.may_move(arrow),
            (Stage::Main, Action::Flip(arrow)) => self.may_flip(arrow),
            (Stage::Main, Action::CallDolphin(island)) => self.may_call_dolphin(island),
            (Stage::Main, Action::Swap(first, second)) => self.may_swap(first, second),
            (Stage::Main, Action::Sacrifice(temple)) => self.may_sacrifice(temple),
            (Stage::Offer(offering), Action::Add(tile)) => self.may_add(offering, tile),
            (Stage::Offer(offering), Action::Done) => require(offering.last.is_some(), Refusal::NothingLaidDown),
            (Stage::Rob(arrival), Action::Rob { victim, tile }) => self.may_rob(arrival, victim, tile),
            (Stage::TakeTile(Arrival { island, .. }), Action::TakeTile(tile)) => self.lies_at(Spot { island, tile }),
            (Stage::Finish, Action::TurnFish(change)) => {
                self.may_use_kanaloa().and_then(|()| self.may_turn_fish(&ways(), change))
            }
            (Stage::Finish, Action::SecondPiece(island)) => {
                self.may_use_second_piece().and_then(|()| self.may_stand_on(island))
            }
            (Stage::PlaceVolcano, Action::PlaceVolcano(site)) => self.may_place_volcano(site),
            (Stage::Rob(_), Action::Spare)
            | (Stage::Finish, Action::EndTurn)
            | (Stage::Veto(_), Action::Allow | Action::Veto) => Ok(()),
            (stage, action) => {
                return Err(Illegal::WrongDecision { asked: stage.question(), action: action.to_string() });
            }
        };
        verdict.map_err(|refusal| Illegal::rule(refusal.to_string()))
    }

    /// K2: the map stays joined, with every empty current counted as open both ways.
    pub(super) fn may_lie(&self, ways: &Ways, arrow: Arrow) -> Verdict {
        let current = self.board.map.current(arrow).ok_or(Refusal::NoCurrent(arrow))?;
        require(!self.shoal.laid().contains(current), Refusal::FishLiesThere(arrow))?;
        require(ways.lead_round(arrow.reversed()), Refusal::CutsOff { arrow, ruling: "K2" })
    }

    /// K1: one piece an island.
    pub(super) fn may_be_placed_on(&self, island: Island) -> Verdict {
        require(self.board.map.islands().contains(island), Refusal::NotInPlay(island))?;
        require(!self.occupied().contains(island), Refusal::Occupied(island))
    }

    fn may_remove(&self, piece: Piece) -> Verdict {
        require(self.mover().pieces.contains(&piece), Refusal::NoSuchPiece(piece))
    }

    /// K20, K21.
    pub(super) fn may_enter(&self, island: Island) -> Verdict {
        require(self.board.map.islands().contains(island), Refusal::NotInPlay(island))?;
        require(!self.barred().contains(island), Refusal::Barred(island))
    }

    /// K16: a blocked piece can do nothing.
    fn may_act_from(&self, island: Island) -> Verdict {
        let player = self.mover();
        require(player.islands().contains(island), Refusal::NoPieceOn(island))?;
        require(player.free_islands().contains(island), Refusal::Blocked(island))
    }

    pub(super) fn may_move(&self, arrow: Arrow) -> Verdict {
        self.may_act_from(arrow.tail)?;
        let current = self.shoal.find(&self.board.map, arrow).ok_or(Refusal::NoFish(arrow))?;
        let usable = self.shoal.usable(&self.board.map, arrow.tail, Colour::of(self.turn.seat));
        require(usable.contains(current), Refusal::ForeignFish { arrow, colour: self.shoal.colour(current) })?;
        self.may_enter(arrow.head)
    }

    /// The islands to which a free piece on this one can move.
    pub(super) fn destinations(&self, island: Island) -> Set<Island> {
        let map = &self.board.map;
        let usable = self.shoal.usable(map, island, Colour::of(self.turn.seat));
        let heads: Set<Island> = usable.into_iter().map(|current| self.shoal.arrow(map, current).head).collect();
        heads - self.barred()
    }

    /// K22: only a piece that can't move has the other two ways.
    fn is_stuck_on(&self, island: Island) -> Verdict {
        self.may_act_from(island)?;
        require(self.destinations(island).is_empty(), Refusal::CanMove(island))
    }

    /// K22: a fellow player's fish, coloured side up.
    pub(super) fn may_flip(&self, arrow: Arrow) -> Verdict {
        self.is_stuck_on(arrow.tail)?;
        let current = self.shoal.find(&self.board.map, arrow).ok_or(Refusal::NoFish(arrow))?;
        require(!self.shoal.is_white(current), Refusal::WhiteAlready(arrow))?;
        let colour = self.shoal.colour(current);
        let opposing = colour.seat().is_some_and(|seat| seat != self.turn.seat);
        require(opposing, Refusal::NotOpposing { arrow, colour })
    }

    pub(super) fn may_call_dolphin(&self, island: Island) -> Verdict {
        self.is_stuck_on(island)
    }

    /// Lono's swap is the turn's god action; it comes before the main action.
    pub(super) fn may_use_swap(&self) -> Verdict {
        require(self.cards[God::Lono].owner == Some(self.turn.seat), Refusal::NotYourGod(God::Lono))?;
        require(!self.turn.god_action_spent, Refusal::GodActionSpent)
    }

    fn may_swap(&self, first: Spot, second: Spot) -> Verdict {
        self.may_use_swap()?;
        let way = Arrow { tail: first.island, head: second.island };
        self.board.map.current(way).ok_or(Refusal::NoCurrent(way))?;
        require(way.tail < way.head, Refusal::OutOfOrder(way))?;
        self.lies_at(first)?;
        self.lies_at(second)?;
        require(first.tile != second.tile, Refusal::SameKind(first.tile))?;
        self.may_be_handled(first.island)?;
        self.may_be_handled(second.island)
    }

    fn lies_at(&self, spot: Spot) -> Verdict {
        require(self.tiles.on(spot.island).any(|tile| tile == spot.tile), Refusal::NotThere(spot))
    }

    /// K20, K21: only a volcano at sea keeps god actions from its islands.
    pub(super) fn may_be_handled(&self, island: Island) -> Verdict {
        let at_sea = self.volcano.is_some_and(|volcano| matches!(volcano.site, Site::Sea(_)));
        require(!at_sea || !self.barred().contains(island), Refusal::Barred(island))
    }

    pub(super) fn may_sacrifice(&self, temple: Temple) -> Verdict {
        let suits = Tile::kinds_in(&self.mover().hand).any(|tile| tile.shows(temple));
        require(suits, Refusal::NoTileFor(temple))
    }

    /// K37: tiles in order, the first of them showing the god.
    pub(super) fn may_add(&self, offering: Offering, tile: Tile) -> Verdict {
        let temple = offering.temple;
        require(self.mover().hand.count(tile.index()) > 0, Refusal::NotInHand(tile))?;
        require(tile.shows(temple) || tile.shows_kane(), Refusal::WrongGod { tile, temple })?;
        match offering.last {
            None => require(tile.shows(temple), Refusal::FirstMustShow { tile, temple }),
            Some(last) => require(last <= tile, Refusal::TileOrder { tile, last }),
        }
    }

    fn may_rob(&self, arrival: Arrival, victim: Seat, tile: Tile) -> Verdict {
        require(self.victims(arrival).contains(victim), Refusal::NoVictim(victim))?;
        require(self.players[victim].hand.count(tile.index()) > 0, Refusal::VictimLacks { victim, tile })
    }

    /// K14, K20.
    pub(super) fn may_place_volcano(&self, site: Site) -> Verdict {
        match site {
            Site::Island(_) if self.seat_count().get() == 2 => Err(Refusal::VolcanoBelongsAtSea),
            Site::Sea(_) if self.seat_count().get() != 2 => Err(Refusal::VolcanoBelongsAshore),
            Site::Island(island) => self.may_be_placed_on(island),
            Site::Sea(space) => self.may_be_in(space),
        }
    }

    fn may_be_in(&self, space: SeaSpace) -> Verdict {
        require(!self.touched_by(space).is_empty(), Refusal::NoSuchSpace(space))
    }

    pub(super) fn may_use_kanaloa(&self) -> Verdict {
        require(self.cards[God::Kanaloa].owner == Some(self.turn.seat), Refusal::NotYourGod(God::Kanaloa))?;
        require(!self.turn.god_action_spent, Refusal::GodActionSpent)
    }

    /// K3, K20, K25, K26.
    pub(super) fn may_turn_fish(&self, ways: &Ways, change: Change) -> Verdict {
        let Change { kind, arrow } = change;
        let current = self.shoal.find(&self.board.map, arrow).ok_or(Refusal::NoFish(arrow))?;
        require(!self.refused.contains(current), Refusal::Vetoed(arrow))?;
        self.may_be_handled(arrow.tail)?;
        self.may_be_handled(arrow.head)?;
        self.leaves_ways_out(change, current)?;
        match kind {
            ChangeKind::Reverse => {
                require(ways.lead_round(arrow), Refusal::CutsOff { arrow: arrow.reversed(), ruling: "K3" })
            }
            ChangeKind::Recolour => Ok(()),
        }
    }

    /// K25: no piece loses its only usable fish, wherever that leads.
    fn leaves_ways_out(&self, change: Change, current: Current) -> Verdict {
        let Change { kind, arrow } = change;
        let beside = self.players.entries().filter(|(_, player)| player.islands().contains(arrow.tail));
        for (seat, _) in beside {
            let own = Colour::of(seat);
            let keeps = match kind {
                ChangeKind::Reverse => false,
                ChangeKind::Recolour => !self.shoal.is_white(current) || self.shoal.of(own).contains(current),
            };
            let last = self.shoal.usable(&self.board.map, arrow.tail, own) == Set::only(current);
            require(keeps || !last, Refusal::LastWayOut { seat, arrow })?;
        }
        Ok(())
    }

    pub(super) fn can_turn_any_fish(&self) -> bool {
        if self.may_use_kanaloa().is_err() {
            return false;
        }
        let ways = self.shoal.ways(&self.board.map);
        let kinds = [ChangeKind::Recolour, ChangeKind::Reverse];
        let mut changes =
            kinds.into_iter().flat_map(|kind| self.board.map.arrows().map(move |arrow| Change { kind, arrow }));
        changes.any(|change| self.may_turn_fish(&ways, change).is_ok())
    }

    /// K28: the god card asks for a sacrifice to Lono and the turn's god action, the protection card for neither.
    pub(super) fn may_use_second_piece(&self) -> Verdict {
        let (card, seat) = (self.cards[God::Lono], self.turn.seat);
        require(self.mover().pieces.len() < 2, Refusal::BothInPlay)?;
        if card.protection == Some(seat) {
            return Ok(());
        }
        require(card.owner == Some(seat), Refusal::NotYourGod(God::Lono))?;
        require(self.mover().temples[Temple::Of(God::Lono)] > 0, Refusal::NothingForLono)?;
        require(!self.turn.god_action_spent, Refusal::GodActionSpent)
    }

    /// K28: a second piece needs an island without pieces and without volcano.
    pub(super) fn may_stand_on(&self, island: Island) -> Verdict {
        self.may_be_placed_on(island)?;
        self.may_enter(island)
    }

    pub(super) fn can_bring_second_piece_anywhere(&self) -> bool {
        self.may_use_second_piece().is_ok()
            && self.board.map.islands().into_iter().any(|island| self.may_stand_on(island).is_ok())
    }
}
