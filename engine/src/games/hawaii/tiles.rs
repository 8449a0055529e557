//! The location tiles: what is for sale, what a village may hold, and the gods.

use crate::named::{named, numbered};

use super::places::Stack;

named! {
    /// A location tile as an action names it. A god is named by the stack that it lies on top of (W22).
    pub enum Tile {
        /// Shells at income.
        ShellHut = "shellhut",
        /// Feet at income.
        FootHut = "foothut",
        /// Points for price tokens with spears.
        SpearHut = "spearhut",
        /// Exchange units for payments.
        ExchangeHut = "exchangehut",
        /// Points at the end, with side II up.
        LongHut = "longhut",
        /// Points for the fruit tiles of its village.
        Irrigation = "irrigation",
        /// Points for the tiles of its village.
        Hula = "hula",
        /// A fruit.
        Breadfruit = "breadfruit",
        /// A fruit.
        Taro = "taro",
        /// A fruit.
        Coconut = "coconut",
        /// A fruit.
        Banana = "banana",
        /// Lowers its owner's target.
        Surfer = "surfer",
        /// For fishing and for the docks; lies next to the villages.
        Boat = "boat",
        /// Points for the village next to it.
        Kahuna = "kahuna",
        /// Lowers the bar for the villages that count.
        Tiki = "tiki",
        /// The god on top of stack 0.
        God0 = "god0",
        /// The god on top of stack 1.
        God1 = "god1",
    }
}

impl Tile {
    /// The five kinds of hut.
    pub const HUTS: &[Tile] = &[Tile::ShellHut, Tile::FootHut, Tile::SpearHut, Tile::ExchangeHut, Tile::LongHut];
    /// The four kinds of fruit.
    pub const FRUIT: &[Tile] = &[Tile::Breadfruit, Tile::Taro, Tile::Coconut, Tile::Banana];
    /// The two gods on offer.
    pub const GODS: &[Tile] = &[Tile::God0, Tile::God1];

    /// What the tile is in a village; `None` if it lies next to the villages.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match self {
            Tile::Boat | Tile::Kahuna | Tile::Tiki => None,
            Tile::God0 | Tile::God1 => Some(Kind::God),
            village => Some(Kind::ALL[village.index()]),
        }
    }

    /// The stack that it lies on, if it is a god.
    #[must_use]
    pub const fn stack(self) -> Option<Stack> {
        match self {
            Tile::God0 => Some(Stack::ALL[0]),
            Tile::God1 => Some(Stack::ALL[1]),
            _ => None,
        }
    }
}

named! {
    /// What may lie in a village; of each kind at most one.
    pub enum Kind {
        /// A shell hut.
        ShellHut = "shell hut",
        /// A foot hut.
        FootHut = "foot hut",
        /// A spear hut.
        SpearHut = "spear hut",
        /// An exchange hut.
        ExchangeHut = "exchange hut",
        /// A long hut.
        LongHut = "long hut",
        /// An irrigation.
        Irrigation = "irrigation",
        /// A hula dancer.
        Hula = "hula dancer",
        /// A breadfruit.
        Breadfruit = "breadfruit",
        /// A taro.
        Taro = "taro",
        /// A coconut.
        Coconut = "coconut",
        /// A banana.
        Banana = "banana",
        /// A surfer.
        Surfer = "surfer",
        /// A god.
        God = "god",
    }
}

impl Kind {
    /// The five kinds of hut: what a village starts with.
    pub const HUTS: [Kind; 5] = [Kind::ShellHut, Kind::FootHut, Kind::SpearHut, Kind::ExchangeHut, Kind::LongHut];
    /// The four kinds of fruit.
    pub const FRUIT: [Kind; 4] = [Kind::Breadfruit, Kind::Taro, Kind::Coconut, Kind::Banana];

    /// Whether it is a hut.
    #[must_use]
    pub const fn is_hut(self) -> bool {
        self.index() < Kind::HUTS.len()
    }
}

numbered! {
    /// Which side of a tile is up; for kahunas and tikis, one or two of them. Its number says how often the price on the token
    /// is paid.
    pub enum Side(1..=2) { One, Two }
}

named! {
    /// A god; each player may hold each of them once.
    pub enum God {
        /// Shells at income.
        Kane = "kane",
        /// Feet at income.
        Pele = "pele",
        /// Points at the end for boats and surfers.
        Kanaloa = "kanaloa",
        /// Points at the end for fruit symbols.
        Laka = "laka",
        /// Points each round for price tokens with spears.
        Ku = "ku",
        /// Points each round for price tokens without spears.
        Lono = "lono",
    }
}
