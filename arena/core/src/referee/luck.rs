//! Whether the matches of a set share their luck.

use std::fmt;
use std::str::FromStr;

use kahua_proto::pb::arena::v1 as pb;

use crate::limits::{UNKNOWN_NAME_BYTES_MAX, cut};

/// Whether each match of a set has luck of its own. In a set every bot sits in every seat once.
///
/// As text: `fresh` or `same`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Luck {
    /// Every match has a seed of its own, so no match tells anything about the luck of another.
    Fresh,
    /// All matches of a set have one seed. That takes some of the luck out of a comparison. But a bot that remembers,
    /// or plays two matches of a set at once, may know the luck of one match from the other.
    Same,
}

impl Luck {
    /// This policy as a message.
    #[must_use]
    pub fn to_wire(self) -> pb::Luck {
        match self {
            Luck::Fresh => pb::Luck::Fresh,
            Luck::Same => pb::Luck::Same,
        }
    }

    /// The policy of a record's set.
    ///
    /// # Errors
    /// If it names none, or an unknown one; returns its number.
    pub fn of(record: &pb::MatchRecord) -> Result<Luck, i32> {
        match record.luck.map(|number| pb::Luck::try_from(number).map_err(|_| number)).transpose()? {
            Some(pb::Luck::Same) => Ok(Luck::Same),
            Some(pb::Luck::Fresh) => Ok(Luck::Fresh),
            None | Some(pb::Luck::Unspecified) => Err(0),
        }
    }
}

impl fmt::Display for Luck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Luck::Fresh => "fresh",
            Luck::Same => "same",
        })
    }
}

/// A text that isn't a kind of luck.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not a kind of luck: give fresh (own luck for every match) or same (one luck for all matches of a set)"
)]
pub struct ParseLuckError(String);

impl FromStr for Luck {
    type Err = ParseLuckError;

    fn from_str(text: &str) -> Result<Luck, ParseLuckError> {
        match text {
            "fresh" => Ok(Luck::Fresh),
            "same" => Ok(Luck::Same),
            _ => Err(ParseLuckError(cut(text, UNKNOWN_NAME_BYTES_MAX).into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_round_trips_as_text_and_in_records() {
        for luck in [Luck::Fresh, Luck::Same] {
            assert_eq!(luck.to_string().parse(), Ok(luck));
            let record = pb::MatchRecord { luck: Some(luck.to_wire().into()), ..Default::default() };
            assert_eq!(Luck::of(&record), Ok(luck));
        }
        assert!("none".parse::<Luck>().unwrap_err().to_string().starts_with("\"none\" is not a kind of luck"));
    }

    #[test]
    fn a_record_that_names_no_luck_or_an_unknown_one_has_none() {
        let of = |luck| Luck::of(&pb::MatchRecord { luck, ..Default::default() });
        assert_eq!([of(None), of(Some(0)), of(Some(9))], [Err(0), Err(0), Err(9)]);
    }
}
