//! The flags that say which matches are wanted.

use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kahua_core::ids::BotName;
use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use kahua_store::{Filter, Reader};

use crate::data::{expect_bot, expect_game_and_league};
use crate::exit::Failure;
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
    /// For a store. Names that it doesn't know are errors, as they are in a running arena.
    ///
    /// # Errors
    /// If a flag names something unknown, or the store can't be read.
    pub(super) fn of_store(&self, reader: &Reader) -> Result<Filter, Failure> {
        let EndedArgs { league, season, game, bot, version, since, until } = &self.matches;
        self.matches.expect_known(reader)?;
        Ok(Filter {
            league: league.clone(),
            season: season.and_then(Seasons::one),
            game: game.clone(),
            bot: *bot,
            version: version.clone(),
            running: self.state(),
            started_from_ms: since.map(|time| time.0),
            started_before_ms: until.map(|time| time.0),
        })
    }

    /// For a running arena: the first page.
    pub(super) fn request(&self) -> pb::ListMatchesRequest {
        pb::ListMatchesRequest { running: self.state(), ..self.matches.request() }
    }

    fn state(&self) -> Option<bool> {
        (self.running || self.ended).then_some(self.running)
    }
}

impl EndedArgs {
    /// Checks that the store knows what the flags name, as a running arena does.
    ///
    /// # Errors
    /// If it doesn't, or can't be read.
    pub(super) fn expect_known(&self, reader: &Reader) -> Result<(), Failure> {
        expect_game_and_league(reader, self.game.as_deref(), self.league.as_deref())?;
        self.bot.map_or(Ok(()), |bot| expect_bot(reader, &bot))
    }

    /// For a running arena: the first page of the matches that have ended.
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

    /// Whether the flags select the match of this record.
    pub(super) fn selects(&self, record: &pb::MatchRecord) -> bool {
        let is_wanted = |player: &pb::Player| {
            self.bot.is_none_or(|bot| bot.as_str() == player.name)
                && self.version.as_ref().is_none_or(|version| *version == player.version)
        };
        self.league.as_ref().is_none_or(|league| *league == record.league)
            && self.season.and_then(Seasons::one).is_none_or(|season| season == Season::of(record))
            && self.game.as_ref().is_none_or(|game| *game == record.game)
            && self.since.is_none_or(|since| record.started_unix_ms >= since.0)
            && self.until.is_none_or(|until| record.started_unix_ms < until.0)
            && (self.bot.is_none() && self.version.is_none() || record.players.iter().any(is_wanted))
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

    #[test]
    fn a_record_is_selected_by_all_filters_together() {
        let selects = |filter: EndedArgs| {
            let player = |name: &str, version: &str| pb::Player { name: name.into(), version: version.into() };
            filter.selects(&pb::MatchRecord {
                league: "spring".into(),
                game: "senet".into(),
                players: vec![player("ann", "1"), player("bob", "2")],
                started_unix_ms: 1000,
                ..pb::MatchRecord::default()
            })
        };
        let none = || {
            let (league, season, game, bot, version, since, until) = Default::default();
            EndedArgs { league, season, game, bot, version, since, until }
        };
        let bot = |name: &str| Some(name.parse().unwrap());
        assert!(selects(none()) && selects(EndedArgs { season: Some(Seasons::One(Season::FIRST)), ..none() }));
        assert!(!selects(EndedArgs { season: Some(Seasons::One(Season::FIRST.next())), ..none() }));
        assert!(selects(EndedArgs {
            league: Some("spring".into()),
            bot: bot("bob"),
            version: Some("2".into()),
            ..none()
        }));
        assert!(!selects(EndedArgs { bot: bot("ann"), version: Some("2".into()), ..none() }));
        assert!(!selects(EndedArgs { league: Some(String::new()), ..none() }));
        assert!(selects(EndedArgs { since: Some(Time(1000)), until: Some(Time(1001)), ..none() }));
        assert!(!selects(EndedArgs { until: Some(Time(1000)), ..none() }));
    }
}
