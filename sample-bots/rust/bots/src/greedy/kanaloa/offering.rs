//! Sacrifices: which tiles to lay down, and the value of the temple and the cards afterwards.

use super::journey::outlook;
use super::position::{Position, temple_index};
use super::worth::{CARD, KANE, shows, standing, value_of};

/// The value of a sacrifice without tiles.
const NEVER: i32 = -1_000_000;

/// The value of a sacrifice for the temple with this number in a message, with all tiles that [`add`] would choose.
pub(super) fn sacrifice(position: &Position, temple: i32) -> i32 {
    let Some(temple) = temple_index(temple) else { return 0 };
    let mut after = position.clone();
    after.offering = Some(temple);
    while let Some(tile) = next_tile(&after) {
        lay_down(&mut after, temple, tile);
        after.has_offered = true;
    }
    if !after.has_offered {
        return NEVER;
    }
    let cards = CARD * position.remaining * cards_won(position, &after, temple);
    let stays = position.mine().free_islands().map(|island| outlook(position, island)).max().unwrap_or(0);
    4 * (worth(&after) - worth(position) + cards) + position.remaining * stays
}

/// The value of laying this tile down. The first tile with a profit is best, and a loss is worse than finishing.
pub(super) fn add(position: &Position, tile: i32) -> i32 {
    let profit = profit(position, tile);
    if profit > 0 { 1000 - tile } else { profit - 1 }
}

/// The tile of my hand that [`add`] would choose next.
fn next_tile(position: &Position) -> Option<i32> {
    let temple = position.offering?;
    let fits = |tile: i32| shows(tile, temple) || position.has_offered && shows(tile, KANE);
    let hand = position.mine().hand.iter().copied();
    hand.filter(|tile| fits(*tile)).find(|tile| profit(position, *tile) > 0)
}

/// The profit of laying this tile down for the unfinished sacrifice.
fn profit(position: &Position, tile: i32) -> i32 {
    let Some(temple) = position.offering else { return 0 };
    let mut after = position.clone();
    lay_down(&mut after, temple, tile);
    worth(&after) - worth(position)
}

fn lay_down(position: &mut Position, temple: usize, tile: i32) {
    let me = position.mine_mut();
    if let Some(place) = me.hand.iter().position(|held| *held == tile) {
        me.hand.remove(place);
        me.temples[temple] += value_of(tile);
    }
}

/// The value of my temples and my hand.
fn worth(position: &Position) -> i32 {
    let me = position.mine();
    standing(&me.temples, &me.hand, position.level, position.remaining)
}

/// The number of god cards that a sacrifice wins, negative if it loses some.
fn cards_won(before: &Position, after: &Position, temple: usize) -> i32 {
    let temples = after.mine().temples;
    let owned = |god: usize| before.owners[god] == Some(before.me);
    if temple == KANE {
        return -(0..KANE).map(|god| i32::from(owned(god) && temples[god] < temples[KANE])).sum::<i32>();
    }
    let leads = before.others().all(|other| other.temples[temple] < temples[temple]);
    i32::from(!owned(temple) && temples[temple] >= temples[KANE] && leads)
}
