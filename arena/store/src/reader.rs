//! What the store holds, for reading: by the arena itself, and by other programs while an arena writes.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::{Mutex, MutexGuard};
use prost::Message;
use rusqlite::{Connection, ErrorCode, OptionalExtension, Row};

use super::error::StoreError;
use super::record::{self, SELECT, StoredRecord};
use super::schema;
use super::turns::Turns;
use super::work::{MatchKey, TokenHash};
use kahua_core::ids::{BotName, MatchId};

/// How many records are read at a time, so that a long walk keeps nobody out.
const RECORDS_AT_ONCE: u32 = 64;

pub(super) type SharedConnection = Arc<Mutex<Connection>>;
pub(super) type KeyedMatch = (MatchKey, Result<OpenMatch, StoreError>);

/// A store that is only read: a handle, cheap to clone. Every call reads the disk and may block for a moment.
#[derive(Clone, Debug)]
pub struct Reader(SharedConnection);

/// A match that was begun and isn't finished.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenMatch {
    /// Its record without events and end.
    pub header: pb::MatchRecord,
    /// Its events so far.
    pub events: Vec<pb::RecordedEvent>,
}

/// A bot that the store knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBot {
    /// Its name.
    pub name: BotName,
    /// The version that it last gave; empty if it never did.
    pub version: String,
    /// The hash of its token, if it was given one.
    pub token: Option<TokenHash>,
}

impl Reader {
    /// Opens the store in this file; an arena may be writing it meanwhile.
    ///
    /// # Errors
    /// If there is none, if a newer arena has written it, or if the file is something else.
    pub fn open(path: &Path) -> Result<Reader, StoreError> {
        Ok(Reader(Arc::new(Mutex::new(schema::open_for_reading(path)?))))
    }

    pub(super) fn sharing(connection: SharedConnection) -> Reader {
        Reader(connection)
    }

    /// The open matches in the order of their beginnings; for one whose rows are damaged, how.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn open_matches(&self) -> Result<Vec<Result<OpenMatch, StoreError>>, StoreError> {
        Ok(self.keyed_open_matches()?.into_iter().map(|(_, open)| open).collect())
    }

    /// The record of a finished match; `None` if there is no such match or it isn't finished.
    ///
    /// # Errors
    /// If the record isn't what was written, or the disk can't be read.
    pub fn record(&self, id: MatchId) -> Result<Option<pb::MatchRecord>, StoreError> {
        let id = id.to_string();
        let connection = self.lock();
        let mut rows = connection.prepare_cached(&format!("{SELECT} WHERE id = ?1"))?;
        rows.query_row([&id], StoredRecord::of).optional()?.map(StoredRecord::record).transpose()
    }

    /// Whether there is a record of this match, damaged or not.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn has_record(&self, id: MatchId) -> Result<bool, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM records WHERE id = ?1)")?;
        Ok(rows.query_row([id.to_string()], |row| row.get(0))?)
    }

    /// All finished matches, in the order of finishing.
    #[must_use]
    pub fn records(&self) -> Records {
        Records { reader: self.clone(), last: 0, page: VecDeque::new(), failed: false }
    }

    /// How many matches have been finished.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn record_count(&self) -> Result<u64, StoreError> {
        let connection = self.lock();
        let count: i64 = connection.query_row("SELECT count(*) FROM records", (), |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    /// The number of the record that was kept last, whether it is still there or not; 0 if there never was one.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn last_number(&self) -> Result<i64, StoreError> {
        last_number(&self.lock())
    }

    /// The ruleset file with this hash, if any match was begun with it.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn ruleset(&self, hash: RulesetHash) -> Result<Option<String>, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT toml FROM rulesets WHERE hash = ?1")?;
        Ok(rows.query_row([hash.0], |row| row.get(0)).optional()?)
    }

    /// The bots that connected once or were given a token, by name.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn bots(&self) -> Result<Vec<KnownBot>, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT name, version, token_hash FROM bots ORDER BY name")?;
        Ok(rows.query_map((), known_bot)?.collect::<Result<_, _>>()?)
    }

    /// The bot with this name.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn bot(&self, name: &BotName) -> Result<Option<KnownBot>, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT name, version, token_hash FROM bots WHERE name = ?1")?;
        Ok(rows.query_row([name.as_str()], known_bot).optional()?)
    }

    /// Whether any match, running or finished, belongs to this league.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn has_matches_of(&self, league: &str) -> Result<bool, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT EXISTS (SELECT 1 FROM record_facts WHERE league = ?1)")?;
        if rows.query_row([league], |row| row.get(0))? {
            return Ok(true);
        }
        let open = keyed_open_matches(&connection)?;
        Ok(open.iter().any(|(_, open)| open.as_ref().is_ok_and(|open| open.header.league == league)))
    }

    /// The setting kept under this key.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn meta(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
        Ok(rows.query_row([key], |row| row.get(0)).optional()?)
    }

    /// The settings whose keys begin like this, with their keys.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn metas(&self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        let connection = self.lock();
        let sql = "SELECT key, value FROM meta WHERE substr(key, 1, length(?1)) = ?1 ORDER BY key";
        let mut rows = connection.prepare_cached(sql)?;
        Ok(rows.query_map([prefix], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
    }

    /// The leagues of all finished matches, by name; an empty name stands for matches of no league.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn leagues(&self) -> Result<Vec<String>, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT DISTINCT league FROM record_facts ORDER BY league")?;
        Ok(rows.query_map((), |row| row.get(0))?.collect::<Result<_, _>>()?)
    }

    /// As [`Reader::open_matches`], with their keys.
    pub(super) fn keyed_open_matches(&self) -> Result<Vec<KeyedMatch>, StoreError> {
        keyed_open_matches(&self.lock())
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.lock()
    }

    fn page_of_records(&self, after: i64) -> Result<VecDeque<RecordRow>, StoreError> {
        let connection = self.lock();
        let sql = format!("{SELECT} WHERE records.number > ?1 ORDER BY records.number LIMIT ?2");
        let mut rows = connection.prepare_cached(&sql)?;
        let rows = rows.query_map((after, RECORDS_AT_ONCE), RecordRow::of)?;
        match rows.collect::<Result<_, _>>() {
            // One of them lies on a damaged page: which one shows when each is read by itself.
            Err(error) if is_corrupt(&error) => one_by_one(&connection, after),
            page => Ok(page?),
        }
    }
}

/// The finished matches of a store, in the order of finishing, those included that finish meanwhile. A record that isn't
/// what was written is an error in its place, and the next ones follow; if the disk can't be read, that is the last item.
#[derive(Debug)]
pub struct Records {
    reader: Reader,
    last: i64,
    page: VecDeque<RecordRow>,
    failed: bool,
}

#[derive(Debug)]
struct RecordRow {
    number: i64,
    record: Result<pb::MatchRecord, StoreError>,
}

impl RecordRow {
    /// Of a row with the columns of [`SELECT`].
    fn of(row: &Row<'_>) -> rusqlite::Result<RecordRow> {
        let row = StoredRecord::of(row)?;
        Ok(RecordRow { number: row.number, record: row.record() })
    }
}

impl Iterator for Records {
    type Item = Result<pb::MatchRecord, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.page.is_empty() && !self.failed {
            match self.reader.page_of_records(self.last) {
                Ok(page) => self.page = page,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(error));
                }
            }
        }
        let row = self.page.pop_front()?;
        self.last = row.number;
        Some(row.record)
    }
}

fn one_by_one(connection: &Connection, after: i64) -> Result<VecDeque<RecordRow>, StoreError> {
    let mut numbers =
        connection.prepare_cached("SELECT number FROM records WHERE number > ?1 ORDER BY number LIMIT ?2")?;
    let numbers = numbers.query_map((after, RECORDS_AT_ONCE), |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    numbers.into_iter().map(|number| Ok(RecordRow { number, record: numbered_record(connection, number)? })).collect()
}

/// The outer error is the disk's; the inner one concerns the row of this record alone.
pub(super) fn numbered_record(
    connection: &Connection,
    number: i64,
) -> Result<Result<pb::MatchRecord, StoreError>, StoreError> {
    let mut row = connection.prepare_cached(&format!("{SELECT} WHERE records.number = ?1"))?;
    match row.query_row([number], RecordRow::of).optional() {
        Ok(Some(row)) => Ok(row.record),
        Ok(None) => Ok(Err(StoreError::damaged(&format!("number {number}"), "its record is missing"))),
        Err(error) if is_corrupt(&error) => {
            let mut id = connection.prepare_cached("SELECT id FROM records WHERE number = ?1")?;
            let id = id.query_row([number], |row| row.get(0)).unwrap_or_else(|_| format!("number {number}"));
            Ok(Err(StoreError::damaged(&id, error.to_string())))
        }
        Err(error) => Err(error.into()),
    }
}

/// SQLite never gives a number twice, and keeps the last one.
pub(super) fn last_number(connection: &Connection) -> Result<i64, StoreError> {
    let sql = "SELECT max(seq) FROM sqlite_sequence WHERE name = 'records'";
    Ok(connection.query_row(sql, (), |row| row.get::<_, Option<i64>>(0))?.unwrap_or(0))
}

fn is_corrupt(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::DatabaseCorrupt)
}

fn known_bot(row: &Row<'_>) -> rusqlite::Result<KnownBot> {
    let name: String = row.get(0)?;
    let name = name
        .parse()
        .map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error)))?;
    Ok(KnownBot { name, version: row.get(1)?, token: row.get::<_, Option<_>>(2)?.map(TokenHash) })
}

/// The open matches in the order of their beginnings.
pub(super) fn keyed_open_matches(connection: &Connection) -> Result<Vec<KeyedMatch>, StoreError> {
    let mut rows = connection.prepare_cached("SELECT key, id, header FROM open_matches ORDER BY key")?;
    let rows = rows.query_map((), |row| Ok((MatchKey(row.get(0)?), row.get(1)?, row.get(2)?)))?;
    let rows: Vec<(MatchKey, String, Vec<u8>)> = rows.collect::<Result<_, _>>()?;
    let mut turns = Turns::new();
    let open = rows.into_iter().map(|(key, id, header)| {
        turns.next();
        Ok((key, open_match(connection, key, &id, &header)?))
    });
    open.collect()
}

/// The outer error is the disk's; the inner one concerns the rows of this match alone.
fn open_match(
    connection: &Connection,
    key: MatchKey,
    id: &str,
    header: &[u8],
) -> Result<Result<OpenMatch, StoreError>, StoreError> {
    let sql = "SELECT first_event, events FROM journal WHERE match_key = ?1 ORDER BY first_event";
    let mut chunks = connection.prepare_cached(sql)?;
    let chunks = chunks.query_map([key.0], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<Vec<_>, _>>()?;
    Ok(record::decode(id, header).and_then(|header| Ok(OpenMatch { header, events: events(id, &chunks)? })))
}

fn events(id: &str, chunks: &[(u32, Vec<u8>)]) -> Result<Vec<pb::RecordedEvent>, StoreError> {
    let mut events = Vec::new();
    for (first_event, chunk) in chunks {
        if *first_event as usize != events.len() {
            let problem = format!("its journal goes on with event {first_event} after {} events", events.len());
            return Err(StoreError::damaged(id, problem));
        }
        let mut bytes = chunk.as_slice();
        while !bytes.is_empty() {
            let event = pb::RecordedEvent::decode_length_delimited(&mut bytes)
                .map_err(|error| StoreError::damaged(id, format!("event {} of its journal: {error}", events.len())))?;
            events.push(event);
        }
    }
    Ok(events)
}
