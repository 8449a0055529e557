//! The values that a game is played with, checked and laid out for play.

pub(super) mod distances;
pub(super) mod file;
mod validate;

use serde::Deserialize;

use crate::bag::Bag;
use crate::ruleset::RulesetError;

use super::boats::BoatRules;
use super::places::{Dock, Islet, Place, Site, Spot, Stack};
use super::supply::Supply;
use super::tiles::{God, Tile};
use super::tokens::{TOKENS, Token};

use file::{sides, unmarked, unmarked_each};
pub(super) use validate::BOATS_MAX;

/// How many rounds a game has.
pub const ROUNDS: usize = 5;

/// No payment is higher: a token of 6 that is paid twice, or the dearest dock. A way costs less.
pub(super) const PAYMENT_MAX: u8 = 12;

/// The kinds of location tile that lie in piles: all but the gods.
pub const PILES: usize = Tile::God0.index();

/// A value for side I and one for side II.
pub type Sides = [u8; 2];

/// The values of a ruleset, checked and laid out for play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// What every seat starts with, without the fruit, which depends on the turn order.
    pub opening: Supply,
    /// The fruit that a seat starts with, by its place in the first turn order.
    pub opening_fruit: [u8; Spot::ALL.len()],
    /// All price tokens.
    pub tokens: Bag<TOKENS>,
    /// The fish on the back of each number's tokens, 1 to 9, by [`Token::index`].
    pub fish: [u8; TOKENS],
    /// Feet from the beach to each place, by the shortest path (W2).
    pub from_beach: [u8; Place::ALL.len()],
    /// Feet from place to place by the shortest path that stays on the island; staying costs 1 (W2).
    pub between: [[u8; Place::ALL.len()]; Place::ALL.len()],
    /// The turtle shells of each site.
    pub sites: [SiteRules; Site::ALL.len()],
    /// The docks.
    pub docks: [DockRules; Dock::ALL.len()],
    /// The islet tiles.
    pub islets: Bag<{ Islet::ALL.len() }>,
    /// What some islets bring.
    pub islet_rewards: IsletRewards,
    /// How many tiles there are of each kind that lies in a pile, by [`Tile::index`].
    pub piles: [u8; PILES],
    /// The god tiles.
    pub gods: Bag<{ God::ALL.len() }>,
    /// The round markers.
    pub rounds: [RoundRules; ROUNDS],
    /// What the tiles do.
    pub tiles: TileRules,
    /// What the boats hold.
    pub boats: BoatRules,
    /// What kahunas and tikis bring.
    pub beside: BesideRules,
    /// What the gods bring, side I and side II, by [`God::index`].
    pub god_sides: [Sides; God::ALL.len()],
    /// Points at the end for standing on the first place of the track.
    pub track_points: u8,
}

/// The turtle shells of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteRules {
    /// How many turtle shells have no number: 0 to 2. One more has a number.
    #[serde(deserialize_with = "unmarked")]
    pub plain: u8,
    /// The number on the numbered shell.
    #[serde(deserialize_with = "unmarked")]
    pub limit: u8,
}

/// A dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DockRules {
    /// The feet to be paid, 1 to 12.
    #[serde(deserialize_with = "unmarked")]
    pub feet: u8,
    /// The points.
    #[serde(deserialize_with = "unmarked")]
    pub points: u8,
}

/// How much of their rewards some islets bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IsletRewards {
    /// Points from the islet of points.
    #[serde(deserialize_with = "unmarked")]
    pub points: u8,
    /// Kahunas from the islet of kahunas.
    #[serde(deserialize_with = "unmarked")]
    pub kahunas: u8,
    /// Tikis from the islet of tikis.
    #[serde(deserialize_with = "unmarked")]
    pub tikis: u8,
}

/// A round marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundRules {
    /// The sum of prices and fish that must be reached.
    #[serde(deserialize_with = "unmarked")]
    pub target: u8,
    /// Points for the highest sum.
    #[serde(deserialize_with = "unmarked")]
    pub first: u8,
    /// Points for the second highest.
    #[serde(deserialize_with = "unmarked")]
    pub second: u8,
    /// Points for every other sum that reaches the target.
    #[serde(deserialize_with = "unmarked")]
    pub other: u8,
    /// Shells that every player gets after the round.
    #[serde(deserialize_with = "unmarked")]
    pub shells: u8,
    /// Feet that every player gets after the round.
    #[serde(deserialize_with = "unmarked")]
    pub feet: u8,
}

/// What the tiles in villages do, side I and side II.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileRules {
    /// Shells at income for a shell hut.
    #[serde(deserialize_with = "sides")]
    pub shell_hut: Sides,
    /// Feet at income for a foot hut.
    #[serde(deserialize_with = "sides")]
    pub foot_hut: Sides,
    /// Points for each of the owner's price tokens with spears, for a spear hut.
    #[serde(deserialize_with = "sides")]
    pub spear_hut: Sides,
    /// Exchange units of an exchange hut, 0 to 12.
    #[serde(deserialize_with = "sides")]
    pub exchange_hut: Sides,
    /// Points at the end for a long hut.
    #[serde(deserialize_with = "sides")]
    pub long_hut: Sides,
    /// Points at the end for an irrigation with 1, 2, 3, 4 fruit tiles in its village.
    #[serde(deserialize_with = "unmarked_each")]
    pub irrigation: [u8; 4],
    /// Fruit at income for an irrigation.
    #[serde(deserialize_with = "sides")]
    pub irrigation_fruit: Sides,
    /// Points at the end for each tile of the hula dancer's village.
    #[serde(deserialize_with = "sides")]
    pub hula: Sides,
    /// Fruit at income for a fruit tile.
    #[serde(deserialize_with = "sides")]
    pub fruit: Sides,
    /// Fruit symbols on a fruit tile.
    #[serde(deserialize_with = "sides")]
    pub symbols: Sides,
    /// By how much a surfer lowers its owner's target.
    #[serde(deserialize_with = "sides")]
    pub surfer: Sides,
}

/// What kahunas and tikis bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BesideRules {
    /// Points at the end for the kahuna of each village.
    pub kahuna_points: [u8; 5],
    /// What the spaces next to the villages pay at once.
    pub kahuna_gains: [Gain; 5],
    /// The columns that the tikis stand above, from right to left.
    pub tiki_columns: [u8; 6],
    /// What the spaces of the tikis pay at once.
    pub tiki_gains: [Gain; 6],
}

/// What a space pays at once when it is filled (W23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gain {
    /// Shells.
    pub shells: u8,
    /// Feet.
    pub feet: u8,
}

impl Rules {
    /// Reads a ruleset file.
    ///
    /// # Errors
    /// If a value is missing or unknown, or a constraint is broken; the error names the value.
    pub(super) fn read(toml: &str) -> Result<Rules, RulesetError> {
        file::read(toml)
    }

    /// The marker of a round.
    ///
    /// # Panics
    /// If there is no such round: they count from 1.
    #[must_use]
    pub const fn marker(&self, round: u8) -> RoundRules {
        self.rounds[round as usize - 1]
    }

    /// The feet to go from a place of the island, or from the beach, to a place (W2).
    #[must_use]
    pub const fn feet_to(&self, from: Option<Place>, to: Place) -> u8 {
        self.feet_from(from)[to.index()]
    }

    /// The feet to go from a place of the island, or from the beach, to each place.
    pub(super) const fn feet_from(&self, from: Option<Place>) -> &[u8; Place::COUNT] {
        match from {
            Some(from) => &self.between[from.index()],
            None => &self.from_beach,
        }
    }

    /// The fish on the back of this token.
    #[must_use]
    pub const fn fish_of(&self, token: Token) -> u8 {
        self.fish[token.index()]
    }

    /// How many of this tile an islet brings (W8).
    #[must_use]
    pub const fn islet_copies(&self, tile: Tile) -> u8 {
        match tile {
            Tile::Kahuna => self.islet_rewards.kahunas,
            Tile::Tiki => self.islet_rewards.tikis,
            _ => 1,
        }
    }

    /// How many gods each stack has at the start.
    #[must_use]
    pub const fn stack_height(&self) -> u8 {
        self.gods.total() as u8 / Stack::ALL.len() as u8
    }

    /// All exchange units of exchange huts, given how many have side I and how many side II up.
    #[must_use]
    pub fn units(&self, [ones, twos]: [u32; 2]) -> u8 {
        let [one, two] = self.tiles.exchange_hut.map(u32::from);
        (ones * one + twos * two) as u8
    }

    /// The exchange units left for a turn's second payment after the first one used `used` of them. Each hut serves one
    /// payment, and the huts that serve the first one are those that leave the most for the second (W19).
    #[must_use]
    pub fn units_after(&self, huts @ [ones, twos]: [u32; 2], used: u16) -> u8 {
        if used == 0 {
            return self.units(huts);
        }
        let mut least = self.units(huts);
        for serving_ones in 0..=ones {
            for serving_twos in 0..=twos {
                let serving = self.units([serving_ones, serving_twos]);
                if u16::from(serving) >= used {
                    least = least.min(serving);
                }
            }
        }
        self.units(huts) - least
    }
}
