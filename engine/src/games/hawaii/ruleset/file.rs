//! The ruleset file: its shape, and its reading into [`Rules`].

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};

use super::distances::distances;
use super::{BesideRules, DockRules, Gain, IsletRewards, ROUNDS, RoundRules, Rules, Sides, SiteRules, TileRules};
use crate::bag::Bag;
use crate::ensure::ensure;
use crate::games::hawaii::boats::BoatRules;
use crate::games::hawaii::places::{Dock, Islet, Place, Site, Spot};
use crate::games::hawaii::supply::Supply;
use crate::games::hawaii::tiles::{God, Tile};
use crate::games::hawaii::tokens::{TOKENS, Token, TokenBag};
use crate::ruleset::{RulesetError, Value, by_name, parse};

/// The largest number of fish on a token, with which an action's notation keeps to one digit.
const FISH_MAX: u8 = 9;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    opening: Opening,
    tokens: Tokens,
    island: Island,
    sites: BTreeMap<String, SiteRules>,
    rounds: [RoundRules; ROUNDS],
    docks: [DockRules; Dock::COUNT],
    islets: BTreeMap<String, Value<u8>>,
    islet_rewards: IsletRewards,
    piles: BTreeMap<String, Value<u8>>,
    tiles: TileRules,
    boats: BoatRules,
    kahunas: Kahunas,
    tikis: Tikis,
    gods: BTreeMap<String, Gods>,
    track: Track,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Opening {
    shells: Value<u8>,
    feet: Value<u8>,
    fruit: Value<[u8; Spot::COUNT]>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    count: Value<[u8; TOKENS / 2]>,
    spears: Value<[u8; TOKENS / 2]>,
    fish: Value<[u8; TOKENS / 2]>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Island {
    beach: Value<Vec<usize>>,
    neighbours: Value<[Vec<usize>; Place::COUNT]>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Kahunas {
    points: [Value<u8>; 5],
    shells: Value<[u8; 5]>,
    feet: Value<[u8; 5]>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Tikis {
    columns: Value<[u8; 6]>,
    shells: Value<[u8; 6]>,
    feet: Value<[u8; 6]>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Gods {
    tiles: Value<u8>,
    #[serde(deserialize_with = "sides")]
    sides: Sides,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Track {
    first: Value<u8>,
}

/// Reads and checks a ruleset file.
pub(super) fn read(toml: &str) -> Result<Rules, RulesetError> {
    let file: File = parse(toml)?;
    let (from_beach, between) = distances(file.island.beach.get(), file.island.neighbours.get())?;
    let (tokens, fish) = file.tokens.read()?;
    let gods = by_name("gods", &file.gods, God::ALL.map(God::name))?;
    let rules = Rules {
        opening: file.opening.read(),
        opening_fruit: *file.opening.fruit.get(),
        tokens,
        fish,
        from_beach,
        between,
        sites: by_name("sites", &file.sites, Site::ALL.map(Site::name))?.map(|site| *site),
        docks: file.docks,
        islets: Bag::new(by_name("islets", &file.islets, Islet::ALL.map(Islet::name))?.map(value)),
        islet_rewards: file.islet_rewards,
        piles: by_name("piles", &file.piles, std::array::from_fn(|index| Tile::ALL[index].name()))?.map(value),
        gods: Bag::new(gods.map(|god| value(&god.tiles))),
        rounds: file.rounds,
        tiles: file.tiles,
        boats: file.boats,
        beside: BesideRules {
            kahuna_points: file.kahunas.points.each_ref().map(value),
            kahuna_gains: gains(file.kahunas.shells.get(), file.kahunas.feet.get()),
            tiki_columns: *file.tikis.columns.get(),
            tiki_gains: gains(file.tikis.shells.get(), file.tikis.feet.get()),
        },
        god_sides: gods.map(|god| god.sides),
        track_points: value(&file.track.first),
    };
    rules.validate()?;
    Ok(rules)
}

impl Opening {
    /// The fruit follows by the turn order.
    fn read(&self) -> Supply {
        Supply { shells: value(&self.shells).into(), feet: value(&self.feet).into(), fruit: 0 }
    }
}

impl Tokens {
    /// All tokens, and the fish on their backs.
    fn read(&self) -> Result<(TokenBag, [u8; TOKENS]), RulesetError> {
        let (count, spears, fish) = (self.count.get(), self.spears.get(), self.fish.get());
        for (kind, number) in (2..=6).enumerate() {
            let (with, all) = (spears[kind], count[kind]);
            ensure!(
                with <= all,
                "tokens.spears: {with} tokens of number {number} have spears, but there are only {all}"
            );
            let fish = fish[kind];
            ensure!(
                (1..=FISH_MAX).contains(&fish),
                "tokens.fish: number {number} must have 1 to {FISH_MAX} fish, not {fish}"
            );
        }
        let tokens = Token::ALL.map(|token| {
            let kind = token.index() / 2;
            if token.has_spears() { spears[kind] } else { count[kind] - spears[kind] }
        });
        Ok((Bag::new(tokens), Token::ALL.map(|token| fish[token.index() / 2])))
    }
}

fn gains<const N: usize>(shells: &[u8; N], feet: &[u8; N]) -> [Gain; N] {
    std::array::from_fn(|space| Gain { shells: shells[space], feet: feet[space] })
}

fn value(value: &Value<u8>) -> u8 {
    *value.get()
}

/// For serde: a value without its mark.
pub(crate) fn unmarked<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
    Value::deserialize(from).map(|marked| value(&marked))
}

/// For serde: values without their marks.
pub(super) fn unmarked_each<'de, D: Deserializer<'de>, const N: usize>(from: D) -> Result<[u8; N], D::Error> {
    let values: Vec<u8> = Vec::deserialize(from)?.iter().map(value).collect();
    let wrong = |values: Vec<u8>| D::Error::invalid_length(values.len(), &N.to_string().as_str());
    values.try_into().map_err(wrong)
}

/// For serde: the values of side I and side II without their marks.
pub(crate) fn sides<'de, D: Deserializer<'de>>(from: D) -> Result<Sides, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct BothSides {
        one: Value<u8>,
        two: Value<u8>,
    }
    BothSides::deserialize(from).map(|sides| [value(&sides.one), value(&sides.two)])
}
