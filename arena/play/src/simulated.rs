//! Simulates what an arena takes from its machine: randomness, the wall clock, and the arena's lag.
//!
//! The simulation applies to its own thread only. A single-threaded runtime polls every task of an arena there. So the
//! parts of the arena don't need a handle to it, and none can be missed.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::time::Duration;

use kahua_engine::{Dice, Seed};
use tokio::time::{Instant, advance, sleep};

/// The longest that a task waits for a thread.
const HESITATION_MS_MAX: u32 = 4;

thread_local! {
    static MACHINE: RefCell<Option<Machine>> = const { RefCell::new(None) };
}

#[derive(Debug)]
struct Machine {
    dice: Dice,
    started: Instant,
    started_unix_ms: i64,
    lag: Duration,
    /// How long the arena has stood still in all, and when it last did.
    stood_still: (Duration, Option<Instant>),
}

/// Simulates the machine of this thread until it is dropped.
#[derive(Debug)]
#[must_use]
pub struct SimulatedMachine {
    _of_this_thread: PhantomData<*const ()>,
}

impl SimulatedMachine {
    /// Starts a machine. Its randomness comes from the seed, its clock starts at `unix_ms` and follows the present
    /// runtime, and the arena on it has this lag. Its random bytes aren't secret.
    pub fn start(seed: Seed, unix_ms: i64, lag: Duration) -> SimulatedMachine {
        let machine = Machine {
            dice: Dice::new(seed),
            started: Instant::now(),
            started_unix_ms: unix_ms,
            lag,
            stood_still: (Duration::ZERO, None),
        };
        MACHINE.set(Some(machine));
        SimulatedMachine { _of_this_thread: PhantomData }
    }

    /// Stops everything on this machine for this time, while the runtime's time goes on.
    pub async fn stand_still(span: Duration) {
        MACHINE.with_borrow_mut(|machine| {
            let machine = machine.as_mut().expect("a simulated machine");
            machine.stood_still = (machine.stood_still.0 + span, Some(Instant::now() + span));
        });
        advance(span).await;
    }
}

impl Drop for SimulatedMachine {
    fn drop(&mut self) {
        MACHINE.set(None);
    }
}

/// Whether something is simulated here.
pub(crate) fn is_on() -> bool {
    MACHINE.with_borrow(Option::is_some)
}

/// For how long the arena has stood still in all, and when it last did; `None` if nothing is simulated here.
pub(crate) fn stood_still() -> Option<(Duration, Option<Instant>)> {
    MACHINE.with_borrow(|machine| Some(machine.as_ref()?.stood_still))
}

/// Random bytes; `None` if nothing is simulated here.
pub(crate) fn random_bytes<const N: usize>() -> Option<[u8; N]> {
    MACHINE.with_borrow_mut(|machine| {
        let dice = &mut machine.as_mut()?.dice;
        Some(std::array::from_fn(|_| dice.below(256) as u8))
    })
}

/// Milliseconds since 1970-01-01 UTC; `None` if nothing is simulated here.
pub(crate) fn unix_ms() -> Option<i64> {
    MACHINE.with_borrow(|machine| {
        let machine = machine.as_ref()?;
        Some(machine.started_unix_ms + machine.started.elapsed().as_millis() as i64)
    })
}

/// Lets other tasks run for a moment, as if this one had to wait for a thread. Returns at once if nothing is simulated
/// here.
pub(crate) async fn hesitate() {
    let drawn = MACHINE.with_borrow_mut(|machine| Some(machine.as_mut()?.dice.below(HESITATION_MS_MAX + 1)));
    if let Some(ms @ 1..) = drawn {
        sleep(Duration::from_millis(ms.into())).await;
    }
}

/// The arena's lag; `None` if nothing is simulated here.
pub(crate) fn lag() -> Option<Duration> {
    MACHINE.with_borrow(|machine| Some(machine.as_ref()?.lag))
}
