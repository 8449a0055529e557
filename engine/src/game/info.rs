//! The fixed facts of a game.

use std::fmt;
use std::ops::RangeInclusive;

use crate::options::OptionInfo;
use crate::seat::SeatCount;

/// The fixed facts of a game.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in settings, messages and records: lower case.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How many seats it can have.
    pub seats: RangeInclusive<usize>,
    /// The choices that a table is opened with.
    pub options: &'static [OptionInfo],
    /// Increased with every change that may change a result.
    pub rules_version: u32,
    /// Increased with every change of the notation that old readers can't read.
    pub notation_version: u32,
    /// No game has more events than this, decisions and chance together.
    pub events_max: usize,
    /// No legal list is longer than this.
    pub legal_max: usize,
    /// The rules in words, as Markdown.
    pub rules: &'static str,
    /// The file of the built-in ruleset, which is used if none is named.
    pub ruleset: &'static str,
}

impl GameInfo {
    /// `count` as a number of seats that this game can have.
    ///
    /// # Errors
    /// If the game can't have this many.
    ///
    /// # Examples
    /// ```
    /// let kanaloa = kahua_engine::registry::find("kanaloa").unwrap().info();
    /// assert_eq!(kanaloa.seat_count(3).unwrap().get(), 3);
    /// assert_eq!(kanaloa.seat_count(5).unwrap_err().to_string(), "kanaloa needs 2 to 4 seats, got 5");
    /// ```
    pub fn seat_count(&self, count: usize) -> Result<SeatCount, SeatsError> {
        let wrong = || SeatsError { game: self.name, seats: self.seats.clone(), given: count };
        SeatCount::new(count).filter(|_| self.seats.contains(&count)).ok_or_else(wrong)
    }
}

/// A number of seats that the game can't have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatsError {
    game: &'static str,
    seats: RangeInclusive<usize>,
    given: usize,
}

impl std::error::Error for SeatsError {}

impl fmt::Display for SeatsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SeatsError { game, seats, given } = self;
        match (*seats.start(), *seats.end()) {
            (1, 1) => write!(f, "{game} needs exactly 1 seat, got {given}"),
            (least, most) if least == most => write!(f, "{game} needs exactly {most} seats, got {given}"),
            (least, most) => write!(f, "{game} needs {least} to {most} seats, got {given}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::haleakala::Haleakala;
    use crate::games::hawaii::Hawaii;

    #[test]
    fn a_wrong_number_of_seats_is_told_with_the_right_ones() {
        let error = |info: &GameInfo, count| info.seat_count(count).unwrap_err().to_string();
        assert_eq!(error(&Haleakala::INFO, 3), "haleakala needs exactly 2 seats, got 3");
        assert_eq!(error(&Hawaii::INFO, 6), "hawaii needs 2 to 5 seats, got 6");
        assert_eq!(Hawaii::INFO.seat_count(5), Ok(SeatCount::new(5).unwrap()));
        assert!(Hawaii::INFO.seat_count(0).is_err());
    }
}
