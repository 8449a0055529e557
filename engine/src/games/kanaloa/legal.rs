//! The legal list: every action of the open decision, in order.

use super::action::{Action, Change, ChangeKind, Spot};
use super::fish::Side;
use super::map::{Arrow, Island};
use super::set::Set;
use super::stage::{Arrival, Offering, Stage};
use super::state::Kanaloa;
use super::tile::{Temple, Tile};
use super::volcano::{SEA_SPACES_MAX, SeaSpace, Site};

impl Kanaloa {
    /// Adds the legal actions of the open decision to `out`, sorted and unique.
    pub(super) fn list_legal(&self, out: &mut Vec<Action>) {
        match self.stage {
            Stage::LayFish => self.list_layings(out),
            Stage::PlacePiece => {
                out.extend(self.islands_where(|island| self.may_be_placed_on(island).is_ok()).map(Action::PlacePiece));
            }
            Stage::RemovePiece => {
                out.extend(self.mover().pieces.iter().copied().map(Action::RemovePiece));
                out.dedup();
            }
            Stage::Land => out.extend(self.islands_where(|island| self.may_enter(island).is_ok()).map(Action::Land)),
            Stage::Main => self.list_main(out),
            Stage::Offer(offering) => self.list_offering(offering, out),
            Stage::Rob(arrival) => self.list_robberies(arrival, out),
            Stage::TakeTile(arrival) => out.extend(self.tiles.kinds_on(arrival.island).map(Action::TakeTile)),
            Stage::Finish => self.list_finish(out),
            Stage::Veto(_) => out.extend([Action::Allow, Action::Veto]),
            Stage::PlaceVolcano => self.list_sites(out),
            Stage::DealTiles | Stage::DealCards | Stage::LayNeutral | Stage::Draw(_) | Stage::Over => {}
        }
    }

    fn islands_where(&self, holds: impl Fn(Island) -> bool) -> impl Iterator<Item = Island> {
        self.board.map.islands().into_iter().filter(move |&island| holds(island))
    }

    fn list_layings(&self, out: &mut Vec<Action>) {
        let ways = self.shoal.ways(&self.board.map);
        for arrow in self.board.map.arrows().filter(|&arrow| self.may_lie(&ways, arrow).is_ok()) {
            out.extend([Side::White, Side::Coloured].map(|side| Action::LayFish { arrow, side }));
        }
    }

    fn list_main(&self, out: &mut Vec<Action>) {
        let mut stuck = Set::EMPTY;
        for tail in self.mover().free_islands() {
            let heads = self.destinations(tail);
            out.extend(heads.into_iter().map(|head| Action::Move(Arrow { tail, head })));
            if heads.is_empty() {
                stuck.insert(tail);
            }
        }
        for tail in stuck {
            let arrows = self.board.map.neighbours(tail).into_iter().map(|head| Arrow { tail, head });
            out.extend(arrows.filter(|&arrow| self.may_flip(arrow).is_ok()).map(Action::Flip));
        }
        out.extend(stuck.into_iter().map(Action::CallDolphin));
        if self.may_use_swap().is_ok() {
            self.list_swaps(out);
        }
        let temples = Temple::ALL.into_iter().filter(|&temple| self.may_sacrifice(temple).is_ok());
        out.extend(temples.map(Action::Sacrifice));
    }

    fn list_swaps(&self, out: &mut Vec<Action>) {
        for first in self.islands_where(|island| self.may_be_handled(island).is_ok()) {
            for tile in self.tiles.kinds_on(first) {
                let partners = self.board.map.neighbours(first).into_iter().filter(|&second| first < second);
                for second in partners.filter(|&second| self.may_be_handled(second).is_ok()) {
                    let others = self.tiles.kinds_on(second).filter(|&other| other != tile);
                    let spot = |island, tile| Spot { island, tile };
                    out.extend(others.map(|other| Action::Swap(spot(first, tile), spot(second, other))));
                }
            }
        }
    }

    fn list_offering(&self, offering: Offering, out: &mut Vec<Action>) {
        let tiles = Tile::kinds_in(&self.mover().hand).filter(|&tile| self.may_add(offering, tile).is_ok());
        out.extend(tiles.map(Action::Add));
        if offering.last.is_some() {
            out.push(Action::Done);
        }
    }

    fn list_robberies(&self, arrival: Arrival, out: &mut Vec<Action>) {
        for victim in self.victims(arrival) {
            out.extend(Tile::kinds_in(&self.players[victim].hand).map(|tile| Action::Rob { victim, tile }));
        }
        out.push(Action::Spare);
    }

    fn list_finish(&self, out: &mut Vec<Action>) {
        if self.may_use_kanaloa().is_ok() {
            let ways = self.shoal.ways(&self.board.map);
            for kind in [ChangeKind::Reverse, ChangeKind::Recolour] {
                let changes = self.board.map.arrows().map(|arrow| Change { kind, arrow });
                let allowed = changes.filter(|&change| self.may_turn_fish(&ways, change).is_ok());
                out.extend(allowed.map(Action::TurnFish));
            }
        }
        if self.may_use_second_piece().is_ok() {
            out.extend(self.islands_where(|island| self.may_stand_on(island).is_ok()).map(Action::SecondPiece));
        }
        out.push(Action::EndTurn);
    }

    fn list_sites(&self, out: &mut Vec<Action>) {
        let islands = self.board.map.islands().into_iter().map(Site::Island);
        let spaces = (1..=SEA_SPACES_MAX as u32).filter_map(SeaSpace::new).map(Site::Sea);
        let sites = islands.chain(spaces).filter(|&site| self.may_place_volcano(site).is_ok());
        out.extend(sites.map(Action::PlaceVolcano));
    }
}
