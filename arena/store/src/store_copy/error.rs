//! Why a store can't be copied.

use crate::database_error::DatabaseError;
use crate::error::StoreError;
use crate::location::Location;

/// Why a store can't be copied.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// It would be copied to itself.
    #[error("{0} would be copied to itself: name another place to copy to")]
    Same(Location),
    /// There is a store at the place to copy to.
    #[error(
        "there is a store at {0} already, and a copy replaces none: name another place, or remove that store first"
    )]
    NotEmpty(Location),
    /// Somebody writes the store, or makes another copy at the same place.
    #[error("{0} is in use: stop the arena or the other command that is using it, and copy again")]
    InUse(Location),
    /// What was read back isn't what was there.
    #[error("the copy has other {0} than the original: it can't be used")]
    Differs(&'static str),
    /// One of the two stores can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CopyError {
    /// Turns the error of a store into one about this place, which somebody else may have locked.
    pub(super) fn at(place: &Location, error: StoreError) -> CopyError {
        match error {
            StoreError::InUse { .. } => CopyError::InUse(place.clone()),
            other => other.into(),
        }
    }
}

impl From<DatabaseError> for CopyError {
    fn from(error: DatabaseError) -> CopyError {
        StoreError::from(error).into()
    }
}
