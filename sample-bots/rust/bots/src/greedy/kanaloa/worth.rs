//! The values of tiles and temples.

use super::position::Position;

/// Kane's index among the temples.
pub(super) const KANE: usize = 4;
/// The value of a god's card, in the unit of [`promise`].
pub(crate) const CARD: i32 = 12;

/// The pairs of gods on tiles with two, in the order of the tiles.
const PAIRS: [(usize, usize); 6] = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)];

/// A tile's value in points.
pub(super) fn value_of(tile: i32) -> i32 {
    match tile {
        1..=8 => 4 + (tile - 1) % 2,
        9..=26 => 2 + (tile - 9) % 3,
        27..=30 => tile - 25,
        _ => 0,
    }
}

/// The two temples that a tile shows. A tile that shows only one gives it twice.
pub(super) fn shown_on(tile: i32) -> (usize, usize) {
    match tile {
        1..=8 => ((tile as usize - 1) / 2, (tile as usize - 1) / 2),
        9..=26 => PAIRS[(tile as usize - 9) / 3],
        _ => (KANE, KANE),
    }
}

/// Whether a tile shows this temple's god.
pub(super) fn shows(tile: i32, temple: usize) -> bool {
    let (one, other) = shown_on(tile);
    one == temple || other == temple
}

/// The height that every temple can be expected to reach, with `remaining` volcano tiles left to draw.
pub(crate) fn hoped_level(temples: &[i32; 5], hand: &[i32], remaining: i32, players: i32) -> i32 {
    let wealth = temples.iter().sum::<i32>() + hand.iter().map(|tile| value_of(*tile)).sum::<i32>();
    temples[KANE].max((wealth * players + 20 * remaining) / (5 * players))
}

/// The value of temples and a sorted hand: what they promise, which weighs more the longer the game still lasts, and what
/// they score.
pub(crate) fn standing(temples: &[i32; 5], hand: &[i32], level: i32, remaining: i32) -> i32 {
    remaining * promise(temples, hand, level) + 40 * score(temples)
}

/// What temples and a sorted hand promise. It is the more, the nearer all temples come to the level.
pub(super) fn promise(temples: &[i32; 5], hand: &[i32], level: i32) -> i32 {
    let built: i32 = temples.iter().map(|temple| 10 * temple.min(&level) + 2 * (temple - level).max(0)).sum();
    let mut needs = temples.map(|temple| (level - temple).max(0));
    let mut held = 0;
    for tile in hand {
        let (one, other) = shown_on(*tile);
        let temple = if needs[other] > needs[one] { other } else { one };
        let needed = value_of(*tile).min(needs[temple]);
        let (useful, spare) = if temple == KANE { (11, 8) } else { (7, 1) };
        held += useful * needed + spare * (value_of(*tile) - needed);
        needs[temple] -= needed;
    }
    built + held
}

/// The points that temples are worth by the game's rules.
pub(super) fn score(temples: &[i32; 5]) -> i32 {
    let kane = temples[KANE];
    kane * (1 + temples[..KANE].iter().map(|temple| i32::from(*temple >= kane)).sum::<i32>())
}

/// What this tile would add to the promise of my hand.
pub(super) fn gain(position: &Position, tile: i32) -> i32 {
    let me = position.mine();
    let mut hand = me.hand.clone();
    hand.insert(hand.partition_point(|held| *held < tile), tile);
    promise(&me.temples, &hand, position.level) - promise(&me.temples, &me.hand, position.level)
}

/// What losing the tile that I need most would cost me; 0 if I have no tiles.
pub(super) fn greatest_loss(position: &Position) -> i32 {
    let me = position.mine();
    let whole = promise(&me.temples, &me.hand, position.level);
    let without = |lost: usize| {
        let mut hand = me.hand.clone();
        hand.remove(lost);
        whole - promise(&me.temples, &hand, position.level)
    };
    (0..me.hand.len()).map(without).max().unwrap_or(0)
}
