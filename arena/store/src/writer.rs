//! The one thread that writes. It takes what is waiting and commits it as one transaction, and retries until the disk
//! has it.

use std::sync::Arc;
use std::thread::JoinHandle;

use super::queue::{Batch, Job, Queue, Taken};
use super::work::Verdict;
use kahua_core::limits::STORE_RETRY_PAUSE;

/// The writing thread. Dropping it writes what is left and waits for the end.
#[derive(Debug)]
pub(super) struct Writer {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<()>>,
}

/// Where the thread writes to. It is dropped only when the thread ends.
pub(super) trait WriteTarget: Send {
    /// Commits a batch as one transaction.
    ///
    /// # Errors
    /// If nothing was committed, or that is unknown; says why, and what to do. The writer then calls this again with
    /// the same batch.
    fn commit(&mut self, batch: &Batch) -> Result<Vec<Verdict>, Refusal>;

    /// Checks that the last commit went to the files that a reader will find.
    ///
    /// # Errors
    /// If it didn't; says why, and what to do.
    fn check_commit(&mut self) -> Result<(), String>;

    /// Checks that a next batch could be committed. Called while there is nothing to write.
    ///
    /// # Errors
    /// If it couldn't; says why, and what to do.
    fn check(&mut self) -> Result<(), Refusal>;

    /// Does maintenance while no caller waits for a commit.
    fn tidy(&mut self);
}

/// Why the target can't be written.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It may work later: what is wrong, and what to do.
    Now(String),
    /// It will never work: another arena writes there.
    Forever(String),
}

impl Writer {
    /// Starts the thread.
    pub(super) fn spawn(queue: Arc<Queue>, mut target: Box<dyn WriteTarget>) -> Writer {
        let thread = std::thread::Builder::new().name("store".into()).spawn({
            let queue = Arc::clone(&queue);
            move || write_all(&queue, &mut *target)
        });
        Writer { queue, thread: Some(thread.expect("the system has room for one more thread")) }
    }

    /// Starts no thread, because something else writes what is in this queue.
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

fn write_all(queue: &Queue, target: &mut dyn WriteTarget) {
    loop {
        let batch = match queue.take() {
            Taken::Batch(batch) => batch,
            Taken::Nothing => {
                look_after(queue, target);
                continue;
            }
            Taken::Closed => return,
        };
        let Some(verdicts) = write(queue, target, &batch) else {
            queue.abandon();
            tracing::error!(jobs = batch.jobs.len(), "the store closes without having written its last batch");
            return; // the dropped channels tell the waiting callers
        };
        queue.written(&batch);
        recovered(queue);
        batch.jobs.into_iter().zip(verdicts).for_each(confirm);
        target.tidy();
    }
}

/// Looks at the target while there is nothing to write.
fn look_after(queue: &Queue, target: &mut dyn WriteTarget) {
    match target.check() {
        Ok(()) => recovered(queue),
        Err(Refusal::Now(problem)) => troubled(queue, &problem),
        Err(Refusal::Forever(problem)) => give_up(queue, &problem),
    }
}

/// Tries until it works; gives up only when the store is closed.
fn write(queue: &Queue, target: &mut dyn WriteTarget, batch: &Batch) -> Option<Vec<Verdict>> {
    let verdicts = insist(queue, || target.commit(batch))?;
    // After the commit: only then does a file that is still in its place have the commit for certain.
    insist(queue, || target.check_commit().map_err(Refusal::Now))?;
    Some(verdicts)
}

fn insist<T>(queue: &Queue, mut step: impl FnMut() -> Result<T, Refusal>) -> Option<T> {
    loop {
        match step() {
            Ok(done) => return Some(done),
            Err(Refusal::Forever(problem)) => {
                give_up(queue, &problem);
                return None;
            }
            Err(Refusal::Now(problem)) => {
                troubled(queue, &problem);
                if queue.rest(STORE_RETRY_PAUSE) {
                    return None;
                }
            }
        }
    }
}

/// Tells the caller of a job what has become of it.
pub(super) fn confirm((job, verdict): (Job, Verdict)) {
    if let Some(done) = job.done {
        // The caller may have stopped waiting. Its job was done all the same.
        let _ = done.send(verdict);
    }
}

/// Tells all waiting callers that nothing more will be written.
fn give_up(queue: &Queue, problem: &str) {
    troubled(queue, problem);
    queue.close();
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
