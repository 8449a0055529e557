//! The cards: palm cards, of which the island's gaps and the piles are made, and the six cards on the display.

use std::fmt;

use crate::bag::Bag;

/// A palm card that can lie on a gap; lava cards never do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Builds a statue under the own shaman.
    Statue,
    /// Money: allows one purchase when received.
    Shell,
    /// Moves one lava disc to a neighbouring crater.
    Priestess,
    /// One basket of fish.
    Fish1,
    /// Two baskets of fish.
    Fish2,
    /// Three baskets of fish.
    Fish3,
    /// Four baskets of fish.
    Fish4,
    /// Five baskets of fish.
    Fish5,
    /// The white pearl.
    WhitePearl,
    /// The black pearl.
    BlackPearl,
    /// The nautilus, which counts at the last scoring only.
    Nautilus,
}

impl Card {
    /// How many kinds there are.
    pub const KINDS: usize = 11;

    /// All kinds, in order.
    pub const ALL: [Card; Card::KINDS] = [
        Card::Statue,
        Card::Shell,
        Card::Priestess,
        Card::Fish1,
        Card::Fish2,
        Card::Fish3,
        Card::Fish4,
        Card::Fish5,
        Card::WhitePearl,
        Card::BlackPearl,
        Card::Nautilus,
    ];

    /// Its place in [`Card::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Card::Statue => "statue",
            Card::Shell => "shell",
            Card::Priestess => "priestess",
            Card::Fish1 => "fish1",
            Card::Fish2 => "fish2",
            Card::Fish3 => "fish3",
            Card::Fish4 => "fish4",
            Card::Fish5 => "fish5",
            Card::WhitePearl => "white",
            Card::BlackPearl => "black",
            Card::Nautilus => "nautilus",
        }
    }

    /// How many baskets of fish it shows.
    #[must_use]
    pub const fn baskets(self) -> u16 {
        match self {
            Card::Fish1 => 1,
            Card::Fish2 => 2,
            Card::Fish3 => 3,
            Card::Fish4 => 4,
            Card::Fish5 => 5,
            _ => 0,
        }
    }

    /// Whether it goes to the discard as soon as its effect begins (H12), and so is never kept.
    #[must_use]
    pub const fn is_action(self) -> bool {
        matches!(self, Card::Statue | Card::Priestess)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A face-down pile, the discard, or any other heap of palm cards, lava among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    /// The cards other than lava, numbered as in [`Card::ALL`].
    pub cards: Bag<{ Card::KINDS }>,
    /// The lava cards.
    pub lava: u8,
}

impl Pile {
    /// No card.
    pub const EMPTY: Pile = Pile { cards: Bag::EMPTY, lava: 0 };

    /// How many cards there are, lava included.
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.cards.total() + self.lava as u16
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total() == 0
    }
}

/// A card of the display beside the board, to be bought for shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DisplayCard {
    /// Scores the butterflies on the own cards.
    Butterflies,
    /// Scores every landscape with more own statues than the other player's.
    Majority,
    /// Scores every segment with three own statues.
    Segment,
    /// Scores the own statues in forests.
    Forest,
    /// Scores the own statues on mountains.
    Mountain,
    /// Moves one lava disc at once, and lies face down until the next scoring is over.
    Priestess,
}

impl DisplayCard {
    /// How many there are.
    pub const COUNT: usize = 6;

    /// All of them, in order.
    pub const ALL: [DisplayCard; DisplayCard::COUNT] = [
        DisplayCard::Butterflies,
        DisplayCard::Majority,
        DisplayCard::Segment,
        DisplayCard::Forest,
        DisplayCard::Mountain,
        DisplayCard::Priestess,
    ];

    /// Its place in [`DisplayCard::ALL`].
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in notation and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DisplayCard::Butterflies => "butterflies",
            DisplayCard::Majority => "majority",
            DisplayCard::Segment => "segment",
            DisplayCard::Forest => "forest",
            DisplayCard::Mountain => "mountain",
            DisplayCard::Priestess => "priestess",
        }
    }
}

impl fmt::Display for DisplayCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of display cards: those face up, or those that a player has bought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DisplaySet(u8);

impl DisplaySet {
    /// None of them.
    pub const EMPTY: DisplaySet = DisplaySet(0);

    /// All six.
    pub const ALL: DisplaySet = DisplaySet((1 << DisplayCard::COUNT) - 1);

    /// Whether the card is in it.
    #[must_use]
    pub const fn contains(self, card: DisplayCard) -> bool {
        self.0 >> card.index() & 1 == 1
    }

    /// Whether any card is in both.
    #[must_use]
    pub const fn meets(self, other: DisplaySet) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with this card too.
    #[must_use]
    pub const fn with(self, card: DisplayCard) -> DisplaySet {
        DisplaySet(self.0 | 1 << card.index())
    }

    /// The set without this card.
    #[must_use]
    pub const fn without(self, card: DisplayCard) -> DisplaySet {
        DisplaySet(self.0 & !(1 << card.index()))
    }

    /// The cards of either set.
    #[must_use]
    pub const fn union(self, other: DisplaySet) -> DisplaySet {
        DisplaySet(self.0 | other.0)
    }

    /// The cards in it, in order.
    pub fn iter(self) -> impl Iterator<Item = DisplayCard> {
        DisplayCard::ALL.into_iter().filter(move |&card| self.contains(card))
    }
}

impl FromIterator<DisplayCard> for DisplaySet {
    fn from_iter<I: IntoIterator<Item = DisplayCard>>(cards: I) -> DisplaySet {
        cards.into_iter().fold(DisplaySet::EMPTY, DisplaySet::with)
    }
}

impl fmt::Debug for DisplaySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(DisplayCard::name)).finish()
    }
}
