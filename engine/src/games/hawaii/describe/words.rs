//! What the things of the game are called in sentences.

use crate::games::hawaii::boats::Fleet;
use crate::games::hawaii::places::{Islet, Site, Stack};
use crate::games::hawaii::ruleset::Rules;
use crate::games::hawaii::state::Board;
use crate::games::hawaii::supply::Payment;
use crate::games::hawaii::tiles::{God, Kind, Side, Tile};
use crate::games::hawaii::tokens::Token;
use crate::prose::{capital, list, number};

/// An amount with its unit: "1 foot", "3 feet".
pub(crate) fn amount(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(crate) fn points(number: u32) -> String {
    amount(number, "point", "points")
}

/// This as a sentence: with a capital and a full stop; `None` if it is empty.
pub(crate) fn sentence(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| format!("{}.", capital(text)))
}

/// Shells, feet and fruit: "2 shells and 1 foot"; "nothing".
pub(crate) fn resources(shells: u32, feet: u32, fruit: u32) -> String {
    let all = [(shells, "shell", "shells"), (feet, "foot", "feet"), (fruit, "fruit", "fruit")];
    let some: Vec<String> =
        all.into_iter().filter(|(count, ..)| *count > 0).map(|(count, one, many)| amount(count, one, many)).collect();
    if some.is_empty() { "nothing".into() } else { list(some) }
}

impl Payment {
    pub(super) fn in_words(self) -> String {
        resources(self.shells.into(), self.feet.into(), self.fruit.into())
    }
}

impl Token {
    /// "5", "5 with spears".
    pub(crate) fn in_words(self) -> String {
        format!("{}{}", self.number(), if self.has_spears() { " with spears" } else { "" })
    }
}

impl Side {
    /// "side I up", "side II up".
    pub(crate) const fn in_words(self) -> &'static str {
        match self {
            Side::One => "side I up",
            Side::Two => "side II up",
        }
    }
}

impl Site {
    /// What the site is called on the board: by what it sells.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Site::ShellFoot => "shell and foot huts",
            Site::Fruit => "fruit",
            Site::Kahunas => "kahunas and tikis",
            Site::SpearExchange => "spear and exchange huts",
            Site::Hula => "hula dancers",
            Site::Surfers => "surfers",
            Site::Gods => "gods",
            Site::Boats => "boats",
            Site::LongHuts => "long huts",
            Site::Irrigation => "irrigation",
        }
    }

    /// What the site is called in a sentence.
    pub(super) fn in_words(self) -> String {
        match self {
            Site::Fruit | Site::Irrigation => format!("the {} site", self.title()),
            _ => format!("the {}", self.title()),
        }
    }
}

impl Islet {
    /// What it brings.
    pub(crate) fn in_words(self, rules: &Rules) -> String {
        let rewards = &rules.islet_rewards;
        match self {
            Islet::Hula => "a hula dancer".into(),
            Islet::Surfer => "a surfer".into(),
            Islet::Fruit => "a fruit tile".into(),
            Islet::Irrigation => "irrigation".into(),
            Islet::Hut => "a hut".into(),
            Islet::Boat => "a boat".into(),
            Islet::God => "a god".into(),
            Islet::Kahunas => Tile::Kahuna.several(rewards.kahunas.into()),
            Islet::Tikis => Tile::Tiki.several(rewards.tikis.into()),
            Islet::Points => points(rewards.points.into()),
        }
    }

    /// What it is called on the board.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Islet::Hula => "hula dancer",
            Islet::Surfer => "surfer",
            Islet::Fruit => "fruit",
            Islet::Irrigation => "irrigation",
            Islet::Hut => "hut",
            Islet::Boat => "boat",
            Islet::God => "god",
            Islet::Kahunas => "kahunas",
            Islet::Tikis => "tikis",
            Islet::Points => "points",
        }
    }
}

impl God {
    /// Its name in a sentence.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            God::Kane => "Kane",
            God::Pele => "Pele",
            God::Kanaloa => "Kanaloa",
            God::Laka => "Laka",
            God::Ku => "Ku",
            God::Lono => "Lono",
        }
    }
}

impl Stack {
    pub(crate) const fn in_words(self) -> &'static str {
        if self.index() == 0 { "the first stack" } else { "the second stack" }
    }
}

impl Tile {
    /// What it is called on the board; a god by its stack.
    pub(crate) const fn title(self) -> &'static str {
        match (self, self.kind()) {
            (Tile::God0, _) => "god of the first stack",
            (Tile::God1, _) => "god of the second stack",
            (Tile::Boat, _) => "boat",
            (Tile::Kahuna, _) => "kahuna",
            (Tile::Tiki, _) => "tiki",
            (_, Some(kind)) => kind.name(),
            (_, None) => "",
        }
    }

    /// With its article where it has one: "an exchange hut", "irrigation", "Kane".
    pub(super) fn with_article(self, board: &Board) -> String {
        match board.god_of(self) {
            Some(god) => god.title().into(),
            None if self == Tile::Irrigation => self.title().into(),
            None if self == Tile::ExchangeHut => format!("an {}", self.title()),
            None => format!("a {}", self.title()),
        }
    }

    /// "the exchange hut", "Kane".
    pub(super) fn known(self, board: &Board) -> String {
        board.god_of(self).map_or_else(|| format!("the {}", self.title()), |god| god.title().into())
    }

    /// What one gets of it: "a hula dancer with side II up", "two kahunas".
    pub(crate) fn bought(self, side: Side, copies: u8, board: &Board) -> String {
        match self {
            Tile::Kahuna | Tile::Tiki => self.several(copies.into()),
            _ => format!("{} with {}", self.with_article(board), side.in_words()),
        }
    }

    /// So many of it: "a kahuna", "two kahunas".
    pub(crate) fn several(self, count: u32) -> String {
        match count {
            1 => format!("a {}", self.title()),
            _ => format!("{} {}s", number(count), self.title()),
        }
    }
}

impl Kind {
    /// In the plural, for piles: "shell huts".
    pub(crate) const fn plural(self) -> &'static str {
        match self {
            Kind::ShellHut => "shell huts",
            Kind::FootHut => "foot huts",
            Kind::SpearHut => "spear huts",
            Kind::ExchangeHut => "exchange huts",
            Kind::LongHut => "long huts",
            Kind::Irrigation => "irrigation",
            Kind::Hula => "hula dancers",
            Kind::Breadfruit => "breadfruit",
            Kind::Taro => "taro",
            Kind::Coconut => "coconut",
            Kind::Banana => "banana",
            Kind::Surfer => "surfers",
            Kind::God => "gods",
        }
    }
}

impl Fleet {
    /// "the starting boat and two boats with side II up".
    pub(crate) fn in_words(self) -> String {
        let some = |count: u8, side: Side| {
            (count > 0).then(|| format!("{} with {}", Tile::Boat.several(count.into()), side.in_words()))
        };
        let start = (self.start > 0).then(|| "the starting boat".to_owned());
        list(start.into_iter().chain(some(self.ones, Side::One)).chain(some(self.twos, Side::Two)))
    }
}
