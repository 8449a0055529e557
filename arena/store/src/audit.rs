//! What organizers have done, kept beside what was played.

use rusqlite::{Connection, Result};

use super::error::StoreError;
use super::reader::Reader;
use kahua_core::limits::ACTS_MAX;

/// Something that an organizer has done, or tried to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// When it was done, in milliseconds since 1970-01-01 UTC.
    pub unix_ms: i64,
    /// By whom, as far as the arena can tell.
    pub who: String,
    /// What was done: the name of a call or command.
    pub what: String,
    /// To what, and how.
    pub arguments: String,
    /// What came of it.
    pub outcome: String,
}

impl Reader {
    /// The newest acts of organizers, at most this many, in the order in which they were done.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn acts(&self, limit: u32) -> Result<Vec<Act>, StoreError> {
        let connection = self.lock();
        let sql = "SELECT unix_ms, who, what, arguments, outcome FROM
            (SELECT * FROM acts ORDER BY number DESC LIMIT ?1) ORDER BY number";
        let mut rows = connection.prepare_cached(sql)?;
        let rows = rows.query_map([limit], |row| {
            let (who, what) = (row.get(1)?, row.get(2)?);
            Ok(Act { unix_ms: row.get(0)?, who, what, arguments: row.get(3)?, outcome: row.get(4)? })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Adds an act; the oldest ones go when there are too many.
pub(super) fn note(on: &Connection, act: &Act) -> Result<()> {
    let sql = "INSERT INTO acts (unix_ms, who, what, arguments, outcome) VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = (act.unix_ms, &act.who, &act.what, &act.arguments, &act.outcome);
    on.prepare_cached(sql)?.execute(values)?;
    let oldest = on.last_insert_rowid() - ACTS_MAX;
    on.prepare_cached("DELETE FROM acts WHERE number <= ?1")?.execute([oldest]).map(drop)
}
