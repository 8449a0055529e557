//! The values of tiles, tokens and what is built, in tenths of a point.

use hw::{God, Tile};
use kahua_client::games::hawaii::v1 as hw;

use super::constants::{KAHUNAS, SPACES, TIKIS, has_spears};
use super::home::{GOD, Home, VILLAGES};
use super::position::{Position, Race};

/// The value of getting this tile with this side up, in the best village for it. For kahunas and tikis, the side is their
/// number.
pub(super) fn gain(position: &Position<'_>, tile: i32, side: i32) -> i32 {
    match hw::Tile::try_from(tile).unwrap_or_default() {
        Tile::Unspecified => 0,
        beside @ (Tile::Kahuna | Tile::Tiki) => put_beside(position, beside, side),
        Tile::Boat => {
            let mut after = position.home.clone();
            after.boats[side.clamp(1, 2) as usize] += 1;
            home(position, &after) - home(position, &position.home)
        }
        laid => {
            let villages = position.home.room_for(kind(laid));
            villages.map(|village| laying(position, laid, side, village)).max().unwrap_or(0)
        }
    }
}

/// The value of laying this tile in this village.
pub(super) fn laying(position: &Position<'_>, tile: Tile, side: i32, village: usize) -> i32 {
    let mut after = position.home.clone();
    after.sides[village][kind(tile)] = side;
    if kind(tile) == GOD {
        after.gods[village] = god(position, tile);
    }
    home(position, &after) - home(position, &position.home)
}

/// Whether this tile is left and I can place it. For kahunas and tikis, the side is their number.
pub(super) fn can_get(position: &Position<'_>, tile: Tile, side: i32) -> bool {
    let me = &position.home;
    let pile = position.view.piles.as_ref().map_or(0, |piles| left(piles, tile) as i32);
    match tile {
        Tile::God0 | Tile::God1 => {
            let top = god(position, tile);
            top != 0 && !me.gods.contains(&top) && me.room_for(GOD).next().is_some()
        }
        Tile::Kahuna => pile >= side && me.kahunas + side <= KAHUNAS.len() as i32,
        Tile::Tiki => pile >= side && me.tikis + side <= TIKIS,
        Tile::Boat => pile > 0,
        tile => pile > 0 && me.room_for(kind(tile)).next().is_some(),
    }
}

/// How many tiles of this kind are left; 0 for gods, which lie on stacks.
const fn left(piles: &hw::TileCounts, tile: Tile) -> u32 {
    match tile {
        Tile::Unspecified | Tile::God0 | Tile::God1 => 0,
        Tile::ShellHut => piles.shell_huts,
        Tile::FootHut => piles.foot_huts,
        Tile::SpearHut => piles.spear_huts,
        Tile::ExchangeHut => piles.exchange_huts,
        Tile::LongHut => piles.long_huts,
        Tile::Irrigation => piles.irrigations,
        Tile::Hula => piles.hula_dancers,
        Tile::Breadfruit => piles.breadfruit,
        Tile::Taro => piles.taro,
        Tile::Coconut => piles.coconuts,
        Tile::Banana => piles.bananas,
        Tile::Surfer => piles.surfers,
        Tile::Boat => piles.boats,
        Tile::Kahuna => piles.kahunas,
        Tile::Tiki => piles.tikis,
    }
}

/// The value of this sum for me in the current round: below the target how close it comes, and from there on my place.
pub(super) fn race(position: &Position<'_>, sum: i32) -> i32 {
    let [_, second, other] = position.round.points;
    let modest = if position.rivals.len() == 1 { second } else { other };
    let goal = position.round.target - position.race.lowered;
    if sum < goal {
        return 8 * modest * sum / goal;
    }
    5 * ranking(position, sum) + 5 * modest + 2 * (sum - goal)
}

/// The value of a price token besides its number: points for its spears, or for having none.
pub(super) fn token(position: &Position<'_>, token: i32) -> i32 {
    let me = &position.home;
    if has_spears(token) { 10 * (me.sum(Tile::SpearHut) + me.god(God::Ku)) } else { 10 * me.god(God::Lono) }
}

fn put_beside(position: &Position<'_>, tile: Tile, count: i32) -> i32 {
    let mut after = position.home.clone();
    let spaces = if tile == Tile::Kahuna { &mut after.kahunas } else { &mut after.tikis };
    let filled = SPACES.iter().skip(*spaces as usize).take(count as usize);
    let paid: i32 = filled.map(|(shells, feet)| position.price_of(*shells, *feet, 0)).sum();
    *spaces += count;
    home(position, &after) - home(position, &position.home) + paid
}

/// The points that I would get with this sum if the other players kept theirs.
fn ranking(position: &Position<'_>, sum: i32) -> i32 {
    let met = |race: &&Race| race.sum + race.lowered >= position.round.target;
    let rivals = || position.rivals.iter().filter(met).map(|race| race.sum);
    let [first, second, other] = position.round.points;
    match rivals().filter(|rival| *rival > sum).count() {
        0 => first,
        1 => second,
        _ => other,
    }
}

/// The value of what is built: the villages by their chance to count, and what pays in each round.
fn home(position: &Position<'_>, home: &Home) -> i32 {
    let (round, left) = (&position.round, position.left);
    let column = 8 - home.tikis;
    let villages = (0..VILLAGES).map(|village| {
        let missing = (column - home.length(village)).max(i32::from(home.tikis == 0));
        let hope = (10 - round.doubt * missing).clamp(0, 10);
        hope * (round.hope + 10 * home.points(village)) / 10
    });
    villages.sum::<i32>() + income(position, home) * left + every_round(position, home)
}

/// The value of one income.
fn income(position: &Position<'_>, home: &Home) -> i32 {
    let fruit: i32 =
        [Tile::Breadfruit, Tile::Taro, Tile::Coconut, Tile::Banana].into_iter().map(|fruit| home.sum(fruit)).sum();
    let watered = home.sides.iter().filter(|village| village[Tile::Irrigation as usize] == 2).count();
    position.price_of(
        home.sum(Tile::ShellHut) + home.god(God::Kane),
        home.sum(Tile::FootHut) + home.god(God::Pele),
        fruit + watered as i32,
    )
}

/// The value of what helps in this round and in each later one: spears, surfers, exchange huts and boats.
fn every_round(position: &Position<'_>, home: &Home) -> i32 {
    let left = position.left;
    let [spears, plain] = position.spears;
    let fighters = home.sum(Tile::SpearHut) + home.god(God::Ku);
    let [_, ones, twos] = home.boats;
    10 * fighters * (spears + left)
        + 10 * home.god(God::Lono) * (plain + 2 * left)
        + (8 * home.sum(Tile::Surfer) + 5 * home.sum(Tile::ExchangeHut) + 8 * ones + 11 * twos) * (left + 1)
}

/// The index of a tile within a village.
fn kind(tile: Tile) -> usize {
    match tile {
        Tile::God0 | Tile::God1 => GOD,
        tile => tile as usize,
    }
}

/// The god on top of the stack that this tile names.
fn god(position: &Position<'_>, tile: Tile) -> i32 {
    let stack = usize::from(tile == Tile::God1);
    position.view.stacks.get(stack).and_then(|stack| stack.top).unwrap_or_default()
}
