//! The chain of hashes over the records: each link holds the hash of its record's digest and of the link before, so a
//! record can't be taken out or replaced without all links after it changing.
//!
//! Whoever can write the file can make the whole chain anew. So the chain proves something to those who have kept the hash
//! of one of its links, its head at that time: everything up to there is as it was.

use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, OptionalExtension, Result};
use sha2::{Digest, Sha256};

use super::error::StoreError;
use super::reader::{Reader, last_number};

/// Under this key the store keeps the secret with which its heads are signed.
pub(super) const HEAD_KEY: &str = "head_key";

/// What stands in the place of the hash before the first link.
const START: [u8; 32] = [0; 32];

/// A link of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The number of its record, counted from 1; 0 for the head of a store without records.
    pub number: i64,
    /// What it seals: its record and all before it.
    pub hash: [u8; 32],
}

/// What is wrong with the chain, or with the records beside it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// Records that were kept once are gone.
    #[error("{}", missing(*first, *last))]
    Missing {
        /// The number of the first of them.
        first: i64,
        /// The number of the last of them, which may be the same.
        last: i64,
    },
    /// A record has another digest than when it was kept.
    #[error("record {number}, match {id}, is not the one that was kept: it was changed and sealed again")]
    Replaced {
        /// Its number.
        number: i64,
        /// Its match, as it says now.
        id: String,
    },
    /// A record has no link.
    #[error("record {number}, match {id}, is not in the chain: no arena has put it here")]
    Added {
        /// Its number.
        number: i64,
        /// Its match.
        id: String,
    },
    /// A hash isn't that of its link.
    #[error("link {0} doesn't follow from the one before it: the chain was changed here")]
    Broken(i64),
}

impl Reader {
    /// The last link of the chain.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn head(&self) -> Result<Link, StoreError> {
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT number, hash FROM chain ORDER BY number DESC LIMIT 1")?;
        let last = rows.query_row((), |row| Ok(Link { number: row.get(0)?, hash: row.get(1)? })).optional()?;
        Ok(last.unwrap_or(Link { number: 0, hash: START }))
    }

    /// The link of the record with this number.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn link(&self, number: i64) -> Result<Option<Link>, StoreError> {
        if number == 0 {
            return Ok(Some(Link { number, hash: START }));
        }
        let connection = self.lock();
        let mut rows = connection.prepare_cached("SELECT number, hash FROM chain WHERE number = ?1")?;
        Ok(rows.query_row([number], |row| Ok(Link { number: row.get(0)?, hash: row.get(1)? })).optional()?)
    }

    /// The secret with which heads of the chain are signed, the seed of an Ed25519 key; `None` in a store that no arena
    /// of this version has opened yet.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn head_key(&self) -> Result<Option<[u8; 32]>, StoreError> {
        Ok(self.meta(HEAD_KEY)?.and_then(|key| key.try_into().ok()))
    }

    /// Walks along the whole chain and compares it with the records, which must have been written as they are for it to
    /// mean anything: [`Reader::records`] checks that. Calls `found` for everything that is wrong.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn check_chain(&self, mut found: impl FnMut(ChainFault)) -> Result<(), StoreError> {
        let connection = self.lock();
        // All is read from the same state: an arena may be adding records meanwhile.
        let state = connection.unchecked_transaction()?;
        let last = check_links(&state, &mut found)?;
        let mut added =
            state.prepare("SELECT number, id FROM records WHERE number NOT IN (SELECT number FROM chain)")?;
        for row in added.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))? {
            let (number, id) = row?;
            found(ChainFault::Added { number, id });
        }
        let given = last_number(&state)?;
        if given > last {
            found(ChainFault::Missing { first: last + 1, last: given });
        }
        Ok(())
    }
}

fn missing(first: i64, last: i64) -> String {
    match first == last {
        true => format!("record {first} is missing: it was deleted"),
        false => format!("records {first} to {last} are missing: they were deleted"),
    }
}

/// Walks along the links; the number of the last one.
fn check_links(state: &Connection, found: &mut impl FnMut(ChainFault)) -> Result<i64> {
    let mut links = state.prepare(
        "SELECT chain.number, chain.digest, chain.hash, records.digest, records.id
         FROM chain LEFT JOIN records ON records.number = chain.number ORDER BY chain.number",
    )?;
    let mut links = links.query(())?;
    let mut before = Link { number: 0, hash: START };
    while let Some(row) = links.next()? {
        let (number, digest, hash): (i64, Vec<u8>, [u8; 32]) = (row.get(0)?, row.get(1)?, row.get(2)?);
        if number > before.number + 1 {
            found(ChainFault::Missing { first: before.number + 1, last: number - 1 });
        }
        if hash_of(&before.hash, number, &digest) != hash {
            found(ChainFault::Broken(number));
        }
        match row.get::<_, Option<Vec<u8>>>(3)? {
            None => found(ChainFault::Missing { first: number, last: number }),
            Some(kept) if kept != digest => found(ChainFault::Replaced { number, id: row.get(4)? }),
            Some(_) => {}
        }
        before = Link { number, hash };
    }
    Ok(before.number)
}

/// Adds the link of a record that has just been kept.
pub(super) fn append(on: &Connection, number: i64, digest: &[u8]) -> Result<()> {
    let sql = "INSERT INTO chain (number, digest, hash) VALUES (?1, ?2,
        link_hash(coalesce((SELECT hash FROM chain ORDER BY number DESC LIMIT 1), zeroblob(32)), ?1, ?2))";
    on.prepare_cached(sql)?.execute((number, digest)).map(drop)
}

/// Adds `link_hash(before, number, digest)`.
///
/// # Errors
/// If SQLite refuses it.
pub(super) fn add_functions(connection: &Connection) -> Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("link_hash", 3, flags, |call| {
        let (before, number, digest) = (call.get::<[u8; 32]>(0)?, call.get(1)?, call.get::<Vec<u8>>(2)?);
        Ok(hash_of(&before, number, &digest).to_vec())
    })
}

/// The digest comes last, so that one of another length can't be taken for a part of what stands before it.
fn hash_of(before: &[u8; 32], number: i64, digest: &[u8]) -> [u8; 32] {
    Sha256::new().chain_update(before).chain_update(number.to_be_bytes()).chain_update(digest).finalize().into()
}
