//! The values of sites and cards, in tenths of a point.

use super::position::{Position, SEGMENTS, SPACES, STATUES, Side};

const STATUE: i32 = 1;
const SHELL: i32 = 2;
const PRIESTESS: i32 = 3;
const FISH1: i32 = 4;
const FISH5: i32 = 8;
const WHITE: i32 = 9;
const BLACK: i32 = 10;
const NAUTILUS: i32 = 11;
/// Indices into `kept`.
const KEPT_WHITE: usize = 5;
const KEPT_BLACK: usize = 6;
/// The kinds of cards with a butterfly, by their indices in `kept`.
const BUTTERFLIES: [usize; 6] = [0, 1, 3, 4, 5, 7];

/// The value of a new statue of mine on this space.
pub(super) fn site(position: &Position, space: usize) -> i32 {
    let (segment, landscape) = (space % SEGMENTS, space / SEGMENTS);
    let built = position.me.statues.iter().filter(|built| **built).count();
    if position.is_built(space) || position.is_hit(space) || built >= STATUES {
        return 0;
    }
    let mut worth = 10 * (landscape as i32 + 1) * position.scorings;
    if landscape == 1 && position.me.bought[4] {
        worth += 20;
    }
    if landscape == 2 && position.me.bought[5] {
        worth += 30;
    }
    let others = (0..3).filter(|landscape| position.me.statues[landscape * SEGMENTS + segment]).count();
    if others == 2 {
        worth += 20;
    }
    worth
}

/// The value of receiving this card.
pub(super) fn card(position: &Position, card: i32) -> i32 {
    let (me, scorings) = (&position.me, position.scorings);
    let worth = match card {
        STATUE if me.shaman > 0 => site(position, me.shaman - 1),
        SHELL => 25,
        PRIESTESS => 8,
        FISH1..=FISH5 => {
            let (mine, theirs) = (me.fish(), position.other.fish());
            let baskets = card - FISH1 + 1;
            15 * scorings * ((mine + baskets - theirs).signum() - (mine - theirs).signum()) + 4 * baskets
        }
        WHITE => 10 * scorings * (1 + me.kept[KEPT_BLACK]),
        BLACK => 10 * scorings * (2 + me.kept[KEPT_WHITE]),
        NAUTILUS => 30,
        _ => 0,
    };
    let butterfly = usize::try_from(card - FISH1).is_ok_and(|kept| BUTTERFLIES.contains(&kept));
    match (butterfly, me.bought[1]) {
        (true, true) => worth + 10,
        (true, false) => worth + 2,
        (false, _) => worth,
    }
}

/// The value of buying this card of the display; 0 stands for buying nothing.
pub(super) fn buy(position: &Position, bought: i32) -> i32 {
    let (me, other) = (&position.me, &position.other);
    match bought {
        1 => 10 * BUTTERFLIES.iter().map(|kind| me.kept[*kind]).sum::<i32>() - 10,
        2 => 20 * (0..3).map(|land| i32::from(me.statues_in(land) > other.statues_in(land))).sum::<i32>() - 10,
        3 => 40 * (0..SEGMENTS).map(|segment| i32::from(whole(me, segment))).sum::<i32>() - 10,
        4 => 20 * me.statues_in(1) - 20,
        5 => 30 * me.statues_in(2) - 20,
        6 => best_lava(position) - 10,
        _ => 0,
    }
}

fn whole(side: &Side, segment: usize) -> bool {
    (0..3).all(|landscape| side.statues[landscape * SEGMENTS + segment])
}

/// The value of moving one lava disc from crater to crater.
pub(super) fn move_lava(position: &Position, from: usize, to: usize) -> i32 {
    let mut after = position.clone();
    after.lava[from] -= 1;
    after.lava[to] += 1;
    spared(&after) - spared(position)
}

/// The value of the best move of one lava disc; 0 if there is none.
fn best_lava(position: &Position) -> i32 {
    let craters = (0..SEGMENTS).filter(|crater| position.lava[*crater] > 0);
    let moves = craters.flat_map(|from| [(from, (from + 1) % SEGMENTS), (from, (from + SEGMENTS - 1) % SEGMENTS)]);
    moves.map(|(from, to)| move_lava(position, from, to)).max().unwrap_or(0)
}

/// The value of the statues that the eruption spares, mine minus the other player's.
fn spared(position: &Position) -> i32 {
    let spared = (0..SPACES).filter(|space| !position.is_hit(*space));
    spared
        .map(|space| {
            let owner = i32::from(position.me.statues[space]) - i32::from(position.other.statues[space]);
            owner * 10 * (space / SEGMENTS + 1) as i32 * position.scorings
        })
        .sum()
}
