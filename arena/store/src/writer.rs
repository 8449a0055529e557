//! The one thread that writes: takes what has gathered and commits it as one transaction, again and again until the disk
//! has it.

use std::fs::File;
use std::sync::Arc;
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};

use super::files::OpenFiles;
use super::queue::{Batch, Job, Queue, Taken};
use super::reader::SharedConnection;
use super::work::Verdict;
use kahua_core::limits::STORE_RETRY_PAUSE;

/// Once the write-ahead log holds this many pages, they are copied to the database file.
const CHECKPOINT_PAGES: i64 = 1000;

/// The writing thread. Dropping it writes what is left and waits for the end.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread holds as long as it runs.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) connection: SharedConnection,
    pub(super) files: OpenFiles,
    /// `None` for a store in memory.
    pub(super) lock: Option<File>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn spawn(queue: Queue, place: Place) -> Writer {
        let queue = Arc::new(queue);
        let thread = std::thread::Builder::new().name("store".into()).spawn({
            let queue = Arc::clone(&queue);
            move || {
                let Place { connection, files, lock } = place;
                write_all(&queue, &connection, &files);
                // The file must be closed before another arena may have it.
                drop(connection);
                drop(lock);
            }
        });
        Writer { queue, thread: Some(thread.expect("the system has room for one more thread")) }
    }

    /// Starts none: somebody else writes what is in this queue.
    #[cfg(feature = "simulation")]
    pub(super) fn elsewhere(queue: Arc<Queue>) -> Writer {
        Writer { queue, thread: None }
    }

    pub(super) fn queue(&self) -> &Queue {
        &self.queue
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.queue.close();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the store's writer ended in a panic");
        }
    }
}

fn write_all(queue: &Queue, connection: &SharedConnection, files: &OpenFiles) {
    loop {
        let batch = match queue.take() {
            Taken::Batch(batch) => batch,
            Taken::Nothing => {
                look_after(queue, files);
                continue;
            }
            Taken::Closed => return,
        };
        let Some(verdicts) = write(queue, connection, files, &batch) else {
            tracing::error!(jobs = batch.jobs.len(), "the store closes without having written its last batch");
            return; // whoever waits for it is told so by the dropped channel
        };
        queue.written(&batch);
        recovered(queue);
        batch.jobs.into_iter().zip(verdicts).for_each(confirm);
        // A failure harms nothing: the pages stand in the log, and the next commit tells if that has no room either.
        if let Err(error) = checkpoint(&connection.lock()) {
            tracing::debug!("the store's write-ahead log can't be copied yet: {error}");
        }
    }
}

/// After a commit instead of within it, so that nobody waits for it.
fn checkpoint(connection: &Connection) -> rusqlite::Result<()> {
    let pages_left = |mode: &str| {
        let sql = format!("PRAGMA wal_checkpoint({mode})");
        connection.query_row(&sql, (), |row| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?))
    };
    if pages_left("NOOP")? >= CHECKPOINT_PAGES {
        pages_left("PASSIVE")?;
    }
    Ok(())
}

/// Looks at the files while there is nothing to write.
fn look_after(queue: &Queue, files: &OpenFiles) {
    match files.check() {
        Ok(()) => recovered(queue),
        Err(problem) => troubled(queue, &problem),
    }
}

/// Tries until it works; gives up only when the store is closed.
fn write(queue: &Queue, connection: &SharedConnection, files: &OpenFiles, batch: &Batch) -> Option<Vec<Verdict>> {
    let verdicts = insist(queue, || commit(&mut connection.lock(), batch).map_err(|error| explain(&error)))?;
    // Only now: a file that is in its place after the commit has it, one that was removed in between hasn't.
    insist(queue, || files.check())?;
    Some(verdicts)
}

fn insist<T>(queue: &Queue, mut step: impl FnMut() -> Result<T, String>) -> Option<T> {
    loop {
        match step() {
            Ok(done) => return Some(done),
            Err(problem) => {
                troubled(queue, &problem);
                if queue.rest(STORE_RETRY_PAUSE) {
                    return None;
                }
            }
        }
    }
}

/// Tells whoever waits for it what has become of a job.
pub(super) fn confirm((job, verdict): (Job, Verdict)) {
    if let Some(done) = job.done {
        // Nobody there: the giver has gone in the meantime, but what was given is kept.
        let _ = done.send(verdict);
    }
}

pub(super) fn troubled(queue: &Queue, problem: &str) {
    if queue.troubled(problem) {
        tracing::error!("the store can't be written: {problem}");
    }
}

pub(super) fn recovered(queue: &Queue) {
    if queue.recovered() {
        tracing::info!("the store can be written again; nothing was lost");
    }
}

pub(super) fn commit(connection: &mut Connection, batch: &Batch) -> rusqlite::Result<Vec<Verdict>> {
    let (transaction, verdicts) = carry_out(connection, batch)?;
    transaction.commit()?;
    Ok(verdicts)
}

/// Does everything up to the commit.
pub(super) fn carry_out<'c>(
    connection: &'c mut Connection,
    batch: &Batch,
) -> rusqlite::Result<(Transaction<'c>, Vec<Verdict>)> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let verdicts = batch.jobs.iter().map(|job| job.work.run(&transaction)).collect::<Result<_, _>>()?;
    Ok((transaction, verdicts))
}

fn explain(error: &rusqlite::Error) -> String {
    let advice = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "make room on the disk",
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            "check who may write to the data directory"
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "end the other program that has locked the file",
        _ => "check the disk",
    };
    format!("{error}; {advice}: the arena keeps what is waiting and goes on trying")
}
