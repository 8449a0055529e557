//! The chain of hashes over the records: each link holds the hash of its record's digest and of the link before, so a
//! record can't be taken out or replaced without all links after it changing.
//!
//! Whoever can write the file can make the whole chain anew. So the chain proves something to those who have kept the hash
//! of one of its links, its head at that time: everything up to there is as it was.
//!
//! A link also seals the digest of the record's summary, which is what remains when the moves are removed, and the newest
//! act of an organizer at that time. Links of form 1, from before version 4 of the store, seal neither; the first link of
//! form 2 after them seals their summaries, as the store had them then.

mod check;

use sha2::{Digest, Sha256};

use super::audit;
use super::database::{Ends, NewLink, Result, Write};
use super::error::StoreError;
use super::reader::Reader;

pub use check::ChainFault;

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

impl Reader {
    /// The last link of the chain.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn head(&self) -> std::result::Result<Link, StoreError> {
        let last = self.read(|rows| rows.ends())?.link;
        Ok(last.map_or(Link { number: 0, hash: START }, |(number, hash, _)| Link { number, hash }))
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

    /// The secret with which heads of the chain are signed, the seed of an Ed25519 key; `None` in a store that no arena
    /// of this version has opened yet.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn head_key(&self) -> std::result::Result<Option<[u8; 32]>, StoreError> {
        Ok(self.meta(HEAD_KEY)?.and_then(|key| key.try_into().ok()))
    }
}

/// What a link of form 2 holds beside its record's digest.
#[derive(Clone, Copy, Debug)]
struct Sealed {
    /// The digest of the record's summary.
    summary: [u8; 32],
    /// The number of the newest act, and its hash.
    act: (i64, [u8; 32]),
}

/// The link of a record that is about to be kept.
pub(super) fn next_link(on: &dyn Write, ends: &Ends, number: i64, digest: &[u8], summary: [u8; 32]) -> Result<NewLink> {
    let before = match ends.link {
        None => START,
        Some((_, hash, 1)) => OldSummaries::of(on)?.sealed_with(&hash),
        Some((_, hash, _)) => hash,
    };
    let sealed = Sealed { summary, act: audit::newest(ends) };
    let hash = hash_of(&before, number, Some(&sealed), digest);
    Ok(NewLink { hash, summary, act: sealed.act })
}

/// Whether the chain seals the summaries of all records: it ends with a link of form 2.
pub(super) fn seals_summaries(on: &dyn Write) -> Result<bool> {
    Ok(on.ends()?.link.is_some_and(|(_, _, form)| form >= 2))
}

/// The summaries of the records with links of form 1, on their way into the first link of form 2.
#[derive(Debug, Default)]
struct OldSummaries(Sha256);

impl OldSummaries {
    fn of(on: &dyn Write) -> Result<OldSummaries> {
        let mut summaries = OldSummaries::default();
        on.old_summaries()?.into_iter().for_each(|(number, summary)| summaries.add(number, summary));
        Ok(summaries)
    }

    /// A summary that isn't known stands as 32 zeros.
    fn add(&mut self, number: i64, summary: Option<[u8; 32]>) {
        self.0.update(number.to_be_bytes());
        self.0.update(summary.unwrap_or_default());
    }

    /// What stands in the place of the hash of the last link of form 1 from now on.
    fn sealed_with(self, hash: &[u8; 32]) -> [u8; 32] {
        Sha256::new().chain_update(hash).chain_update(self.0.finalize()).finalize().into()
    }
}

/// The hash of a link of form 1.
pub(super) fn first_form_hash(before: &[u8; 32], number: i64, digest: &[u8]) -> [u8; 32] {
    hash_of(before, number, None, digest)
}

/// The digest comes last, so that one of another length can't be taken for a part of what stands before it. A digest has 32
/// bytes in every record that isn't damaged, so no link can be read in both forms.
fn hash_of(before: &[u8; 32], number: i64, sealed: Option<&Sealed>, digest: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new().chain_update(before).chain_update(number.to_be_bytes());
    if let Some(Sealed { summary, act }) = sealed {
        hash = hash.chain_update(act.0.to_be_bytes()).chain_update(act.1).chain_update(summary);
    }
    hash.chain_update(digest).finalize().into()
}
