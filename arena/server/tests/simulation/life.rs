//! One life of a simulated arena: on a runtime and a machine of its own, until it stops or dies.

use std::time::Duration;

use kahua_engine::Seed;
use kahua_play::SimulatedMachine;
use kahua_store::SimulatedDisk;
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

use crate::panics;

/// What the machine of a life is like.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) seed: Seed,
    pub(crate) unix_ms: i64,
    pub(crate) lag: Duration,
}

/// Lets an arena live. When this is over, the arena and all connections are gone. Returns how long it has lived, and whether its
/// disk let it die before.
pub(crate) fn live(machine: &Machine, disk: &SimulatedDisk, life: impl Future<Output = ()>) -> (Duration, bool) {
    let runtime = runtime();
    let lived = runtime.block_on(async {
        let _machine = SimulatedMachine::start(machine.seed, machine.unix_ms, machine.lag);
        let began = Instant::now();
        let has_died = tokio::select! {
            biased;
            () = disk.crashed() => true,
            () = life => false,
        };
        (began.elapsed(), has_died)
    });
    drop(runtime);
    panics::check();
    lived
}

/// A runtime on one thread. Its time passes only when all tasks wait.
fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().start_paused(true).build().unwrap()
}
