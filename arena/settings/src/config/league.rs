//! The settings of one league.

use std::num::NonZeroU32;
use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_core::limits::VERSIONS_PER_SEASON;
use kahua_core::referee::{FaultPolicy, Luck, OnFault};
use serde::Deserialize;

use super::anchor::AnchorSettings;
use super::deserialize::{at_most_a_day, each_from_text, from_text, some_from_text, strikes};
use super::format::FormatKind;
use super::seed::LeagueSeed;
use super::watch_policy::WatchPolicy;
use crate::seasons::SeasonChoice;

/// A league: bots that play one game against each other.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueSettings {
    /// Its name: 1 to 64 bytes.
    pub name: String,
    /// The game.
    pub game: String,
    /// How many seats each match has.
    #[serde(default = "two")]
    pub seats: usize,
    /// The game's options as `name=value`; an option that isn't given has its default value.
    #[serde(default)]
    pub options: Vec<String>,
    /// The bots that play; an empty list admits every bot that connects.
    #[serde(default, deserialize_with = "each_from_text")]
    pub bots: Vec<BotName>,
    /// Who plays whom.
    #[serde(default)]
    pub format: FormatKind,
    /// How many sets of matches every group of bots plays that may sit at one table; one by default. In a set, every
    /// bot sits in every seat once. For round robins and gauntlets.
    #[serde(default)]
    pub sets: Option<NonZeroU32>,
    /// How many matches every bot plays (in a gauntlet, every candidate), rounded up to whole sets. It replaces `sets`.
    #[serde(default)]
    pub matches_per_bot: Option<NonZeroU32>,
    /// The references of a gauntlet. All other bots are candidates.
    #[serde(default, deserialize_with = "each_from_text")]
    pub references: Vec<BotName>,
    /// How many rounds a Swiss league has.
    #[serde(default)]
    pub rounds: Option<NonZeroU32>,
    /// Thinking time, as `bank+increment/cap~allowance`.
    #[serde(default = "default_time", deserialize_with = "from_text")]
    pub time: TimeControl,
    /// Whether the clock is stopped, for debugging: bots are told `time`, but no bot is ever late. Not allowed in a
    /// rated league.
    #[serde(default)]
    pub no_clock: bool,
    /// What happens to seats that fail to answer properly.
    #[serde(default)]
    pub faults: FaultSettings,
    /// Whether its matches count for ratings.
    #[serde(default = "yes")]
    pub rated: bool,
    /// Who may watch the running matches, and when. The default is `players-never` where tokens are required, and
    /// `open` elsewhere.
    #[serde(default, deserialize_with = "some_from_text")]
    pub watch: Option<WatchPolicy>,
    /// Whether each match of a set has its own luck.
    #[serde(default = "fresh", deserialize_with = "from_text")]
    pub luck: Luck,
    /// Where all chance in the league comes from.
    #[serde(default)]
    pub seed: LeagueSeed,
    /// How many versions of a bot may play in a season. Each of them plays all matches that the league plans for a bot.
    #[serde(default = "versions")]
    pub versions: NonZeroU32,
    /// Whether workers, on machines of their own, play its matches too. Then the league must list its bots.
    #[serde(default)]
    pub workers: bool,
    /// Which season of the league is played.
    #[serde(skip)]
    pub season: SeasonChoice,
    /// A bot that always has this number of points in the standings, such as `{ greedy = 1500 }`. It fixes the scale,
    /// so that new bots don't move the points of the others.
    #[serde(default)]
    pub anchor: Option<AnchorSettings>,
}

impl LeagueSettings {
    /// A league of this game between these bots, with every other setting at its default.
    pub fn new(name: impl Into<String>, game: impl Into<String>, bots: Vec<BotName>) -> LeagueSettings {
        LeagueSettings {
            name: name.into(),
            game: game.into(),
            seats: two(),
            options: Vec::new(),
            bots,
            format: FormatKind::default(),
            sets: None,
            matches_per_bot: None,
            references: Vec::new(),
            rounds: None,
            time: default_time(),
            no_clock: false,
            faults: FaultSettings::default(),
            rated: true,
            watch: None,
            luck: fresh(),
            seed: LeagueSeed::default(),
            versions: versions(),
            workers: false,
            season: SeasonChoice::default(),
            anchor: None,
        }
    }

    /// The time control of the league's matches.
    #[must_use]
    pub fn time_control(&self) -> TimeControl {
        TimeControl { stopped: self.no_clock || self.time.stopped, ..self.time }
    }

    /// The fault policy of the league's matches.
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

fn two() -> usize {
    2
}

fn versions() -> NonZeroU32 {
    const { NonZeroU32::new(VERSIONS_PER_SEASON).expect("not zero") }
}

fn yes() -> bool {
    true
}

/// The default. A bot that remembers its matches can't foretell fresh luck, and the arena doesn't know whose bots come.
fn fresh() -> Luck {
    Luck::Fresh
}

fn default_time() -> TimeControl {
    "60s+100ms/5s~50ms".parse().expect("a time control")
}
