//! Where to go: pieces, and the tiles and players that they meet.

use kahua_client::games::kanaloa::v1 as kl;

use super::position::Position;
use super::worth::{gain, greatest_loss};

/// Moving a piece to this island.
pub(super) fn travel(position: &Position, head: i32) -> i32 {
    let met = best_tile(position, head) + robbery(position, head) - danger(position, head);
    position.remaining * (4 * met + outlook(position, head))
}

/// Landing on this island from the dolphin.
pub(super) fn land(position: &Position, island: i32) -> i32 {
    outlook(position, island) - danger(position, island)
}

/// Turning the fish white that leads to this island.
pub(super) fn flip(position: &Position, head: i32) -> i32 {
    if position.barred.contains(&head) { 0 } else { 2 * position.remaining * best_tile(position, head) }
}

/// Exchanging two tiles before a move: the best move after it.
pub(super) fn swap(position: &Position, swap: &kl::SwapTiles) -> i32 {
    let mut after = position.clone();
    after.put_in_place(swap.first_island, swap.first_tile, swap.second_tile);
    after.put_in_place(swap.second_island, swap.second_tile, swap.first_tile);
    after.god_action_spent = true;
    let goals = position.mine().free_islands().flat_map(|island| position.ways_from(island));
    goals.map(|head| travel(&after, head)).max().unwrap_or(0) - 4 * position.remaining
}

/// What a piece on this island can look forward to: the best tile that it can go to, and its ways.
pub(super) fn outlook(position: &Position, island: i32) -> i32 {
    let tile = position.ways_from(island).map(|head| best_tile(position, head)).max().unwrap_or(0);
    tile + 3 * position.ways_from(island).count() as i32
}

/// What this piece of mine is worth where it stands; nothing while it is blocked or on the dolphin.
pub(super) fn standing(position: &Position, piece: kl::Piece) -> i32 {
    if piece.blocked || piece.island == 0 { 0 } else { outlook(position, piece.island) }
}

/// The most that a tile of this island adds to my hand.
pub(super) fn best_tile(position: &Position, island: i32) -> i32 {
    position.tiles_on(island).iter().map(|tile| gain(position, *tile)).max().unwrap_or(0)
}

/// The most that I could rob as Ku's owner, moving to this island.
fn robbery(position: &Position, island: i32) -> i32 {
    if position.robber() != position.me || position.god_action_spent {
        return 0;
    }
    let victims = position.others().filter(|other| other.colour != position.safe_from_ku && other.stands_on(island));
    victims.flat_map(|victim| &victim.hand).map(|tile| gain(position, *tile)).max().unwrap_or(0)
}

/// The most that Ku's owner could rob of me on this island.
fn danger(position: &Position, island: i32) -> i32 {
    let meets = position.others().any(|other| other.colour == position.robber() && other.stands_on(island));
    if meets && position.safe_from_ku != position.me { greatest_loss(position) } else { 0 }
}
