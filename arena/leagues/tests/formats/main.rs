//! Formats as their leagues meet them, and how evenly and quickly they pair, in simulated time.

mod balance;
mod convergence;
mod coverage;
mod expecting;
mod gauntlet;
mod information;
mod knockout;
mod ladder;
mod recounting;
mod resuming;
mod round_robin;
mod sharing;
mod simulation;
mod support;
mod swiss;
mod waiting;
