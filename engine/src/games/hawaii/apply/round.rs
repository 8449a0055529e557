//! The end of a round: its points, what every player receives, and the table made ready for the next (W13, W14).

use crate::games::hawaii::boats::Fleet;
use crate::games::hawaii::places::{Place, Spot};
use crate::games::hawaii::ruleset::{ROUNDS, RoundRules, Rules, Sides};
use crate::games::hawaii::score::{Tally, by_side, god_value, round_points};
use crate::games::hawaii::stage::{Draw, Stage};
use crate::games::hawaii::state::{Chief, Hawaii, Player};
use crate::games::hawaii::supply::Supply;
use crate::games::hawaii::tiles::{God, Kind};
use crate::games::hawaii::tokens::{SiteTokens, TokenBag};
use crate::seat::Seat;

impl Hawaii {
    /// Ends the round once every chieftain stands on the track, and the game after the last round.
    pub(super) fn end_round(&mut self) {
        let marker = self.rules.marker(self.board.round);
        let points = round_points(&self.board.players, &marker, &self.rules);
        for (player, points) in self.board.players.iter_mut().zip(&points) {
            player.points += points;
        }
        if usize::from(self.board.round) == ROUNDS {
            for player in self.board.players.iter_mut() {
                player.points += Tally::of(player, &self.rules).total();
            }
            self.board.stage = Stage::Over;
            return;
        }
        for (player, supply) in self.board.players.iter().zip(self.supplies.iter_mut()) {
            let income = income(player, &marker, &self.rules);
            supply.shells += income.shells;
            supply.feet += income.feet;
            supply.fruit += income.fruit;
        }
        self.clear_table();
    }

    /// Puts all tokens back into the bag, sets the new turn order, sends the chieftains to the beach, moves the islets
    /// left, and makes the boats ready.
    fn clear_table(&mut self) {
        let board = &mut self.board;
        for (index, seat) in board.order.iter_mut().enumerate() {
            let here = Chief::Track(Spot::ALL[index]);
            let standing = board.players.entries().find(|(_, player)| player.chief == here);
            *seat = standing.map_or(Seat::FIRST, |(seat, _)| seat);
        }
        for player in board.players.iter_mut() {
            player.chief = Chief::Beach;
            player.prices = TokenBag::EMPTY;
            player.fish = TokenBag::EMPTY;
            player.ready = player.boats();
            player.spent = Fleet::default();
        }
        board.bag = self.rules.tokens;
        board.cove = TokenBag::EMPTY;
        board.tokens.iter_mut().for_each(SiteTokens::clear);
        board.track = Default::default();
        let mut islets = board.docks.into_iter().flatten();
        board.docks = std::array::from_fn(|_| islets.next());
        board.round += 1;
        board.current = 0;
        board.stage = Stage::Draw(Draw::Price(Place::ALL[0]));
    }
}

/// What a player receives after a round: the marker's supply and the income of the tiles.
fn income(player: &Player, marker: &RoundRules, rules: &Rules) -> Supply {
    let tiles = &rules.tiles;
    let of = |kind: Kind, sides: Sides| by_side(player.home.sides(kind), sides);
    let shells = of(Kind::ShellHut, tiles.shell_hut) + god_value(player, God::Kane, rules);
    let feet = of(Kind::FootHut, tiles.foot_hut) + god_value(player, God::Pele, rules);
    let fruit: u32 = Kind::FRUIT.into_iter().map(|kind| of(kind, tiles.fruit)).sum();
    Supply {
        shells: u16::from(marker.shells) + shells as u16,
        feet: u16::from(marker.feet) + feet as u16,
        fruit: (fruit + of(Kind::Irrigation, tiles.irrigation_fruit)) as u16,
    }
}
