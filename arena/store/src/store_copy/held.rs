//! Locks the two stores of a copy, and makes the new one.

use super::error::CopyError;
use crate::chain::HEAD_KEY;
use crate::database::{Held, Result, WriteAll};
use crate::error::StoreError;
use crate::location::Location;
use crate::reader::{Reader, UNFINISHED_COPY};

/// What is at a place.
enum TargetState {
    Nothing,
    Unfinished,
}

/// The store that is to be copied.
pub(super) fn source(place: &Location) -> std::result::Result<Box<dyn Held>, CopyError> {
    // Before the lock, because only an existing store can be locked.
    drop(Reader::open(place)?);
    place.backend()?.hold().map_err(|error| CopyError::at(place, error))
}

/// A new store that is marked as unfinished. It may replace an unfinished copy.
pub(super) fn target(place: &Location) -> std::result::Result<Box<dyn Held>, CopyError> {
    look(place)?;
    let locked = place.backend()?.lock_for_copy().map_err(|error| CopyError::at(place, error))?;
    // Somebody else may have been faster.
    let is_begun = matches!(look(place)?, TargetState::Unfinished);
    Ok(locked.make(is_begun, &mark)?)
}

/// What is at the place that a copy goes to.
fn look(place: &Location) -> std::result::Result<TargetState, CopyError> {
    match Reader::open(place) {
        Ok(_) => Err(CopyError::NotEmpty(place.clone())),
        Err(StoreError::Missing { .. }) => Ok(TargetState::Nothing),
        Err(StoreError::Unfinished { .. }) => Ok(TargetState::Unfinished),
        Err(error) => Err(error.into()),
    }
}

/// Marks a new store as unfinished. Its own secret is removed, because the copy gets the original's.
fn mark(new: &dyn WriteAll) -> Result<()> {
    new.clear_meta(HEAD_KEY)?;
    new.set_meta(UNFINISHED_COPY, &[])
}
