//! The points of a round: by the sums of prices and fish, and by spears (W13, W14).

use crate::games::hawaii::ruleset::{RoundRules, Rules};
use crate::games::hawaii::state::Player;
use crate::games::hawaii::tiles::{God, Kind};
use crate::games::hawaii::tokens::{Token, TokenBag};
use crate::seat::PerSeat;

use super::{by_side, god_value};

/// What every player scores at the end of a round with this marker.
pub(crate) fn round_points(players: &PerSeat<Player>, marker: &RoundRules, rules: &Rules) -> PerSeat<u32> {
    round_scores(players, marker, rules).map(RoundScore::total)
}

/// What every player scores at the end of a round with this marker, and for what.
#[must_use]
pub fn round_scores(players: &PerSeat<Player>, marker: &RoundRules, rules: &Rules) -> PerSeat<RoundScore> {
    let standings = players.map(|player| Standing::of(player, rules));
    let ranking = ranking_points(&standings, marker);
    PerSeat::from_fn(players.count(), |seat| RoundScore {
        standing: standings[seat],
        ranking: ranking[seat],
        ..RoundScore::of_tokens(&players[seat], rules)
    })
}

/// What a player scores at the end of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundScore {
    /// What decides over the points of the ranking.
    pub standing: Standing,
    /// For the rank among the players who met their targets.
    pub ranking: u32,
    /// For spear huts.
    pub spear_huts: u32,
    /// For Ku.
    pub ku: u32,
    /// For Lono.
    pub lono: u32,
}

impl RoundScore {
    /// The points for price tokens with and without spears: spear huts, Ku and Lono (W14).
    fn of_tokens(player: &Player, rules: &Rules) -> RoundScore {
        let spears = sum(&player.prices, |token| u8::from(token.has_spears()));
        let plain = u32::from(player.prices.total()) - spears;
        RoundScore {
            spear_huts: spears * by_side(player.home.sides(Kind::SpearHut), rules.tiles.spear_hut),
            ku: spears * god_value(player, God::Ku, rules),
            lono: plain * god_value(player, God::Lono, rules),
            ..RoundScore::default()
        }
    }

    /// All of them together.
    #[must_use]
    pub const fn total(&self) -> u32 {
        self.ranking + self.spear_huts + self.ku + self.lono
    }
}

/// What decides over a player's points at the end of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Prices and fish.
    pub sum: u32,
    /// By how much surfers lower the player's own target.
    pub lowered: u32,
}

impl Standing {
    /// The player's standing as it is now.
    #[must_use]
    pub fn of(player: &Player, rules: &Rules) -> Standing {
        let prices = sum(&player.prices, |token| token.number());
        let fish = sum(&player.fish, |token| rules.fish_of(token));
        Standing { sum: prices + fish, lowered: by_side(player.home.sides(Kind::Surfer), rules.tiles.surfer) }
    }

    /// Whether the player's own target of the round is met.
    #[must_use]
    pub fn meets(&self, marker: &RoundRules) -> bool {
        self.sum + self.lowered >= u32::from(marker.target)
    }
}

/// The players who met their own targets are ranked by their true sums: highest, second, others. Equal sums get the same
/// points, and a tie for the highest leaves no second (W13).
pub(crate) fn ranking_points(standings: &PerSeat<Standing>, marker: &RoundRules) -> PerSeat<u32> {
    let sums = || standings.iter().filter(|standing| standing.meets(marker)).map(|standing| standing.sum);
    let highest = sums().max();
    let tied = sums().filter(|sum| Some(*sum) == highest).count() > 1;
    let second = if tied { None } else { sums().filter(|sum| Some(*sum) != highest).max() };
    standings.map(|standing| match Some(standing.sum) {
        _ if !standing.meets(marker) => 0,
        sum if sum == highest => marker.first.into(),
        sum if sum == second => marker.second.into(),
        _ => marker.other.into(),
    })
}

fn sum(bag: &TokenBag, value: impl Fn(Token) -> u8) -> u32 {
    bag.kinds().map(|(kind, count)| u32::from(count) * u32::from(value(Token::ALL[kind]))).sum()
}
