//! The ruleset: its values, read from the file and checked, as the components of a game with each number of seats.

use std::sync::Arc;

use crate::ruleset::{self, RulesetError};
use crate::seat::SeatCount;

use super::options::LeftOut;
use file::File;

mod check;
mod components;
mod file;
mod read;

pub use components::{Components, SharedComponents};

/// The values of a ruleset, checked: the components for each number of seats.
#[derive(Debug)]
pub struct Rules {
    two: Arc<Components>,
    /// For two players who leave offerings out at random.
    two_at_random: Arc<Components>,
    three: Arc<Components>,
    four: Arc<Components>,
}

impl Rules {
    /// Reads a ruleset file.
    ///
    /// # Errors
    /// If it isn't a TOML file of this form or breaks a constraint of the game. The error names the value.
    pub(super) fn read(toml: &str) -> Result<Rules, RulesetError> {
        let file: File = ruleset::parse(toml)?;
        let islands = file.map.islands()?;
        let currents = file.map.currents(islands.all())?;
        let read = |table: Table| Components::read(&file, &islands, &currents, table);
        let (two, three, four) = (read(Table::Two)?, read(Table::Three)?, read(Table::Four)?);
        let two_at_random = two.drawing_from(&four);
        Ok(Rules { two: two.into(), two_at_random: two_at_random.into(), three: three.into(), four: four.into() })
    }

    /// What is played with at a table of this size; the option is for two players only.
    ///
    /// # Panics
    /// If the game can't have this number of seats.
    #[must_use]
    pub fn components(&self, seats: SeatCount, left_out: LeftOut) -> &Arc<Components> {
        match (seats.get(), left_out) {
            (2, LeftOut::Selected) => &self.two,
            (2, LeftOut::Random) => &self.two_at_random,
            (3, _) => &self.three,
            (4, _) => &self.four,
            (other, _) => panic!("kanaloa needs 2 to 4 seats, got {other}"),
        }
    }
}

/// The numbers of seats that the game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Table {
    Two,
    Three,
    Four,
}

impl Table {
    const fn seats(self) -> usize {
        match self {
            Table::Two => 2,
            Table::Three => 3,
            Table::Four => 4,
        }
    }

    /// For messages.
    const fn name(self) -> &'static str {
        match self {
            Table::Two => "two players",
            Table::Three => "three players",
            Table::Four => "four players",
        }
    }
}
