//! The store in an SQLite file. It needs no server, and belongs to one machine.

mod access;
mod error;
mod file;
mod files;
mod lock;
mod private;
mod read;
mod schema;
mod store_copy;
mod write;

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use rusqlite::{Connection, Transaction, TransactionBehavior};

pub use file::{Compacted, StoreFile};

use super::Store;
use super::backend::{Backend, CopyPlace};
use super::database::{Held, Reading, Result, Source};
use super::database_error::{DatabaseError, ErrorKind};
use super::error::StoreError;
use super::node::NodeNumber;
use super::queue::Batch;
use super::reader::Reader;
use super::transaction;
use super::work::Verdict;
use super::writer::{Refusal, WriteTarget};
use access::AccessMode;
use files::OpenFiles;

pub(crate) type SharedConnection = Arc<Mutex<Connection>>;

/// Once the write-ahead log holds this many pages, they are copied to the database file.
const CHECKPOINT_PAGES: i64 = 1000;

/// The file that the store's writer writes.
#[derive(Debug)]
struct SqliteFile {
    // Declared first, so that it is dropped before the lock: the file must be closed before another arena opens it.
    connection: SharedConnection,
    files: OpenFiles,
    /// `None` for a store in memory.
    _lock: Option<File>,
}

impl Backend for PathBuf {
    fn open_for_reading(&self) -> std::result::Result<Arc<dyn Source>, StoreError> {
        Ok(shared(schema::open_for_reading(self)?))
    }

    fn open_for_writing(&self) -> std::result::Result<(Box<dyn WriteTarget>, Option<NodeNumber>), StoreError> {
        private::prepare(self).map_err(|source| {
            access::refusal(self, AccessMode::Write).unwrap_or_else(|| StoreError::Io { path: self.clone(), source })
        })?;
        let lock = lock::acquire(self)?;
        let connection = schema::open_for_writing(self)?;
        // SQLite makes its other files only at the first read, and `OpenFiles` below needs them.
        connection.query_row("SELECT count(*) FROM records", (), |row| row.get::<_, i64>(0))?;
        let file = SqliteFile { connection: shared(connection), files: OpenFiles::of(self)?, _lock: Some(lock) };
        Ok((Box::new(file), None))
    }

    fn is_in_use(&self) -> std::result::Result<bool, StoreError> {
        lock::is_held(self)
    }

    fn hold(&self) -> std::result::Result<Box<dyn Held>, StoreError> {
        Ok(Box::new(store_copy::hold(self)?))
    }

    fn lock_for_copy(&self) -> std::result::Result<Box<dyn CopyPlace + '_>, StoreError> {
        Ok(Box::new(store_copy::lock_for_copy(self)?))
    }
}

impl Source for Mutex<Connection> {
    fn read(&self, what: Reading<'_>) -> Result<()> {
        what(&*self.lock())
    }

    fn read_state(&self, what: Reading<'_>) -> Result<()> {
        what(&*self.lock().unchecked_transaction()?)
    }
}

impl Store {
    /// A store in memory, gone with its last handle: for tests, and for matches that need not be kept.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn open_in_memory() -> std::result::Result<Store, StoreError> {
        Store::on(open_in_memory()?)
    }

    /// A store in this memory.
    pub(crate) fn on(connection: SharedConnection) -> std::result::Result<Store, StoreError> {
        let target = SqliteFile { connection: connection.clone(), files: OpenFiles::default(), _lock: None };
        Store::start(Reader::of(connection), Box::new(target), None)
    }
}

/// The tables of a store, in memory.
pub(crate) fn open_in_memory() -> std::result::Result<SharedConnection, StoreError> {
    Ok(shared(schema::open_in_memory()?))
}

fn shared(connection: Connection) -> SharedConnection {
    Arc::new(Mutex::new(connection))
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        DatabaseError::from(error).into()
    }
}

impl WriteTarget for SqliteFile {
    fn commit(&mut self, batch: &Batch) -> std::result::Result<Vec<Verdict>, Refusal> {
        commit(&mut self.connection.lock(), batch).map_err(|error| Refusal::Now(explain(&error)))
    }

    fn check_commit(&mut self) -> std::result::Result<(), String> {
        self.files.check()
    }

    fn check(&mut self) -> std::result::Result<(), Refusal> {
        self.files.check().map_err(Refusal::Now)
    }

    fn tidy(&mut self) {
        // A failure does no harm: the pages are still in the log. If the disk is full, the next commit reports it.
        if let Err(error) = checkpoint(&self.connection.lock()) {
            tracing::debug!("the store's write-ahead log can't be copied yet: {error}");
        }
    }
}

/// Commits a batch as one transaction.
pub(crate) fn commit(connection: &mut Connection, batch: &Batch) -> Result<Vec<Verdict>> {
    let (transaction, verdicts) = carry_out(connection, batch)?;
    transaction.commit()?;
    Ok(verdicts)
}

/// Does everything up to the commit.
pub(crate) fn carry_out<'c>(connection: &'c mut Connection, batch: &Batch) -> Result<(Transaction<'c>, Vec<Verdict>)> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let verdicts = transaction::carry_out(batch, &*transaction)?;
    Ok((transaction, verdicts))
}

/// Runs after a commit and not within it, so that no caller waits for it.
fn checkpoint(connection: &Connection) -> rusqlite::Result<()> {
    let pages_left = |mode: &str| {
        let sql = format!("PRAGMA wal_checkpoint({mode})");
        connection.query_row(&sql, (), |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))
    };
    if pages_left("NOOP")? >= CHECKPOINT_PAGES {
        // Copies what no reader needs any more, and waits for none.
        pages_left("PASSIVE")?;
    }
    Ok(())
}

fn explain(error: &DatabaseError) -> String {
    let advice = match error.kind() {
        ErrorKind::NoSpace => "make room on the disk",
        ErrorKind::NoFile | ErrorKind::ReadOnly | ErrorKind::NotAllowed => "check who may write to the data directory",
        ErrorKind::Locked => "end the other program that has locked the file",
        _ => "check the disk",
    };
    format!("{error}; {advice}: the arena keeps what is waiting and goes on trying")
}
