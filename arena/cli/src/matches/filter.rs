//! The flags that say which matches are wanted.

use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;

use crate::season_arg::Seasons;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct FilterArgs {
    #[command(flatten)]
    matches: EndedArgs,
    /// Only matches that are being played.
    #[arg(long, conflicts_with = "ended")]
    running: bool,
    /// Only matches that have ended.
    #[arg(long)]
    ended: bool,
}

/// The flags for commands that look at no other matches than those that have ended.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Filters")]
pub(super) struct EndedArgs {
    /// Only matches of this league; an empty name stands for those of no league.
    #[arg(long)]
    league: Option<String>,
    /// Only matches of this season of their league, counted from 1, or of `all` seasons.
    #[arg(long, value_name = "N|all")]
    season: Option<Seasons>,
    /// Only matches of this game.
    #[arg(long)]
    game: Option<String>,
    /// Only matches of this bot.
    #[arg(long, value_name = "NAME")]
    bot: Option<BotName>,
    /// Only matches of a bot in this version, or with --bot, of that bot in this version.
    #[arg(long)]
    version: Option<String>,
    /// Only matches that started at this time or later: a date such as 2026-11-22, or 2026-11-22T18:30:00Z.
    #[arg(long, value_name = "TIME")]
    since: Option<Time>,
    /// Only matches that started before this time.
    #[arg(long, value_name = "TIME")]
    until: Option<Time>,
}

impl FilterArgs {
    /// The first page of these matches.
    pub(super) fn request(&self) -> pb::ListMatchesRequest {
        pb::ListMatchesRequest { running: self.state(), ..self.matches.request() }
    }

    fn state(&self) -> Option<bool> {
        (self.running || self.ended).then_some(self.running)
    }
}

impl EndedArgs {
    /// The first page of these matches.
    pub(super) fn request(&self) -> pb::ListMatchesRequest {
        pb::ListMatchesRequest {
            league: self.league.clone(),
            season: self.season.and_then(Seasons::one).map(Season::number),
            game: self.game.clone(),
            bot: self.bot.map(|bot| bot.to_string()),
            version: self.version.clone(),
            running: Some(false),
            started_from: self.since.map(|time| timestamp(time.0)),
            started_before: self.until.map(|time| timestamp(time.0)),
            ..pb::ListMatchesRequest::default()
        }
    }

    /// Whether no season is asked for.
    pub(super) fn is_of_any_season(&self) -> bool {
        self.season.is_none()
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
