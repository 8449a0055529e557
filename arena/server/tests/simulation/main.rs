//! A seeded swarm over the whole arena: sessions, lobby, matchmaker, leagues, referee, clocks, ledger, ratings and
//! store, in a simulated time that passes only when all tasks wait. Bots fail in every way, the disk fails, and the
//! arena dies at any commit; checkers look from outside, at what bots are told and at what the disk holds. Then faults
//! stop, and every league must come to its end.
//!
//! A failing run names its seed, and `KAHUA_SIM_SEED` repeats it: the same seed is the same run, to the byte.

mod agenda;
mod bot;
mod checks;
mod clocks;
mod counts;
mod introduction;
mod life;
mod misdeed;
mod panics;
mod plan;
mod season;
mod story;
mod witness;
mod world;

use std::env;
use std::thread::{available_parallelism, scope};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use counts::Counts;
use world::World;

/// How many runs the fast test makes.
const RUNS: u64 = 300;

#[test]
fn every_league_ends_and_nothing_is_lost() {
    match seed_of_environment() {
        Some(seed) => println!("{:#?}", run(seed).counts),
        None => {
            let counts = swarm(0..RUNS, Duration::MAX);
            println!("{counts:#?}");
            counts.check();
        }
    }
}

#[test]
fn the_same_seed_is_the_same_run_to_the_byte() {
    for seed in 0..4 {
        let (one, other) = (run(seed), run(seed));
        assert!(one.records == other.records, "seed {seed} gives other records the second time");
        assert_eq!(one.counts, other.counts, "seed {seed}");
    }
}

/// `just soak` runs it. KAHUA_SIM_SECONDS says for how long, KAHUA_SIM_SEED with which seed it begins.
#[test]
#[ignore = "takes minutes"]
fn many_seeds_for_a_long_time() {
    let seconds =
        env::var("KAHUA_SIM_SECONDS").map_or(300, |text| text.parse().expect("KAHUA_SIM_SECONDS is a number"));
    let first = seed_of_environment().unwrap_or(RUNS);
    let began = Instant::now();
    let counts = swarm(first..u64::MAX, Duration::from_secs(seconds));
    let per_second = counts.plies as f64 / began.elapsed().as_secs_f64();
    println!("seeds from {first} on, {per_second:.0} plies a second of real time\n{counts:#?}");
    counts.check();
}

fn seed_of_environment() -> Option<u64> {
    Some(env::var("KAHUA_SIM_SEED").ok()?.parse().expect("KAHUA_SIM_SEED is a number"))
}

/// Runs with these seeds on all cores, until all are done or so much time has gone by.
fn swarm(seeds: impl Iterator<Item = u64> + Send, time: Duration) -> Counts {
    let (began, seeds, counts) = (Instant::now(), Mutex::new(seeds), Mutex::new(Counts::default()));
    let next = || seeds.lock().next().filter(|_| began.elapsed() < time);
    scope(|scope| {
        for _ in 0..available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(seed) = next() {
                    let ran = run(seed).counts;
                    counts.lock().add(&ran);
                }
            });
        }
    });
    counts.into_inner()
}

/// What came of a run.
struct Run {
    /// The bytes of every record, in the order of the store.
    records: Vec<Vec<u8>>,
    counts: Counts,
}

fn run(seed: u64) -> Run {
    let _named = Named(seed);
    panics::watch();
    World::new(seed).run()
}

/// Names the seed of the run in which a test fails.
struct Named(u64);

impl Drop for Named {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!(
                "this was seed {0}; KAHUA_SIM_SEED={0} cargo test -p kahua-server --test simulation every repeats it",
                self.0
            );
        }
    }
}
