//! Whether a position that came from outside can have come about: what a view must keep to be played on from.

use std::ops::ControlFlow;

use crate::game::ViewError;

use crate::games::hawaii::legal::copies;
use crate::games::hawaii::places::{Dock, Islet, Site, Spot};
use crate::games::hawaii::ruleset::{ROUNDS, Rules};
use crate::games::hawaii::stage::{Bill, Draw, Harbour, Purpose, Stage};
use crate::games::hawaii::state::{Board, Chief, Hawaii};
use crate::games::hawaii::tiles::{God, Tile};
use crate::games::hawaii::tokens::Token;

/// Beyond these no sum of the game overflows; no game comes near them.
const POINTS_MAX: u32 = 1_000_000;
const SUPPLY_MAX: u16 = 10_000;
const TURNS_MAX: u16 = 10_000;

impl Board {
    /// Whether the parts are complete, fit each other and fit the open stage.
    pub(super) fn validate(&self, rules: &Rules) -> Result<(), ViewError> {
        self.validate_players()?;
        self.validate_tokens(rules)?;
        self.validate_tiles(rules)?;
        self.validate_gods(rules)?;
        self.validate_islets(rules)?;
        self.validate_order()?;
        match self.stage {
            Stage::Draw(draw) => self.validate_draw(draw, rules),
            Stage::Over => ensure(usize::from(self.round) == ROUNDS, || "over before the last round".into()),
            _ => self.validate_turn(),
        }
    }

    fn validate_players(&self) -> Result<(), ViewError> {
        let seats = self.players.count().get();
        ensure((2..=Spot::ALL.len()).contains(&seats), || format!("{seats} players, but it is played with 2 to 5"))?;
        ensure((1..=ROUNDS).contains(&usize::from(self.round)), || format!("there is no round {}", self.round))?;
        ensure(self.turn <= TURNS_MAX, || format!("no game has {} turns", self.turn))?;
        for (seat, player) in self.players.entries() {
            ensure(player.points <= POINTS_MAX, || format!("seat {seat} can't have {} points", player.points))?;
            ensure(player.home.is_sound(), || format!("the island of seat {seat} breaks the rules of building"))?;
            let starts = u16::from(player.ready.start) + u16::from(player.spent.start);
            ensure(starts == 1, || format!("seat {seat} has {starts} starting boats"))?;
            if let Chief::Track(spot) = player.chief {
                let shared = self.players.iter().filter(|other| other.chief == player.chief).count() > 1;
                ensure(!shared && spot.index() < seats, || format!("seat {seat} can't stand on track place {spot}"))?;
            }
        }
        Ok(())
    }

    /// All tokens are somewhere, and nowhere twice.
    fn validate_tokens(&self, rules: &Rules) -> Result<(), ViewError> {
        for token in Token::ALL {
            let kind = token.index();
            let in_bags = u32::from(self.bag.count(kind)) + u32::from(self.cove.count(kind));
            let taken: u32 = self
                .players
                .iter()
                .map(|player| u32::from(player.prices.count(kind)) + u32::from(player.fish.count(kind)))
                .sum();
            let lying = self.shells.iter().flatten().chain(self.track.iter().flatten());
            let all = in_bags + taken + lying.filter(|other| **other == token).count() as u32;
            let right = u32::from(rules.tokens.count(kind));
            ensure(all == right, || format!("there are {all} tokens {token} in all, but must be {right}"))?;
        }
        ensure(self.shells.iter().all(|shells| shells.is_sorted()), || "a site's tokens aren't sorted".into())?;
        let unused = &self.track[self.players.count().get() - 1..];
        ensure(unused.iter().all(Option::is_none), || "a token lies at a track place that isn't used".into())
    }

    /// All tiles are in their pile or with a player.
    fn validate_tiles(&self, rules: &Rules) -> Result<(), ViewError> {
        for (tile, (&left, &right)) in Tile::ALL.into_iter().zip(self.piles.iter().zip(&rules.piles)) {
            let built: u32 = self
                .players
                .iter()
                .map(|player| match (tile, tile.kind()) {
                    (_, Some(kind)) => player.home.with(kind).len() as u32,
                    (Tile::Kahuna, _) => player.home.kahunas.into(),
                    (Tile::Tiki, _) => player.home.tikis.into(),
                    _ => [player.ready.ones, player.ready.twos, player.spent.ones, player.spent.twos]
                        .map(u32::from)
                        .iter()
                        .sum(),
                })
                .sum();
            let all = built + u32::from(left);
            ensure(all == u32::from(right), || {
                format!("there are {all} tiles of {} in all, but must be {right}", tile.name())
            })?;
        }
        Ok(())
    }

    /// All gods are in the stacks or with a player.
    fn validate_gods(&self, rules: &Rules) -> Result<(), ViewError> {
        for god in God::ALL {
            let held = self.players.iter().filter(|player| player.home.find_god(god).is_some()).count();
            let on_top = self.tops.iter().flatten().filter(|top| **top == god).count();
            let all = held + on_top + usize::from(self.unseen.count(god.index()));
            let right = usize::from(rules.gods.count(god.index()));
            ensure(all == right, || format!("there are {all} gods {} in all, but must be {right}", god.name()))?;
        }
        let below: u16 = self.below.iter().map(|height| u16::from(*height)).sum();
        ensure(below == self.unseen.total(), || {
            format!("{below} gods lie below the tops, but {} are unseen", self.unseen.total())
        })
    }

    /// All islets are at a dock or in the pile, of which some are face down.
    fn validate_islets(&self, rules: &Rules) -> Result<(), ViewError> {
        for islet in Islet::ALL {
            let kind = islet.index();
            let docked = self.docks.iter().flatten().filter(|other| **other == islet).count();
            let all = docked + usize::from(self.islets.count(kind)) + usize::from(self.visited.count(kind));
            let right = usize::from(rules.islets.count(kind));
            ensure(all == right, || format!("there are {all} islets {} in all, but must be {right}", islet.name()))?;
        }
        ensure(!self.islets.is_empty(), || "no islet lies face down".into())
    }

    fn validate_order(&self) -> Result<(), ViewError> {
        let seats = self.players.count();
        let sound = self
            .order
            .iter()
            .enumerate()
            .all(|(at, seat)| seat.index() < seats.get() && !self.order[..at].contains(seat));
        ensure(sound, || "the turn order names a seat twice or one that isn't there".into())?;
        let different = self.sites.iter().enumerate().all(|(at, site)| !self.sites[..at].contains(site));
        ensure(different, || "a site lies on the island twice".into())?;
        let laid = self.sites.is_full();
        let complete = match self.stage {
            Stage::Draw(Draw::Site) => !laid && self.order.is_empty(),
            Stage::Draw(Draw::Seat) => laid && self.order.len() < seats.get(),
            Stage::Draw(Draw::God(_) | Draw::Islet(_)) => laid && (self.in_set_up() || self.order.len() == seats.get()),
            _ => laid && self.order.len() == seats.get(),
        };
        ensure(complete, || "the island or the turn order doesn't fit the step".into())?;
        ensure(usize::from(self.current) < self.order.len().max(1), || "nobody is current".into())
    }

    /// Whether the first turn order is yet to be drawn.
    fn in_set_up(&self) -> bool {
        self.order.is_empty()
    }

    fn validate_draw(&self, draw: Draw, rules: &Rules) -> Result<(), ViewError> {
        let tops_open = self.tops.iter().all(Option::is_some);
        let due = match draw {
            Draw::Site => true,
            Draw::God(stack) => {
                let before = &self.tops[..stack.index()];
                let in_order = !self.in_set_up() || before.iter().all(Option::is_some);
                self.tops[stack.index()].is_none() && self.below[stack.index()] > 0 && in_order
            }
            Draw::Islet(dock) => {
                let before = &self.docks[..dock.index()];
                let in_order = before.iter().all(Option::is_some);
                self.docks[dock.index()].is_none() && in_order && (!self.in_set_up() || tops_open)
            }
            Draw::Seat => tops_open && self.docks.iter().all(Option::is_some),
            Draw::Price(place) => {
                let plain = rules.sites[self.sites[place.index()].index()].plain;
                self.shells[place.index()].len() <= usize::from(plain) && self.track.iter().all(Option::is_none)
            }
            Draw::Track => {
                let dealt = self.track.iter().flatten().count();
                let dealt_first = self.track[..dealt].iter().all(Option::is_some) && self.track[..dealt].is_sorted();
                dealt + 1 < self.players.count().get() && dealt_first
            }
        };
        ensure(due, || format!("the draw {draw:?} isn't due"))?;
        match draw {
            Draw::God(_) if !self.in_set_up() => self.validate_track(),
            Draw::Islet(_) if !self.in_set_up() => {
                self.validate_track()?;
                self.validate_fresh_round(self.shells.len(), rules)
            }
            Draw::Track => self.validate_fresh_round(self.shells.len(), rules),
            Draw::Price(place) => self.validate_fresh_round(place.index(), rules),
            Draw::Site | Draw::God(_) | Draw::Islet(_) | Draw::Seat => self.validate_fresh_round(0, rules),
        }
    }

    /// Between rounds every chieftain is on the beach, nobody has taken a token, and as many were drawn as the first
    /// `places` have shells.
    fn validate_fresh_round(&self, places: usize, rules: &Rules) -> Result<(), ViewError> {
        let fresh = self.players.iter().all(|player| {
            player.chief == Chief::Beach
                && player.prices.is_empty()
                && player.fish.is_empty()
                && player.spent.count() == 0
        });
        ensure(fresh && self.current == 0, || "a draw between rounds, but the round has begun".into())?;
        let of_site = |site: &Site| usize::from(rules.sites[site.index()].plain) + 1;
        let shells: usize = self.sites.iter().take(places).map(of_site).sum();
        let lying: usize = self.shells.iter().take(places).map(|shells| shells.len()).sum();
        let all = lying + usize::from(self.cove.total());
        let next = self.shells.iter().skip(places + 1).all(|shells| shells.is_empty());
        ensure(all == shells && next, || format!("{all} tokens were drawn for sites with {shells} shells"))
    }

    /// A token lies at every place of the track but the first where nobody stands, and the current player isn't there.
    fn validate_track(&self) -> Result<(), ViewError> {
        for (spot, token) in Spot::ALL.into_iter().skip(1).zip(&self.track) {
            let used = spot.index() < self.players.count().get();
            ensure(token.is_some() == (used && !self.is_taken(spot)), || {
                format!("the token of track place {spot} and its chieftain don't fit")
            })?;
        }
        let current = &self.players[self.current_seat()];
        ensure(!matches!(current.chief, Chief::Track(_)), || "whose turn it is stands on the track".into())
    }

    /// The chieftain is where the step of the turn needs it, and what the step works on is there.
    fn validate_turn(&self) -> Result<(), ViewError> {
        let stacks_open = self.tops.iter().zip(self.below).all(|(top, below)| top.is_some() || below == 0);
        ensure(stacks_open, || "a stack of gods has no god on top".into())?;
        self.validate_track()?;
        let player = &self.players[self.current_seat()];
        let at_place = player.place().is_some();
        let at_dock = |dock: Dock| player.chief == Chief::Beach && self.docks[dock.index()].is_some();
        let on_sale = |tile: Tile| player.place().is_some_and(|at| self.sites[at.index()].wares().contains(&tile));
        let fits = match self.stage {
            Stage::Move => true,
            Stage::Pay(Bill { purpose, cost, .. }) => {
                cost > 0
                    && match purpose {
                        Purpose::Move => player.place().is_some_and(|at| !self.shells[at.index()].is_empty()),
                        Purpose::Tile(tile, _) => on_sale(tile),
                        Purpose::Fish => player.chief == Chief::Beach,
                        Purpose::Dock(dock) => at_dock(dock),
                    }
            }
            Stage::Price { .. } => at_place,
            Stage::Buy { price, .. } => at_place && (2..=6).contains(&price),
            Stage::Row { tile, .. } => tile.kind().is_some(),
            Stage::Boats(Harbour::Dock(dock)) => at_dock(dock),
            Stage::Boats(Harbour::Cove) => player.chief == Chief::Beach,
            Stage::Fish { sent, caught } => sent.is_within(player.spent) && u16::from(caught) <= player.fish.total(),
            Stage::Reward(_) => player.chief == Chief::Beach,
            Stage::Draw(_) | Stage::Over => true,
        };
        ensure(fits, || format!("the step {:?} doesn't fit the table", self.stage))
    }
}

impl Hawaii {
    /// Whether the supplies are within reason and whoever is to act can act.
    pub(super) fn validate(&self) -> Result<(), ViewError> {
        for (seat, supply) in self.supplies.entries() {
            let most = supply.shells.max(supply.feet).max(supply.fruit);
            ensure(most <= SUPPLY_MAX, || format!("seat {seat} can't have {most} of anything"))?;
        }
        let tile = match self.board.stage {
            Stage::Draw(_) | Stage::Over => return Ok(()),
            Stage::Pay(Bill { purpose: Purpose::Tile(tile, side), .. }) => Some((tile, copies(tile, side))),
            Stage::Row { tile, .. } => Some((tile, 1)),
            _ => None,
        };
        let gets = tile.is_none_or(|(tile, count)| self.may_get(tile, count).is_ok());
        let acts = self.each_legal(&mut |_| ControlFlow::Break(())).is_break();
        ensure(gets && acts, || "nobody could act: the step and the supplies don't fit".into())
    }
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), ViewError> {
    if holds { Ok(()) } else { Err(ViewError::new(broken())) }
}
