//! The ruleset file: its shape, the constraints that its figures must keep, and its reading into [`Rules`].

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::bag::Bag;
use crate::ruleset::{RulesetError, Value, parse};
use crate::seat::SEATS_MAX;

use super::distances;
use super::{BesideRules, DockRules, Gain, ROUNDS, RoundRules, Rules, Sides, SiteRules, TileRules};
use crate::games::hawaii::boats::BoatRules;
use crate::games::hawaii::places::{Dock, Islet, Place, Site, Spot};
use crate::games::hawaii::supply::Supply;
use crate::games::hawaii::tiles::{God, Tile};
use crate::games::hawaii::tokens::{TOKENS, Token, TokenBag};

/// How many islet tiles and how many god tiles the game has.
const ISLETS: u16 = 10;
const GODS: u16 = 12;
/// The largest figures with which every legal list keeps within the bound of the game.
const BOATS_MAX: u8 = 10;
const DOCK_FEET_MAX: u8 = 12;
const UNITS_MAX: u8 = 12;
const FISH_MAX: u8 = 9;

/// Reads a ruleset file.
pub(in crate::games::hawaii) fn read(toml: &str) -> Result<Rules, RulesetError> {
    let file: File = parse(toml)?;
    let (from_beach, between) =
        distances::distances(file.island.beach.get(), file.island.neighbours.get()).map_err(RulesetError::new)?;
    let (tokens, fish) = file.tokens.read()?;
    let sites = by_name("sites", &file.sites, Site::ALL.map(Site::name))?;
    let sites = checked_sites(sites.map(SiteFile::read), &tokens)?;
    let islets = Bag::new(by_name("islets", &file.islets, Islet::ALL.map(Islet::name))?.map(value));
    ensure(islets.total() == ISLETS, || format!("islets: there must be {ISLETS} in all, not {}", islets.total()))?;
    let gods = by_name("gods", &file.gods, God::ALL.map(God::name))?;
    let god_bag = Bag::new(gods.map(|god| value(&god.tiles)));
    ensure(god_bag.total() == GODS, || format!("gods: there must be {GODS} in all, not {}", god_bag.total()))?;
    let piles = by_name("piles", &file.piles, std::array::from_fn(|index| Tile::ALL[index].name()))?.map(value);
    let boats = piles[Tile::Boat.index()];
    ensure(boats <= BOATS_MAX, || format!("piles.boat: must be at most {BOATS_MAX}, not {boats}"))?;
    Ok(Rules {
        opening: file.opening.read(),
        opening_fruit: *file.opening.fruit.get(),
        tokens,
        fish,
        from_beach,
        between,
        sites,
        docks: file.docks_checked()?,
        islets,
        islet_points: value(&file.islet_rewards.points),
        islet_kahunas: value(&file.islet_rewards.kahunas),
        islet_tikis: value(&file.islet_rewards.tikis),
        piles,
        gods: god_bag,
        rounds: file.rounds.each_ref().map(RoundFile::read),
        tiles: file.tiles.read()?,
        boats: file.boats.read()?,
        beside: file.beside()?,
        god_sides: gods.map(|god| god.sides.read()),
        track_points: value(&file.track.first),
    })
}

type Of<T> = Value<T>;
type ByName<T> = BTreeMap<String, T>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "id")]
    _id: String,
    #[serde(rename = "game")]
    _game: String,
    opening: OpeningFile,
    tokens: TokensFile,
    island: IslandFile,
    sites: ByName<SiteFile>,
    rounds: [RoundFile; ROUNDS],
    docks: [DockFile; Dock::ALL.len()],
    islets: ByName<Of<u8>>,
    islet_rewards: IsletRewardsFile,
    piles: ByName<Of<u8>>,
    tiles: TilesFile,
    boats: BoatsFile,
    kahunas: KahunasFile,
    tikis: TikisFile,
    gods: ByName<GodFile>,
    track: TrackFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningFile {
    shells: Of<u8>,
    feet: Of<u8>,
    fruit: Of<[u8; Spot::ALL.len()]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TokensFile {
    count: Of<[u8; TOKENS / 2]>,
    spears: Of<[u8; TOKENS / 2]>,
    fish: Of<[u8; TOKENS / 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IslandFile {
    beach: Of<Vec<usize>>,
    neighbours: Of<[Vec<usize>; Place::ALL.len()]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SiteFile {
    plain: Of<u8>,
    limit: Of<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundFile {
    target: Of<u8>,
    first: Of<u8>,
    second: Of<u8>,
    other: Of<u8>,
    shells: Of<u8>,
    feet: Of<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DockFile {
    feet: Of<u8>,
    points: Of<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IsletRewardsFile {
    points: Of<u8>,
    kahunas: Of<u8>,
    tikis: Of<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SidesFile {
    one: Of<u8>,
    two: Of<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TilesFile {
    shell_hut: SidesFile,
    foot_hut: SidesFile,
    spear_hut: SidesFile,
    exchange_hut: SidesFile,
    long_hut: SidesFile,
    irrigation: [Of<u8>; 4],
    irrigation_fruit: SidesFile,
    hula: SidesFile,
    fruit: SidesFile,
    symbols: SidesFile,
    surfer: SidesFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoatsFile {
    start: Of<u8>,
    holds: SidesFile,
    prepaid: Of<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KahunasFile {
    points: [Of<u8>; 5],
    shells: Of<[u8; 5]>,
    feet: Of<[u8; 5]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TikisFile {
    columns: Of<[u8; 6]>,
    shells: Of<[u8; 6]>,
    feet: Of<[u8; 6]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GodFile {
    tiles: Of<u8>,
    sides: SidesFile,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackFile {
    first: Of<u8>,
}

impl OpeningFile {
    fn read(&self) -> Supply {
        Supply { shells: value(&self.shells).into(), feet: value(&self.feet).into(), fruit: 0 }
    }
}

impl TokensFile {
    /// All tokens, and the fish on their backs.
    fn read(&self) -> Result<(TokenBag, [u8; TOKENS]), RulesetError> {
        let (count, spears, fish) = (self.count.get(), self.spears.get(), self.fish.get());
        for (kind, number) in (2..=6).enumerate() {
            ensure(spears[kind] <= count[kind], || {
                format!(
                    "tokens.spears: {} of the tokens of number {number} have spears, but there are {}",
                    spears[kind], count[kind]
                )
            })?;
            ensure((1..=FISH_MAX).contains(&fish[kind]), || {
                format!("tokens.fish: number {number} must have 1 to {FISH_MAX} fish, not {}", fish[kind])
            })?;
        }
        let tokens = Token::ALL.map(|token| {
            let kind = token.index() / 2;
            if token.has_spears() { spears[kind] } else { count[kind] - spears[kind] }
        });
        Ok((Bag::new(tokens), Token::ALL.map(|token| fish[token.index() / 2])))
    }
}

impl SiteFile {
    fn read(&self) -> SiteRules {
        SiteRules { plain: value(&self.plain), limit: value(&self.limit) }
    }
}

impl RoundFile {
    fn read(&self) -> RoundRules {
        RoundRules {
            target: value(&self.target),
            first: value(&self.first),
            second: value(&self.second),
            other: value(&self.other),
            shells: value(&self.shells),
            feet: value(&self.feet),
        }
    }
}

impl SidesFile {
    fn read(&self) -> Sides {
        [value(&self.one), value(&self.two)]
    }
}

impl TilesFile {
    fn read(&self) -> Result<TileRules, RulesetError> {
        let exchange_hut = self.exchange_hut.read();
        ensure(exchange_hut.iter().all(|units| *units <= UNITS_MAX), || {
            format!("tiles.exchange_hut: must be at most {UNITS_MAX} units, not {exchange_hut:?}")
        })?;
        Ok(TileRules {
            shell_hut: self.shell_hut.read(),
            foot_hut: self.foot_hut.read(),
            spear_hut: self.spear_hut.read(),
            exchange_hut,
            long_hut: self.long_hut.read(),
            irrigation: self.irrigation.each_ref().map(value),
            irrigation_fruit: self.irrigation_fruit.read(),
            hula: self.hula.read(),
            fruit: self.fruit.read(),
            symbols: self.symbols.read(),
            surfer: self.surfer.read(),
        })
    }
}

impl BoatsFile {
    fn read(&self) -> Result<BoatRules, RulesetError> {
        let boats = BoatRules { start: value(&self.start), holds: self.holds.read(), prepaid: value(&self.prepaid) };
        ensure(boats.start > 0 && boats.holds.iter().all(|holds| *holds > 0), || {
            "boats: every boat must hold at least 1 foot".into()
        })?;
        ensure(boats.prepaid <= boats.holds[1], || {
            format!("boats.prepaid: a boat that holds {} can't have {} prepaid", boats.holds[1], boats.prepaid)
        })?;
        Ok(boats)
    }
}

impl File {
    fn docks_checked(&self) -> Result<[DockRules; Dock::ALL.len()], RulesetError> {
        let docks =
            self.docks.each_ref().map(|dock| DockRules { feet: value(&dock.feet), points: value(&dock.points) });
        for (dock, number) in docks.iter().zip(1..) {
            ensure((1..=DOCK_FEET_MAX).contains(&dock.feet), || {
                format!("docks: dock {number} must cost 1 to {DOCK_FEET_MAX} feet, not {}", dock.feet)
            })?;
        }
        Ok(docks)
    }

    fn beside(&self) -> Result<BesideRules, RulesetError> {
        let tiki_columns = *self.tikis.columns.get();
        ensure(tiki_columns.is_sorted_by(|right, left| right > left) && tiki_columns[5] > 0, || {
            format!("tikis.columns: must fall from right to left and end above 0, not {tiki_columns:?}")
        })?;
        Ok(BesideRules {
            kahuna_points: self.kahunas.points.each_ref().map(value),
            kahuna_gains: gains(self.kahunas.shells.get(), self.kahunas.feet.get()),
            tiki_columns,
            tiki_gains: gains(self.tikis.shells.get(), self.tikis.feet.get()),
        })
    }
}

fn gains<const N: usize>(shells: &[u8; N], feet: &[u8; N]) -> [Gain; N] {
    std::array::from_fn(|space| Gain { shells: shells[space], feet: feet[space] })
}

/// The shells must fit the tokens, the turn order tokens of the largest table included.
fn checked_sites(
    sites: [SiteRules; Site::ALL.len()],
    tokens: &TokenBag,
) -> Result<[SiteRules; Site::ALL.len()], RulesetError> {
    for (site, kind) in sites.iter().zip(Site::ALL) {
        ensure(site.plain <= 2, || {
            format!("sites.{}.plain: a site has at most 2 shells without a number, not {}", kind.name(), site.plain)
        })?;
    }
    let shells: u16 = sites.iter().map(|site| u16::from(site.plain) + 1).sum();
    let needed = shells + SEATS_MAX as u16 - 1;
    ensure(tokens.total() >= needed, || {
        format!("tokens.count: a round needs {needed} tokens at the largest table, but there are {}", tokens.total())
    })?;
    Ok(sites)
}

fn value(figure: &Of<u8>) -> u8 {
    *figure.get()
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), RulesetError> {
    if holds { Ok(()) } else { Err(RulesetError::new(broken())) }
}

/// The values of a table by the names that it must have, and no others.
fn by_name<'a, T, const N: usize>(
    table: &str,
    values: &'a ByName<T>,
    names: [&str; N],
) -> Result<[&'a T; N], RulesetError> {
    if let Some(stranger) = values.keys().find(|name| !names.contains(&name.as_str())) {
        return Err(RulesetError::new(format!("{table}.{stranger}: no such name; there are {}", names.join(", "))));
    }
    if let Some(missing) = names.iter().find(|name| !values.contains_key(**name)) {
        return Err(RulesetError::new(format!("{table}.{missing}: is missing")));
    }
    Ok(names.map(|name| &values[name]))
}
