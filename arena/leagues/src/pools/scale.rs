//! On which scale standings are given, and what is known of the leagues beyond their records.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;
use kahua_ratings::Schedule;

/// A bot that always has this number of Elo points, in the version in which it has played last.
pub type Anchor = (BotName, i32);

/// On which scale standings are given. By default, the mean is 1500, and standings have no differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scale {
    /// The anchors of single leagues.
    pub of_leagues: BTreeMap<String, Anchor>,
    /// The schedules of leagues that haven't a fixed one.
    pub schedules: BTreeMap<String, Schedule>,
    /// The anchor of all other leagues, and of matches that belong to none.
    pub anchor: Option<Anchor>,
    /// The bot from which differences are measured.
    pub against: Option<BotName>,
}

impl Scale {
    /// How the matches of this league come about.
    pub(super) fn schedule_of(&self, league: &str) -> Schedule {
        self.schedules.get(league).copied().unwrap_or_default()
    }

    /// The anchor of this league.
    pub(super) fn anchor_of(&self, league: &str) -> Option<Anchor> {
        self.of_leagues.get(league).copied().or(self.anchor)
    }
}
