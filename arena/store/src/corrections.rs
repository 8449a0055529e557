//! Corrections of results: one setting of the arena for each, under the number of its entry in the audit log. They are only ever
//! added. The entry has the hash of the correction, so the chain that seals the entry seals the correction too.

use std::collections::BTreeMap;

use kahua_core::correction::in_words;
use kahua_core::limits::CORRECTIONS_MAX;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use prost::Message;
use sha2::{Digest, Sha256};

use super::Store;
use super::audit;
use super::chain_fault::ChainFault;
use super::database::{Read, Result, Write};
use super::error::StoreError;
use super::reader::Reader;
use super::rows::Act;
use super::work::{Verdict, Work};

/// What the keys of corrections begin with. The number follows, padded so that keys sort like numbers.
const PREFIX: &str = "correction:";

/// What the audit log calls a correction: the name of the call.
const CALL: &str = "CorrectResults";

/// What the audit log says of a correction that was made.
const DONE: &str = "done";

/// How many acts are read at a time.
const ACTS_AT_ONCE: u32 = 1024;

impl Store {
    /// Adds a correction and its entry in the audit log, both in one step. Returns the correction with its number, which is that of
    /// the entry. Durable on return.
    ///
    /// # Errors
    /// If there are as many corrections as a store takes, or the store was closed.
    pub async fn correct(&self, correction: pb::Correction) -> std::result::Result<pb::Correction, StoreError> {
        let number = self.number_of(Work::Correct(Box::new(correction.clone()))).await?;
        Ok(pb::Correction { number: number.unsigned_abs(), ..correction })
    }
}

impl Reader {
    /// All corrections in the order in which they were made, as they were made: none says whether it was taken back. Damaged
    /// ones are left out; [`Reader::check_chain`] finds them.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn corrections(&self) -> std::result::Result<Vec<pb::Correction>, StoreError> {
        let kept = self.metas(PREFIX)?;
        Ok(kept.iter().filter_map(|(_, value)| pb::Correction::decode(value.as_slice()).ok()).collect())
    }
}

/// Adds a correction under the number of the next act, and notes the act.
pub(super) fn add(on: &dyn Write, correction: &pb::Correction) -> Result<Verdict> {
    if on.metas(PREFIX)?.len() >= CORRECTIONS_MAX {
        return Ok(Err(StoreError::TooManyCorrections));
    }
    // Nobody else adds an act before this transaction ends, so the act below gets this number.
    let number = on.ends_to_follow()?.act_number + 1;
    let correction = pb::Correction { number: number.unsigned_abs(), ..correction.clone() };
    let bytes = correction.encode_to_vec();
    on.set_meta(&key(number), &bytes)?;
    audit::note(on, &act(&correction, &bytes))?;
    Ok(Ok(Some(number)))
}

fn key(number: i64) -> String {
    format!("{PREFIX}{number:019}")
}

fn act(correction: &pb::Correction, bytes: &[u8]) -> Act {
    Act {
        unix_ms: correction.at.as_ref().and_then(unix_ms).unwrap_or_default(),
        who: correction.by.clone(),
        what: CALL.into(),
        arguments: format!("{}, why {:?}, {}", in_words(correction), correction.why, seal(bytes)),
        outcome: DONE.into(),
    }
}

fn seal(bytes: &[u8]) -> String {
    format!("sha256 {}", hex::encode(Sha256::digest(bytes)))
}

/// Compares the corrections with their entries in the audit log, as far as those are kept.
pub(super) fn check(state: &dyn Read, found: &mut impl FnMut(ChainFault)) -> Result<()> {
    let mut kept: BTreeMap<String, Vec<u8>> = state.metas(PREFIX)?.into_iter().collect();
    let mut last = audit::oldest(state.ends()?.act_number) - 1;
    // Their entries were deleted, since the log is bounded.
    kept.retain(|key, _| number_in(key).is_none_or(|number| number > last));
    loop {
        let page = state.acts_after(last, ACTS_AT_ONCE)?;
        let Some(newest) = page.last() else { break };
        last = newest.number;
        for row in page.iter().filter(|row| row.act.what == CALL && row.act.outcome == DONE) {
            match kept.remove(&key(row.number)) {
                None => found(ChainFault::MissingCorrection(row.number)),
                Some(bytes) if !row.act.arguments.ends_with(&seal(&bytes)) => {
                    found(ChainFault::ChangedCorrection(row.number));
                }
                Some(_) => {}
            }
        }
    }
    kept.keys().for_each(|key| found(ChainFault::AddedCorrection(key[PREFIX.len()..].to_owned())));
    Ok(())
}

fn number_in(key: &str) -> Option<i64> {
    key.strip_prefix(PREFIX)?.parse().ok()
}
