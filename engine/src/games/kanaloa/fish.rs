//! The fish on the currents: whose they are, which side is up, and which way they lead.

use std::str::FromStr;

use crate::game::ParseNotationError;
use crate::named::named;
use crate::seat::Seat;

use super::map::{Arrow, Current, Island, Map, Ways};
use crate::Set;

named! {
    /// The colour of a fish, and of the pieces of the seat that owns it.
    pub enum Colour {
        /// Seat 0.
        Red = "red",
        /// Seat 1.
        Yellow = "yellow",
        /// Seat 2.
        Green = "green",
        /// Seat 3.
        Blue = "blue",
        /// No seat: the two extra fish of the two-player game.
        Neutral = "neutral",
    }
}

impl Colour {
    /// The colour of a seat (K39).
    ///
    /// # Panics
    /// If it is not one of the first four seats.
    #[must_use]
    pub const fn of(seat: Seat) -> Colour {
        match seat.number() {
            0 => Colour::Red,
            1 => Colour::Yellow,
            2 => Colour::Green,
            3 => Colour::Blue,
            _ => panic!("Kanaloa has four seats at most"),
        }
    }

    /// The seat with this colour; `None` for the neutral one.
    #[must_use]
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Colour::Neutral => None,
            _ => Some(Seat::new(self as u8)),
        }
    }
}

named! {
    /// The side of a fish that is up.
    pub enum Side {
        /// All players may travel along the fish.
        White = "white",
        /// Only the fish's owner may.
        Coloured = "coloured",
    }
}

/// A fish on a current.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fish {
    /// From tail to head.
    pub arrow: Arrow,
    /// Whose it is.
    pub colour: Colour,
    /// Which side is up.
    pub side: Side,
}

/// Reads a fish of a ruleset's set-up for beginners: `B>A green white`.
impl FromStr for Fish {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Fish, ParseNotationError> {
        let wrong = || ParseNotationError::new(text, "fish such as \"B>A green white\" or \"B>A green coloured\"");
        let words: Vec<&str> = text.split(' ').collect();
        let [way, colour, side] = words[..] else { return Err(wrong()) };
        let (tail, head) = way.split_once('>').ok_or_else(wrong)?;
        let arrow = format!("{tail}{head}").to_ascii_lowercase().parse().map_err(|_| wrong())?;
        let colour = colour.parse().map_err(|_| wrong())?;
        let side = side.parse().map_err(|_| wrong())?;
        Ok(Fish { arrow, colour, side })
    }
}

/// All fish on the map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shoal {
    laid: Set<Current>,
    /// The currents whose fish points against the forward direction.
    backward: Set<Current>,
    white: Set<Current>,
    of: [Set<Current>; Colour::COUNT],
}

impl Shoal {
    pub(super) const NONE: Shoal =
        Shoal { laid: Set::EMPTY, backward: Set::EMPTY, white: Set::EMPTY, of: [Set::EMPTY; Colour::COUNT] };

    /// The currents that have a fish.
    pub(super) const fn laid(&self) -> Set<Current> {
        self.laid
    }

    /// The currents that have a fish of this colour.
    pub(super) fn of(&self, colour: Colour) -> Set<Current> {
        self.of[colour.index()]
    }

    /// The currents whose fish points against the forward direction.
    pub(super) const fn backward(&self) -> Set<Current> {
        self.backward
    }

    /// The currents whose fish shows its white side.
    pub(super) const fn white(&self) -> Set<Current> {
        self.white
    }

    /// Whether the fish on this current shows its white side.
    #[must_use]
    pub fn is_white(&self, current: Current) -> bool {
        self.white.contains(current)
    }

    /// The colour of the fish on this current.
    #[must_use]
    pub fn colour(&self, current: Current) -> Colour {
        let colour = Colour::ALL.into_iter().find(|&colour| self.of(colour).contains(current));
        colour.unwrap_or(Colour::Neutral)
    }

    /// How the fish on this current lies; the forward direction if there is no fish.
    #[must_use]
    pub fn arrow(&self, map: &Map, current: Current) -> Arrow {
        let forward = map.forward(current);
        if self.backward.contains(current) { forward.reversed() } else { forward }
    }

    /// The current whose fish lies like this.
    pub(super) fn find(&self, map: &Map, arrow: Arrow) -> Option<Current> {
        map.current(arrow).filter(|&current| self.laid.contains(current) && self.arrow(map, current) == arrow)
    }

    /// The fish with their tails at this island.
    pub(super) fn leaving(&self, map: &Map, island: Island) -> Set<Current> {
        self.laid & ((map.starting(island) - self.backward) | (map.ending(island) & self.backward))
    }

    /// The fish along which this colour may leave this island, wherever they lead: white or its own.
    pub(super) fn usable(&self, map: &Map, island: Island, colour: Colour) -> Set<Current> {
        self.leaving(map, island) & (self.white | self.of(colour))
    }

    /// The steps that the fish allow, whatever their colours. A current without a fish is open both ways (K2).
    pub(super) fn ways(&self, map: &Map) -> Ways {
        let mut ways = map.both_ways();
        (self.laid - self.backward).into_iter().for_each(|current| ways.remove(map.forward(current).reversed()));
        (self.laid & self.backward).into_iter().for_each(|current| ways.remove(map.forward(current)));
        ways
    }

    /// Every fish, in the order of its arrow.
    #[must_use]
    pub fn fish(&self, map: &Map) -> Vec<Fish> {
        let fish = |current| Fish {
            arrow: self.arrow(map, current),
            colour: self.colour(current),
            side: if self.is_white(current) { Side::White } else { Side::Coloured },
        };
        let mut all: Vec<Fish> = self.laid.into_iter().map(fish).collect();
        all.sort_unstable();
        all
    }

    /// Lays a fish onto an empty current.
    pub(super) fn lay(&mut self, map: &Map, current: Current, fish: Fish) {
        self.laid.insert(current);
        self.of[fish.colour.index()].insert(current);
        if map.forward(current) != fish.arrow {
            self.backward.insert(current);
        }
        if fish.side == Side::White {
            self.white.insert(current);
        }
    }

    /// Shows the other side; the direction stays.
    pub(super) fn turn_over(&mut self, current: Current) {
        self.white.toggle(current);
    }

    /// Points the fish the other way; the side stays.
    pub(super) fn reverse(&mut self, current: Current) {
        self.backward.toggle(current);
    }
}
