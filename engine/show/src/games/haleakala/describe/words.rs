//! What people call the cards, the spaces, and how many there are of something.
//!
//! The German words for cards that are taken, got or laid are accusatives.

use kahua_engine::games::haleakala::{Card, Colour, DisplayCard, Landscape, Shaman, Space};

use crate::language::Language;
use crate::prose::say_number;
use crate::{say, say_count};

/// What cards, landscapes and colours are called where they lie.
pub(in crate::games::haleakala) trait Titled {
    /// As it stands on the card; a landscape or a colour in full, in lower case.
    fn title(self, language: Language) -> &'static str;
}

/// What cards are called in a sentence.
pub(super) trait CardWords {
    /// Where it is clear which one: "the Shell".
    fn the(self, language: Language) -> String;

    /// Where it comes up: "a Shell".
    fn new_one(self, language: Language) -> String;

    /// Two of them: "two Shells".
    fn two_new_ones(self, language: Language) -> String;

    /// This number of them, as in a table: "1 Shell", "4 Statues", "2 cards with 3 baskets".
    fn figure(self, count: u16, language: Language) -> String;
}

impl Titled for Card {
    fn title(self, language: Language) -> &'static str {
        match self {
            Card::Statue => say!(language, "Statue"),
            Card::Shell => say!(language, "Shell"),
            Card::Priestess => say!(language, "Priestess"),
            Card::Fish1 => say!(language, "1 basket"),
            Card::Fish2 => say!(language, "2 baskets"),
            Card::Fish3 => say!(language, "3 baskets"),
            Card::Fish4 => say!(language, "4 baskets"),
            Card::Fish5 => say!(language, "5 baskets"),
            Card::WhitePearl => say!(language, "White pearl"),
            Card::BlackPearl => say!(language, "Black pearl"),
            Card::Nautilus => say!(language, "Nautilus"),
        }
    }
}

impl CardWords for Card {
    fn the(self, language: Language) -> String {
        match self {
            Card::Statue => say!(language, "the Statue").to_owned(),
            Card::Shell => say!(language, "the Shell").to_owned(),
            Card::Priestess => say!(language, "the Priestess").to_owned(),
            Card::WhitePearl => say!(language, "the white pearl").to_owned(),
            Card::BlackPearl => say!(language, "the black pearl").to_owned(),
            Card::Nautilus => say!(language, "the nautilus").to_owned(),
            Card::Fish1 | Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => {
                say_number!(language, self.baskets(), "the basket of fish", "the {0} baskets of fish")
            }
        }
    }

    fn new_one(self, language: Language) -> String {
        match self {
            Card::Statue => say!(language, "a Statue").to_owned(),
            Card::Shell => say!(language, "a Shell").to_owned(),
            Card::Priestess => say!(language, "a Priestess").to_owned(),
            Card::Fish1 | Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => {
                say_number!(language, self.baskets(), "a basket of fish", "{0} baskets of fish")
            }
            Card::WhitePearl | Card::BlackPearl | Card::Nautilus => self.the(language),
        }
    }

    fn two_new_ones(self, language: Language) -> String {
        match self {
            Card::Statue => say!(language, "two Statues").to_owned(),
            Card::Shell => say!(language, "two Shells").to_owned(),
            Card::Priestess => say!(language, "two Priestesses").to_owned(),
            Card::WhitePearl => say!(language, "two white pearls").to_owned(),
            Card::BlackPearl => say!(language, "two black pearls").to_owned(),
            Card::Nautilus => say!(language, "two nautiluses").to_owned(),
            Card::Fish1 | Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => say_number!(
                language,
                self.baskets(),
                "two cards with a basket of fish",
                "two cards with {0} baskets of fish"
            ),
        }
    }

    fn figure(self, count: u16, language: Language) -> String {
        match self {
            Card::Statue => say_count!(language, count, "{0} Statue", "{0} Statues"),
            Card::Shell => say_count!(language, count, "{0} Shell", "{0} Shells"),
            Card::Priestess => say_count!(language, count, "{0} Priestess", "{0} Priestesses"),
            Card::WhitePearl => say_count!(language, count, "{0} white pearl", "{0} white pearls"),
            Card::BlackPearl => say_count!(language, count, "{0} black pearl", "{0} black pearls"),
            Card::Nautilus => say_count!(language, count, "{0} nautilus", "{0} nautiluses"),
            Card::Fish1 => say_count!(language, count, "{0} card with 1 basket", "{0} cards with 1 basket"),
            Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => match count {
                1 => say!(language, "1 card with {0} baskets", self.baskets()),
                _ => say!(language, "{0} cards with {1} baskets", count, self.baskets()),
            },
        }
    }
}

impl Titled for DisplayCard {
    fn title(self, language: Language) -> &'static str {
        match self {
            DisplayCard::Butterflies => say!(language, "Butterflies"),
            DisplayCard::Majority => say!(language, "Statue Majority"),
            DisplayCard::Segment => say!(language, "Complete Segment"),
            DisplayCard::Forest => say!(language, "Forest Statues"),
            DisplayCard::Mountain => say!(language, "Mountain Statues"),
            DisplayCard::Priestess => say!(language, "Priestess"),
        }
    }
}

impl Titled for Landscape {
    fn title(self, language: Language) -> &'static str {
        match self {
            Landscape::Grassland => say!(language, "grassland"),
            Landscape::Forest => say!(language, "forest"),
            Landscape::Mountain => say!(language, "mountain"),
        }
    }
}

impl Titled for Colour {
    fn title(self, language: Language) -> &'static str {
        match self {
            Colour::Red => say!(language, "red"),
            Colour::Yellow => say!(language, "yellow"),
        }
    }
}

/// The title of a scoring card in a sentence, where German has it in quotation marks: its words are not those of the sentence.
pub(super) fn quoted(title: &str, language: Language) -> String {
    match language {
        Language::English => title.to_owned(),
        Language::German => format!("„{title}“"),
    }
}

/// "forest 2".
pub(in crate::games::haleakala) fn space(space: Space, language: Language) -> String {
    format!("{} {}", space.landscape.title(language), space.segment)
}

/// Where a shaman stands: "forest 2", "beach 0".
pub(in crate::games::haleakala) fn place(shaman: Shaman, language: Language) -> String {
    match shaman {
        Shaman::Beach(beach) => say!(language, "beach {0}", beach),
        Shaman::On(on) => space(on, language),
    }
}

/// Where a shaman stands or a statue is built: "in forest 2", "on beach 0".
pub(super) fn there(at: Shaman, language: Language) -> String {
    let place = place(at, language);
    match at {
        Shaman::Beach(beach) => say!(language, "on beach {0}", beach),
        Shaman::On(Space { landscape: Landscape::Mountain, .. }) => say!(language, "on {0}", place),
        Shaman::On(_) => say!(language, "in {0}", place),
    }
}

/// This number of shells: "one shell", "two shells", "no shells".
pub(super) fn shells(count: impl Into<u32>, language: Language) -> String {
    say_number!(language, count, "one shell", "{0} shells")
}

/// This number of statues: "one statue", "two statues", "no statues".
pub(super) fn statues(count: impl Into<u32>, language: Language) -> String {
    say_number!(language, count, "one statue", "{0} statues")
}
