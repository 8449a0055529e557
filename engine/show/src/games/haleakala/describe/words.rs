//! What people call the cards, the spaces, and how many there are of something.

use kahua_engine::games::haleakala::{Card, DisplayCard, Landscape, Shaman, Space};

use crate::prose::{figure, number};

/// What cards and landscapes are called where they lie.
pub(in crate::games::haleakala) trait Titled {
    /// As it stands on the card; a landscape in full, in lower case.
    fn title(self) -> &'static str;
}

/// What cards are called in a sentence.
pub(super) trait CardWords {
    /// Without an article.
    fn noun(self) -> &'static str;

    /// Where it is clear which one: "the Shell".
    fn the(self) -> String;

    /// Where it comes up: "a Shell".
    fn new_one(self) -> String;

    /// Two of them: "two Shells".
    fn two_new_ones(self) -> String;

    /// This number of them, as in a table: "1 Shell", "4 Statues", "2 cards with 3 baskets".
    fn figure(self, count: u16) -> String;
}

impl Titled for Card {
    fn title(self) -> &'static str {
        match self {
            Card::Statue => "Statue",
            Card::Shell => "Shell",
            Card::Priestess => "Priestess",
            Card::Fish1 => "1 basket",
            Card::Fish2 => "2 baskets",
            Card::Fish3 => "3 baskets",
            Card::Fish4 => "4 baskets",
            Card::Fish5 => "5 baskets",
            Card::WhitePearl => "White pearl",
            Card::BlackPearl => "Black pearl",
            Card::Nautilus => "Nautilus",
        }
    }
}

impl CardWords for Card {
    fn noun(self) -> &'static str {
        match self {
            Card::Fish1 => "basket of fish",
            Card::Fish2 => "two baskets of fish",
            Card::Fish3 => "three baskets of fish",
            Card::Fish4 => "four baskets of fish",
            Card::Fish5 => "five baskets of fish",
            Card::WhitePearl => "white pearl",
            Card::BlackPearl => "black pearl",
            Card::Nautilus => "nautilus",
            Card::Statue | Card::Shell | Card::Priestess => self.title(),
        }
    }

    fn the(self) -> String {
        format!("the {}", self.noun())
    }

    fn new_one(self) -> String {
        match self {
            Card::Statue | Card::Shell | Card::Priestess | Card::Fish1 => format!("a {}", self.noun()),
            Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => self.noun().to_owned(),
            Card::WhitePearl | Card::BlackPearl | Card::Nautilus => self.the(),
        }
    }

    fn two_new_ones(self) -> String {
        match self {
            Card::Priestess => "two Priestesses".to_owned(),
            Card::Nautilus => "two nautiluses".to_owned(),
            Card::Fish1 | Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => {
                format!("two cards with {}", self.new_one())
            }
            _ => format!("two {}s", self.noun()),
        }
    }

    fn figure(self, count: u16) -> String {
        match self {
            Card::Fish1 | Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => {
                format!("{} with {}", figure(count, "card"), self.title())
            }
            Card::Priestess if count != 1 => format!("{count} Priestesses"),
            Card::Nautilus if count != 1 => format!("{count} nautiluses"),
            _ => figure(count, self.noun()),
        }
    }
}

impl Titled for DisplayCard {
    fn title(self) -> &'static str {
        match self {
            DisplayCard::Butterflies => "Butterflies",
            DisplayCard::Majority => "Statue Majority",
            DisplayCard::Segment => "Complete Segment",
            DisplayCard::Forest => "Forest Statues",
            DisplayCard::Mountain => "Mountain Statues",
            DisplayCard::Priestess => "Priestess",
        }
    }
}

impl Titled for Landscape {
    fn title(self) -> &'static str {
        match self {
            Landscape::Grassland => "grassland",
            Landscape::Forest => "forest",
            Landscape::Mountain => "mountain",
        }
    }
}

/// "forest 2".
pub(in crate::games::haleakala) fn space(space: Space) -> String {
    format!("{} {}", space.landscape.title(), space.segment)
}

/// Where a shaman stands: "forest 2", "beach 0".
pub(in crate::games::haleakala) fn place(shaman: Shaman) -> String {
    match shaman {
        Shaman::Beach(beach) => format!("beach {beach}"),
        Shaman::On(on) => space(on),
    }
}

/// Where a shaman stands or a statue is built: "in forest 2", "on beach 0".
pub(super) fn there(at: Shaman) -> String {
    let preposition = match at {
        Shaman::Beach(_) | Shaman::On(Space { landscape: Landscape::Mountain, .. }) => "on",
        Shaman::On(_) => "in",
    };
    format!("{preposition} {}", place(at))
}

/// This number of something: "one shell", "two shells", "no shells".
pub(super) fn counted(count: impl Into<u32>, one: &str) -> String {
    let count = count.into();
    format!("{} {one}{}", number(count), if count == 1 { "" } else { "s" })
}
