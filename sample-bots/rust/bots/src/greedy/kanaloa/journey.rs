//! The values of where pieces go, by the tiles and players that they meet there.

use kahua_client::games::kanaloa::v1 as kl;

use super::position::{Position, island_of};
use super::worth::{gain, greatest_loss};

/// The value of moving a piece to this island.
pub(super) fn travel(position: &Position, head: i32) -> i32 {
    let met = best_tile(position, head) + robbery(position, head) - danger(position, head);
    position.remaining * (4 * met + outlook(position, head))
}

/// The value of landing on this island from the dolphin.
pub(super) fn land(position: &Position, island: i32) -> i32 {
    outlook(position, island) - danger(position, island)
}

/// The value of turning the fish that leads to this island to its white side.
pub(super) fn flip(position: &Position, head: i32) -> i32 {
    if position.barred.contains(&head) { 0 } else { 2 * position.remaining * best_tile(position, head) }
}

/// The value of exchanging two tiles before a move: that of the best move afterwards.
pub(super) fn swap(position: &Position, swap: &kl::SwapTiles) -> i32 {
    let mut after = position.clone();
    after.put_in_place(swap.first_island, swap.first_tile, swap.second_tile);
    after.put_in_place(swap.second_island, swap.second_tile, swap.first_tile);
    after.god_action_spent = true;
    let goals = position.mine().free_islands().flat_map(|island| position.ways_from(island));
    goals.map(|head| travel(&after, head)).max().unwrap_or(0) - 4 * position.remaining
}

/// The outlook of a piece on this island: the best tile that it can reach next, and the number of its ways.
pub(super) fn outlook(position: &Position, island: i32) -> i32 {
    let tile = position.ways_from(island).map(|head| best_tile(position, head)).max().unwrap_or(0);
    tile + 3 * position.ways_from(island).count() as i32
}

/// The value of where this piece of mine stands; 0 while it is blocked or on the dolphin.
pub(super) fn standing(position: &Position, piece: &kl::Piece) -> i32 {
    if piece.blocked { 0 } else { island_of(piece).map_or(0, |island| outlook(position, island)) }
}

/// The most that a tile of this island adds to my hand.
pub(super) fn best_tile(position: &Position, island: i32) -> i32 {
    position.tiles_on(island).iter().map(|tile| gain(position, *tile)).max().unwrap_or(0)
}

/// The most that I could gain as Ku's owner by robbing somebody on this island.
fn robbery(position: &Position, island: i32) -> i32 {
    if position.robber() != Some(position.me) || position.god_action_spent {
        return 0;
    }
    let victims =
        position.others().filter(|other| Some(other.seat) != position.safe_from_ku && other.stands_on(island));
    victims.flat_map(|victim| &victim.hand).map(|tile| gain(position, *tile)).max().unwrap_or(0)
}

/// The most that Ku's owner could take from me on this island.
fn danger(position: &Position, island: i32) -> i32 {
    let meets = position.others().any(|other| Some(other.seat) == position.robber() && other.stands_on(island));
    if meets && position.safe_from_ku != Some(position.me) { greatest_loss(position) } else { 0 }
}
