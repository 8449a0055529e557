//! Problems with the chain of hashes over the records, by itself and compared with a published head.

use std::path::Path;

use anyhow::Context;

use crate::bounded_list::BoundedList;
use crate::exit::Failure;
use crate::head::{PublicKey, SignedHead};
use kahua_store::{Link, Reader};

/// Reads a published head and checks its signature.
///
/// # Errors
/// If the file can't be read, or isn't a head with a valid signature.
pub(super) fn read_head(path: &Path) -> Result<SignedHead, Failure> {
    let named = |problem: &dyn std::fmt::Display| Failure::usage(format!("{}: {problem}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| named(&error))?;
    text.parse().map_err(|error| named(&error))
}

/// All problems, as text.
///
/// # Errors
/// If the store can't be read.
pub(crate) fn problems(
    reader: &Reader,
    head: Option<&SignedHead>,
    key: Option<PublicKey>,
) -> anyhow::Result<Vec<String>> {
    let mut faults = BoundedList::default();
    reader.check_chain(|fault| faults.add(&fault)).context("cannot read the chain")?;
    let mut problems = faults.all("faults of the chain");
    if let Some(head) = head {
        problems.extend(wrong_key(head, key));
        problems.extend(not_in_chain(reader, head).context("cannot read the chain")?);
    }
    Ok(problems)
}

fn wrong_key(head: &SignedHead, key: Option<PublicKey>) -> Option<String> {
    let expected = key.filter(|key| *key != head.key)?;
    Some(format!("the head is signed with the key {}, not with {expected}: it is not that arena's", head.key))
}

fn not_in_chain(reader: &Reader, head: &SignedHead) -> anyhow::Result<Option<String>> {
    let SignedHead { link: Link { number, .. }, time, .. } = head;
    Ok(match reader.link(*number)? {
        Some(found) if found == head.link => None,
        Some(_) => Some(format!("the first {number} records are not those of the head of {time}: some were changed")),
        None => {
            let last = reader.head()?.number;
            Some(format!(
                "the head of {time} has {number} records, but the chain ends at {last}: the others were deleted"
            ))
        }
    })
}
