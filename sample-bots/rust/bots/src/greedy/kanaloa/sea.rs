//! The values of laying and turning fish, and of placing volcanoes.

use kahua_client::games::kanaloa::v1::FishSide;
use kahua_client::games::kanaloa::v1::veto_step::Change;

use super::journey::{best_tile, outlook};
use super::position::{Fish, Position};

/// The islands that each sea space of the default map touches, by their letters. Views don't show them.
const SEA_SPACES: [&str; 14] =
    ["CDF", "CEG", "CFG", "DFI", "EGJ", "FGH", "FHI", "GHJ", "HIJ", "CD", "CE", "DI", "EJ", "IJ"];

/// The value of laying one of my fish: towards good tiles, for me alone, in line with my other fish.
pub(super) fn lay(position: &Position, tail: i32, head: i32, side: FishSide) -> i32 {
    let joined = |fish: &&Fish| fish.owner == Some(position.me) && (fish.head == tail || fish.tail == head);
    let line = position.fish.iter().filter(joined).count() as i32;
    best_tile(position, head) - best_tile(position, tail) + 10 * line + if side == FishSide::White { 0 } else { 5 }
}

/// The value of turning the fish that lies there: the outlook of my pieces afterwards minus the present one. It must be an
/// improvement to be worth it.
pub(super) fn turn(position: &Position, tail: i32, head: i32, turned: fn(Fish) -> Fish) -> i32 {
    let mut after = position.clone();
    for fish in after.fish.iter_mut().filter(|fish| (fish.tail, fish.head) == (tail, head)) {
        *fish = turned(*fish);
    }
    prospects(&after) - prospects(position) - 1
}

/// The value of allowing the change of my fish that another player asks for.
pub(super) fn allow(position: &Position) -> i32 {
    match position.change {
        Some(Change::Reverse(current)) => turn(position, current.tail, current.head, Fish::reversed),
        Some(Change::Recolour(current)) => turn(position, current.tail, current.head, Fish::recoloured),
        None => 0,
    }
}

/// The value of placing the volcano on this island.
pub(super) fn erupt_on(position: &Position, island: i32) -> i32 {
    blocked(position, |other| position.fish.iter().any(|fish| fish.joins(island, other)))
}

/// The value of placing the volcano in the sea space with this number.
pub(super) fn erupt_at_sea(position: &Position, space: u32) -> i32 {
    let touched = (space as usize).checked_sub(1).and_then(|space| SEA_SPACES.get(space)).copied().unwrap_or("");
    blocked(position, |island| touched.bytes().any(|letter| i32::from(letter - b'A') + 1 == island))
}

/// The pieces that a volcano newly blocks: those of the other players count for me, mine against me.
fn blocked(position: &Position, is_near: impl Fn(i32) -> bool) -> i32 {
    let caught = |seat: usize| if seat == position.me { -25 } else { 10 };
    let players = position.players.iter();
    players.map(|player| caught(player.seat) * player.free_islands().filter(|at| is_near(*at)).count() as i32).sum()
}

/// The sum of the outlooks of my pieces that aren't blocked.
fn prospects(position: &Position) -> i32 {
    position.mine().free_islands().map(|island| outlook(position, island)).sum()
}
