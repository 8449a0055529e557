//! Whether a store is sound: its file, its records and their chain.

use anyhow::Context;

use crate::bounded_list::BoundedList;
use crate::{progress, verify};
use kahua_store::{Reader, StoreError, StoreFile};

/// All problems of a store in a file, as text. It doesn't replay the records: `kahua verify` does that.
///
/// # Errors
/// If the store can't be read at all.
pub(crate) fn problems(file: &StoreFile) -> anyhow::Result<Vec<String>> {
    let mut problems = file.faults().context("cannot read the store")?;
    if problems.is_empty() {
        let reader = file.reader();
        problems.extend(damaged_records(&reader)?);
        problems.extend(verify::chain::problems(&reader, None, None)?);
    }
    Ok(problems)
}

/// The records whose digests don't fit.
///
/// # Errors
/// If the store can't be read.
pub(crate) fn damaged_records(reader: &Reader) -> anyhow::Result<Vec<String>> {
    let mut problems = BoundedList::default();
    let bar = progress::bar(reader.record_count().context("cannot count the records")?, "records checked");
    for record in reader.records() {
        bar.inc(1);
        match record {
            Ok(_) => {}
            Err(error @ StoreError::Damaged { .. }) => problems.add(&error),
            Err(error) => return Err(error).context("cannot read the records"),
        }
    }
    bar.finish_and_clear();
    Ok(problems.all("damaged records"))
}
