//! The seasons of a league.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use kahua_proto::pb::arena::v1 as pb;

use crate::limits::{UNKNOWN_NAME_BYTES_MAX, cut};

/// A season of a league, counted from 1. All matches of a season are played on the same terms, and no match of one season
/// counts in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Season(NonZeroU32);

impl Season {
    /// The first season of every league.
    pub const FIRST: Season = Season(NonZeroU32::MIN);

    /// The season of this match; the first one if the record names none.
    #[must_use]
    pub fn of(record: &pb::MatchRecord) -> Season {
        NonZeroU32::new(record.season).map_or(Season::FIRST, Season)
    }

    /// The season with this number; `None` for 0.
    #[must_use]
    pub fn numbered(number: u32) -> Option<Season> {
        NonZeroU32::new(number).map(Season)
    }

    /// The season that follows this one.
    #[must_use]
    pub fn next(self) -> Season {
        Season(self.0.saturating_add(1))
    }

    /// Its number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.get()
    }
}

impl fmt::Display for Season {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that isn't the number of a season.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a season: give its number, 1 for the first")]
pub struct ParseSeasonError(String);

impl FromStr for Season {
    type Err = ParseSeasonError;

    fn from_str(text: &str) -> Result<Season, ParseSeasonError> {
        text.parse().map(Season).map_err(|_| ParseSeasonError(cut(text, UNKNOWN_NAME_BYTES_MAX).into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seasons_are_counted_from_one() {
        let of = |season| Season::of(&pb::MatchRecord { season, ..Default::default() });
        assert_eq!([of(0), of(1), of(2)], [Season::FIRST, Season::FIRST, Season::FIRST.next()]);
        assert_eq!("2".parse(), Ok(Season::FIRST.next()));
        assert_eq!(Season::FIRST.next().to_string(), "2");
        for text in ["0", "-1", "all", ""] {
            assert_eq!(text.parse::<Season>(), Err(ParseSeasonError(text.into())));
        }
    }
}
