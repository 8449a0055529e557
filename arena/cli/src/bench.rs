//! `kahua bench`: what the engine and the arena do on this machine.

mod arena;
mod ask;
mod bots;
mod clocks;
mod echo;
mod engine;
mod load;
mod measurement;

use std::num::NonZeroU16;
use std::path::{Path, PathBuf};

use kahua_server::open_files;
use kahua_server::telemetry::{self, LogForm};

use crate::data::data_dir;
use crate::exit::{CommandResult, Failure};
use crate::runtime::{block_on, on_all_cores};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Bench {
    /// Random games on one core: decisions and games a second.
    Engine(engine::Args),
    /// The whole arena beside a bare tonic stream: decisions a second and how long a bot waits for its next ask.
    Arena(arena::Args),
    /// A busy arena: whether bots that use most of their time lose any that isn't theirs.
    Clocks(clocks::Args),
    /// Bots beside a bare tonic stream: asks answered a second, in whatever language.
    Bots(bots::Args),
    /// The bots of `bench arena` and `bench clocks`, in a process of their own.
    #[command(hide = true)]
    Load(load::Args),
}

pub(super) fn run(bench: &Bench) -> CommandResult {
    match bench {
        Bench::Engine(args) => engine::run(args),
        Bench::Arena(args) => arena::run(args),
        Bench::Bots(args) => bots::run(args),
        Bench::Clocks(args) => clocks::run(args),
        Bench::Load(args) => load::run(args),
    }
}

/// Measures with an arena whose data are in this directory, or in a temporary one that is removed afterwards.
fn with_arena<T>(named: Option<&PathBuf>, measure: impl AsyncFnOnce(&Path) -> anyhow::Result<T>) -> Result<T, Failure> {
    telemetry::init(LogForm::Text, "error").map_err(Failure::usage)?;
    let dir = data_dir(named, "bench")?;
    // The bots' process inherits the limit too: a thousand connections are more than the usual limit allows.
    let _limit = open_files::raise(open_files::wanted(NonZeroU16::MAX));
    let measured = block_on(&on_all_cores()?, measure(&dir))?;
    if named.is_none() {
        // If the directory is left behind, it does no harm.
        let _ = std::fs::remove_dir_all(&dir);
    }
    Ok(measured)
}
