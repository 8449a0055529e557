//! What the things of the game are called in sentences.

use kahua_engine::games::hawaii::{Board, Fleet, God, Islet, Kind, Payment, Rules, Side, Site, Stack, Tile, Token};

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

/// What a thing is called where it lies on the board.
pub(crate) trait Titled {
    /// In lower case, unless it is a name; a site by what it sells, a god's tile by its stack.
    fn title(self) -> &'static str;
}

/// What a thing is called in a sentence.
pub(crate) trait InWords {
    /// "side I up", "5 with spears", "the starting boat and two boats with side II up".
    fn in_words(self) -> String;
}

impl InWords for Payment {
    fn in_words(self) -> String {
        resources(self.shells.into(), self.feet.into(), self.fruit.into())
    }
}

impl InWords for Token {
    fn in_words(self) -> String {
        format!("{}{}", self.number(), if self.has_spears() { " with spears" } else { "" })
    }
}

impl InWords for Side {
    fn in_words(self) -> String {
        match self {
            Side::One => "side I up".into(),
            Side::Two => "side II up".into(),
        }
    }
}

impl Titled for Site {
    fn title(self) -> &'static str {
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
}

impl InWords for Site {
    fn in_words(self) -> String {
        match self {
            Site::Fruit | Site::Irrigation => format!("the {} site", self.title()),
            _ => format!("the {}", self.title()),
        }
    }
}

/// What an islet brings.
pub(crate) fn brings(islet: Islet, rules: &Rules) -> String {
    let rewards = &rules.islet_rewards;
    match islet {
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

impl Titled for Islet {
    fn title(self) -> &'static str {
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

impl Titled for God {
    fn title(self) -> &'static str {
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

impl InWords for Stack {
    fn in_words(self) -> String {
        if self.index() == 0 { "the first stack".into() } else { "the second stack".into() }
    }
}

impl Titled for Tile {
    fn title(self) -> &'static str {
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
}

/// What a tile is called in a sentence.
pub(crate) trait TileWords {
    /// With its article where it has one: "an exchange hut", "irrigation", "Kane".
    fn with_article(self, board: &Board) -> String;

    /// "the exchange hut", "Kane".
    fn known(self, board: &Board) -> String;

    /// What one gets of it: "a hula dancer with side II up", "two kahunas".
    fn bought(self, side: Side, copies: u8, board: &Board) -> String;

    /// This number of it: "a kahuna", "two kahunas".
    fn several(self, count: u32) -> String;
}

impl TileWords for Tile {
    fn with_article(self, board: &Board) -> String {
        match board.god_of(self) {
            Some(god) => god.title().into(),
            None if self == Tile::Irrigation => self.title().into(),
            None if self == Tile::ExchangeHut => format!("an {}", self.title()),
            None => format!("a {}", self.title()),
        }
    }

    fn known(self, board: &Board) -> String {
        match board.god_of(self) {
            Some(god) => god.title().into(),
            None if self == Tile::Irrigation => self.title().into(),
            None => format!("the {}", self.title()),
        }
    }

    fn bought(self, side: Side, copies: u8, board: &Board) -> String {
        match self {
            Tile::Kahuna | Tile::Tiki => self.several(copies.into()),
            _ => format!("{} with {}", self.with_article(board), side.in_words()),
        }
    }

    fn several(self, count: u32) -> String {
        match count {
            1 => format!("a {}", self.title()),
            _ => format!("{} {}s", number(count), self.title()),
        }
    }
}

/// Tiles of a kind, for piles: "shell huts".
pub(crate) const fn plural(kind: Kind) -> &'static str {
    match kind {
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

impl InWords for Fleet {
    fn in_words(self) -> String {
        let some = |count: u8, side: Side| {
            (count > 0).then(|| format!("{} with {}", Tile::Boat.several(count.into()), side.in_words()))
        };
        let start = (self.start > 0).then(|| "the starting boat".to_owned());
        list(start.into_iter().chain(some(self.ones, Side::One)).chain(some(self.twos, Side::Two)))
    }
}
