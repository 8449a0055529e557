//! The points of a round: by the sums of prices and fish, and by spears (W13, W14).

use crate::games::hawaii::ruleset::{RoundRules, Rules};
use crate::games::hawaii::state::Player;
use crate::games::hawaii::tiles::{God, Kind};
use crate::games::hawaii::tokens::{Token, TokenBag};
use crate::seat::PerSeat;

use super::{by_side, god_value};

/// What every player scores at the end of a round with this marker.
pub(crate) fn round_points(players: &PerSeat<Player>, marker: &RoundRules, rules: &Rules) -> PerSeat<u32> {
    let mut ranking = ranking_points(&players.map(|player| Standing::of(player, rules)), marker);
    for (points, player) in ranking.iter_mut().zip(players) {
        *points += token_points(player, rules);
    }
    ranking
}

/// What decides over a player's points at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Prices and fish.
    pub(crate) sum: u32,
    /// By how much surfers lower the player's own target.
    pub(crate) lowered: u32,
}

impl Standing {
    fn of(player: &Player, rules: &Rules) -> Standing {
        let prices = sum(&player.prices, |token| token.number());
        let fish = sum(&player.fish, |token| rules.fish_of(token));
        Standing { sum: prices + fish, lowered: by_side(player.home.sides(Kind::Surfer), rules.tiles.surfer) }
    }
}

/// The players who met their own targets are ranked by their true sums: highest, second, others. Equal sums get the same
/// points, and a tie for the highest leaves no second (W13).
pub(crate) fn ranking_points(standings: &PerSeat<Standing>, marker: &RoundRules) -> PerSeat<u32> {
    let met = |standing: &Standing| standing.sum + standing.lowered >= u32::from(marker.target);
    let sums = || standings.iter().filter(|standing| met(standing)).map(|standing| standing.sum);
    let highest = sums().max();
    let tied = sums().filter(|sum| Some(*sum) == highest).count() > 1;
    let second = if tied { None } else { sums().filter(|sum| Some(*sum) != highest).max() };
    standings.map(|standing| match Some(standing.sum) {
        _ if !met(standing) => 0,
        sum if sum == highest => marker.first.into(),
        sum if sum == second => marker.second.into(),
        _ => marker.other.into(),
    })
}

/// Points for price tokens with and without spears: spear huts, Ku and Lono (W14).
fn token_points(player: &Player, rules: &Rules) -> u32 {
    let spears = sum(&player.prices, |token| u8::from(token.has_spears()));
    let plain = u32::from(player.prices.total()) - spears;
    let huts = by_side(player.home.sides(Kind::SpearHut), rules.tiles.spear_hut);
    spears * (huts + god_value(player, God::Ku, rules)) + plain * god_value(player, God::Lono, rules)
}

fn sum(bag: &TokenBag, value: impl Fn(Token) -> u8) -> u32 {
    bag.kinds().map(|(kind, count)| u32::from(count) * u32::from(value(Token::ALL[kind]))).sum()
}
