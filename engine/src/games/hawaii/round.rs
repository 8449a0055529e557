//! The end of a round: its points, the new supplies, and the table made ready for the next (W13, W14).

use crate::seat::{PerSeat, Seat};

use super::boats::Fleet;
use super::places::{Place, Spot};
use super::rules::{ROUNDS, RoundRules, Rules, Sides};
use super::scoring::Tally;
use super::state::{Chief, Draw, Hawaii, Player, Stage};
use super::supply::Supply;
use super::tiles::{God, Kind};
use super::tokens::{Shells, Token, TokenBag};

impl Hawaii {
    /// Called when every chieftain stands on the track.
    pub(super) fn end_round(&mut self) {
        let marker = self.rules.rounds[usize::from(self.board.round) - 1];
        let points = ranking_points(&self.board.players.map(|player| standing(player, &self.rules)), &marker);
        for (player, ranking) in self.board.players.iter_mut().zip(&points) {
            player.points += u32::from(*ranking) + token_points(player, &self.rules);
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

    /// All tokens back to the bag, the turn order as the chieftains stand, the chieftains back on the beach, the
    /// islets moved left, the boats ready.
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
        board.shells.iter_mut().for_each(Shells::clear);
        board.track = Default::default();
        let mut islets = board.docks.into_iter().flatten();
        board.docks = std::array::from_fn(|_| islets.next());
        board.round += 1;
        board.current = 0;
        board.stage = Stage::Draw(Draw::Price(Place::ALL[0]));
    }
}

/// A player's sum of prices and fish, and by how much it passes the own target's reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    /// Prices and fish.
    pub(super) sum: u32,
    /// By how much surfers lower the target.
    pub(super) lowered: u32,
}

fn standing(player: &Player, rules: &Rules) -> Standing {
    let prices = each(&player.prices, |token| token.number());
    let fish = each(&player.fish, |token| rules.fish_of(token));
    Standing { sum: prices + fish, lowered: by_side(player.home.sides(Kind::Surfer), rules.tiles.surfer) }
}

/// Who met the own target is ranked by the true sums: highest, second, others; ties share, and a tie for the highest
/// leaves no second (W13).
pub(super) fn ranking_points(standings: &PerSeat<Standing>, marker: &RoundRules) -> PerSeat<u8> {
    let met = |standing: &Standing| standing.sum + standing.lowered >= u32::from(marker.target);
    let sums = || standings.iter().filter(|standing| met(standing)).map(|standing| standing.sum);
    let highest = sums().max();
    let tied = sums().filter(|sum| Some(*sum) == highest).count() > 1;
    let second = if tied { None } else { sums().filter(|sum| Some(*sum) != highest).max() };
    standings.map(|standing| match Some(standing.sum) {
        _ if !met(standing) => 0,
        sum if sum == highest => marker.first,
        sum if sum == second => marker.second,
        _ => marker.other,
    })
}

/// Points for price tokens with and without spears: spear huts, Ku and Lono (W14).
pub(super) fn token_points(player: &Player, rules: &Rules) -> u32 {
    let spears = each(&player.prices, |token| u8::from(token.has_spears()));
    let plain = u32::from(player.prices.total()) - spears;
    let huts = by_side(player.home.sides(Kind::SpearHut), rules.tiles.spear_hut);
    spears * (huts + god_value(player, God::Ku, rules)) + plain * god_value(player, God::Lono, rules)
}

/// What a player receives after a round: the marker's supply and the income of the tiles.
pub(super) fn income(player: &Player, marker: &RoundRules, rules: &Rules) -> Supply {
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

/// What a god is worth to a player: by the side that is up, 0 without it.
pub(super) fn god_value(player: &Player, god: God, rules: &Rules) -> u32 {
    match player.home.find_god(god) {
        Some((_, side)) => rules.god_sides[god.index()][side.index()].into(),
        None => 0,
    }
}

/// So many tiles with each side up, at the value of the side.
pub(super) fn by_side([ones, twos]: [u32; 2], [one, two]: Sides) -> u32 {
    ones * u32::from(one) + twos * u32::from(two)
}

fn each(bag: &TokenBag, value: impl Fn(Token) -> u8) -> u32 {
    bag.kinds().map(|(kind, count)| u32::from(count) * u32::from(value(Token::ALL[kind]))).sum()
}
