//! What the actions of a turn are worth: placing, returning, sailing, walking, choosing a card.

use super::position::{Position, SEGMENTS};
use super::worth::{card, site};

/// Placing a disc: on the boat's beach the boat sails, elsewhere the shaman may walk.
pub(super) fn place(position: &Position, disc: usize, beach: usize, invokes: bool) -> i32 {
    let mut after = position.clone();
    after.me.put(disc, beach + 1);
    if beach == position.boat { sail(after, disc, invokes) } else { prospects(&after) + walk(&after) }
}

/// Returning a disc to the hand.
pub(super) fn take_back(position: &Position, disc: usize) -> i32 {
    let mut after = position.clone();
    after.me.put(disc, 0);
    prospects(&after) + walk(&after)
}

/// Moving the boat one step.
pub(super) fn boat(position: &Position) -> i32 {
    sail(position.clone(), 1, false)
}

/// Having the shaman there: 0 for the beach, n + 1 for space n.
pub(super) fn stand(position: &Position, shaman: usize) -> i32 {
    let Some(space) = shaman.checked_sub(1) else { return 0 };
    let (segment, landscape) = (space % SEGMENTS, space / SEGMENTS);
    let mut near = vec![
        landscape * SEGMENTS + (segment + 1) % SEGMENTS,
        landscape * SEGMENTS + (segment + SEGMENTS - 1) % SEGMENTS,
    ];
    if landscape > 0 {
        near.push(space - SEGMENTS);
    }
    if landscape < 2 {
        near.push(space + SEGMENTS);
    }
    let next = near.into_iter().map(|space| site(position, space)).max().unwrap_or(0);
    2 * site(position, space) + next
}

/// Choosing this card at a stop, less what the other player then receives.
pub(super) fn choose(position: &Position, stop: usize, chosen: i32) -> i32 {
    let [first, second] = position.cards_at(stop);
    let left = if chosen == first { second } else { first };
    let shared = position.other.sum(stop) > 0 && left != chosen;
    card(position, chosen) - if shared { card(&position.turned(), left) } else { 0 }
}

/// The boat sails: what both players receive, and how things stand afterwards.
fn sail(mut after: Position, steps: usize, invokes: bool) -> i32 {
    let stop = (after.boat + steps) % SEGMENTS;
    after.boat = stop;
    if invokes && after.lava_supply > 0 {
        after.lava[stop] += 1;
    }
    let received = stopping(&after, stop);
    after.me.clear(stop);
    after.other.clear(stop);
    // The longer nobody has taken a card, the stronger the wish to move on.
    4 * received + prospects(&after) + 4 * after.idle_turns
}

/// What I receive, less what the other player receives, if the boat stops there.
fn stopping(position: &Position, stop: usize) -> i32 {
    let (mine, theirs) = (position.me.sum(stop), position.other.sum(stop));
    if mine < theirs {
        return -stopping(&position.turned(), stop);
    }
    if mine == 0 {
        return 0;
    }
    let [first, second] = position.cards_at(stop);
    let takes_second = first == 0 || second != 0 && card(position, second) > card(position, first);
    choose(position, stop, if takes_second { second } else { first })
}

/// How the discs stand: every beach but the boat's as if the boat might stop there, and the discs in hand.
fn prospects(position: &Position) -> i32 {
    let beaches = (0..SEGMENTS).filter(|beach| *beach != position.boat);
    let stops: i32 = beaches.map(|beach| stopping(position, beach)).sum();
    stops + 6 * (position.me.hand() - position.other.hand())
}

/// What it is worth that the shaman may walk: something, where he stands on no site.
fn walk(position: &Position) -> i32 {
    let shaman = position.me.shaman;
    if shaman == 0 || site(position, shaman - 1) == 0 { 40 } else { 0 }
}
