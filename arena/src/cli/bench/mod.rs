//! `kahua bench`: what the engine and the arena do on this machine.

mod engine;

use super::Done;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Bench {
    /// Random games on one core: decisions and games a second.
    Engine(engine::Args),
}

pub(super) fn run(bench: &Bench) -> Done {
    match bench {
        Bench::Engine(args) => engine::run(args),
    }
}
