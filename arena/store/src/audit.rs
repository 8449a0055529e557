//! The log of what organizers have done. The hash of each act covers the act and the hash before it. Each link of the
//! records' chain seals the newest act, so a published head proves the acts before it too.

use sha2::{Digest, Sha256};

use super::chain_fault::ChainFault;
use super::database::{Read, Result, Write};
use super::error::StoreError;
use super::reader::Reader;
use super::rows::{Act, ActRow, Ends};
use kahua_core::limits::ACTS_MAX;

impl Reader {
    /// The newest acts of organizers, at most this many, in the order in which they were done.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn acts(&self, limit: u32) -> std::result::Result<Vec<Act>, StoreError> {
        let acts = self.read(|rows| rows.newest_acts(limit))?;
        Ok(acts.into_iter().map(|row| row.act).collect())
    }
}

/// How many acts are read at a time.
const ACTS_AT_ONCE: u32 = 1024;

/// Used as the hash before the first act.
const NONE: [u8; 32] = [0; 32];

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
pub(super) fn note(on: &dyn Write, act: &Act) -> Result<()> {
    let ends = on.ends_to_follow()?;
    let number = ends.act_number + 1;
    let hash = hash_of(&newest(&ends).1, number, act);
    on.add_act(&ActRow { number, act: act.clone(), hash }, oldest(number))
}

/// The number and the hash of the newest act; zeros if there is none.
pub(super) fn newest(ends: &Ends) -> (i64, [u8; 32]) {
    ends.act.unwrap_or((0, NONE))
}

/// The number of the oldest act that the log keeps when this one is the newest.
pub(super) fn oldest(newest: i64) -> i64 {
    (newest - ACTS_MAX + 1).max(1)
}

/// Compares the acts that are kept with their hashes, and with the one that the last link of the records' chain seals.
pub(super) fn check(state: &dyn Read, sealed: (i64, [u8; 32]), found: &mut impl FnMut(ChainFault)) -> Result<()> {
    // The seal counts, too: somebody who deletes the last acts may have changed the number as well.
    let given = state.ends()?.act_number.max(sealed.0);
    let mut before = (oldest(given) == 1).then_some(NONE);
    let mut last = oldest(given) - 1;
    loop {
        let page = state.acts_after(last, ACTS_AT_ONCE)?;
        if page.is_empty() {
            break;
        }
        for ActRow { number, act, hash } in page {
            if number > last + 1 {
                found(ChainFault::MissingActs { first: last + 1, last: number - 1 });
            }
            last = number;
            // The act before the oldest one was deleted, and its hash with it. So the oldest act can't be checked and
            // is accepted.
            let follows = before.is_none_or(|before| hash == hash_of(&before, number, &act));
            if !follows || (number == sealed.0 && hash != sealed.1) {
                found(ChainFault::ChangedAct(number));
            }
            before = Some(hash);
        }
    }
    if given > last {
        found(ChainFault::MissingActs { first: last + 1, last: given });
    }
    Ok(())
}
