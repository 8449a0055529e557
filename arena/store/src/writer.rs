//! The one thread that writes: takes what has gathered and commits it as one transaction, again and again until the disk
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

/// Where the thread writes to. It is left only when the thread ends.
pub(super) trait WriteTarget: Send {
    /// Commits a batch as one transaction.
    ///
    /// # Errors
    /// If nothing of it was committed, or nobody knows: why, and what to do. The same batch is given again then.
    fn commit(&mut self, batch: &Batch) -> Result<Vec<Verdict>, Refusal>;

    /// Checks that what was committed just now is where it will be looked for.
    ///
    /// # Errors
    /// If it isn't: why, and what to do.
    fn check_commit(&mut self) -> Result<(), String>;

    /// Checks that the next batch could be committed, while there is nothing to write.
    ///
    /// # Errors
    /// If it couldn't: why, and what to do.
    fn check(&mut self) -> Result<(), Refusal>;

    /// Does what can wait until nobody waits for a commit.
    fn tidy(&mut self);
}

/// Why a place takes nothing.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It may later: what is wrong, and what to do.
    Now(String),
    /// It never will: another arena writes there.
    Forever(String),
}

impl Writer {
    /// Starts the thread.
    pub(super) fn spawn(queue: Arc<Queue>, mut place: impl WriteTarget + 'static) -> Writer {
        let thread = std::thread::Builder::new().name("store".into()).spawn({
            let queue = Arc::clone(&queue);
            move || write_all(&queue, &mut place)
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

fn write_all(queue: &Queue, place: &mut impl WriteTarget) {
    loop {
        let batch = match queue.take() {
            Taken::Batch(batch) => batch,
            Taken::Nothing => {
                look_after(queue, place);
                continue;
            }
            Taken::Closed => return,
        };
        let Some(verdicts) = write(queue, place, &batch) else {
            queue.abandon();
            tracing::error!(jobs = batch.jobs.len(), "the store closes without having written its last batch");
            return; // whoever waits for it is told so by the dropped channel
        };
        queue.written(&batch);
        recovered(queue);
        batch.jobs.into_iter().zip(verdicts).for_each(confirm);
        place.tidy();
    }
}

/// Looks at the place while there is nothing to write.
fn look_after(queue: &Queue, place: &mut impl WriteTarget) {
    match place.check() {
        Ok(()) => recovered(queue),
        Err(Refusal::Now(problem)) => troubled(queue, &problem),
        Err(Refusal::Forever(problem)) => give_up(queue, &problem),
    }
}

/// Tries until it works; gives up only when the store is closed.
fn write(queue: &Queue, place: &mut impl WriteTarget, batch: &Batch) -> Option<Vec<Verdict>> {
    let verdicts = insist(queue, || place.commit(batch))?;
    // Only now: a file that is in its place after the commit has it, one that was removed in between hasn't.
    insist(queue, || place.check_commit().map_err(Refusal::Now))?;
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

/// Tells whoever waits for it what has become of a job.
pub(super) fn confirm((job, verdict): (Job, Verdict)) {
    if let Some(done) = job.done {
        // Nobody there: the giver has gone in the meantime, but what was given is kept.
        let _ = done.send(verdict);
    }
}

/// Lets everybody know that nothing more is written, however long they wait.
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
