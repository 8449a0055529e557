//! The visitors who see one match, in lanes that get an update one after another.
//!
//! Writing to hundreds of visitors takes longer than a bot may be kept waiting, so they are woken in groups.

use std::sync::Arc;

use kahua_core::limits;
use parking_lot::Mutex;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Duration, Instant, sleep};

use super::{Newest, Update};

/// How many visitors get an update at once.
const LANE: usize = limits::SPECTATOR_UPDATES_PER_MS as usize;

/// The pause between two lanes.
const APART: Duration = Duration::from_millis(1);

/// The visitors who see one match with the same delay in the same language.
#[derive(Debug, Default)]
pub(super) struct Lanes(Mutex<LaneState>);

#[derive(Debug)]
struct LaneState {
    newest: Newest,
    lanes: Vec<watch::Sender<Newest>>,
    /// When the last visitor came.
    entered: Instant,
}

impl Default for LaneState {
    fn default() -> LaneState {
        LaneState { newest: None, lanes: Vec::new(), entered: Instant::now() }
    }
}

impl Lanes {
    /// Adds a visitor, who first sees the newest update.
    pub(super) fn enter(&self) -> watch::Receiver<Newest> {
        let mut told = self.0.lock();
        told.entered = Instant::now();
        let free = told.lanes.iter().find(|lane| lane.receiver_count() < LANE).map(watch::Sender::subscribe);
        let mut newest = free.unwrap_or_else(|| {
            let (lane, newest) = watch::channel(told.newest.clone());
            told.lanes.push(lane);
            newest
        });
        drop(told);
        // A new receiver counts what is there as seen, and would wait for the next update.
        newest.mark_changed();
        newest
    }

    /// Sends an update to all lanes, one by one. `turns` limits that across all matches.
    pub(super) async fn tell(&self, update: Update, turns: &Semaphore) {
        let update = Some(Arc::new(update));
        let lanes = {
            let mut told = self.0.lock();
            told.newest.clone_from(&update);
            // A lane that is added later begins with this update.
            told.lanes.len()
        };
        for lane in 0..lanes {
            let _turn = turns.acquire().await;
            // Lanes are never removed, so this number still means the same one.
            self.0.lock().lanes[lane].send_replace(update.clone());
            sleep(APART).await;
        }
    }

    /// When the last visitor came.
    pub(super) fn entered(&self) -> Instant {
        self.0.lock().entered
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().lanes.iter().all(|lane| lane.receiver_count() == 0)
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::super::Still;
    use super::*;

    fn update(number: u64) -> Update {
        let (still, told_at) = (Still::default(), Instant::now());
        Update { number, news: Bytes::new(), whole: Bytes::new(), still, told_at, is_last: false }
    }

    #[tokio::test(start_paused = true)]
    async fn a_few_are_told_at_once_and_all_in_the_end() {
        let (lanes, turns) = (Lanes::default(), Semaphore::new(1));
        let mut visitors: Vec<_> = (0..2 * LANE + 1).map(|_| lanes.enter()).collect();
        let told = |visitors: &[watch::Receiver<Newest>]| {
            visitors.iter().filter(|visitor| visitor.borrow().as_ref().is_some_and(|update| update.number == 1)).count()
        };
        tokio::select! {
            biased;
            () = lanes.tell(update(1), &turns) => panic!("nobody has waited"),
            () = std::future::ready(()) => {}
        }
        assert_eq!(told(&visitors), LANE);
        lanes.tell(update(1), &turns).await;
        assert_eq!(told(&visitors), visitors.len());
        visitors.push(lanes.enter());
        assert_eq!(told(&visitors), visitors.len(), "who comes later sees what was told last");
        assert!(!lanes.is_empty());
        visitors.clear();
        assert!(lanes.is_empty());
    }
}
