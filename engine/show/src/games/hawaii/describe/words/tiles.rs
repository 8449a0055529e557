//! What tiles and boats are called in sentences.

use kahua_engine::games::hawaii::{Board, Fleet, Kind, Side, Tile};

use crate::language::Language;
use crate::prose::{list, say_number};
use crate::say;

use super::{InWords, Titled, name_of, with_side};

impl Titled for Kind {
    fn title(self, language: Language) -> &'static str {
        match self {
            Kind::ShellHut => say!(language, "shell hut"),
            Kind::FootHut => say!(language, "foot hut"),
            Kind::SpearHut => say!(language, "spear hut"),
            Kind::ExchangeHut => say!(language, "exchange hut"),
            Kind::LongHut => say!(language, "long hut"),
            Kind::Irrigation => say!(language, "irrigation"),
            Kind::Hula => say!(language, "hula dancer"),
            Kind::Breadfruit => say!(language, "breadfruit"),
            Kind::Taro => say!(language, "taro"),
            Kind::Coconut => say!(language, "coconut"),
            Kind::Banana => say!(language, "banana"),
            Kind::Surfer => say!(language, "surfer"),
            Kind::God => say!(language, "god"),
        }
    }
}

impl Titled for Tile {
    fn title(self, language: Language) -> &'static str {
        match (self, self.kind()) {
            (Tile::God0, _) => say!(language, "god of the first stack"),
            (Tile::God1, _) => say!(language, "god of the second stack"),
            (Tile::Boat, _) => say!(language, "boat"),
            (Tile::Kahuna, _) => say!(language, "kahuna"),
            (Tile::Tiki, _) => say!(language, "tiki"),
            (_, Some(kind)) => kind.title(language),
            (_, None) => "",
        }
    }
}

/// What a tile is called in a sentence.
pub(crate) trait TileWords {
    /// "the exchange hut", "Kane".
    fn known(self, language: Language, board: &Board) -> &'static str;

    /// What one gets of it: "a hula dancer with side II up", "two kahunas".
    fn bought(self, language: Language, side: Side, copies: u8, board: &Board) -> String;

    /// The same where it stands for itself, not in a sentence.
    fn offered(self, language: Language, side: Side, copies: u8, board: &Board) -> String;

    /// This number of it: "a kahuna", "two kahunas".
    fn several(self, language: Language, count: u32) -> String;

    /// The same where it stands for itself, not in a sentence.
    fn several_for_itself(self, language: Language, count: u32) -> String;
}

impl TileWords for Tile {
    fn known(self, language: Language, board: &Board) -> &'static str {
        board.god_of(self).map_or_else(|| the(language, self), name_of)
    }

    fn bought(self, language: Language, side: Side, copies: u8, board: &Board) -> String {
        match (self, board.god_of(self)) {
            (Tile::Kahuna | Tile::Tiki, _) => self.several(language, copies.into()),
            (_, Some(god)) => with_side(language, name_of(god), side),
            (_, None) => with_side(language, one(language, self), side),
        }
    }

    fn offered(self, language: Language, side: Side, copies: u8, board: &Board) -> String {
        match (self, board.god_of(self)) {
            (Tile::Kahuna | Tile::Tiki, _) => self.several_for_itself(language, copies.into()),
            (_, Some(god)) => with_side(language, name_of(god), side),
            (Tile::Irrigation, None) => with_side(language, self.title(language), side),
            (Tile::ExchangeHut, None) => with_side(language, &say!(language, "an {0}", self.title(language)), side),
            (_, None) => with_side(language, &self.several_for_itself(language, 1), side),
        }
    }

    fn several(self, language: Language, count: u32) -> String {
        match self {
            Tile::Boat => say_number!(language, count, "a boat", "{0} boats"),
            Tile::Kahuna => say_number!(language, count, "a kahuna", "{0} kahunas"),
            Tile::Tiki => say_number!(language, count, "a tiki", "{0} tikis"),
            _ => one(language, self).to_owned(),
        }
    }

    fn several_for_itself(self, language: Language, count: u32) -> String {
        match count {
            1 => say!(language, "a {0}", self.title(language)),
            _ => self.several(language, count),
        }
    }
}

/// With its article where it has one: "an exchange hut", "irrigation".
fn one(language: Language, tile: Tile) -> &'static str {
    match tile {
        Tile::ShellHut => say!(language, "a shell hut"),
        Tile::FootHut => say!(language, "a foot hut"),
        Tile::SpearHut => say!(language, "a spear hut"),
        Tile::ExchangeHut => say!(language, "an exchange hut"),
        Tile::LongHut => say!(language, "a long hut"),
        Tile::Irrigation => say!(language, "irrigation"),
        Tile::Hula => say!(language, "a hula dancer"),
        Tile::Breadfruit => say!(language, "a breadfruit"),
        Tile::Taro => say!(language, "a taro"),
        Tile::Coconut => say!(language, "a coconut"),
        Tile::Banana => say!(language, "a banana"),
        Tile::Surfer => say!(language, "a surfer"),
        Tile::Boat => say!(language, "a boat"),
        Tile::Kahuna => say!(language, "a kahuna"),
        Tile::Tiki => say!(language, "a tiki"),
        Tile::God0 | Tile::God1 => say!(language, "a god"),
    }
}

fn the(language: Language, tile: Tile) -> &'static str {
    match tile {
        Tile::ShellHut => say!(language, "the shell hut"),
        Tile::FootHut => say!(language, "the foot hut"),
        Tile::SpearHut => say!(language, "the spear hut"),
        Tile::ExchangeHut => say!(language, "the exchange hut"),
        Tile::LongHut => say!(language, "the long hut"),
        Tile::Irrigation => say!(language, "irrigation"),
        Tile::Hula => say!(language, "the hula dancer"),
        Tile::Breadfruit => say!(language, "the breadfruit"),
        Tile::Taro => say!(language, "the taro"),
        Tile::Coconut => say!(language, "the coconut"),
        Tile::Banana => say!(language, "the banana"),
        Tile::Surfer => say!(language, "the surfer"),
        Tile::Boat => say!(language, "the boat"),
        Tile::Kahuna => say!(language, "the kahuna"),
        Tile::Tiki => say!(language, "the tiki"),
        Tile::God0 | Tile::God1 => say!(language, "the god"),
    }
}

/// Tiles of a kind, for piles: "shell huts".
pub(crate) fn plural(language: Language, kind: Kind) -> &'static str {
    match kind {
        Kind::ShellHut => say!(language, "shell huts"),
        Kind::FootHut => say!(language, "foot huts"),
        Kind::SpearHut => say!(language, "spear huts"),
        Kind::ExchangeHut => say!(language, "exchange huts"),
        Kind::LongHut => say!(language, "long huts"),
        Kind::Irrigation => say!(language, "irrigation"),
        Kind::Hula => say!(language, "hula dancers"),
        Kind::Breadfruit => say!(language, "breadfruit"),
        Kind::Taro => say!(language, "taro"),
        Kind::Coconut => say!(language, "coconut"),
        Kind::Banana => say!(language, "banana"),
        Kind::Surfer => say!(language, "surfers"),
        Kind::God => say!(language, "gods"),
    }
}

impl InWords for Fleet {
    fn in_words(self, language: Language) -> String {
        let some = |count: u8, side: Side| {
            (count > 0).then(|| with_side(language, &Tile::Boat.several(language, count.into()), side))
        };
        let start = (self.start > 0).then(|| say!(language, "the starting boat").to_owned());
        list(language, start.into_iter().chain(some(self.ones, Side::One)).chain(some(self.twos, Side::Two)))
    }
}
