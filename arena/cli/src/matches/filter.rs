//! The flags that say which matches are wanted.

use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use kahua_store::{Filter, Reader};

use crate::data::{expect_bot, expect_game_and_league};
use crate::exit::Failure;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct FilterArgs {
    /// Only matches of this league; an empty name stands for those of no league.
    #[arg(long)]
    league: Option<String>,
    /// Only matches of this game.
    #[arg(long)]
    game: Option<String>,
    /// Only matches of this bot.
    #[arg(long, value_name = "NAME")]
    bot: Option<BotName>,
    /// Only matches of a bot in this version, or with --bot, of that bot in this version.
    #[arg(long)]
    version: Option<String>,
    /// Only matches that are being played.
    #[arg(long, conflicts_with = "ended")]
    running: bool,
    /// Only matches that have ended.
    #[arg(long)]
    ended: bool,
    /// Only matches that started at this time or later: a date such as 2026-11-22, or 2026-11-22T18:30:00Z.
    #[arg(long, value_name = "TIME")]
    since: Option<Time>,
    /// Only matches that started before this time.
    #[arg(long, value_name = "TIME")]
    until: Option<Time>,
}

impl FilterArgs {
    /// For a store. Names that it doesn't know are errors, as they are in a running arena.
    ///
    /// # Errors
    /// If a flag names something unknown, or the store can't be read.
    pub(super) fn of_store(&self, reader: &Reader) -> Result<Filter, Failure> {
        expect_game_and_league(reader, self.game.as_deref(), self.league.as_deref())?;
        if let Some(bot) = &self.bot {
            expect_bot(reader, bot)?;
        }
        Ok(Filter {
            league: self.league.clone(),
            game: self.game.clone(),
            bot: self.bot,
            version: self.version.clone(),
            running: self.state(),
            started_from_ms: self.since.map(|time| time.0),
            started_before_ms: self.until.map(|time| time.0),
        })
    }

    /// For a running arena: the first page.
    pub(super) fn request(&self) -> pb::ListMatchesRequest {
        pb::ListMatchesRequest {
            league: self.league.clone(),
            game: self.game.clone(),
            bot: self.bot.map(|bot| bot.to_string()),
            version: self.version.clone(),
            running: self.state(),
            started_from: self.since.map(|time| timestamp(time.0)),
            started_before: self.until.map(|time| timestamp(time.0)),
            ..pb::ListMatchesRequest::default()
        }
    }

    fn state(&self) -> Option<bool> {
        (self.running || self.ended).then_some(self.running)
    }
}

/// A point in time, in milliseconds since 1970-01-01 UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Time(i64);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let midnight = |date: Date| Some(date.to_zoned(TimeZone::UTC).ok()?.timestamp());
        let time = text.parse::<Timestamp>().ok().or_else(|| midnight(text.parse().ok()?));
        let time =
            time.ok_or("expected a date such as 2026-11-22, or a time with its zone such as 2026-11-22T18:30:00Z")?;
        Ok(Time(time.as_millisecond()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_a_date_or_has_its_zone() {
        let ms = |text: &str| text.parse::<Time>().map(|time| time.0);
        assert_eq!(ms("1970-01-02"), Ok(24 * 3600 * 1000));
        assert_eq!(ms("1970-01-01T00:00:01.5Z"), Ok(1500));
        assert_eq!(ms("1970-01-01T01:00:00+01:00"), Ok(0));
        assert!(ms("yesterday").unwrap_err().contains("expected a date such as 2026-11-22"));
        assert!(ms("1970-13-01").is_err());
    }
}
