//! Opens stores: the one file that chooses a kind of database, by a store's location.

use super::Store;
use super::backend::Backend;
use super::error::StoreError;
use super::location::Location;
use super::reader::Reader;

impl Location {
    /// The database of a store at this place.
    ///
    /// # Errors
    /// If this program was built without it.
    pub(crate) fn backend(&self) -> Result<&dyn Backend, StoreError> {
        match self {
            #[cfg(feature = "sqlite")]
            Location::File(path) => Ok(path),
            #[cfg(not(feature = "sqlite"))]
            Location::File(path) => Err(StoreError::NoSqlite { path: path.clone() }),
            Location::Postgres(url) => Ok(url),
        }
    }
}

impl Reader {
    /// Opens the store at this place, also while an arena is writing it.
    ///
    /// # Errors
    /// If there is none, if it is an unfinished copy, if a newer arena has written it, if the file is something else, or if
    /// the server can't be reached.
    pub fn open(store: impl Into<Location>) -> Result<Reader, StoreError> {
        let store = store.into();
        let source = store.backend()?.open_for_reading()?;
        Reader::of(source).finished(store)
    }
}

impl Store {
    /// Opens the store at this place for the one arena that may write it. Makes the file and its directory if there are
    /// none, and lets only their owner read them. Makes the tables in a database without a store.
    ///
    /// # Errors
    /// If another arena has it open, if it is an unfinished copy, if a newer arena has written it, if the file is
    /// something else, or if the file or the database server can't be used.
    pub fn open(store: impl Into<Location>) -> Result<Store, StoreError> {
        let store = store.into();
        let (target, node) = store.backend()?.open_for_writing()?;
        // The reader comes second: opening for writing makes the tables where there are none.
        Store::start(Reader::open(store)?, target, node)
    }

    /// Whether an arena has the store at this place open for writing.
    ///
    /// # Errors
    /// If the directory of the file can't be read, or the database server can't be asked.
    pub fn is_in_use(store: impl Into<Location>) -> Result<bool, StoreError> {
        store.into().backend()?.is_in_use()
    }
}
