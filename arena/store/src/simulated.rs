//! A store for simulations. It writes what the real one writes, in the same transactions, but a task writes instead of
//! a thread. The task uses the runtime's own clock, so that a run with a paused clock can be repeated. A test can make
//! its disk fail. When the arena crashes, the disk loses what wasn't committed.

use std::sync::Arc;
use std::time::Duration;

use kahua_core::limits::{COMMIT_INTERVAL_MIN, FLUSH_INTERVAL, STORE_RETRY_PAUSE};
use kahua_engine::{Dice, Seed};
use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use super::Store;
use super::error::StoreError;
use super::queue::{Batch, Queue};
use super::reader::Reader;
use super::rows::MatchKey;
use super::sqlite::{self, SharedConnection};
use super::work::Verdict;
use super::writer::{self, Writer};

/// A disk in memory. Several arenas can use it one after another. Clones are the same disk.
#[derive(Clone, Debug)]
pub struct SimulatedDisk {
    connection: SharedConnection,
    fate: Arc<Mutex<Fate>>,
    crashed: Arc<Notify>,
}

/// On which side of a commit an arena dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crash {
    /// Just before it: the batch is lost.
    Before,
    /// Just after it: the batch is kept, but no caller gets an answer.
    After,
}

/// Whether writes to a disk succeed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Condition {
    /// Every commit succeeds.
    #[default]
    Works,
    /// Each attempt at a commit succeeds or fails at random.
    Flickers,
    /// Every commit fails.
    Fails,
}

#[derive(Debug)]
struct Fate {
    dice: Dice,
    /// How many commits succeed before the one at which the arena dies.
    crash: Option<(u32, Crash)>,
    condition: Condition,
    commits: u64,
}

impl SimulatedDisk {
    /// An empty disk. It takes its random choices from the seed.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn new(seed: Seed) -> Result<SimulatedDisk, StoreError> {
        let connection = sqlite::open_in_memory()?;
        let fate = Fate { dice: Dice::new(seed), crash: None, condition: Condition::Works, commits: 0 };
        Ok(SimulatedDisk { connection, fate: Arc::new(fate.into()), crashed: Arc::default() })
    }

    /// Opens the store on this disk, for as long as the present runtime lives.
    ///
    /// # Errors
    /// If what it holds can't be read.
    ///
    /// # Panics
    /// Outside of a runtime.
    pub fn open(&self) -> Result<Store, StoreError> {
        let reader = Reader::of(self.connection.clone());
        let queue = Arc::new(Queue::new(&reader.keyed_open_matches()?, MatchKey::default()));
        tokio::spawn(self.clone().write_all(queue.clone()));
        Ok(Store { reader, writer: Arc::new(Writer::elsewhere(queue)), node: None })
    }

    /// Reads what the disk holds.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader::of(self.connection.clone())
    }

    /// Changes what becomes of commits from now on.
    pub fn set_condition(&self, condition: Condition) {
        self.fate.lock().condition = condition;
    }

    /// Lets the arena die after so many successful commits, at the next one; `None` lets it live.
    pub fn set_crash(&self, crash: Option<(u32, Crash)>) {
        self.fate.lock().crash = crash;
    }

    /// Resolves when the arena has died as [`set_crash`](SimulatedDisk::set_crash) says. Its store commits nothing more
    /// and answers no call. The test then drops the arena's runtime.
    pub async fn crashed(&self) {
        self.crashed.notified().await;
    }

    /// How many commits there have been.
    #[must_use]
    pub fn commits(&self) -> u64 {
        self.fate.lock().commits
    }

    /// The writer's task.
    async fn write_all(self, queue: Arc<Queue>) {
        while let Some(batch) = self.gather(&queue).await {
            let verdicts = self.insist(&queue, &batch).await;
            queue.written(&batch);
            writer::recovered(&queue);
            let mut confirmed: Vec<_> = batch.jobs.into_iter().zip(verdicts).collect();
            // In a real arena the waiting callers are on several threads, so any of them may go on first.
            self.fate.lock().dice.shuffle(&mut confirmed);
            confirmed.into_iter().for_each(writer::confirm);
        }
    }

    /// Waits until something is due, and takes all there is; `None` when the store is closed and everything is written.
    async fn gather(&self, queue: &Queue) -> Option<Batch> {
        while !queue.has_work() {
            if queue.is_closed() {
                return None;
            }
            queue.rung().await;
        }
        let awaited = async {
            while !queue.is_awaited() && !queue.is_closed() {
                queue.rung().await;
            }
            let longest = COMMIT_INTERVAL_MIN.as_millis() as u32;
            let gathering = self.fate.lock().dice.below(longest + 1);
            sleep(Duration::from_millis(gathering.into())).await;
        };
        // If no caller waits, events wait this long.
        let _due = timeout(FLUSH_INTERVAL, awaited).await;
        Some(queue.take_all())
    }

    /// Commits a batch as soon as the disk allows it.
    async fn insist(&self, queue: &Queue, batch: &Batch) -> Vec<Verdict> {
        loop {
            if self.dies(Crash::Before) {
                self.die().await;
            }
            if let Some(verdicts) = self.try_commit(batch) {
                if self.dies(Crash::After) {
                    self.die().await;
                }
                return verdicts;
            }
            writer::troubled(queue, "the simulated disk fails");
            sleep(STORE_RETRY_PAUSE).await;
        }
    }

    fn try_commit(&self, batch: &Batch) -> Option<Vec<Verdict>> {
        let mut fate = self.fate.lock();
        let mut connection = self.connection.lock();
        let fails = match fate.condition {
            Condition::Works => false,
            Condition::Flickers => fate.dice.below(2) == 0,
            Condition::Fails => true,
        };
        if fails {
            if fate.dice.below(2) == 0 {
                // A real disk can fail in the middle too: do everything, and roll it back.
                drop(sqlite::carry_out(&mut connection, batch).expect("a database in memory can be written"));
            }
            return None;
        }
        fate.commits += 1;
        Some(sqlite::commit(&mut connection, batch).expect("a database in memory can be written"))
    }

    /// Whether the arena dies on this side of the present commit.
    fn dies(&self, side: Crash) -> bool {
        let mut fate = self.fate.lock();
        match &mut fate.crash {
            Some((0, when)) => *when == side,
            Some((left, _)) if side == Crash::After => {
                *left -= 1;
                false
            }
            _ => false,
        }
    }

    async fn die(&self) {
        self.fate.lock().crash = None;
        self.crashed.notify_one();
        std::future::pending().await
    }
}
