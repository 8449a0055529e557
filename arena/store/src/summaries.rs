//! Lists of matches, a page at a time: the running ones first, then the finished ones, newest first.

use std::fmt;
use std::str::FromStr;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;

use super::database::{self, Read};
use super::error::StoreError;
use super::filter::Filter;
use super::reader::{Reader, keyed_open_matches, numbered_record};
use super::turns::Turns;
use kahua_core::season::Season;

/// A request for one page of matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// Which matches.
    pub filter: Filter,
    /// Where the page before ended; `None` for the first page.
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

/// A position between two pages. A match that ends between two pages is never skipped. It may come twice, first as running
/// and then as finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(CursorKey);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CursorKey {
    /// After the running match with this key.
    Running(i64),
    /// After the finished match with this number.
    Finished(i64),
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            CursorKey::Running(key) => write!(f, "r{key}"),
            CursorKey::Finished(number) => write!(f, "f{number}"),
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
        let (place, digits): (fn(i64) -> CursorKey, &str) = match text.split_at_checked(1) {
            Some(("r", key)) => (CursorKey::Running, key),
            Some(("f", number)) => (CursorKey::Finished, number),
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
            Some(Cursor(CursorKey::Running(key))) => (key, i64::MAX),
            Some(Cursor(CursorKey::Finished(number))) => (i64::MIN, number),
        };
        // Both lists from the same state: else a match that ends in between would be in neither or in both.
        let found = self.read_state(|state| {
            let mut found = running(state, &query.filter, running_before)?;
            let room = (query.limit + 1).saturating_sub(found.len());
            found.extend(finished(state, &query.filter, finished_before, room)?);
            Ok(found)
        })?;
        // The query asked for one more than wanted, which shows whether there is a next page.
        let next = match found.get(query.limit.saturating_sub(1)) {
            Some((cursor, _)) if found.len() > query.limit => Some(*cursor),
            _ => None,
        };
        let matches = found.into_iter().take(query.limit).map(|(_, summary)| summary).collect();
        Ok(Summaries { matches, next })
    }
}

fn running(state: &dyn Read, filter: &Filter, before: i64) -> database::Result<Found> {
    if filter.running == Some(false) {
        return Ok(Found::new());
    }
    let found = keyed_open_matches(state)?
        .into_iter()
        .rev()
        .filter(|(key, open)| key.0 < before && open.as_ref().map_or(true, |open| filter.includes(&open.header)));
    let found = found.map(|(key, open)| {
        let summary = open.map(|open| {
            let events = open.events.len();
            pb::MatchSummary { running: true, ended_at: None, ..summary(open.header, events) }
        });
        (Cursor(CursorKey::Running(key.0)), summary)
    });
    Ok(found.collect())
}

fn finished(state: &dyn Read, filter: &Filter, before: i64, limit: usize) -> database::Result<Found> {
    if filter.running == Some(true) {
        return Ok(Found::new());
    }
    let mut turns = Turns::new();
    let found = state.filtered(filter, before, limit)?.into_iter().map(|number| {
        turns.next();
        Ok((Cursor(CursorKey::Finished(number)), numbered_record(state, number)?.map(match_summary)))
    });
    found.collect()
}

/// A finished match in one line, from its record or from what remains without its moves.
#[must_use]
pub fn match_summary(record: pb::MatchRecord) -> pb::MatchSummary {
    let events = record.moves_removed.map_or(record.events.len(), |moves| moves.events as usize);
    summary(record, events)
}

fn summary(record: pb::MatchRecord, events: usize) -> pb::MatchSummary {
    pb::MatchSummary {
        season: Season::of(&record).number(),
        match_id: record.match_id,
        league: record.league,
        game: record.game,
        players: record.players,
        running: false,
        termination: record.termination,
        results: record.results,
        started_at: Some(timestamp(record.started_unix_ms)),
        ended_at: Some(timestamp(record.ended_unix_ms)),
        events: events as u32,
        options: record.options,
        rated: record.rated,
        time_control: record.time_control,
        node: String::new(),
        corrections: Vec::new(),
    }
}
