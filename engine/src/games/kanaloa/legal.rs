//! What the seat to decide may do: the list of the legal actions, and the check of one action.
//!
//! The list is made of sets, most of which are in `sets.rs`; the check asks the conditions one by one, so that it can give a
//! reason. That both agree at every decision is one of the laws of all games.

use crate::Set;
use crate::game::{Game, Illegal};
use crate::seat::Seat;

use super::action::{Action, Change, ChangeKind, Spot};
use super::fish::Side;
use super::god::Temple;
use super::map::{Arrow, ISLANDS_MAX};
use super::refusal::{Refusal, require};
use super::stage::{Arrival, Offering, Stage};
use super::state::Kanaloa;
use super::tile::Tile;
use super::volcano::{SeaSpace, Site};

mod conditions;
mod sets;

impl Kanaloa {
    /// Puts the legal actions of the open decision into `out`, sorted and unique.
    pub(super) fn legal_actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.stage {
            Stage::LayFish => self.legal_layings(out),
            Stage::PlacePiece => out.extend(self.vacant().into_iter().map(Action::PlacePiece)),
            Stage::RemovePiece => {
                out.extend(self.mover().pieces.iter().copied().map(Action::RemovePiece));
                out.dedup();
            }
            Stage::Land => out.extend((self.map().islands() - self.barred()).into_iter().map(Action::Land)),
            Stage::Main => self.legal_main_actions(out),
            Stage::Offer(offering) => self.legal_offering(offering, out),
            Stage::Rob(arrival) => self.legal_robberies(arrival, out),
            Stage::TakeTile(arrival) => {
                out.extend(self.tiles.kinds_on(arrival.island).into_iter().map(Action::TakeTile))
            }
            Stage::Finish => self.legal_finish(out),
            Stage::Veto(_) => out.extend([Action::Allow, Action::Veto]),
            Stage::PlaceVolcano => self.legal_sites(out),
            Stage::DealTiles | Stage::DealCards | Stage::LayNeutral | Stage::Draw(_) | Stage::Over => {}
        }
    }

    /// Checks that this seat may take this action now.
    pub(super) fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        Illegal::unless_to_act(seat, &self.phase())?;
        let ways = || self.shoal.ways(self.map());
        let checked = match (self.stage, *action) {
            (Stage::LayFish, Action::LayFish { arrow, .. }) => self.check_lay_fish(&ways(), arrow),
            (Stage::PlacePiece, Action::PlacePiece(island)) => self.check_vacant(island),
            (Stage::RemovePiece, Action::RemovePiece(piece)) => self.check_remove(piece),
            (Stage::Land, Action::Land(island)) => self.check_enter(island),
            (Stage::Main, Action::Move(arrow)) => self.check_move(arrow),
            (Stage::Main, Action::Flip(arrow)) => self.check_flip(arrow),
            (Stage::Main, Action::CallDolphin(island)) => self.check_stuck(island),
            (Stage::Main, Action::Swap(first, second)) => self.check_swap(first, second),
            (Stage::Main, Action::Sacrifice(temple)) => self.check_sacrifice(temple),
            (Stage::Offer(offering), Action::Add(tile)) => self.check_add(offering, tile),
            (Stage::Offer(offering), Action::Done) => require(offering.last.is_some(), Refusal::NothingLaidDown),
            (Stage::Rob(arrival), Action::Rob { victim, tile }) => self.check_rob(arrival, victim, tile),
            (Stage::TakeTile(Arrival { island, .. }), Action::TakeTile(tile)) => {
                self.check_tile_there(Spot { island, tile })
            }
            (Stage::Finish, Action::TurnFish(change)) => {
                self.check_turn_fish_power().and_then(|()| self.check_turn_fish(&ways(), change))
            }
            (Stage::Finish, Action::SecondPiece(island)) => {
                self.check_second_piece_power().and_then(|()| self.check_second_piece(island))
            }
            (Stage::PlaceVolcano, Action::PlaceVolcano(site)) => self.check_place_volcano(site),
            (Stage::Rob(_), Action::Spare)
            | (Stage::Finish, Action::EndTurn)
            | (Stage::Veto(_), Action::Allow | Action::Veto) => Ok(()),
            (stage, action) => {
                return Err(Illegal::WrongDecision { asked: asked(stage), action: action.to_string() });
            }
        };
        Ok(checked?)
    }

    fn legal_layings(&self, out: &mut Vec<Action>) {
        let ways = self.shoal.ways(self.map());
        for tail in self.map().islands() {
            // Only a current without a fish can be taken both ways.
            for arrow in ways.both_ways_from(tail).filter(|arrow| ways.lead_round(arrow.reversed())) {
                out.extend_from_slice(&Side::ALL.map(|side| Action::LayFish { arrow, side }));
            }
        }
    }

    fn legal_main_actions(&self, out: &mut Vec<Action>) {
        let mut stuck = Set::EMPTY;
        for tail in self.mover().free_islands() {
            let heads = self.destinations(tail);
            out.extend(heads.into_iter().map(|head| Action::Move(Arrow { tail, head })));
            if heads.is_empty() {
                stuck.insert(tail);
            }
        }
        for tail in stuck {
            let heads = self.behind_opposing_fish(tail).into_iter();
            out.extend(heads.map(|head| Action::Flip(Arrow { tail, head })));
        }
        out.extend(stuck.into_iter().map(Action::CallDolphin));
        if self.check_swap_power().is_ok() {
            self.legal_swaps(out);
        }
        let hand = Tile::kinds_in(&self.mover().hand);
        let temples = Temple::ALL.into_iter().filter(|&temple| !hand.is_disjoint(Tile::showing(temple)));
        out.extend(temples.map(Action::Sacrifice));
    }

    fn legal_swaps(&self, out: &mut Vec<Action>) {
        let (map, open) = (self.map(), self.open_to_gods());
        let mut kinds = [Set::EMPTY; ISLANDS_MAX];
        open.into_iter().for_each(|island| kinds[island.index()] = self.tiles.kinds_on(island));
        for first in open {
            let partners = map.neighbours(first) & open & Set::starting_at(first);
            for tile in kinds[first.index()] {
                let one = Spot { island: first, tile };
                for island in partners {
                    for tile in kinds[island.index()].without(tile) {
                        out.push(Action::Swap(one, Spot { island, tile }));
                    }
                }
            }
        }
    }

    fn legal_offering(&self, offering: Offering, out: &mut Vec<Action>) {
        out.extend(self.addable(offering).into_iter().map(Action::Add));
        if offering.last.is_some() {
            out.push(Action::Done);
        }
    }

    fn legal_robberies(&self, arrival: Arrival, out: &mut Vec<Action>) {
        for victim in self.victims(arrival) {
            let hand = Tile::kinds_in(&self.players[victim].hand);
            out.extend(hand.into_iter().map(|tile| Action::Rob { victim, tile }));
        }
        out.push(Action::Spare);
    }

    fn legal_finish(&self, out: &mut Vec<Action>) {
        if self.check_turn_fish_power().is_ok() {
            self.legal_changes(out);
        }
        if self.check_second_piece_power().is_ok() {
            out.extend((self.vacant() - self.barred()).into_iter().map(Action::SecondPiece));
        }
        out.push(Action::EndTurn);
    }

    fn legal_changes(&self, out: &mut Vec<Action>) {
        let (held, ways) = (self.held(), self.shoal.ways(self.map()));
        for kind in ChangeKind::ALL {
            // By now every current has its fish, so the ways are the fish.
            let mut loose = ways.clone();
            held.from(kind).into_iter().for_each(|current| loose.remove(self.shoal.arrow(self.map(), current)));
            for tail in self.map().islands() {
                // Reversing needs another way that leads where the fish leads (K3).
                let arrows = loose.from(tail).filter(|&arrow| kind == ChangeKind::Recolour || ways.lead_round(arrow));
                out.extend(arrows.map(|arrow| Action::TurnFish(Change { kind, arrow })));
            }
        }
    }

    fn legal_sites(&self, out: &mut Vec<Action>) {
        if self.players.count().get() == 2 {
            let spaces = SeaSpace::ALL.into_iter().filter(|&space| !self.touched_by(space).is_empty());
            out.extend(spaces.map(|space| Action::PlaceVolcano(Site::Sea(space))));
        } else {
            out.extend(self.vacant().into_iter().map(|island| Action::PlaceVolcano(Site::Island(island))));
        }
    }
}

/// The open decision, for messages.
pub(super) const fn asked(stage: Stage) -> &'static str {
    match stage {
        Stage::DealTiles | Stage::DealCards | Stage::LayNeutral | Stage::Draw(_) => "none: a chance event is due",
        Stage::LayFish => "where to lay a fish",
        Stage::PlacePiece => "where to place the first piece",
        Stage::RemovePiece => "which piece to give up (K29)",
        Stage::Land => "where to land from the dolphin",
        Stage::Main => "the main action",
        Stage::Offer(_) => "which tile to add to the sacrifice",
        Stage::Rob(_) => "whether to rob a tile",
        Stage::TakeTile(_) => "which tile to take",
        Stage::Finish => "what to do at the end of the turn",
        Stage::Veto(_) => "whether the fish may be turned",
        Stage::PlaceVolcano => "where to place the volcano",
        Stage::Over => "none: the game is over",
    }
}
