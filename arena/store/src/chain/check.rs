//! Checks the chain, and the records and acts that it seals.

use sha2::{Digest, Sha256};

use super::{Link, START, Sealed, hash_of};
use crate::audit;
use crate::corrections;
use crate::database::{Read, Result};
use crate::error::StoreError;
use crate::reader::Reader;
use crate::rows::LinkRow;

/// How many links are read at a time.
const LINKS_AT_ONCE: u32 = 1024;

/// What is wrong with the chain, or with the records and acts that it seals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// Records that the store once had are gone.
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
    /// The stored summary of a record isn't the one that the chain seals. Ratings are computed from summaries.
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
    /// A correction of results isn't the one that the audit log has.
    #[error("correction {0} isn't the one that was made: results are counted wrongly because of it")]
    ChangedCorrection(i64),
    /// A correction of results that the audit log has is gone.
    #[error("correction {0} is missing: it was deleted, and results are counted without it")]
    MissingCorrection(i64),
    /// The audit log has no such correction of results.
    #[error("correction {0} isn't in the audit log: no arena has made it")]
    AddedCorrection(String),
    /// A hash isn't that of its link.
    #[error("link {0} doesn't follow from the one before it: the chain was changed here")]
    Broken(i64),
}

impl Reader {
    /// Walks along the whole chain and compares it with the records' stored digests. Whether a record still has its
    /// digest is checked by [`Reader::records`]. Calls `found` for everything that is wrong.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn check_chain(&self, mut found: impl FnMut(ChainFault)) -> std::result::Result<(), StoreError> {
        // All from the same state, because an arena may be adding records during the check.
        self.read_state(|state| {
            let End { number: last, act } = check_links(state, &mut found)?;
            audit::check(state, act, &mut found)?;
            corrections::check(state, &mut found)?;
            for (number, id) in state.unlinked()? {
                found(ChainFault::Added { number, id });
            }
            let given = state.ends()?.number;
            if given > last {
                found(ChainFault::Missing { first: last + 1, last: given });
            }
            Ok(())
        })
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
fn check_links(state: &dyn Read, found: &mut impl FnMut(ChainFault)) -> Result<End> {
    let mut walk = Walk { before: Link { number: 0, hash: START }, act: (0, START) };
    loop {
        let page = state.links_after(walk.before.number, LINKS_AT_ONCE)?;
        if page.is_empty() {
            return Ok(End { number: walk.before.number, act: walk.act });
        }
        page.into_iter().for_each(|link| walk.check(link, found));
    }
}

/// Where the walk along the chain is.
struct Walk {
    before: Link,
    /// What the link before seals.
    act: (i64, [u8; 32]),
}

impl Walk {
    fn check(&mut self, link: LinkRow, found: &mut impl FnMut(ChainFault)) {
        let LinkRow { number, digest, hash, summary, act, record, kept_summary } = link;
        if number > self.before.number + 1 {
            found(ChainFault::Missing { first: self.before.number + 1, last: number - 1 });
        }
        if hash != hash_of(&self.before.hash, number, &Sealed { summary, act }, &digest) {
            found(ChainFault::Broken(number));
        }
        let (id, kept) = record.unzip();
        let id = id.unwrap_or_default();
        match kept {
            None => found(ChainFault::Missing { first: number, last: number }),
            Some(kept) if kept != digest => found(ChainFault::Replaced { number, id: id.clone() }),
            Some(_) => {}
        }
        if let Some(kept) = kept_summary
            && summary != Sha256::digest(kept)[..]
        {
            found(ChainFault::ChangedSummary { number, id });
        }
        (self.before, self.act) = (Link { number, hash }, act);
    }
}
