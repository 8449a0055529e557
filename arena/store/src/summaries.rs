//! Lists of matches, a page at a time: the running ones first, then the finished ones, newest first.

use std::fmt;
use std::str::FromStr;

use kahua_proto::pb::arena::v1 as pb;

use super::error::StoreError;
use super::reader::Reader;
use super::record;
use kahua_core::ids::BotName;

/// Which matches are wanted, and how many of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Only this game's; `None` for all.
    pub game: Option<String>,
    /// Only this bot's; `None` for all.
    pub bot: Option<BotName>,
    /// Goes on after the page that ended here; `None` for the first page.
    pub after: Option<Cursor>,
    /// At most this many.
    pub limit: usize,
}

/// A page of matches.
#[derive(Debug)]
pub struct Summaries {
    /// The matches; one whose rows are damaged is an error in its place.
    pub matches: Vec<Result<pb::MatchSummary, StoreError>>,
    /// Where the next page goes on; `None` at the end.
    pub next: Option<Cursor>,
}

/// The place between two pages. A match that finishes meanwhile may come twice or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(Place);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// After the running match with this key.
    Running(i64),
    /// After the finished match with this number.
    Finished(i64),
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Running(key) => write!(f, "r{key}"),
            Place::Finished(number) => write!(f, "f{number}"),
        }
    }
}

/// A text that is not a page token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the page token is not valid: give the one that came with the last page, or none")]
pub struct ParseCursorError;

impl FromStr for Cursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<Cursor, ParseCursorError> {
        let (place, digits): (fn(i64) -> Place, &str) = match text.split_at_checked(1) {
            Some(("r", key)) => (Place::Running, key),
            Some(("f", number)) => (Place::Finished, number),
            _ => return Err(ParseCursorError),
        };
        digits.parse().map(|digits| Cursor(place(digits))).map_err(|_| ParseCursorError)
    }
}

type Found = Vec<(Cursor, Result<pb::MatchSummary, StoreError>)>;

impl Reader {
    /// A page of matches.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn summaries(&self, query: &Query) -> Result<Summaries, StoreError> {
        let (running_before, finished_before) = match query.after {
            None => (i64::MAX, i64::MAX),
            Some(Cursor(Place::Running(key))) => (key, i64::MAX),
            Some(Cursor(Place::Finished(number))) => (i64::MIN, number),
        };
        let mut found = self.running(query, running_before)?;
        found.extend(self.finished(query, finished_before, (query.limit + 1).saturating_sub(found.len()))?);
        // One more than wanted was looked for: it tells whether there is a next page.
        let next = match found.get(query.limit.saturating_sub(1)) {
            Some((cursor, _)) if found.len() > query.limit => Some(*cursor),
            _ => None,
        };
        let matches = found.into_iter().take(query.limit).map(|(_, summary)| summary).collect();
        Ok(Summaries { matches, next })
    }

    fn running(&self, query: &Query, before: i64) -> Result<Found, StoreError> {
        let found = self
            .keyed_open_matches()?
            .into_iter()
            .rev()
            .filter(|(key, open)| key.0 < before && open.as_ref().map_or(true, |open| wanted(query, &open.header)));
        let found = found.map(|(key, open)| {
            let summary =
                open.map(|open| pb::MatchSummary { running: true, ..summary(open.header, open.events.len()) });
            (Cursor(Place::Running(key.0)), summary)
        });
        Ok(found.collect())
    }

    fn finished(&self, query: &Query, before: i64, limit: usize) -> Result<Found, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached(
            "SELECT number, id, digest, body FROM records
             WHERE number < ?1 AND (?2 IS NULL OR game = ?2)
               AND (?3 IS NULL OR number IN (SELECT number FROM record_players WHERE name = ?3))
             ORDER BY number DESC LIMIT ?4",
        )?;
        let bot = query.bot.as_ref().map(BotName::as_str);
        let rows = rows.query_map((before, &query.game, bot, limit as i64), |row| {
            let (id, digest, body): (String, _, Vec<u8>) = (row.get(1)?, row.get(2)?, row.get(3)?);
            let summary = record::from_row(&id, digest, &body).map(|record| {
                let events = record.events.len();
                summary(record, events)
            });
            Ok((Cursor(Place::Finished(row.get(0)?)), summary))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn wanted(query: &Query, header: &pb::MatchRecord) -> bool {
    query.game.as_ref().is_none_or(|game| *game == header.game)
        && query.bot.as_ref().is_none_or(|bot| header.players.iter().any(|player| player.name == bot.as_str()))
}

fn summary(record: pb::MatchRecord, events: usize) -> pb::MatchSummary {
    pb::MatchSummary {
        match_id: record.match_id,
        league: record.league,
        game: record.game,
        players: record.players.into_iter().map(|player| player.name).collect(),
        running: false,
        termination: record.termination,
        results: record.results,
        started_unix_ms: record.started_unix_ms,
        events: events as u32,
    }
}
