//! The values of sites and cards, in tenths of a point.

use kahua_client::games::haleakala::v1::{DisplayCard, PalmCard};

use super::position::{Position, SEGMENTS, SPACES, STATUES, Side, baskets, has_butterfly};

/// The value of a new statue of mine on this space.
pub(super) fn site(position: &Position, space: usize) -> i32 {
    let (segment, landscape) = (space % SEGMENTS, space / SEGMENTS);
    let built = position.me.statues.iter().filter(|built| **built).count();
    if position.is_built(space) || position.is_hit(space) || built >= STATUES {
        return 0;
    }
    let mut worth = 10 * (landscape as i32 + 1) * position.scorings;
    if landscape == 1 && position.me.has_bought(DisplayCard::Forest) {
        worth += 20;
    }
    if landscape == 2 && position.me.has_bought(DisplayCard::Mountain) {
        worth += 30;
    }
    let others = (0..3).filter(|landscape| position.me.statues[landscape * SEGMENTS + segment]).count();
    if others == 2 {
        worth += 20;
    }
    worth
}

/// The value of receiving this card.
pub(super) fn card(position: &Position, card: PalmCard) -> i32 {
    let (me, scorings) = (&position.me, position.scorings);
    let worth = match card {
        PalmCard::Statue => me.shaman.map_or(0, |space| site(position, space)),
        PalmCard::Shell => 25,
        PalmCard::Priestess => 8,
        PalmCard::Fish1 | PalmCard::Fish2 | PalmCard::Fish3 | PalmCard::Fish4 | PalmCard::Fish5 => {
            let lead = me.fish - position.other.fish;
            let baskets = baskets(card);
            15 * scorings * ((lead + baskets).signum() - lead.signum()) + 4 * baskets
        }
        PalmCard::WhitePearl => 10 * scorings * (1 + me.black_pearls),
        PalmCard::BlackPearl => 10 * scorings * (2 + me.white_pearls),
        PalmCard::Nautilus => 30,
        PalmCard::None | PalmCard::Unspecified => 0,
    };
    match (has_butterfly(card), me.has_bought(DisplayCard::Butterflies)) {
        (true, true) => worth + 10,
        (true, false) => worth + 2,
        (false, _) => worth,
    }
}

/// The value of buying this card of the display.
pub(super) fn buy(position: &Position, bought: DisplayCard) -> i32 {
    let (me, other) = (&position.me, &position.other);
    match bought {
        DisplayCard::Butterflies => 10 * me.butterflies - 10,
        DisplayCard::Majority => {
            20 * (0..3).map(|land| i32::from(me.statues_in(land) > other.statues_in(land))).sum::<i32>() - 10
        }
        DisplayCard::Segment => 40 * (0..SEGMENTS).map(|segment| i32::from(whole(me, segment))).sum::<i32>() - 10,
        DisplayCard::Forest => 20 * me.statues_in(1) - 20,
        DisplayCard::Mountain => 30 * me.statues_in(2) - 20,
        DisplayCard::Priestess => best_lava(position) - 10,
        DisplayCard::Unspecified => 0,
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
