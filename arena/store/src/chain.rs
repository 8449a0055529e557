//! The chain of hashes over the records: each link holds a hash over its record's digest and the link before. To remove
//! or replace a record, one must change all links after it.
//!
//! A person who can write the file can build the whole chain anew. So the chain proves something only to a person who
//! has kept an earlier head, the hash of the last link at that time: everything up to that link is unchanged.
//!
//! A link also seals the digest of the record's summary, which is what remains when the moves are removed, and the newest
//! act of an organizer at that time.

use sha2::{Digest, Sha256};

use super::audit;
use super::error::StoreError;
use super::reader::Reader;
use super::rows::{Ends, NewLink};

/// The key of the setting with the secret that signs the heads.
pub(super) const HEAD_KEY: &str = "head_key";

/// Used as the hash before the first link.
pub(super) const START: [u8; 32] = [0; 32];

/// A link of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The number of its record, counted from 1; 0 for the head of a store without records.
    pub number: i64,
    /// What it seals: its record and all before it.
    pub hash: [u8; 32],
}

impl Reader {
    /// The last link of the chain.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn head(&self) -> std::result::Result<Link, StoreError> {
        let last = self.read(|rows| rows.ends())?.link;
        Ok(last.map_or(Link { number: 0, hash: START }, |(number, hash)| Link { number, hash }))
    }

    /// The link of the record with this number.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn link(&self, number: i64) -> std::result::Result<Option<Link>, StoreError> {
        if number == 0 {
            return Ok(Some(Link { number, hash: START }));
        }
        Ok(self.read(|rows| rows.link(number))?.map(|hash| Link { number, hash }))
    }

    /// The secret that signs the heads of the chain: the seed of an Ed25519 key. `None` if it was deleted.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn head_key(&self) -> std::result::Result<Option<[u8; 32]>, StoreError> {
        Ok(self.meta(HEAD_KEY)?.and_then(|key| key.try_into().ok()))
    }
}

/// What a link holds apart from its record's digest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sealed {
    /// The digest of the record's summary.
    pub(super) summary: [u8; 32],
    /// The number of the newest act, and its hash.
    pub(super) act: (i64, [u8; 32]),
}

/// The link of a record that is about to be kept.
pub(super) fn next_link(ends: &Ends, number: i64, digest: &[u8], summary: [u8; 32]) -> NewLink {
    let before = ends.link.map_or(START, |(_, hash)| hash);
    let sealed = Sealed { summary, act: audit::newest(ends) };
    NewLink { hash: hash_of(&before, number, &sealed, digest), summary, act: sealed.act }
}

/// The digest comes last because its length may vary. In front it could be confused with the fields after it.
pub(super) fn hash_of(before: &[u8; 32], number: i64, Sealed { summary, act }: &Sealed, digest: &[u8]) -> [u8; 32] {
    let hash = Sha256::new().chain_update(before).chain_update(number.to_be_bytes());
    let hash = hash.chain_update(act.0.to_be_bytes()).chain_update(act.1).chain_update(summary);
    hash.chain_update(digest).finalize().into()
}
