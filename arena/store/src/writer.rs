//! The one thread that writes: takes what has gathered and commits it as one transaction, again and again until the disk
//! has it.

use std::fs::File;
use std::sync::Arc;
use std::thread::JoinHandle;

use rusqlite::{Connection, ErrorCode, TransactionBehavior};

use super::queue::{Batch, Queue};
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

impl Writer {
    /// Starts the thread; it holds the lock as long as it runs.
    pub(super) fn spawn(queue: Queue, connection: SharedConnection, lock: Option<File>) -> Writer {
        let queue = Arc::new(queue);
        let thread = std::thread::Builder::new().name("store".into()).spawn({
            let queue = Arc::clone(&queue);
            move || {
                write_all(&queue, &connection);
                // The file must be closed before another arena may have it.
                drop(connection);
                drop(lock);
            }
        });
        Writer { queue, thread: Some(thread.expect("the system has room for one more thread")) }
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

fn write_all(queue: &Queue, connection: &SharedConnection) {
    while let Some(batch) = queue.take() {
        let Some(verdicts) = write(queue, connection, &batch) else {
            tracing::error!(jobs = batch.jobs.len(), "the store closes without having written its last batch");
            return; // whoever waits for it is told so by the dropped channel
        };
        if queue.written(&batch) {
            tracing::info!("the store can be written again; nothing was lost");
        }
        for (job, verdict) in batch.jobs.into_iter().zip(verdicts) {
            if let Some(done) = job.done {
                // Nobody there: the giver has gone in the meantime, but what was given is kept.
                let _ = done.send(verdict);
            }
        }
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

/// Tries until it works; gives up only when the store is closed.
fn write(queue: &Queue, connection: &SharedConnection, batch: &Batch) -> Option<Vec<Verdict>> {
    loop {
        let tried = commit(&mut connection.lock(), batch);
        match tried {
            Ok(verdicts) => return Some(verdicts),
            Err(error) => {
                let problem = explain(&error);
                if queue.troubled(&problem) {
                    tracing::error!("the store can't be written: {problem}");
                }
                if queue.rest(STORE_RETRY_PAUSE) {
                    return None;
                }
            }
        }
    }
}

fn commit(connection: &mut Connection, batch: &Batch) -> rusqlite::Result<Vec<Verdict>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let verdicts = batch.jobs.iter().map(|job| job.work.run(&transaction)).collect::<Result<_, _>>()?;
    transaction.commit()?;
    Ok(verdicts)
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
