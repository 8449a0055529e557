//! What is wrong with the chain, or with the records and acts beside it.

use rusqlite::{Connection, Result};
use sha2::{Digest, Sha256};

use super::{Link, OldSummaries, START, Sealed, hash_of};
use crate::audit;
use crate::error::StoreError;
use crate::reader::{Reader, last_number};

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
    /// The summary beside a record, from which ratings come, isn't the one that the chain seals.
    #[error(
        "the summary of record {number}, match {id}, is not the one that was kept: ratings are wrong that come from it"
    )]
    ChangedSummary {
        /// Its number.
        number: i64,
        /// Its match.
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
    /// Acts of organizers that were noted once are gone.
    #[error("{}", missing_acts(*first, *last))]
    MissingActs {
        /// The number of the first of them.
        first: i64,
        /// The number of the last of them, which may be the same.
        last: i64,
    },
    /// An act's hash isn't that of the act and those before it, or not the one that the chain of records seals.
    #[error("act {0} of the audit log isn't the one that was noted: it was changed, or one before it was")]
    ChangedAct(i64),
    /// A hash isn't that of its link.
    #[error("link {0} doesn't follow from the one before it: the chain was changed here")]
    Broken(i64),
}

impl Reader {
    /// Walks along the whole chain and compares it with the records, which must have been written as they are for it to
    /// mean anything: [`Reader::records`] checks that. Calls `found` for everything that is wrong.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn check_chain(&self, mut found: impl FnMut(ChainFault)) -> Result<(), StoreError> {
        let connection = self.lock();
        // All is read from the same state: an arena may be adding records meanwhile.
        let state = connection.unchecked_transaction()?;
        let End { number: last, act } = check_links(&state, &mut found)?;
        audit::check(&state, act, &mut found)?;
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

fn missing_acts(first: i64, last: i64) -> String {
    match first == last {
        true => format!("act {first} of the audit log is missing: it was deleted"),
        false => format!("acts {first} to {last} of the audit log are missing: they were deleted"),
    }
}

/// The last link of the chain.
struct End {
    number: i64,
    /// The act that it seals, by its number, and that act's hash.
    act: (i64, [u8; 32]),
}

/// Walks along the links.
fn check_links(state: &Connection, found: &mut impl FnMut(ChainFault)) -> Result<End> {
    let mut links = state.prepare(
        "SELECT chain.number, chain.digest, chain.hash, records.digest, records.id, summary, act, act_hash, form,
                record_summaries.body
         FROM chain LEFT JOIN records ON records.number = chain.number
              LEFT JOIN record_summaries ON record_summaries.number = chain.number ORDER BY chain.number",
    )?;
    let mut links = links.query(())?;
    let mut before = Link { number: 0, hash: START };
    let (mut old_summaries, mut act) = (None::<OldSummaries>, (0, START));
    while let Some(row) = links.next()? {
        let (number, digest, hash): (i64, Vec<u8>, [u8; 32]) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let summary: Option<[u8; 32]> = row.get(5)?;
        act = (row.get(6)?, row.get(7)?);
        if number > before.number + 1 {
            found(ChainFault::Missing { first: before.number + 1, last: number - 1 });
        }
        let expected = match row.get::<_, i64>(8)? {
            1 => {
                old_summaries.get_or_insert_default().add(number, summary);
                hash_of(&before.hash, number, None, &digest)
            }
            _ => {
                let before = old_summaries.take().map_or(before.hash, |old| old.sealed_with(&before.hash));
                hash_of(&before, number, Some(&Sealed { summary: summary.unwrap_or_default(), act }), &digest)
            }
        };
        if expected != hash {
            found(ChainFault::Broken(number));
        }
        match row.get::<_, Option<Vec<u8>>>(3)? {
            None => found(ChainFault::Missing { first: number, last: number }),
            Some(kept) if kept != digest => found(ChainFault::Replaced { number, id: row.get(4)? }),
            Some(_) => {}
        }
        if let (Some(sealed), Some(kept)) = (summary, row.get::<_, Option<Vec<u8>>>(9)?)
            && sealed != Sha256::digest(kept)[..]
        {
            found(ChainFault::ChangedSummary { number, id: row.get::<_, Option<String>>(4)?.unwrap_or_default() });
        }
        before = Link { number, hash };
    }
    Ok(End { number: before.number, act })
}
