//! `--season N` and `--season all`, for several commands.

use std::str::FromStr;

use kahua_core::season::{ParseSeasonError, Season};

/// The seasons that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seasons {
    All,
    One(Season),
}

impl Seasons {
    /// The only wanted season; `None` for all seasons.
    pub(crate) fn one(self) -> Option<Season> {
        match self {
            Seasons::All => None,
            Seasons::One(season) => Some(season),
        }
    }
}

impl FromStr for Seasons {
    type Err = String;

    fn from_str(text: &str) -> Result<Seasons, String> {
        match text {
            "all" => Ok(Seasons::All),
            _ => text.parse().map(Seasons::One).map_err(|error: ParseSeasonError| format!("{error}, or `all`")),
        }
    }
}
