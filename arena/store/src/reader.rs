//! Reads the store: for the arena itself, and for other programs while an arena writes.

use std::collections::VecDeque;
use std::sync::Arc;

use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use super::database::{self, Read, Reading, Source};
use super::database_error::ErrorKind;
use super::error::StoreError;
use super::location::Location;
use super::record::{self, StoredRecord};
use super::rows::MatchKey;
use super::turns::Turns;
use kahua_core::ids::MatchId;

/// How many records are read at a time, so that a long read doesn't block others.
const RECORDS_AT_ONCE: u32 = 64;

/// The setting that says that a store is the unfinished copy of another one.
pub(super) const UNFINISHED_COPY: &str = "unfinished_copy";

pub(super) type KeyedMatch = (MatchKey, Result<OpenMatch, StoreError>);

/// A store that is only read: a handle, cheap to clone. Every call reads the disk and may block for a moment.
#[derive(Clone, Debug)]
pub struct Reader(Arc<dyn Source>);

/// A match that was begun and isn't finished.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenMatch {
    /// Its record without events and end.
    pub header: pb::MatchRecord,
    /// Its events so far.
    pub events: Vec<pb::RecordedEvent>,
}

impl Reader {
    /// Reads this database, also if it holds an unfinished copy.
    pub(super) fn of(source: Arc<dyn Source>) -> Reader {
        Reader(source)
    }

    /// The reader itself, unless the store, which is at this place, is an unfinished copy.
    pub(super) fn finished(self, store: Location) -> Result<Reader, StoreError> {
        match self.meta(UNFINISHED_COPY)? {
            Some(_) => Err(StoreError::Unfinished { store }),
            None => Ok(self),
        }
    }

    /// The open matches in the order of their beginnings. A match with damaged rows is an error in its place.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn open_matches(&self) -> Result<Vec<Result<OpenMatch, StoreError>>, StoreError> {
        Ok(self.keyed_open_matches()?.into_iter().map(|(_, open)| open).collect())
    }

    /// The headers of the open matches, in the order of their beginnings; damaged ones are left out.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn open_headers(&self) -> Result<Vec<pb::MatchRecord>, StoreError> {
        let rows = self.read(|rows| rows.open_matches())?;
        let headers = rows.into_iter().map(|(_, id, header)| record::decode(&id, &header));
        Ok(headers.filter_map(Result::ok).collect())
    }

    /// The record of a finished match; `None` if there is no such match or it isn't finished.
    ///
    /// # Errors
    /// If the record isn't what was written, or the disk can't be read.
    pub fn record(&self, id: MatchId) -> Result<Option<pb::MatchRecord>, StoreError> {
        self.read(|rows| rows.record(&id.to_string()))?.map(StoredRecord::record).transpose()
    }

    /// Whether there is a record of this match, damaged or not.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn has_record(&self, id: MatchId) -> Result<bool, StoreError> {
        self.read(|rows| rows.has_record(&id.to_string()))
    }

    /// The matches of these that have records, damaged or not.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn recorded_among(&self, ids: &[MatchId]) -> Result<Vec<MatchId>, StoreError> {
        let ids: Vec<String> = ids.iter().map(MatchId::to_string).collect();
        let recorded = self.read(|rows| rows.recorded_among(&ids))?;
        Ok(recorded.iter().filter_map(|id| id.parse().ok()).collect())
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
        Ok(self.read(|rows| rows.record_count())?.unsigned_abs())
    }

    /// The number of the record that was kept last, whether it is still there or not; 0 if there never was one.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn last_number(&self) -> Result<i64, StoreError> {
        Ok(self.read(|rows| rows.ends())?.number)
    }

    /// The ruleset file with this hash, if any match was begun with it.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn ruleset(&self, hash: RulesetHash) -> Result<Option<String>, StoreError> {
        self.read(|rows| rows.ruleset(hash))
    }

    /// Whether any match, running or finished, belongs to this league.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn has_matches_of(&self, league: &str) -> Result<bool, StoreError> {
        self.read(|rows| {
            if rows.has_records_of(league)? {
                return Ok(true);
            }
            let is_of_league = |header: &[u8]| pb::MatchRecord::decode(header).is_ok_and(|open| open.league == league);
            Ok(rows.open_matches()?.iter().any(|(_, _, header)| is_of_league(header)))
        })
    }

    /// The setting kept under this key.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn meta(&self, key: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.read(|rows| rows.meta(key))
    }

    /// The settings whose keys begin like this, with their keys.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn metas(&self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.read(|rows| rows.metas(prefix))
    }

    /// The leagues of all finished matches, by name; an empty name stands for matches of no league.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn leagues(&self) -> Result<Vec<String>, StoreError> {
        self.read(|rows| rows.leagues())
    }

    /// The size of the store in bytes, without what a write-ahead log adds.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn size_bytes(&self) -> Result<u64, StoreError> {
        Ok(self.read(|rows| rows.size_bytes())?.unsigned_abs())
    }

    /// As [`Reader::open_matches`], with their keys.
    pub(super) fn keyed_open_matches(&self) -> Result<Vec<KeyedMatch>, StoreError> {
        self.read(keyed_open_matches)
    }

    /// Reads something.
    pub(super) fn read<T>(&self, what: impl FnOnce(&dyn Read) -> database::Result<T>) -> Result<T, StoreError> {
        Ok(answer(what, |reading| self.0.read(reading))?)
    }

    /// Reads several things from the same state of the store.
    pub(super) fn read_state<T>(&self, what: impl FnOnce(&dyn Read) -> database::Result<T>) -> Result<T, StoreError> {
        Ok(answer(what, |reading| self.0.read_state(reading))?)
    }

    fn page_of_records(&self, after: i64) -> Result<VecDeque<RecordRow>, StoreError> {
        self.read(|rows| match rows.records_after(after, RECORDS_AT_ONCE) {
            // One of them lies on a damaged page. To find out which, each is read on its own.
            Err(error) if error.kind() == ErrorKind::Damaged => one_by_one(rows, after),
            page => Ok(page?.into_iter().map(RecordRow::of).collect()),
        })
    }
}

/// Runs a reading that has an answer. The trait of a database knows only readings without one, since a call of a trait
/// object can't have a type parameter.
fn answer<T>(
    what: impl FnOnce(&dyn Read) -> database::Result<T>,
    run: impl FnOnce(Reading<'_>) -> database::Result<()>,
) -> database::Result<T> {
    let (mut what, mut answer) = (Some(what), None);
    run(&mut |rows| {
        let what = what.take().expect("a database reads once");
        answer = Some(what(rows)?);
        Ok(())
    })?;
    Ok(answer.expect("a database that reports no error has read"))
}

/// The finished matches of a store, in the order of finishing, including those that finish during the iteration. A
/// damaged record is an error in its place, and the next ones follow. If the disk can't be read, that error is the last
/// item.
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
    fn of(row: StoredRecord) -> RecordRow {
        RecordRow { number: row.number, record: row.record() }
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

fn one_by_one(rows: &dyn Read, after: i64) -> database::Result<VecDeque<RecordRow>> {
    let numbers = rows.numbers_after(after, RECORDS_AT_ONCE)?;
    numbers.into_iter().map(|number| Ok(RecordRow { number, record: numbered_record(rows, number)? })).collect()
}

/// The outer error is the database's; the inner one concerns the row of this record alone.
pub(super) fn numbered_record(
    rows: &(impl Read + ?Sized),
    number: i64,
) -> database::Result<Result<pb::MatchRecord, StoreError>> {
    match rows.numbered_record(number) {
        Ok(Some(row)) => Ok(row.record()),
        Ok(None) => Ok(Err(StoreError::damaged(&format!("number {number}"), "its record is missing"))),
        Err(error) if error.kind() == ErrorKind::Damaged => {
            let id = rows.id_of(number).ok().flatten().unwrap_or_else(|| format!("number {number}"));
            Ok(Err(StoreError::damaged(&id, error.to_string())))
        }
        Err(error) => Err(error),
    }
}

/// The open matches in the order of their beginnings.
pub(super) fn keyed_open_matches(rows: &dyn Read) -> database::Result<Vec<KeyedMatch>> {
    let mut turns = Turns::new();
    let open = rows.open_matches()?.into_iter().map(|(key, id, header)| {
        turns.next();
        Ok((key, open_match(&id, &header, &rows.chunks(key)?)))
    });
    open.collect()
}

/// The open match of this header and this journal.
pub(super) fn open_match(id: &str, header: &[u8], chunks: &[(u32, Vec<u8>)]) -> Result<OpenMatch, StoreError> {
    Ok(OpenMatch { header: record::decode(id, header)?, events: events(id, chunks)? })
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
