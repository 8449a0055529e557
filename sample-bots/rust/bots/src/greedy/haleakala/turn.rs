//! The values of the actions of a turn: placing, returning, sailing, walking, choosing a card.

use kahua_client::games::haleakala::v1::PalmCard;

use super::position::{Position, SEGMENTS};
use super::worth::{card, site};

/// The value of placing a disc. On the boat's beach the boat then sails; elsewhere the shaman may walk.
pub(super) fn place(position: &Position, disc: usize, beach: usize, invokes: bool) -> i32 {
    let mut after = position.clone();
    after.me.put(disc, Some(beach));
    if beach == position.boat { sail(after, disc, invokes) } else { prospects(&after) + walk(&after) }
}

/// The value of returning a disc to the hand.
pub(super) fn take_back(position: &Position, disc: usize) -> i32 {
    let mut after = position.clone();
    after.me.put(disc, None);
    prospects(&after) + walk(&after)
}

/// The value of moving the boat one step.
pub(super) fn boat(position: &Position) -> i32 {
    sail(position.clone(), 1, false)
}

/// The value of having the shaman on this space, or on the beach.
pub(super) fn stand(position: &Position, shaman: Option<usize>) -> i32 {
    let Some(space) = shaman else { return 0 };
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

/// The value of choosing this card at a stop, minus the value of what the other player then receives.
pub(super) fn choose(position: &Position, stop: usize, chosen: PalmCard) -> i32 {
    let [first, second] = position.cards_at(stop);
    let left = if chosen == first { second } else { first };
    let shared = position.other.sum(stop) > 0 && left != chosen;
    card(position, chosen) - if shared { card(&position.turned(), left) } else { 0 }
}

/// The value of letting the boat sail: what both players receive, and the position afterwards.
fn sail(mut after: Position, steps: usize, invokes: bool) -> i32 {
    let stop = (after.boat + steps) % SEGMENTS;
    after.boat = stop;
    if invokes && after.lava_supply > 0 {
        after.lava[stop] += 1;
    }
    let received = stopping(&after, stop);
    after.me.clear(stop);
    after.other.clear(stop);
    // The longer no player has taken a card, the stronger the wish to move on.
    4 * received + prospects(&after) + 4 * after.idle_turns
}

/// The value of what I receive minus what the other player receives if the boat stops there.
fn stopping(position: &Position, stop: usize) -> i32 {
    let (mine, theirs) = (position.me.sum(stop), position.other.sum(stop));
    if mine < theirs {
        return -stopping(&position.turned(), stop);
    }
    if mine == 0 {
        return 0;
    }
    let [first, second] = position.cards_at(stop);
    let is_better = second != PalmCard::None && card(position, second) > card(position, first);
    let takes_second = first == PalmCard::None || is_better;
    choose(position, stop, if takes_second { second } else { first })
}

/// The value of the discs: on every beach but the boat's, as if the boat might stop there, and in hand.
fn prospects(position: &Position) -> i32 {
    let beaches = (0..SEGMENTS).filter(|beach| *beach != position.boat);
    let stops: i32 = beaches.map(|beach| stopping(position, beach)).sum();
    stops + 6 * (position.me.hand() - position.other.hand())
}

/// The value of letting the shaman walk, which he should if he stands where nothing can be built.
fn walk(position: &Position) -> i32 {
    let stands_well = position.me.shaman.is_some_and(|space| site(position, space) > 0);
    if stands_well { 0 } else { 40 }
}
