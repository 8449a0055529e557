//! What waits to be written: collected from all matches, and handed to the writer in batches.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use tokio::sync::oneshot;

use super::error::StoreError;
use super::reader::KeyedMatch;
use super::record;
use super::rows::{Chunk, MatchKey};
use super::work::{Verdict, Work};
use kahua_core::ids::MatchId;
use kahua_core::limits::{COMMIT_INTERVAL_MIN, FLUSH_INTERVAL, JOURNAL_BYTES_MAX, STORE_WATCH_INTERVAL};
use kahua_core::referee::EncodedEvents;

/// Whether the store can be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// The last write went well.
    Well,
    /// The last write failed and is being tried again, or the store's files are gone: what is wrong, and what to do.
    Trouble(Arc<str>),
}

/// What isn't on the disk yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// How many things there are to write. All events of a match that wait are one of them.
    pub jobs: usize,
    /// How many bytes of events they hold.
    pub journal_bytes: usize,
}

/// One thing to be written, and who waits for it.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) work: Work,
    pub(super) done: Option<oneshot::Sender<Verdict>>,
}

/// What goes into one transaction.
#[derive(Debug)]
pub(super) struct Batch {
    /// In the order in which they were given.
    pub(super) jobs: Vec<Job>,
    bytes: usize,
}

/// What the writer finds to do.
#[derive(Debug)]
pub(super) enum Taken {
    /// This, which is due.
    Batch(Batch),
    /// Nothing for a while.
    Nothing,
    /// Nothing, and never again: the queue is closed and empty.
    Closed,
}

/// Where the journal of an open match ends.
#[derive(Clone, Copy, Debug)]
struct JournalEnd {
    key: MatchKey,
    next_event: u32,
}

/// Connects all callers that have something to write with the one thread that writes.
#[derive(Debug)]
pub(super) struct Queue {
    waiting: Mutex<Waiting>,
    news: Condvar,
    /// As `news`, for a task instead of the thread.
    #[cfg(feature = "simulation")]
    bell: tokio::sync::Notify,
}

#[derive(Debug)]
struct Waiting {
    jobs: Vec<Job>,
    /// The index in `jobs` of each match's chunk. The next events of the match are added to that chunk.
    chunks: BTreeMap<MatchId, usize>,
    open: BTreeMap<MatchId, JournalEnd>,
    last_key: MatchKey,
    /// The bytes of all chunks, including those that the writer is writing.
    journal_bytes: usize,
    /// How many jobs the writer is writing.
    in_hand: usize,
    oldest: Option<Instant>,
    /// Somebody waits for one of `jobs`.
    awaited: bool,
    last_taken: Option<Instant>,
    health: Health,
    closed: bool,
}

impl Queue {
    /// For a store with these open matches. New matches get keys above `last_key` and theirs. A damaged match takes no
    /// more events.
    pub(super) fn new(matches: &[KeyedMatch], last_key: MatchKey) -> Queue {
        let last_key = matches.iter().map(|(key, _)| *key).fold(last_key, MatchKey::max);
        let open = matches.iter().filter_map(journal_end).collect();
        let waiting = Waiting {
            jobs: Vec::new(),
            chunks: BTreeMap::new(),
            open,
            last_key,
            journal_bytes: 0,
            in_hand: 0,
            oldest: None,
            awaited: false,
            last_taken: None,
            health: Health::Well,
            closed: false,
        };
        Queue {
            waiting: Mutex::new(waiting),
            news: Condvar::new(),
            #[cfg(feature = "simulation")]
            bell: tokio::sync::Notify::new(),
        }
    }

    /// Adds a job that its giver waits for.
    pub(super) fn push(&self, work: Work) -> oneshot::Receiver<Verdict> {
        let (done, answer) = oneshot::channel();
        let mut waiting = self.lock();
        // The sender is dropped here, which tells the caller that nothing will be written.
        if waiting.closed {
            return answer;
        }
        waiting.add(Job { work, done: Some(done) });
        if !std::mem::replace(&mut waiting.awaited, true) {
            self.ring();
        }
        answer
    }

    /// A key for a match that is to be begun.
    pub(super) fn new_key(&self) -> MatchKey {
        let mut waiting = self.lock();
        waiting.last_key = waiting.last_key.next();
        waiting.last_key
    }

    /// Accepts events of this match from now on. It was begun under this key.
    pub(super) fn open_match(&self, id: MatchId, key: MatchKey) {
        self.lock().open.insert(id, JournalEnd { key, next_event: 0 });
    }

    /// Accepts the next events of a match that another node began. If the match is damaged, it accepts none.
    pub(super) fn take_over(&self, open: &KeyedMatch) {
        self.lock().open.extend(journal_end(open));
    }

    /// Accepts no more events of this match. Those that wait need not be written, because the record has them.
    pub(super) fn close_match(&self, id: MatchId) {
        let mut waiting = self.lock();
        waiting.open.remove(&id);
        if let Some(at) = waiting.chunks.remove(&id)
            && let Work::Journal(chunk) = &mut waiting.jobs[at].work
        {
            let bytes = std::mem::take(&mut chunk.events).len();
            waiting.journal_bytes -= bytes;
        }
    }

    /// Adds events of a match; see [`super::Store::journal`].
    pub(super) fn journal(&self, id: MatchId, events: EncodedEvents<'_>) -> Result<(), StoreError> {
        let mut waiting = self.lock();
        let end = *waiting.open.get(&id).ok_or(StoreError::NotOpen(id))?;
        let (given, expected) = (events.first() as u32, end.next_event);
        if given > expected {
            return Err(StoreError::Gap { id, given, expected });
        }
        let new = events.from(expected as usize);
        if new.is_empty() {
            return Ok(());
        }
        if waiting.journal_bytes >= JOURNAL_BYTES_MAX {
            return Err(StoreError::JournalFull { bytes: waiting.journal_bytes });
        }
        if waiting.append(id, end, new) {
            self.ring();
        }
        Ok(())
    }

    /// Waits until something is due and takes all there is.
    pub(super) fn take(&self) -> Taken {
        let patience = Instant::now() + STORE_WATCH_INTERVAL;
        let mut waiting = self.lock();
        loop {
            let (now, due) = (Instant::now(), waiting.due());
            if waiting.closed {
                return if due.is_some() { Taken::Batch(waiting.take()) } else { Taken::Closed };
            }
            if due.is_some_and(|due| due <= now) {
                return Taken::Batch(waiting.take());
            }
            if patience <= now {
                return Taken::Nothing;
            }
            self.news.wait_until(&mut waiting, due.map_or(patience, |due| due.min(patience)));
        }
    }

    /// The batch is on the disk.
    pub(super) fn written(&self, batch: &Batch) {
        let mut waiting = self.lock();
        waiting.journal_bytes -= batch.bytes;
        waiting.in_hand = 0;
    }

    pub(super) fn backlog(&self) -> Backlog {
        let waiting = self.lock();
        Backlog { jobs: waiting.jobs.len() + waiting.in_hand, journal_bytes: waiting.journal_bytes }
    }

    /// Notes that writing works. Returns whether it didn't before.
    pub(super) fn recovered(&self) -> bool {
        std::mem::replace(&mut self.lock().health, Health::Well) != Health::Well
    }

    /// Notes that writing failed. Returns whether this problem is new.
    pub(super) fn troubled(&self, problem: &str) -> bool {
        let mut waiting = self.lock();
        if matches!(&waiting.health, Health::Trouble(known) if **known == *problem) {
            return false;
        }
        waiting.health = Health::Trouble(problem.into());
        true
    }

    /// Waits this long, or until the queue is closed; returns whether it is.
    pub(super) fn rest(&self, pause: Duration) -> bool {
        let mut waiting = self.lock();
        self.news.wait_while_for(&mut waiting, |waiting| !waiting.closed, pause);
        waiting.closed
    }

    pub(super) fn health(&self) -> Health {
        self.lock().health.clone()
    }

    /// Drops what waits, since it will not be written.
    pub(super) fn abandon(&self) {
        let mut waiting = self.lock();
        waiting.take();
        (waiting.journal_bytes, waiting.in_hand) = (0, 0);
    }

    /// Accepts nothing more. The writer ends when it has written what is there.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.ring();
    }

    fn ring(&self) {
        self.news.notify_one();
        #[cfg(feature = "simulation")]
        self.bell.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // A mutex without poisoning: no code here leaves the queue half changed, so a panic elsewhere must not lose
        // what waits.
        self.waiting.lock()
    }
}

fn journal_end((key, open): &KeyedMatch) -> Option<(MatchId, JournalEnd)> {
    let open = open.as_ref().ok()?;
    let next_event = open.events.len() as u32;
    Some((record::match_id(&open.header).ok()?, JournalEnd { key: *key, next_event }))
}

#[cfg(feature = "simulation")]
impl Queue {
    /// Returns when there is something that wasn't there at the last call, or the queue was closed.
    pub(super) async fn rung(&self) {
        self.bell.notified().await;
    }

    /// Whether there is anything to write.
    pub(super) fn has_work(&self) -> bool {
        self.lock().oldest.is_some()
    }

    /// Whether somebody waits for something to be written.
    pub(super) fn is_awaited(&self) -> bool {
        self.lock().awaited
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    /// Takes all there is, due or not.
    pub(super) fn take_all(&self) -> Batch {
        self.lock().take()
    }
}

impl Waiting {
    fn add(&mut self, job: Job) {
        self.jobs.push(job);
        self.oldest.get_or_insert_with(Instant::now);
    }

    /// Returns whether the writer must be woken: only for the first thing to write, which starts its timer.
    fn append(&mut self, id: MatchId, end: JournalEnd, events: EncodedEvents<'_>) -> bool {
        let first = self.oldest.is_none();
        let at = match self.chunks.get(&id) {
            Some(at) => *at,
            None => {
                let chunk = Chunk { key: end.key, first_event: end.next_event, events: Vec::new() };
                self.add(Job { work: Work::Journal(chunk), done: None });
                self.chunks.insert(id, self.jobs.len() - 1);
                self.jobs.len() - 1
            }
        };
        let Work::Journal(chunk) = &mut self.jobs[at].work else { unreachable!("`chunks` names chunks only") };
        // The journal's rows have the same form as a match's log: each event with its length before it.
        chunk.events.extend_from_slice(events.bytes());
        self.journal_bytes += events.bytes().len();
        let next_event = end.next_event + events.len() as u32;
        self.open.insert(id, JournalEnd { next_event, ..end });
        first
    }

    /// When the next batch must be taken. Events can wait for more events. A waiting caller waits only as long as the
    /// limit on commits demands.
    fn due(&self) -> Option<Instant> {
        let oldest = self.oldest?;
        let flush = oldest + FLUSH_INTERVAL;
        if !self.awaited {
            return Some(flush);
        }
        let gathered = self.last_taken.map_or(oldest, |last| last + COMMIT_INTERVAL_MIN);
        Some(flush.min(gathered))
    }

    fn take(&mut self) -> Batch {
        let bytes = |job: &Job| match &job.work {
            Work::Journal(chunk) => chunk.events.len(),
            _ => 0,
        };
        self.chunks.clear();
        self.oldest = None;
        self.awaited = false;
        self.last_taken = Some(Instant::now());
        let jobs = std::mem::take(&mut self.jobs);
        self.in_hand = jobs.len();
        Batch { bytes: jobs.iter().map(bytes).sum(), jobs }
    }
}
