//! Nodes that are alive and can't be reached from here: what the log tells of them, once each time.

use std::collections::BTreeMap;

use kahua_core::limits;
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::bot_locations::NodeAddress;

/// The nodes that couldn't be reached a moment ago. All seats share it: a node has many bots.
#[derive(Debug, Default)]
pub(super) struct Outages(Mutex<BTreeMap<NodeAddress, Outage>>);

#[derive(Debug)]
struct Outage {
    since: Instant,
    last: Instant,
    is_told: bool,
}

impl Outages {
    /// Notes that the node at this place couldn't be reached; `true` if it is time to tell of it, which it is once.
    pub(super) fn failed(&self, place: &NodeAddress) -> bool {
        let (now, mut outages) = (Instant::now(), self.0.lock());
        // Those whom nobody tries to reach any more are gone, and whoever comes to their addresses later is somebody else.
        outages.retain(|_, outage| now - outage.last < limits::OUTAGE_CALM);
        let outage = outages.entry(place.clone()).or_insert(Outage { since: now, last: now, is_told: false });
        outage.last = now;
        let is_due = !outage.is_told && now - outage.since >= limits::RELAY_OUTAGE_TOLD_AFTER;
        outage.is_told |= is_due;
        is_due
    }

    /// Notes that the node at this place was reached; `true` if it was told that it couldn't be.
    pub(super) fn worked(&self, place: &NodeAddress) -> bool {
        self.0.lock().remove(place).is_some_and(|outage| outage.is_told)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::advance;

    use super::*;

    /// Fails once a second for this long, and gives how often that was to be told.
    async fn told(outages: &Outages, place: &NodeAddress, lasts: Duration) -> usize {
        let mut told = 0;
        for _ in 0..lasts.as_secs() {
            told += usize::from(outages.failed(place));
            advance(Duration::from_secs(1)).await;
        }
        told
    }

    #[tokio::test(start_paused = true)]
    async fn a_node_that_stays_out_of_reach_is_told_of_once() {
        let (outages, place): (_, NodeAddress) = (Outages::default(), "node-b:7000".parse().unwrap());
        let lease = limits::RELAY_OUTAGE_TOLD_AFTER;
        assert_eq!(told(&outages, &place, lease).await, 0, "it may have been stopped");
        assert!(!outages.worked(&place));
        assert_eq!(told(&outages, &place, 10 * lease).await, 1);
        assert!(outages.worked(&place));
        assert!(!outages.worked(&place));
        assert_eq!(told(&outages, &place, 10 * lease).await, 1, "it is another time");
    }

    #[tokio::test(start_paused = true)]
    async fn failures_that_lie_far_apart_are_no_outage() {
        let (outages, place): (_, NodeAddress) = (Outages::default(), "node-b:7000".parse().unwrap());
        for _ in 0..100 {
            assert!(!outages.failed(&place));
            advance(limits::OUTAGE_CALM).await;
        }
    }
}
