//! What organizers have done, kept beside what was played. Each act has the hash of itself and of the one before, and each
//! link of the records' chain seals the newest act, so a published head proves the acts before it too.

use rusqlite::{Connection, OptionalExtension, Result, Row};
use sha2::{Digest, Sha256};

use super::chain::ChainFault;
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
        Ok(rows.query_map([limit], from_row)?.collect::<Result<_, _>>()?)
    }
}

/// What stands in the place of a hash that there isn't: before the first act, and in acts from before they had hashes.
const NONE: [u8; 32] = [0; 32];

/// Of a row that begins with the columns of an act.
fn from_row(row: &Row<'_>) -> Result<Act> {
    let (who, what) = (row.get(1)?, row.get(2)?);
    Ok(Act { unix_ms: row.get(0)?, who, what, arguments: row.get(3)?, outcome: row.get(4)? })
}

/// Each text has its length before it, so that no two acts have the same bytes.
fn hash_of(before: &[u8; 32], number: i64, act: &Act) -> [u8; 32] {
    let mut hash = Sha256::new().chain_update(before);
    hash.update(number.to_be_bytes());
    hash.update(act.unix_ms.to_be_bytes());
    for text in [&act.who, &act.what, &act.arguments, &act.outcome] {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

/// Adds an act; the oldest ones go when there are too many.
pub(super) fn note(on: &Connection, act: &Act) -> Result<()> {
    let (_, before) = newest(on)?;
    let sql = "INSERT INTO acts (unix_ms, who, what, arguments, outcome) VALUES (?1, ?2, ?3, ?4, ?5)";
    let values = (act.unix_ms, &act.who, &act.what, &act.arguments, &act.outcome);
    on.prepare_cached(sql)?.execute(values)?;
    let number = on.last_insert_rowid();
    let hash = hash_of(&before, number, act);
    on.prepare_cached("UPDATE acts SET hash = ?2 WHERE number = ?1")?.execute((number, hash))?;
    on.prepare_cached("DELETE FROM acts WHERE number < ?1")?.execute([oldest(number)]).map(drop)
}

/// The number and the hash of the newest act; zeros if there is none, or only acts from before they had hashes.
pub(super) fn newest(on: &Connection) -> Result<(i64, [u8; 32])> {
    let sql = "SELECT number, hash FROM acts ORDER BY number DESC LIMIT 1";
    let newest = on.prepare_cached(sql)?.query_row((), |row| Ok((row.get(0)?, row.get(1)?))).optional()?;
    Ok(match newest {
        Some((number, Some(hash))) => (number, hash),
        _ => (0, NONE),
    })
}

/// The number of the oldest act that is kept beside this newest one.
fn oldest(newest: i64) -> i64 {
    (newest - ACTS_MAX + 1).max(1)
}

/// Compares the acts that are kept with their hashes, and with the one that the last link of the records' chain seals.
pub(super) fn check(state: &Connection, sealed: (i64, [u8; 32]), found: &mut impl FnMut(ChainFault)) -> Result<()> {
    let sql = "SELECT max(seq) FROM sqlite_sequence WHERE name = 'acts'";
    let given = state.query_row(sql, (), |row| row.get::<_, Option<i64>>(0))?.unwrap_or(0).max(sealed.0);
    let mut acts =
        state.prepare("SELECT unix_ms, who, what, arguments, outcome, number, hash FROM acts ORDER BY number")?;
    let mut acts = acts.query(())?;
    let mut before = (oldest(given) == 1).then_some(NONE);
    let mut last = oldest(given) - 1;
    while let Some(row) = acts.next()? {
        let (number, hash): (i64, Option<[u8; 32]>) = (row.get(5)?, row.get(6)?);
        if number > last + 1 {
            found(ChainFault::MissingActs { first: last + 1, last: number - 1 });
        }
        last = number;
        let act = from_row(row)?;
        let follows = match (before, hash) {
            (Some(before), Some(hash)) => hash == hash_of(&before, number, &act),
            // Nobody knows the hash of an act that was deleted because there were too many: the one after it is believed.
            (None, _) => true,
            (Some(before), None) => before == NONE,
        };
        if !follows || (number == sealed.0 && hash != Some(sealed.1)) {
            found(ChainFault::ChangedAct(number));
        }
        before = Some(hash.unwrap_or(NONE));
    }
    if given > last {
        found(ChainFault::MissingActs { first: last + 1, last: given });
    }
    Ok(())
}
