//! The values of the steps of a turn, in tenths of a point: going somewhere, buying, sailing, leaving the round.

use hw::boats_step::Harbour;
use hw::open::Step;
use hw::{Islet, PriceToken, Site};
use kahua_client::games::hawaii::v1 as hw;

use super::constants::{BEACH, DOCKS, FEET, ISLET_POINTS, TRACK_POINTS, price, rewards, wares};
use super::home::VILLAGES;
use super::position::Position;
use super::worth::{can_get, gain, laying, race, token};

/// Lower than the value of every turn that brings something.
const LEAVING: i32 = -10_000;
/// Lower than the value of every way to leave the round.
const WORTHLESS: i32 = -20_000;

/// Ranks a turn that brings nothing below leaving the round.
pub(super) fn worth_a_turn(value: i32) -> i32 {
    if value > 0 { value } else { value + WORTHLESS }
}

/// The value of going to a place of the island: the best purchase there minus the cost of the way.
pub(super) fn go_to_place(position: &Position<'_>, to: usize) -> i32 {
    let Some(place) = position.view.island.get(to) else { return WORTHLESS };
    let feet = FEET[position.stands][to % BEACH];
    let way = if position.supply.feet as i32 >= feet { (feet, 0) } else { (0, feet) };
    best_purchase(position, place, &place.tokens) - position.price_of(0, way.0, way.1)
}

/// The value of going to the cove: the best catch with any boats.
pub(super) fn go_to_cove(position: &Position<'_>) -> i32 {
    let ready = &position.ready;
    let fleets = (0..=ready.start).flat_map(|start| {
        (0..=ready.side_one)
            .flat_map(move |side_one| (0..=ready.side_two).map(move |side_two| hw::Fleet { start, side_one, side_two }))
    });
    fleets.filter(|fleet| count(fleet) > 0).map(|fleet| fish_with(position, &fleet)).max().unwrap_or(WORTHLESS)
}

/// The value of going to a dock: its points and its islet minus the cost of the feet.
pub(super) fn go_to_dock(position: &Position<'_>, dock: usize) -> i32 {
    let Some((feet, points)) = dock.checked_sub(1).and_then(|dock| DOCKS.get(dock)) else { return WORTHLESS };
    let islet = position.view.docks.get(dock - 1).and_then(|islet| Islet::try_from(*islet).ok()).unwrap_or_default();
    let tiles = rewards(islet).iter().filter(|tile| can_get(position, **tile, 2));
    let reward = tiles.map(|tile| gain(position, *tile as i32, 2)).max().unwrap_or(0);
    let more = if islet == Islet::Points { ISLET_POINTS } else { 0 };
    let due = (feet - position.ready.side_two as i32).max(0);
    10 * (points + more) + reward - position.price_of(0, due, 0)
}

/// The value of leaving the round for this place of the turn order track.
pub(super) fn leave(position: &Position<'_>, place: usize) -> i32 {
    let brought = place.checked_sub(1).and_then(|index| position.view.track.get(index)).copied();
    let brought = brought.filter(|token| *token != PriceToken::None as i32);
    let order = 3 * (position.rivals.len() as i32 + 1 - place as i32);
    let first = if place == 1 && position.left == 0 { 10 * TRACK_POINTS } else { 0 };
    let taken = brought.map_or(0, |token| taking(position, token));
    LEAVING + order + first + taken
}

/// The value of taking this token where my chieftain stands: that of the best purchase with it.
pub(super) fn take_token(position: &Position<'_>, token: i32) -> i32 {
    match position.view.island.get(position.stands) {
        Some(place) => best_purchase(position, place, &[token]),
        None => WORTHLESS,
    }
}

/// The value of buying this tile with this side up, for the token that was taken.
pub(super) fn buy(position: &Position<'_>, tile: i32, side: i32) -> i32 {
    let price = match position.step() {
        Some(Step::Buy(buy)) => buy.price as i32,
        _ => 0,
    };
    gain(position, tile, side) - bill(position, price * side)
}

/// The value of laying the open tile in village 1 to 5.
pub(super) fn lay(position: &Position<'_>, village: usize) -> i32 {
    match position.step() {
        Some(Step::Lay(hw::LayStep { tile: Some(open) })) => {
            laying(position, open.tile(), open.side, (village + VILLAGES - 1) % VILLAGES)
        }
        _ => 0,
    }
}

/// The value of sending these boats to the cove or to the open dock.
pub(super) fn send(position: &Position<'_>, fleet: Option<&hw::Fleet>) -> i32 {
    let fleet = fleet.copied().unwrap_or_default();
    let Some(Step::Boats(hw::BoatsStep { harbour: Some(harbour) })) = position.step() else { return 0 };
    match harbour {
        Harbour::Cove(_) => fish_with(position, &fleet),
        Harbour::Dock(dock) => {
            let feet = dock.checked_sub(1).and_then(|dock| DOCKS.get(dock as usize)).map_or(0, |(feet, _)| *feet);
            -wear(&fleet) - position.price_of(0, cost(&fleet, feet), 0)
        }
    }
}

/// The value of catching a token with this number of fish, followed by the best catch that is left.
pub(super) fn catch(position: &Position<'_>, fish: i32) -> i32 {
    let Some(Step::Fish(open)) = position.step() else { return 0 };
    let mut cove = position.cove();
    if let Some(at) = cove.iter().position(|other| *other == fish) {
        cove[..=at].rotate_right(1);
    }
    haul(position, &open.sent.unwrap_or_default(), open.caught as i32, &cove)
}

/// The value of the best purchase with any of these tokens at this place.
fn best_purchase(position: &Position<'_>, place: &hw::Place, tokens: &[i32]) -> i32 {
    let supply = &position.supply;
    let purse = supply.shells.max(supply.fruit) as i32 + position.units;
    let mut best = WORTHLESS;
    for tile in wares(Site::try_from(place.site).unwrap_or_default()) {
        for side in [1, 2].into_iter().filter(|side| can_get(position, *tile, *side)) {
            let gain = gain(position, *tile as i32, side);
            for &token in tokens.iter().filter(|token| price(**token) * side <= purse) {
                best = best.max(gain - bill(position, price(token) * side) + taking(position, token));
            }
        }
    }
    best
}

/// The value of a price token itself: its number, and its spears or having none.
fn taking(position: &Position<'_>, taken: i32) -> i32 {
    let sum = position.race.sum;
    race(position, sum + price(taken)) - race(position, sum) + token(position, taken)
}

/// The cost of a tile of this price, paid in fruit if there is enough and otherwise in shells.
fn bill(position: &Position<'_>, price: i32) -> i32 {
    if position.supply.fruit as i32 >= price { position.price_of(0, 0, price) } else { position.price_of(price, 0, 0) }
}

fn fish_with(position: &Position<'_>, fleet: &hw::Fleet) -> i32 {
    haul(position, fleet, 0, &position.cove()) - wear(fleet)
}

/// The value of catching the best number of further tokens from the front of `cove`, after `caught` tokens.
fn haul(position: &Position<'_>, fleet: &hw::Fleet, caught: i32, cove: &[i32]) -> i32 {
    let room = (2 * fleet.start + 3 * fleet.side_one + 4 * fleet.side_two) as i32;
    let purse = position.supply.feet.max(position.supply.fruit) as i32 + position.units;
    let sum = position.race.sum;
    let (mut best, mut fish) = (WORTHLESS, 0);
    for (total, next) in (caught + 1..=room).zip(cove) {
        fish += next;
        if total >= count(fleet) && cost(fleet, total) <= purse {
            let feet = cost(fleet, total) - cost(fleet, caught);
            best = best.max(race(position, sum + fish) - race(position, sum) - position.price_of(0, feet, 0));
        }
    }
    best
}

/// The value of keeping these boats for another trip of the round.
fn wear(fleet: &hw::Fleet) -> i32 {
    (4 * fleet.start + 6 * fleet.side_one + 8 * fleet.side_two) as i32
}

fn count(fleet: &hw::Fleet) -> i32 {
    (fleet.start + fleet.side_one + fleet.side_two) as i32
}

/// The feet to pay where `feet` are needed: each boat of side II pays one.
fn cost(fleet: &hw::Fleet, feet: i32) -> i32 {
    (feet - fleet.side_two as i32).max(0)
}
