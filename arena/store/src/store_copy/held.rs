//! A store that is locked during a copy: no arena can open it for writing.

use super::MARK;
use super::error::CopyError;
use super::rows::{ReadAll, WriteAll};
use crate::chain::HEAD_KEY;
use crate::database::Result;
use crate::error::StoreError;
use crate::location::Location;
use crate::postgres::{self, Session};
use crate::reader::Reader;
use crate::sqlite::{self, HeldFile};

/// One of the two stores.
#[derive(Debug)]
pub(super) enum Held {
    File(HeldFile),
    Postgres(Session),
}

/// What is at a place.
enum Found {
    Nothing,
    Unfinished,
}

impl Held {
    /// The store that is to be copied.
    pub(super) fn source(place: &Location) -> std::result::Result<Held, CopyError> {
        // Before the lock, because only an existing store can be locked.
        drop(Reader::open(place)?);
        let held = match place {
            Location::File(path) => sqlite::hold(path).map(Held::File),
            Location::Postgres(url) => postgres::lock_for_copy(url).map(Held::Postgres),
        };
        held.map_err(|error| CopyError::at(place, error))
    }

    /// A new store that is marked as unfinished. It may replace an unfinished copy.
    pub(super) fn target(place: &Location) -> std::result::Result<Held, CopyError> {
        look(place)?;
        let again = |error| CopyError::at(place, error);
        match place {
            Location::File(path) => {
                let lock = sqlite::lock_for_copy(path).map_err(again)?;
                look(place)?; // somebody else may have been faster
                Ok(Held::File(HeldFile::make(path, lock, &mark)?))
            }
            Location::Postgres(url) => {
                let session = postgres::lock_for_copy(url).map_err(again)?;
                let is_begun = matches!(look(place)?, Found::Unfinished);
                postgres::make_copy(&session, url, is_begun, &mark)?;
                Ok(Held::Postgres(session))
            }
        }
    }

    pub(super) fn rows(&self) -> &dyn ReadAll {
        match self {
            Held::File(file) => file.rows(),
            Held::Postgres(session) => session,
        }
    }

    /// Writes something in one transaction. A power cut may undo it.
    pub(super) fn write(&self, what: impl FnOnce(&dyn WriteAll) -> Result<()>) -> Result<()> {
        match self {
            Held::File(file) => file.write(what),
            Held::Postgres(session) => postgres::write_copy(session, what),
        }
    }

    /// Writes something in one transaction. When it returns, this and all that was written before is on the disk.
    pub(super) fn write_durably(
        &self,
        what: impl FnOnce(&dyn WriteAll) -> Result<()>,
    ) -> std::result::Result<(), StoreError> {
        match self {
            Held::File(file) => file.write_durably(what),
            Held::Postgres(session) => Ok(postgres::write_copy_durably(session, what)?),
        }
    }
}

/// What is at the place that a copy goes to.
fn look(place: &Location) -> std::result::Result<Found, CopyError> {
    match Reader::open(place) {
        Ok(_) => Err(CopyError::NotEmpty(place.clone())),
        Err(StoreError::Missing { .. }) => Ok(Found::Nothing),
        Err(StoreError::Unfinished { .. }) => Ok(Found::Unfinished),
        Err(error) => Err(error.into()),
    }
}

/// Marks a new store as unfinished. Its own secret is removed, because the copy gets the original's.
fn mark(new: &dyn WriteAll) -> Result<()> {
    new.clear_meta(HEAD_KEY)?;
    new.set_meta(MARK, &[])
}
