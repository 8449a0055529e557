//! The renewals of a node's lease, from the moment when it joins until it leaves. They have a thread and a connection of their own:
//! whatever else a node asks the database may take longer than a lease lasts, such as reading all records when it starts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kahua_core::limits::{NODE_LEAVE_TIMEOUT, NODE_LOOK_INTERVAL, NODE_RENEWAL_INTERVAL};
use kahua_store::{Membership, StoreError};
use parking_lot::{Condvar, Mutex};
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use kahua_play::log_throttle::LogThrottle;

/// How long a renewal waits for news of the node, which come every [`NODE_RENEWAL_INTERVAL`] unless it is held up.
const NEWS_PATIENCE: Duration = Duration::from_millis(NODE_RENEWAL_INTERVAL.as_millis() as u64 * 3 / 2);

/// Renews a node's lease until it is dropped; the lease then ends by itself.
#[derive(Debug)]
pub(super) struct Renewals(Arc<Shared>);

/// What the thread that renews shares with everybody else.
#[derive(Debug)]
struct Shared {
    /// Until when the lease surely lasts.
    until: watch::Sender<Instant>,
    /// Cancelled when the lease has ended.
    ended: CancellationToken,
    orders: Mutex<Orders>,
    ordered: Condvar,
    /// Cancelled when the thread has ended.
    done: CancellationToken,
}

/// What the thread is to do.
#[derive(Debug, Default)]
struct Orders {
    /// What the node tells the others of itself; nothing before its first round.
    status: Vec<u8>,
    /// Whether the others don't know that yet.
    is_news: bool,
    /// What becomes of the lease, once that is decided.
    last: Option<Last>,
}

/// What becomes of a lease that isn't renewed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Last {
    /// Others may take the node's matches at once.
    GiveBack,
    /// It ends by itself.
    Expire,
}

impl Renewals {
    /// Renews the lease of this node from now on.
    pub(super) fn start(membership: &Membership) -> Renewals {
        let shared = Arc::new(Shared {
            until: watch::Sender::new(membership.until()),
            ended: CancellationToken::new(),
            orders: Mutex::default(),
            ordered: Condvar::new(),
            done: CancellationToken::new(),
        });
        let thread = std::thread::Builder::new().name("lease".into()).spawn({
            let (shared, membership) = (shared.clone(), membership.for_renewals());
            move || shared.renew_to_the_last(membership)
        });
        thread.expect("the system has room for one more thread");
        Renewals(shared)
    }

    /// Tells the other nodes this of the node, now and with each renewal to come.
    pub(super) fn tell(&self, status: Vec<u8>) {
        let mut orders = self.0.orders.lock();
        (orders.status, orders.is_news) = (status, true);
        drop(orders);
        self.0.ordered.notify_one();
    }

    /// Cancelled when the node has lost its lease, or can't go on as a node; whoever cancels it ends the renewals.
    pub(super) fn ended(&self) -> &CancellationToken {
        &self.0.ended
    }

    /// Notices when the lease ends because it can't be renewed, until the arena stops.
    pub(super) fn watch(&self, stop: CancellationToken) -> impl Future<Output = ()> + Send + use<> {
        // Without the renewals themselves, which end with an arena that can't be built, whatever of its tasks goes on.
        let (mut renewed, ended) = (self.0.until.subscribe(), self.0.ended.clone());
        async move {
            loop {
                let until = *renewed.borrow_and_update();
                tokio::select! {
                    biased;
                    () = stop.cancelled() => return,
                    () = ended.cancelled() => return,
                    changed = renewed.changed() => {
                        if changed.is_err() {
                            return;
                        }
                    }
                    () = sleep_until(until.into()) => {
                        error!("this node couldn't renew its lease in time: other nodes take its matches over");
                        return ended.cancel();
                    }
                }
            }
        }
    }

    /// Gives the lease back, so that others may take the node's matches at once. Everything that was given to the store must be
    /// written before.
    pub(super) async fn give_back(&self) {
        self.0.finish(Last::GiveBack);
        if timeout(NODE_LEAVE_TIMEOUT, self.0.done.cancelled()).await.is_err() {
            warn!("the database server doesn't answer, so the node's lease can't be given back; it ends by itself");
        }
    }
}

impl Drop for Renewals {
    fn drop(&mut self) {
        self.0.finish(Last::Expire);
    }
}

impl Shared {
    /// Ends the renewals, unless that is ordered already.
    fn finish(&self, last: Last) {
        self.orders.lock().last.get_or_insert(last);
        self.ordered.notify_one();
    }

    fn renew_to_the_last(&self, mut membership: Membership) {
        let _done = self.done.clone().drop_guard();
        let (mut failures, mut last) = (LogThrottle::default(), None);
        while last.is_none() && !self.ended.is_cancelled() {
            let begun = Instant::now();
            let pause = self.renew(&mut membership, &mut failures);
            last = self.rest(begun + pause);
        }
        // A lease that has ended for the node may still be there for the others.
        if self.wait_for_last() == Last::GiveBack
            && let Err(problem) = membership.leave()
        {
            warn!(%problem, "the node's lease can't be given back; it ends by itself");
        }
    }

    /// Tries to renew the lease. Returns how long after that was begun the next try is due.
    fn renew(&self, membership: &mut Membership, failures: &mut LogThrottle) -> Duration {
        let status = {
            let mut orders = self.orders.lock();
            // Before the renewal: what is told while the database is asked goes with the next one.
            orders.is_news = false;
            orders.status.clone()
        };
        match membership.renew(&status) {
            Ok(()) => {
                self.until.send_replace(membership.until());
                if failures.worked().is_some() {
                    info!("the node's lease can be renewed again");
                }
                return NEWS_PATIENCE;
            }
            Err(problem @ StoreError::LeaseEnded) => {
                error!(%problem);
                self.ended.cancel();
            }
            Err(problem) => {
                if failures.failed().is_some() {
                    warn!(%problem, "can't renew the node's lease; retrying");
                }
            }
        }
        NODE_LOOK_INTERVAL
    }

    /// Waits until the next renewal is due, or there is news to tell with it. Returns what becomes of the lease, if that is
    /// decided.
    fn rest(&self, due: Instant) -> Option<Last> {
        let mut orders = self.orders.lock();
        while orders.last.is_none() && !orders.is_news {
            if self.ordered.wait_until(&mut orders, due).timed_out() {
                break;
            }
        }
        orders.last
    }

    fn wait_for_last(&self) -> Last {
        let mut orders = self.orders.lock();
        loop {
            match orders.last {
                Some(last) => return last,
                None => self.ordered.wait(&mut orders),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use kahua_store::{Location, NodeCard, NodesReader, PostgresUrl, Store};
    use kahua_tests::postgres::Postgres;

    use super::*;

    /// Long enough for anything that happens at all.
    const PATIENCE: Duration = Duration::from_secs(60);

    fn join(server: &Postgres) -> (PostgresUrl, Store, Membership) {
        let Ok(Location::Postgres(url)) = server.new_database().parse() else { panic!("it is on a server") };
        let card = NodeCard { name: "one".into(), address: "one:1".into() };
        let (store, membership) = Store::join(&url, &card, None).unwrap();
        (url, store, membership)
    }

    /// What the node tells the others of itself.
    fn status(url: &PostgresUrl) -> Option<Vec<u8>> {
        let snapshot = NodesReader::open(url).unwrap().look().unwrap();
        snapshot.nodes.into_iter().next().map(|node| node.status)
    }

    #[tokio::test]
    async fn a_lease_is_renewed_though_the_node_tells_nothing_and_given_back() {
        let Some(server) = Postgres::shared("a_lease_is_renewed_though_the_node_tells_nothing") else { return };
        let (url, _store, membership) = join(server);
        let renewals = Renewals::start(&membership);
        let mut renewed = renewals.0.until.subscribe();
        for _ in 0..2 {
            timeout(PATIENCE, renewed.changed()).await.expect("a renewal").unwrap();
        }
        renewals.tell(b"busy".to_vec());
        while status(&url).as_deref() != Some(b"busy") {
            timeout(PATIENCE, renewed.changed()).await.expect("a renewal").unwrap();
        }
        renewals.give_back().await;
        timeout(PATIENCE, renewals.0.done.cancelled()).await.expect("the thread ends");
        assert_eq!(status(&url), None, "its row is gone");
    }

    #[tokio::test]
    async fn renewals_end_with_an_arena_that_is_dropped() {
        let Some(server) = Postgres::shared("renewals_end_with_an_arena_that_is_dropped") else { return };
        let (url, _store, membership) = join(server);
        let renewals = Renewals::start(&membership);
        let (watch, done) = (renewals.watch(CancellationToken::new()), renewals.0.done.clone());
        drop(renewals);
        timeout(PATIENCE, done.cancelled()).await.expect("the thread ends");
        timeout(PATIENCE, watch).await.expect("there is nothing to watch any more");
        assert_eq!(status(&url), Some(Vec::new()), "its lease is left to end by itself");
    }

    #[tokio::test]
    async fn a_node_whose_row_is_gone_has_no_lease() {
        let Some(server) = Postgres::shared("a_node_whose_row_is_gone") else { return };
        let (_url, _store, membership) = join(server);
        let renewals = Renewals::start(&membership);
        membership.leave().unwrap();
        timeout(PATIENCE, renewals.ended().cancelled()).await.expect("it is noticed");
        renewals.give_back().await;
        timeout(PATIENCE, renewals.0.done.cancelled()).await.expect("there is nothing to give back");
    }
}
