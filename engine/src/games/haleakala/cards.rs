//! The cards: palm cards, which lie in the gaps and the piles, and the six cards of the display.

use crate::bag::Bag;
use crate::named::named;
use crate::set::Set;

named! {
    /// A palm card that can lie on a gap; lava cards never do.
    pub enum Card {
        /// Builds a statue under the player's shaman.
        Statue = "statue",
        /// Money: allows one purchase when received.
        Shell = "shell",
        /// Moves one lava disc to a neighbouring crater.
        Priestess = "priestess",
        /// One basket of fish.
        Fish1 = "fish1",
        /// Two baskets of fish.
        Fish2 = "fish2",
        /// Three baskets of fish.
        Fish3 = "fish3",
        /// Four baskets of fish.
        Fish4 = "fish4",
        /// Five baskets of fish.
        Fish5 = "fish5",
        /// The white pearl.
        WhitePearl = "white",
        /// The black pearl.
        BlackPearl = "black",
        /// The nautilus, which counts at the last scoring only.
        Nautilus = "nautilus",
    }
}

impl Card {
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
}

/// A face-down pile, the discard, or any other heap of palm cards, lava among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pile {
    /// The cards other than lava, numbered as in [`Card::ALL`].
    pub cards: Bag<{ Card::COUNT }>,
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

named! {
    /// A card of the display next to the board, which players buy for shells.
    pub enum DisplayCard {
        /// Scores the butterflies on the player's cards.
        Butterflies = "butterflies",
        /// Scores every landscape in which the player has more statues than the opponent.
        Majority = "majority",
        /// Scores every segment with three of the player's statues.
        Segment = "segment",
        /// Scores the player's statues in forests.
        Forest = "forest",
        /// Scores the player's statues on mountains.
        Mountain = "mountain",
        /// Moves one lava disc at once, and lies face down until the next scoring is over.
        Priestess = "priestess",
    }
}

/// A set of display cards: the ones face up, or the ones that a player has bought.
pub type DisplaySet = Set<DisplayCard>;
