//! What matches are played on, in a league or without one.

use std::num::NonZeroU32;
use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_core::referee::{FaultPolicy, Luck, OnFault};
use serde::Deserialize;

use super::deserialize::{at_most_a_day, strikes};

/// What a match is played on: everything that doesn't depend on who plays it. All matches of a league have the same,
/// unless its settings change the time.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchTerms {
    /// The game.
    pub game: String,
    /// How many seats the match has.
    pub seats: usize,
    /// The game's options as `name=value`; an option that isn't given has its default value.
    pub options: Vec<String>,
    /// Thinking time. A clock that is stopped is for debugging: no bot is ever late, and the match can't be rated.
    pub time: TimeControl,
    /// What happens to seats that fail to answer properly.
    pub faults: FaultSettings,
    /// Whether the match counts for ratings.
    pub rated: bool,
    /// Whether each match of a set has its own luck.
    pub luck: Luck,
}

impl MatchTerms {
    /// Terms for this game, with everything else at its default.
    pub fn new(game: impl Into<String>) -> MatchTerms {
        MatchTerms {
            game: game.into(),
            seats: 2,
            options: Vec::new(),
            time: MatchTerms::default_time(),
            faults: FaultSettings::default(),
            rated: true,
            luck: MatchTerms::default_luck(),
        }
    }

    /// The thinking time of matches for which none is set.
    pub fn default_time() -> TimeControl {
        "60s+100ms/5s~50ms".parse().expect("a time control")
    }

    /// The luck of matches for which none is set. A bot that remembers its matches can't foretell fresh luck, and the
    /// arena doesn't know whose bots come.
    pub fn default_luck() -> Luck {
        Luck::Fresh
    }

    /// The fault policy of the match.
    #[must_use]
    pub fn fault_policy(&self) -> FaultPolicy {
        let strikes_max = self.faults.strikes;
        let on_fault = match self.faults.policy {
            FaultKind::Auto if self.seats <= 2 => OnFault::Forfeit,
            FaultKind::Forfeit => OnFault::Forfeit,
            FaultKind::Auto | FaultKind::Substitute => OnFault::Substitute { strikes_max },
        };
        FaultPolicy { on_fault, reconnect: Duration::from_secs(self.faults.reconnect_s.into()) }
    }
}

/// What happens to seats that fail to answer properly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FaultSettings {
    /// What a fault costs.
    pub policy: FaultKind,
    /// How many strikes a seat has before it is given up, if the arena plays in its place: 1 to 1000.
    #[serde(deserialize_with = "strikes")]
    pub strikes: NonZeroU32,
    /// How long a bot may be disconnected before it is a fault, in seconds: at most a day.
    #[serde(deserialize_with = "at_most_a_day")]
    pub reconnect_s: u32,
}

impl Default for FaultSettings {
    fn default() -> FaultSettings {
        let strikes = const { NonZeroU32::new(3).expect("three is not zero") };
        FaultSettings { policy: FaultKind::Auto, strikes, reconnect_s: 60 }
    }
}

/// What a fault costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The match with two seats, a strike with more.
    Auto,
    /// The match.
    Forfeit,
    /// A strike; the arena plays in the seat's place.
    Substitute,
}
