//! The settings of one league.

use std::num::NonZeroU32;

use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_core::limits::VERSIONS_PER_SEASON;
use kahua_core::referee::Luck;
use serde::Deserialize;

use super::anchor::AnchorSettings;
use super::calendar::Calendar;
use super::deserialize::{each_from_text, from_text, some_from_text};
use super::disqualified::DisqualifiedMatches;
use super::format::FormatKind;
use super::match_terms::{FaultSettings, MatchTerms};
use super::season_choice::SeasonChoice;
use super::seed::LeagueSeed;
use super::time_from::TimeFrom;
use super::watch_policy::WatchPolicy;

/// A league: bots that play one game against each other.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(from = "LeagueKeys")]
pub struct LeagueSettings {
    /// Its name: 1 to 64 bytes.
    pub name: String,
    /// What all its matches are played on.
    pub terms: MatchTerms,
    /// Other time controls than that of the terms, each from a match of the season on.
    pub time_from: Vec<TimeFrom>,
    /// The bots that play; an empty list admits every bot that connects. A knock-out takes their order for the seeds, the best
    /// first.
    pub bots: Vec<BotName>,
    /// Who plays whom.
    pub format: FormatKind,
    /// How many sets of matches every group of bots plays that may sit at one table; one by default. In a set, every
    /// bot sits in every seat once. For round robins and gauntlets.
    pub sets: Option<NonZeroU32>,
    /// How many matches every bot plays (in a gauntlet, every candidate), rounded up to whole sets. It replaces `sets`.
    pub matches_per_bot: Option<NonZeroU32>,
    /// The references of a gauntlet. All other bots are candidates.
    pub references: Vec<BotName>,
    /// How many rounds a Swiss league has.
    pub rounds: Option<NonZeroU32>,
    /// How long the pairings of a round of a Swiss league are known before it begins, in seconds; 10 by default.
    pub announce_s: Option<u32>,
    /// How many sets each table of a knock-out plays; one by default. It ends sooner if nobody can catch up with the first.
    pub best_of: Option<NonZeroU32>,
    /// Whether the losers of a knock-out's semi-finals play for the third place.
    pub third_place: Option<bool>,
    /// A match of a ladder is lopsided if one side is expected to score more than this many per cent; 95 by default.
    pub lopsided_score: Option<u32>,
    /// At most this many per cent of a ladder's matches are lopsided, while others are possible; 10 by default.
    pub lopsided_share: Option<u32>,
    /// Who may watch the running matches, and when. The default is `players-never` where tokens are required, and
    /// `open` elsewhere.
    pub watch: Option<WatchPolicy>,
    /// Where all chance in the league comes from.
    pub seed: LeagueSeed,
    /// How many versions of a bot may play in a season. Each of them plays all matches that the league plans for a bot.
    pub versions: NonZeroU32,
    /// Whether workers, on machines of their own, play its matches too. Then the league must list its bots.
    pub workers: bool,
    /// Which season of the league is played.
    pub season: SeasonChoice,
    /// A bot that always has this number of points in the standings, such as `{ greedy = 1500 }`. It fixes the scale,
    /// so that new bots don't move the points of the others.
    pub anchor: Option<AnchorSettings>,
    /// What becomes of the matches of a bot that organizers disqualify: `annulled` or `lost`.
    pub disqualified: DisqualifiedMatches,
    /// For how many seconds the league stands still for a bot on its list before the arena withdraws the bot; without a number it
    /// waits for ever.
    pub withdraw_absent_after_s: Option<NonZeroU32>,
    /// When matches may begin; at any time without it.
    pub calendar: Option<Calendar>,
}

impl LeagueSettings {
    /// A league of matches on these terms between these bots, with every other setting at its default.
    pub fn new(name: impl Into<String>, terms: MatchTerms, bots: Vec<BotName>) -> LeagueSettings {
        LeagueSettings {
            name: name.into(),
            terms,
            time_from: Vec::new(),
            bots,
            format: FormatKind::default(),
            sets: None,
            matches_per_bot: None,
            references: Vec::new(),
            rounds: None,
            announce_s: None,
            best_of: None,
            third_place: None,
            lopsided_score: None,
            lopsided_share: None,
            watch: None,
            seed: LeagueSeed::default(),
            versions: versions(),
            workers: false,
            season: SeasonChoice::default(),
            anchor: None,
            disqualified: DisqualifiedMatches::default(),
            withdraw_absent_after_s: None,
            calendar: None,
        }
    }
}

/// The keys of a `[[league]]` in a settings file, where the terms of matches stand among the others.
#[derive(Deserialize)]
#[serde(rename = "LeagueSettings", deny_unknown_fields)]
struct LeagueKeys {
    name: String,
    game: String,
    seats: Option<usize>,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default, deserialize_with = "each_from_text")]
    bots: Vec<BotName>,
    #[serde(default)]
    format: FormatKind,
    sets: Option<NonZeroU32>,
    matches_per_bot: Option<NonZeroU32>,
    #[serde(default, deserialize_with = "each_from_text")]
    references: Vec<BotName>,
    rounds: Option<NonZeroU32>,
    announce_s: Option<u32>,
    best_of: Option<NonZeroU32>,
    third_place: Option<bool>,
    lopsided_score: Option<u32>,
    lopsided_share: Option<u32>,
    #[serde(default = "MatchTerms::default_time", deserialize_with = "from_text")]
    time: TimeControl,
    #[serde(default)]
    time_from: Vec<TimeFrom>,
    /// Whether the clock is stopped: bots are told `time`, but no bot is ever late.
    #[serde(default)]
    no_clock: bool,
    #[serde(default)]
    faults: FaultSettings,
    rated: Option<bool>,
    #[serde(default, deserialize_with = "some_from_text")]
    watch: Option<WatchPolicy>,
    #[serde(default = "MatchTerms::default_luck", deserialize_with = "from_text")]
    luck: Luck,
    #[serde(default)]
    seed: LeagueSeed,
    #[serde(default = "versions")]
    versions: NonZeroU32,
    #[serde(default)]
    workers: bool,
    anchor: Option<AnchorSettings>,
    #[serde(default)]
    disqualified: DisqualifiedMatches,
    withdraw_absent_after_s: Option<NonZeroU32>,
    calendar: Option<Calendar>,
}

impl From<LeagueKeys> for LeagueSettings {
    fn from(keys: LeagueKeys) -> LeagueSettings {
        let defaults = MatchTerms::new(keys.game);
        let clocked = |time: TimeControl| TimeControl { stopped: keys.no_clock || time.stopped, ..time };
        let terms = MatchTerms {
            seats: keys.seats.unwrap_or(defaults.seats),
            options: keys.options,
            time: clocked(keys.time),
            faults: keys.faults,
            rated: keys.rated.unwrap_or(defaults.rated),
            luck: keys.luck,
            ..defaults
        };
        LeagueSettings {
            name: keys.name,
            terms,
            time_from: keys.time_from.iter().map(|from| TimeFrom { time: clocked(from.time), ..*from }).collect(),
            bots: keys.bots,
            format: keys.format,
            sets: keys.sets,
            matches_per_bot: keys.matches_per_bot,
            references: keys.references,
            rounds: keys.rounds,
            announce_s: keys.announce_s,
            best_of: keys.best_of,
            third_place: keys.third_place,
            lopsided_score: keys.lopsided_score,
            lopsided_share: keys.lopsided_share,
            watch: keys.watch,
            seed: keys.seed,
            versions: keys.versions,
            workers: keys.workers,
            season: SeasonChoice::default(),
            anchor: keys.anchor,
            disqualified: keys.disqualified,
            withdraw_absent_after_s: keys.withdraw_absent_after_s,
            calendar: keys.calendar,
        }
    }
}

fn versions() -> NonZeroU32 {
    const { NonZeroU32::new(VERSIONS_PER_SEASON).expect("not zero") }
}
