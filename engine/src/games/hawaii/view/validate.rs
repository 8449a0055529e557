//! What a view from outside must keep, so that play can go on from it.

mod counts;
mod steps;

use std::ops::ControlFlow;

use crate::ensure::ensure;
use crate::game::{Game, ViewError};
use crate::games::hawaii::legal::copies;
use crate::games::hawaii::places::Spot;
use crate::games::hawaii::ruleset::{ROUNDS, Rules};
use crate::games::hawaii::stage::{Bill, Purpose, Stage};
use crate::games::hawaii::state::{Board, Chief, Hawaii};

/// Below these values no sum of the game overflows, and no game comes near them.
const POINTS_MAX: u32 = 1_000_000;
pub(super) const SUPPLY_MAX: u16 = 10_000;
const TURNS_MAX: u16 = 10_000;

impl Board {
    /// Checks that the parts are complete, that they fit each other and the ruleset, and that they fit the open step.
    pub(super) fn validate(&self, rules: &Rules) -> Result<(), ViewError> {
        self.validate_players()?;
        self.validate_counts(rules)?;
        self.validate_order()?;
        match self.stage {
            Stage::Draw(draw) => self.validate_draw(draw, rules),
            Stage::Over => {
                ensure!(usize::from(self.round) == ROUNDS, "the game is over before the last round");
                Ok(())
            }
            _ => self.validate_turn(),
        }
    }

    fn validate_players(&self) -> Result<(), ViewError> {
        let seats = self.players.count().get();
        Hawaii::INFO.seat_count(seats).map_err(|error| ViewError::new(error.to_string()))?;
        let (round, turn) = (self.round, self.turn);
        ensure!((1..=ROUNDS).contains(&round.into()), "the round is {round}, but must be 1 to {ROUNDS}");
        ensure!(turn <= TURNS_MAX, "{turn} turns were finished, more than any game has");
        for (seat, player) in self.players.entries() {
            ensure!(player.points <= POINTS_MAX, "seat {seat} has {} points, more than any game gives", player.points);
            ensure!(player.home.is_sound(), "the villages of seat {seat} break the rules of building");
            let starts = u16::from(player.ready.start) + u16::from(player.spent.start);
            ensure!(starts == 1, "seat {seat} has {starts} starting boats, but must have 1");
            if let Chief::Track(spot) = player.chief {
                self.validate_spot(spot, seats)?;
            }
        }
        Ok(())
    }

    fn validate_spot(&self, spot: Spot, seats: usize) -> Result<(), ViewError> {
        let here = self.players.iter().filter(|player| player.chief == Chief::Track(spot)).count();
        ensure!(spot.index() < seats, "a chieftain stands on track place {spot}, which isn't used with {seats} seats");
        ensure!(here == 1, "{here} chieftains stand on track place {spot}");
        Ok(())
    }
}

impl Hawaii {
    /// Checks that the supplies are within reason, and that the seat to decide has something to decide.
    pub(super) fn validate(&self) -> Result<(), ViewError> {
        for (seat, supply) in self.supplies.entries() {
            let most = supply.shells.max(supply.feet).max(supply.fruit);
            ensure!(most <= SUPPLY_MAX, "the supply of seat {seat} has {most} of one kind, more than any game gives");
        }
        let tile = match self.board.stage {
            Stage::Draw(_) | Stage::Over => return Ok(()),
            Stage::Pay(Bill { purpose: Purpose::Tile(tile, side), .. }) => Some((tile, copies(tile, side))),
            Stage::Row { tile, .. } => Some((tile, 1)),
            _ => None,
        };
        let gets = tile.is_none_or(|(tile, count)| self.may_get(tile, count).is_ok());
        let acts = self.each_legal(&mut |_| ControlFlow::Break(())).is_break();
        ensure!(gets && acts, "no action would be legal: the step and the supplies don't fit");
        Ok(())
    }
}
