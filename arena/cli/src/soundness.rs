//! Whether a store is sound: its file, its records and their chain.

use anyhow::Context;

use crate::{progress, verify};
use kahua_store::{Reader, StoreError};

/// The most damaged records that are told one by one.
const TOLD_MAX: usize = 100;

/// Everything that is wrong with a store, in words. Records aren't played again: that is what `kahua verify` does.
///
/// # Errors
/// If the store can't be read at all.
pub(crate) fn problems(reader: &Reader) -> anyhow::Result<Vec<String>> {
    let mut problems = reader.file_faults().context("cannot read the store")?;
    if problems.is_empty() {
        problems.extend(damaged_records(reader)?);
        problems.extend(verify::chain::problems(reader, None, None)?);
    }
    Ok(problems)
}

/// The records whose digests don't fit.
///
/// # Errors
/// If the store can't be read.
pub(crate) fn damaged_records(reader: &Reader) -> anyhow::Result<Vec<String>> {
    let (mut problems, mut untold) = (Vec::new(), 0_u64);
    let bar = progress::bar(reader.record_count().context("cannot count the records")?, "records checked");
    for record in reader.records() {
        bar.inc(1);
        match record {
            Ok(_) => {}
            Err(StoreError::Damaged { .. }) if problems.len() == TOLD_MAX => untold += 1,
            Err(error @ StoreError::Damaged { .. }) => problems.push(error.to_string()),
            Err(error) => return Err(error).context("cannot read the records"),
        }
    }
    bar.finish_and_clear();
    if untold > 0 {
        problems.push(format!("and {untold} more damaged records"));
    }
    Ok(problems)
}
