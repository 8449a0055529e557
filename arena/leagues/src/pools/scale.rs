//! On which scale standings are given.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;

/// A bot that always has this number of Elo points, in the version in which it has played last.
pub type Anchor = (BotName, i32);

/// On which scale standings are given. By default, the mean is 1500, and standings have no differences.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scale {
    /// The anchors of single leagues.
    pub of_leagues: BTreeMap<String, Anchor>,
    /// The anchor of all other leagues, and of matches that belong to none.
    pub anchor: Option<Anchor>,
    /// The bot from which differences are measured.
    pub against: Option<BotName>,
}

impl Scale {
    /// The anchor of this league.
    pub(super) fn anchor_of(&self, league: &str) -> Option<Anchor> {
        self.of_leagues.get(league).copied().or(self.anchor)
    }
}
