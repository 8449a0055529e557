//! The arena's own lag: how long something that has arrived waits until the arena notices it.
//!
//! A busy arena reads answers late, and it can't see how late: the kernel has an answer long before a task gets its
//! turn on a thread, and the thread on a core. So the arena measures the delay with a bell, again and again. A thread
//! writes into a socket. A task reads it and wakes a second task, which waits for its turn as well. An answer passes
//! two tasks in the same way, that of its connection and that of its bot; an ask passes the task of a connection on its
//! way out. So an ask and its answer take about as long as a ring at the same time.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use tokio::io::AsyncReadExt;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use kahua_core::clock::Micros;
use kahua_core::limits::{LAG_INTERVAL, LAG_MAX, LAG_MIN, LAG_WINDOW};

use crate::time::Time;

/// How often the thread checks whether a slow ring was heard.
const LOOK: Duration = Duration::from_millis(1);

/// Tells the present lag. Clones share one bell.
#[derive(Clone, Debug)]
pub struct Lag(Arc<Bell>);

impl Lag {
    /// Measures from now on by this clock, with two of these tasks and a thread, until the arena stops.
    ///
    /// # Errors
    /// If the system has no more sockets or threads.
    pub fn measure(time: &Time, tasks: &TaskTracker, stop: &CancellationToken) -> io::Result<Lag> {
        #[cfg(feature = "simulation")]
        if let Some(lag) = crate::simulated::lag() {
            return Ok(Lag::always(lag));
        }
        let (clapper, socket) = UnixStream::pair()?;
        socket.set_nonblocking(true)?;
        let socket = tokio::net::UnixStream::from_std(socket)?;
        let bell = Arc::new(Bell::new(time.clone()));
        let hung = Arc::downgrade(&bell);
        thread::Builder::new().name("lag".into()).spawn(move || ring(&hung, clapper))?;
        tasks.spawn(stop.clone().run_until_cancelled_owned(listen(bell.clone(), socket)));
        tasks.spawn(stop.clone().run_until_cancelled_owned(count(bell.clone())));
        Ok(Lag(bell))
    }

    /// A fixed lag, without measuring.
    #[cfg(any(test, feature = "simulation"))]
    pub(crate) fn always(lag: Duration) -> Lag {
        let bell = Bell::new(Time::start_watched());
        bell.due.store(u64::MAX, Ordering::Release);
        bell.longest.store(micros(lag), Ordering::Relaxed);
        Lag(Arc::new(bell))
    }

    /// How long something that is noticed now may have waited, and how long something that is handed over now may wait
    /// until it is sent. Zero if that is below [`LAG_MIN`].
    pub fn now(&self) -> Duration {
        self.at(self.0.time.now()).0
    }

    /// The lag at this time, which is now, as [`Lag::now`] tells it. Also when the lag was last above [`LAG_MAX`], if it ever was: a bot
    /// that was asked then may have lost more time than the arena subtracts.
    pub(crate) fn at(&self, now: Micros) -> (Duration, Option<Micros>) {
        let lag = Duration::from_micros(self.0.lag(now.0)).min(LAG_MAX);
        let doubt = self.0.doubt.load(Ordering::Acquire).checked_sub(1).map(Micros);
        (if lag < LAG_MIN { Duration::ZERO } else { lag }, doubt)
    }
}

/// What the thread and the tasks share. All times are microseconds of the arena's time, which stands still while the arena does.
#[derive(Debug)]
struct Bell {
    time: Time,
    /// When the present ring was due, if it isn't heard yet, else when the next one is. If the thread rings late, that
    /// counts too: the arena's other threads wait for a core just as long.
    due: AtomicU64,
    /// The longest that a ring took lately.
    longest: AtomicU64,
    /// When the lag was last above [`LAG_MAX`], plus one; 0 for never.
    doubt: AtomicU64,
    heard: Notify,
}

impl Bell {
    fn new(time: Time) -> Bell {
        let due = AtomicU64::new(time.now().0 + micros(LAG_INTERVAL));
        Bell { time, due, longest: AtomicU64::new(0), doubt: AtomicU64::new(0), heard: Notify::new() }
    }

    fn now(&self) -> u64 {
        self.time.now().0
    }

    /// The lag at this time, which is now.
    fn lag(&self, now: u64) -> u64 {
        // In this order: if the ring is heard in between, `due` moves to the next one, but `longest` has this one by then.
        let lag = self.overdue(now).max(self.longest.load(Ordering::Relaxed));
        if lag > micros(LAG_MAX) {
            self.doubt.fetch_max(now + 1, Ordering::AcqRel);
        }
        lag
    }

    fn overdue(&self, now: u64) -> u64 {
        now.saturating_sub(self.due.load(Ordering::Acquire))
    }

    /// Adds a ring that was heard to the recent ones.
    fn note(&self, lately: &mut VecDeque<(u64, u64)>) {
        let (now, due) = (self.now(), self.due.load(Ordering::Acquire));
        let took = now.saturating_sub(due);
        lately.push_back((now, took));
        while lately.front().is_some_and(|(heard, _)| heard + micros(LAG_WINDOW) < now) {
            lately.pop_front();
        }
        let longest = lately.iter().map(|(_, took)| *took).max();
        self.longest.store(longest.unwrap_or_default(), Ordering::Relaxed);
        // Sets `doubt` if the lag is that high. Without this call it would be missed if no other task asks for the lag
        // in time.
        self.lag(now);
        // The thread slept until the next ring was due, unless this one took longer than that.
        let last = if took < micros(LAG_INTERVAL) { due } else { now };
        self.due.store(last + micros(LAG_INTERVAL), Ordering::Release);
    }
}

/// The thread: rings when it is time, and never before the last ring was heard. Ends when the bell is dropped.
#[expect(clippy::disallowed_methods, reason = "the thread is its own, and no runtime's")]
fn ring(bell: &Weak<Bell>, mut clapper: UnixStream) {
    let mut rung = None;
    while let Some(bell) = bell.upgrade() {
        let due = bell.due.load(Ordering::Acquire);
        let next = if bell.now() < due {
            due
        } else {
            if rung != Some(due) && clapper.write_all(&[0]).is_err() {
                return;
            }
            rung = Some(due);
            due + micros(LAG_INTERVAL)
        };
        let pause = Duration::from_micros(next.saturating_sub(bell.now())).max(LOOK);
        drop(bell);
        thread::sleep(pause);
    }
}

/// The first task, which stands for that of a connection.
async fn listen(bell: Arc<Bell>, mut socket: tokio::net::UnixStream) {
    while socket.read_u8().await.is_ok() {
        bell.heard.notify_one();
    }
}

/// The second task, which stands for that of a bot.
async fn count(bell: Arc<Bell>) {
    let mut lately = VecDeque::new();
    loop {
        bell.heard.notified().await;
        // One more turn, as the connection of the next asked bot needs one to write.
        tokio::task::yield_now().await;
        bell.note(&mut lately);
    }
}

fn micros(span: Duration) -> u64 {
    span.as_micros().try_into().unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    #[expect(clippy::disallowed_methods, reason = "the runtime must stand still")]
    async fn a_busy_runtime_is_a_lag_while_it_lasts_and_a_moment_longer() {
        let (tasks, stop) = (TaskTracker::new(), CancellationToken::new());
        let lag = Lag::measure(&Time::start(), &tasks, &stop).unwrap();
        let busy = 10 * LAG_INTERVAL;
        tokio::time::sleep(LAG_INTERVAL).await;
        // Blocks the only thread of this runtime, so that the bell isn't heard.
        thread::sleep(busy);
        let least = busy - LAG_INTERVAL;
        assert!(lag.now() >= least, "{:?}: the ring was due, and isn't heard", lag.now());
        while lag.0.overdue(lag.0.now()) >= micros(least) {
            tokio::task::yield_now().await;
        }
        assert!(lag.now() >= least, "{:?}: the ring was heard just now", lag.now());
        while lag.now() >= least {
            tokio::time::sleep(LAG_INTERVAL).await;
        }
        stop.cancel();
        tasks.close();
        tasks.wait().await;
    }

    #[test]
    fn a_ring_that_took_long_counts_for_a_while() {
        let (bell, mut lately) = (Bell::new(Time::start()), VecDeque::new());
        let now = bell.now();
        lately.push_back((now, 70_000));
        bell.note(&mut lately);
        assert_eq!(bell.longest.load(Ordering::Relaxed), 70_000);
        let lag = Lag(Arc::new(bell));
        assert_eq!(lag.at(lag.0.time.now()), (Duration::from_millis(70), None));
        lately.push_back((lag.0.now(), micros(LAG_MAX) + 1));
        lag.0.note(&mut lately);
        assert_eq!(lag.now(), LAG_MAX);
        assert!(lag.at(lag.0.time.now()).1.is_some(), "nobody can tell who was late");
    }
}
