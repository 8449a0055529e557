//! The parts of a view that the bot uses.

use hk::player::Shaman;
use hk::{DisplayCard, PalmCard};
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
    /// Turns in a row in which no player took a card.
    pub(super) idle_turns: i32,
    pub(super) boat: usize,
    /// Lava discs on each crater.
    pub(super) lava: [i32; SEGMENTS],
    /// Lava discs next to the board.
    pub(super) lava_supply: i32,
    /// The card on each gap.
    pub(super) gaps: [PalmCard; 2 * SEGMENTS],
    /// The player who decides.
    pub(super) me: Side,
    /// The other one.
    pub(super) other: Side,
}

/// What belongs to one player.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// The beaches of the discs 1 to 5; `None` for one in hand.
    discs: [Option<usize>; 5],
    /// The space on which the shaman stands; `None` on the beach.
    pub(super) shaman: Option<usize>,
    /// Whether a statue of the player stands on each space.
    pub(super) statues: [bool; SPACES],
    /// All baskets of fish.
    pub(super) fish: i32,
    pub(super) white_pearls: i32,
    pub(super) black_pearls: i32,
    /// How many cards with a butterfly the player has kept.
    pub(super) butterflies: i32,
    /// Whether the player has bought each card of the display, by its number in `DisplayCard`.
    bought: [bool; 7],
}

impl Position {
    /// Reads a view in which this seat decides. A missing field counts as zero, a missing card as none.
    pub(super) fn read(view: &hk::View, seat: u32) -> Position {
        let side = |seat: u32| Side::read(view.players.get(seat as usize).unwrap_or(&hk::Player::default()));
        let (me, other) = if seat == 1 { (side(1), side(0)) } else { (side(0), side(1)) };
        let cards: Vec<PalmCard> = view.gaps().collect();
        Position {
            scorings: if view.round == 2 { 1 } else { 2 },
            idle_turns: view.idle_turns as i32,
            boat: view.boat as usize % SEGMENTS,
            lava: std::array::from_fn(|crater| view.lava.get(crater).map_or(0, |discs| *discs as i32)),
            lava_supply: view.lava_supply as i32,
            gaps: std::array::from_fn(|gap| cards.get(gap).copied().unwrap_or(PalmCard::None)),
            me,
            other,
        }
    }

    /// The same position as the other player sees it.
    pub(super) fn turned(&self) -> Position {
        Position { me: self.other.clone(), other: self.me.clone(), ..*self }
    }

    /// The cards on the two gaps at this beach, the lower gap first.
    pub(super) fn cards_at(&self, beach: usize) -> [PalmCard; 2] {
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
    fn read(player: &hk::Player) -> Side {
        let kept = |card| player.kept().filter(|kept| *kept == card).count() as i32;
        let beach = |disc| player.beach_discs.iter().find(|on_beach| on_beach.disc == disc);
        Side {
            discs: [1, 2, 3, 4, 5].map(|disc| beach(disc).map(|on_beach| on_beach.beach as usize)),
            shaman: match player.shaman {
                Some(Shaman::ShamanSpace(space)) => Some(space as usize % SPACES),
                Some(Shaman::ShamanAtHut(_)) | None => None,
            },
            statues: std::array::from_fn(|space| player.statues.contains(&(space as u32))),
            fish: player.kept().map(baskets).sum(),
            white_pearls: kept(PalmCard::WhitePearl),
            black_pearls: kept(PalmCard::BlackPearl),
            butterflies: player.kept().filter(|card| has_butterfly(*card)).count() as i32,
            bought: std::array::from_fn(|card| player.bought.contains(&(card as i32))),
        }
    }

    /// The sum of the discs on a beach.
    pub(super) fn sum(&self, beach: usize) -> i32 {
        (1..).zip(&self.discs).filter(|(_, place)| **place == Some(beach)).map(|(disc, _)| disc).sum()
    }

    /// The number of discs in hand.
    pub(super) fn hand(&self) -> i32 {
        self.discs.iter().map(|place| i32::from(place.is_none())).sum()
    }

    /// Puts a disc, 1 to 5, on a beach or back into the hand.
    pub(super) fn put(&mut self, disc: usize, beach: Option<usize>) {
        self.discs[disc - 1] = beach;
    }

    /// Takes all discs off a beach.
    pub(super) fn clear(&mut self, beach: usize) {
        for place in self.discs.iter_mut().filter(|place| **place == Some(beach)) {
            *place = None;
        }
    }

    /// Whether the player has bought this card since the last scoring.
    pub(super) fn has_bought(&self, card: DisplayCard) -> bool {
        self.bought[card as usize]
    }

    /// How many statues stand on the spaces of a landscape: 0 grassland, 1 forest, 2 mountain.
    pub(super) fn statues_in(&self, landscape: usize) -> i32 {
        self.statues[landscape * SEGMENTS..][..SEGMENTS].iter().map(|built| i32::from(*built)).sum()
    }
}

/// How many baskets of fish a card shows.
pub(super) fn baskets(card: PalmCard) -> i32 {
    match card {
        PalmCard::Fish1 => 1,
        PalmCard::Fish2 => 2,
        PalmCard::Fish3 => 3,
        PalmCard::Fish4 => 4,
        PalmCard::Fish5 => 5,
        _ => 0,
    }
}

/// Whether a card shows a butterfly.
pub(super) fn has_butterfly(card: PalmCard) -> bool {
    use PalmCard::{Fish1, Fish2, Fish4, Fish5, Nautilus, WhitePearl};
    matches!(card, Fish1 | Fish2 | Fish4 | Fish5 | WhitePearl | Nautilus)
}
