//! What selects matches for a list.

use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;

/// What all listed matches have in common; `None` stands for everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Only this league's; an empty name stands for matches that belong to none.
    pub league: Option<String>,
    /// Only those of this season of their league.
    pub season: Option<Season>,
    /// Only this game's.
    pub game: Option<String>,
    /// Only those in which this bot has a seat.
    pub bot: Option<BotName>,
    /// Only those in which a bot had this version. If `bot` is given too, it must be that bot.
    pub version: Option<String>,
    /// Only those that are being played, or only those that have ended.
    pub running: Option<bool>,
    /// Only those that started at this time or later, in milliseconds since 1970-01-01 UTC.
    pub started_from_ms: Option<i64>,
    /// Only those that started before this time, in milliseconds since 1970-01-01 UTC.
    pub started_before_ms: Option<i64>,
}

impl Filter {
    /// Whether the filter selects a match with this record or header, be it running or not.
    #[must_use]
    pub fn includes(&self, header: &pb::MatchRecord) -> bool {
        let is_wanted_player = |player: &pb::Player| {
            self.bot.as_ref().is_none_or(|bot| bot.as_str() == player.name)
                && self.version.as_ref().is_none_or(|version| *version == player.version)
        };
        self.league.as_ref().is_none_or(|league| *league == header.league)
            && self.season.is_none_or(|season| season == Season::of(header))
            && self.game.as_ref().is_none_or(|game| *game == header.game)
            && header.players.iter().any(is_wanted_player)
            && self.started_from_ms.is_none_or(|from| header.started_unix_ms >= from)
            && self.started_before_ms.is_none_or(|before| header.started_unix_ms < before)
    }
}
