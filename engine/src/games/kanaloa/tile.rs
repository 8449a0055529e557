//! The offering tiles, and which sacrifices they suit.

use std::fmt;
use std::str::FromStr;

use crate::bag::Bag;
use crate::game::ParseNotationError;
use crate::{Ordinal, Set};

use super::god::{God, Temple};

/// A kind of offering tile: one or two gods, or Kane, with a value. `kl4`, `klku2` and `ka5` in the notation.
///
/// The order is the one in which a sacrifice is laid down (K37): one god, two gods, Kane.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

/// A multiset of tiles, by [`Tile::index`].
pub type TileBag = Bag<{ Tile::COUNT }>;

struct Face {
    name: &'static str,
    gods: u8,
    value: u8,
}

const KL: u8 = bit(God::Kanaloa);
const KU: u8 = bit(God::Ku);
const PE: u8 = bit(God::Pele);
const LO: u8 = bit(God::Lono);
const KA: u8 = 0;

const fn bit(god: God) -> u8 {
    1 << god.index()
}

const fn face(name: &'static str, gods: u8, value: u8) -> Face {
    Face { name, gods, value }
}

/// Every face that the published counts allow. A ruleset says how many tiles have it.
static FACES: [Face; Tile::COUNT] = [
    face("kl4", KL, 4),
    face("kl5", KL, 5),
    face("ku4", KU, 4),
    face("ku5", KU, 5),
    face("pe4", PE, 4),
    face("pe5", PE, 5),
    face("lo4", LO, 4),
    face("lo5", LO, 5),
    face("klku2", KL | KU, 2),
    face("klku3", KL | KU, 3),
    face("klku4", KL | KU, 4),
    face("kupe2", KU | PE, 2),
    face("kupe3", KU | PE, 3),
    face("kupe4", KU | PE, 4),
    face("pelo2", PE | LO, 2),
    face("pelo3", PE | LO, 3),
    face("pelo4", PE | LO, 4),
    face("lokl2", LO | KL, 2),
    face("lokl3", LO | KL, 3),
    face("lokl4", LO | KL, 4),
    face("klpe2", KL | PE, 2),
    face("klpe3", KL | PE, 3),
    face("klpe4", KL | PE, 4),
    face("kulo2", KU | LO, 2),
    face("kulo3", KU | LO, 3),
    face("kulo4", KU | LO, 4),
    face("ka2", KA, 2),
    face("ka3", KA, 3),
    face("ka4", KA, 4),
    face("ka5", KA, 5),
];

/// The kinds that show the god of each temple, in the order of [`Temple::ALL`].
static SHOWING: [Set<Tile>; Temple::ALL.len()] = [showing(KL), showing(KU), showing(PE), showing(LO), showing(KA)];

const fn showing(god: u8) -> Set<Tile> {
    let (mut bits, mut tile) = (0, 0);
    while tile < Tile::COUNT {
        let gods = FACES[tile].gods;
        let shows = if god == KA { gods == KA } else { gods & god != 0 };
        bits |= (shows as u32) << tile;
        tile += 1;
    }
    Set::from_bits(bits)
}

impl Tile {
    /// How many kinds there are.
    pub const COUNT: usize = 30;

    /// The kind with this number; `None` from [`Tile::COUNT`] on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Tile> {
        if index < Tile::COUNT { Some(Tile(index as u8)) } else { None }
    }

    /// Every kind, in order.
    pub fn all() -> impl Iterator<Item = Tile> {
        (0..Tile::COUNT as u8).map(Tile)
    }

    /// The kinds that a bag holds.
    #[must_use]
    pub const fn kinds_in(bag: &TileBag) -> Set<Tile> {
        Set::from_bits(bag.present())
    }

    /// The kinds that show the god of this temple.
    #[must_use]
    pub fn showing(temple: Temple) -> Set<Tile> {
        SHOWING[temple.index()]
    }

    /// The kind's number, from 0, in order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its value in a sacrifice, in points: 2 to 5.
    #[must_use]
    pub fn value(self) -> u16 {
        u16::from(FACES[self.index()].value)
    }

    /// Whether it shows Kane and so goes with any god.
    #[must_use]
    pub fn shows_kane(self) -> bool {
        self.shows(Temple::Kane)
    }

    /// Whether it shows the god of this temple.
    #[must_use]
    pub fn shows(self, temple: Temple) -> bool {
        Tile::showing(temple).contains(self)
    }
}

impl Ordinal for Tile {
    const COUNT: usize = Tile::COUNT;

    fn ordinal(self) -> usize {
        self.index()
    }

    fn from_ordinal(ordinal: usize) -> Tile {
        Tile(ordinal as u8)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(FACES[self.index()].name)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({self})")
    }
}

impl FromStr for Tile {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Tile, ParseNotationError> {
        let named = Tile::all().find(|tile| FACES[tile.index()].name == text);
        named.ok_or_else(|| ParseNotationError::new(text, "tile such as kl4, pelo2 or ka5"))
    }
}
