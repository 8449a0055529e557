//! Checks the chain, and the records and acts that it seals.

use sha2::{Digest, Sha256};

use super::audit;
use super::chain::{Link, START, Sealed, hash_of};
use super::chain_fault::ChainFault;
use super::corrections;
use super::database::{Read, Result};
use super::error::StoreError;
use super::reader::Reader;
use super::rows::LinkRow;

/// How many links are read at a time.
const LINKS_AT_ONCE: u32 = 1024;

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
