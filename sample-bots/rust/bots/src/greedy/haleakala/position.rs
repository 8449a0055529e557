//! The parts of a view that the bot uses, as plain numbers.

use kahua_client::games::haleakala::v1 as hk;

/// Segments of the island.
pub(super) const SEGMENTS: usize = 6;
/// Building spaces: grasslands 0 to 5, forests 6 to 11, mountains 12 to 17.
pub(super) const SPACES: usize = 18;
/// Statues of a player.
pub(super) const STATUES: usize = 8;

/// The parts of a view that the bot uses.
#[derive(Clone, Debug)]
pub(super) struct Position {
    /// The number of scorings to come: 2 or 1.
    pub(super) scorings: i32,
    /// Turns in a row in which nobody took a card.
    pub(super) idle_turns: i32,
    pub(super) boat: usize,
    /// Lava discs on each crater.
    pub(super) lava: [i32; SEGMENTS],
    /// Lava discs beside the board.
    pub(super) lava_supply: i32,
    /// The card on each gap, by its number in `PalmCard`; 0 for none.
    pub(super) gaps: [i32; 2 * SEGMENTS],
    /// The player who decides.
    pub(super) me: Side,
    /// The other one.
    pub(super) other: Side,
}

/// What belongs to one player.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Where the discs 1 to 5 are: 0 in hand, s + 1 on beach s.
    pub(super) discs: [usize; 5],
    /// Where the shaman stands: 0 on the beach, n + 1 on space n.
    pub(super) shaman: usize,
    /// Whether a statue of the player stands on each space.
    pub(super) statues: [bool; SPACES],
    /// How many cards of the kinds 4 to 11 lie before the player.
    pub(super) kept: [i32; 8],
    /// Whether the player has bought the scoring cards 1 to 5 (entry 0 and 6 stay false).
    pub(super) bought: [bool; 7],
}

impl Position {
    /// Reads a view. A missing field counts as zero.
    pub(super) fn read(view: &hk::View) -> Position {
        let red = Side::read(view.red.as_ref());
        let yellow = Side::read(view.yellow.as_ref());
        let yellow_decides = view.open.as_ref().is_some_and(|open| open.player == hk::Colour::Yellow as i32);
        let (me, other) = if yellow_decides { (yellow, red) } else { (red, yellow) };
        Position {
            scorings: if view.round == 2 { 1 } else { 2 },
            idle_turns: view.idle_turns as i32,
            boat: view.boat as usize % SEGMENTS,
            lava: numbers(&view.lava),
            lava_supply: view.lava_supply as i32,
            gaps: std::array::from_fn(|gap| view.gaps.get(gap).copied().unwrap_or_default()),
            me,
            other,
        }
    }

    /// The same position as the other player sees it.
    pub(super) fn turned(&self) -> Position {
        Position { me: self.other.clone(), other: self.me.clone(), ..*self }
    }

    /// The cards on the two gaps at this beach, the lower gap first.
    pub(super) fn cards_at(&self, beach: usize) -> [i32; 2] {
        [self.gaps[2 * beach], self.gaps[2 * beach + 1]]
    }

    /// Whether a statue of either player stands on this space.
    pub(super) fn is_built(&self, space: usize) -> bool {
        self.me.statues[space] || self.other.statues[space]
    }

    /// Whether the coming eruption hits this space, as the lava lies now.
    pub(super) fn is_hit(&self, space: usize) -> bool {
        self.lava[space % SEGMENTS] > 2 - (space / SEGMENTS) as i32
    }
}

impl Side {
    fn read(player: Option<&hk::Player>) -> Side {
        let empty = hk::Player::default();
        let player = player.unwrap_or(&empty);
        Side {
            discs: numbers(&player.discs).map(|place: i32| place as usize % (SEGMENTS + 1)),
            shaman: player.shaman as usize % (SPACES + 1),
            statues: std::array::from_fn(|space| player.statues.contains(&(space as u32))),
            kept: numbers(&player.kept),
            bought: std::array::from_fn(|card| card > 0 && player.bought.contains(&(card as i32))),
        }
    }

    /// The sum of the discs on a beach.
    pub(super) fn sum(&self, beach: usize) -> i32 {
        (1..).zip(&self.discs).filter(|(_, place)| **place == beach + 1).map(|(disc, _)| disc).sum()
    }

    /// The number of discs in hand.
    pub(super) fn hand(&self) -> i32 {
        self.discs.iter().map(|place| i32::from(*place == 0)).sum()
    }

    /// Puts a disc, 1 to 5, into the hand (0) or on beach s (s + 1).
    pub(super) fn put(&mut self, disc: usize, place: usize) {
        self.discs[disc - 1] = place;
    }

    /// Takes all discs off a beach.
    pub(super) fn clear(&mut self, beach: usize) {
        for place in self.discs.iter_mut().filter(|place| **place == beach + 1) {
            *place = 0;
        }
    }

    /// All baskets of fish.
    pub(super) fn fish(&self) -> i32 {
        (1..).zip(&self.kept[..5]).map(|(baskets, cards)| baskets * cards).sum()
    }

    /// How many statues stand on the spaces of a landscape: 0 grassland, 1 forest, 2 mountain.
    pub(super) fn statues_in(&self, landscape: usize) -> i32 {
        self.statues[landscape * SEGMENTS..][..SEGMENTS].iter().map(|built| i32::from(*built)).sum()
    }
}

fn numbers<const N: usize>(list: &[u32]) -> [i32; N] {
    std::array::from_fn(|place| list.get(place).map_or(0, |number| *number as i32))
}
