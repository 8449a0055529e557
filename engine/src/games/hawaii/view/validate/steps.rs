//! Whether the table fits the draw that is due or the step of the turn that is open.

use crate::ensure::ensure;
use crate::game::ViewError;
use crate::games::hawaii::places::{Dock, Site, Spot};
use crate::games::hawaii::ruleset::Rules;
use crate::games::hawaii::stage::{Bill, Draw, Harbour, Purpose, Stage};
use crate::games::hawaii::state::{Board, Chief};
use crate::games::hawaii::tiles::Tile;

impl Board {
    /// Checks the island and the turn order, which are complete once they were drawn.
    pub(super) fn validate_order(&self) -> Result<(), ViewError> {
        let seats = self.players.count().get();
        let mut order = self.order.iter().enumerate();
        let each_once = order.all(|(at, seat)| seat.index() < seats && !self.order[..at].contains(seat));
        ensure!(each_once, "the turn order names a seat twice, or one that isn't there");
        let mut sites = self.sites.iter().enumerate();
        ensure!(sites.all(|(at, site)| !self.sites[..at].contains(site)), "a site lies on the island twice");
        let (laid, ordered) = (self.sites.is_full(), self.order.len() == seats);
        let complete = match self.stage {
            Stage::Draw(Draw::Site) => !laid && self.order.is_empty(),
            Stage::Draw(Draw::Seat) => laid && !ordered,
            Stage::Draw(Draw::God(_) | Draw::Islet(_)) => laid && (self.in_set_up() || ordered),
            _ => laid && ordered,
        };
        ensure!(complete, "the island or the turn order doesn't fit the step");
        ensure!(usize::from(self.current) < self.order.len().max(1), "no seat has the turn");
        Ok(())
    }

    /// Whether the first turn order is yet to be drawn.
    fn in_set_up(&self) -> bool {
        self.order.is_empty()
    }

    pub(super) fn validate_draw(&self, draw: Draw, rules: &Rules) -> Result<(), ViewError> {
        ensure!(self.is_due(draw, rules), "the draw {draw:?} isn't due");
        match draw {
            Draw::God(_) if !self.in_set_up() => self.validate_track(),
            Draw::Islet(_) if !self.in_set_up() => {
                self.validate_track()?;
                self.validate_fresh_round(self.tokens.len(), rules)
            }
            Draw::Track => self.validate_fresh_round(self.tokens.len(), rules),
            Draw::Price(place) => self.validate_fresh_round(place.index(), rules),
            Draw::Site | Draw::God(_) | Draw::Islet(_) | Draw::Seat => self.validate_fresh_round(0, rules),
        }
    }

    /// Whether this draw's result is missing, and everything before it is there.
    fn is_due(&self, draw: Draw, rules: &Rules) -> bool {
        let tops_open = self.tops.iter().all(Option::is_some);
        match draw {
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
                self.tokens[place.index()].len() <= usize::from(plain) && self.track.iter().all(Option::is_none)
            }
            Draw::Track => {
                let dealt = self.track.iter().flatten().count();
                let dealt_first = self.track[..dealt].iter().all(Option::is_some) && self.track[..dealt].is_sorted();
                dealt + 1 < self.players.count().get() && dealt_first
            }
        }
    }

    /// Between rounds every chieftain is on the beach, no player has taken a token, and a token was drawn for each
    /// turtle shell of the first `places`.
    fn validate_fresh_round(&self, places: usize, rules: &Rules) -> Result<(), ViewError> {
        let fresh = self.players.iter().all(|player| {
            player.chief == Chief::Beach
                && player.prices.is_empty()
                && player.fish.is_empty()
                && player.spent.count() == 0
        });
        ensure!(fresh && self.current == 0, "a draw between rounds is due, but the round has begun");
        let shells_of = |site: &Site| usize::from(rules.sites[site.index()].plain) + 1;
        let shells: usize = self.sites.iter().take(places).map(shells_of).sum();
        let lying: usize = self.tokens.iter().take(places).map(|tokens| tokens.len()).sum();
        let drawn = lying + usize::from(self.cove.total());
        let next_are_bare = self.tokens.iter().skip(places + 1).all(|tokens| tokens.is_empty());
        ensure!(drawn == shells && next_are_bare, "{drawn} tokens were drawn for sites with {shells} turtle shells");
        Ok(())
    }

    /// Except for the first, a token lies at every place of the track where no player stands, and the current player
    /// isn't there.
    fn validate_track(&self) -> Result<(), ViewError> {
        for (spot, token) in Spot::ALL.into_iter().skip(1).zip(&self.track) {
            let used = spot.index() < self.players.count().get();
            let expected = used && !self.is_taken(spot);
            ensure!(token.is_some() == expected, "the token of track place {spot} and the chieftains don't fit");
        }
        let current = &self.players[self.current_seat()];
        ensure!(!matches!(current.chief, Chief::Track(_)), "the player whose turn it is stands on the track");
        Ok(())
    }

    /// The chieftain is where the step of the turn needs it, and what the step works on is there.
    pub(super) fn validate_turn(&self) -> Result<(), ViewError> {
        let stacks_open = self.tops.iter().zip(self.below).all(|(top, below)| top.is_some() || below == 0);
        ensure!(stacks_open, "a stack of gods has no god on top");
        self.validate_track()?;
        ensure!(self.fits(self.stage), "the step {:?} doesn't fit the table", self.stage);
        Ok(())
    }

    fn fits(&self, step: Stage) -> bool {
        let player = &self.players[self.current_seat()];
        let on_beach = player.chief == Chief::Beach;
        let at_dock = |dock: Dock| on_beach && self.docks[dock.index()].is_some();
        let on_sale = |tile: Tile| player.place().is_some_and(|at| self.sites[at.index()].wares().contains(&tile));
        match step {
            Stage::Pay(Bill { cost: 0, .. }) => false,
            Stage::Pay(Bill { purpose, .. }) => match purpose {
                Purpose::Move => player.place().is_some_and(|at| !self.tokens[at.index()].is_empty()),
                Purpose::Tile(tile, _) => on_sale(tile),
                Purpose::Fish => on_beach,
                Purpose::Dock(dock) => at_dock(dock),
            },
            Stage::Price { .. } => player.place().is_some(),
            Stage::Buy { price, .. } => player.place().is_some() && (2..=6).contains(&price),
            Stage::Row { tile, .. } => tile.kind().is_some(),
            Stage::Boats(Harbour::Dock(dock)) => at_dock(dock),
            Stage::Boats(Harbour::Cove) | Stage::Reward(_) => on_beach,
            Stage::Fish { sent, caught } => sent.is_within(player.spent) && u16::from(caught) <= player.fish.total(),
            Stage::Move | Stage::Draw(_) | Stage::Over => true,
        }
    }
}
