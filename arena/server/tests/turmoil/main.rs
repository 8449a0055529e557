//! The whole arena in a simulated network that delays messages, loses them, and breaks connections, driven by a seed.
//!
//! The network, its faults and the time are simulated. The store and its thread are real, and the storm waits for them
//! now and then. So the same seed brings the same faults at the same times, and nearly always the same matches.
//! `KAHUA_SEED` sets the first seed, and `KAHUA_STORMS` the number of seeds.

mod bot;
mod checks;
mod network;
mod storm;

use storm::Storm;

/// How many seeds are tried unless `KAHUA_STORMS` says otherwise.
const STORMS: u64 = 4;

fn from_env(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect(name))
}

#[test]
fn matches_outlive_storms_and_everything_finishes_when_they_are_over() {
    let (first, storms) = (from_env("KAHUA_SEED", 1), from_env("KAHUA_STORMS", STORMS));
    for seed in first..first + storms {
        println!("KAHUA_SEED={seed} KAHUA_STORMS=1: {}", Storm::new(seed).run());
    }
}
