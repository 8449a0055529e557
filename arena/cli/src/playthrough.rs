//! `kahua playthrough`: one random game told in full.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use kahua_engine::playthrough::{Format, playthrough};
use kahua_engine::{Choices, DynRuleset, GameInfo, SeatCount, Seed};

use crate::cli::CommandResult;
use crate::exit::Failure;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kahua playthrough --game haleakala --seats 2 --seed 1 --format text
  kahua playthrough --game haleakala --option variant=tactical --seed 7 --format jsonl | head -1")]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// How many seats; the least that the game has unless told.
    #[arg(long)]
    seats: Option<usize>,
    /// The seed of all luck and of all choices: a whole number or 64 hexadecimal digits.
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// `text` for people (of the views, what changed), `jsonl` for programs (one object a ply, everything in it).
    #[arg(long, value_enum, default_value = "text")]
    format: FormatArg,
}

/// Which game, with which options and figures.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TableArgs {
    /// The game: see `kahua games`.
    #[arg(long)]
    pub(crate) game: String,
    /// An option of the game, as name=value; more than once for more.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// A ruleset file in place of the usual one: see `kahua games GAME --ruleset`.
    #[arg(long, value_name = "FILE")]
    pub(crate) ruleset: Option<PathBuf>,
}

/// What these arguments come to.
pub(crate) struct Chosen {
    pub(crate) info: &'static GameInfo,
    pub(crate) ruleset: Arc<dyn DynRuleset>,
    pub(crate) choices: Choices,
}

impl TableArgs {
    /// The game, its ruleset, and its options.
    ///
    /// # Errors
    /// If one of them doesn't exist or can't be read.
    pub(crate) fn read(&self) -> Result<Chosen, Failure> {
        let kind = crate::games::find(&self.game)?;
        let ruleset = match &self.ruleset {
            None => kind.built_in_ruleset(),
            Some(path) => {
                let toml = fs::read_to_string(path).with_context(|| format!("ruleset {}", path.display()))?;
                kind.read_ruleset(&toml).with_context(|| format!("ruleset {}", path.display()))?
            }
        };
        let choices =
            Choices::parse(kind.info().options, self.options.iter().map(String::as_str)).map_err(Failure::usage)?;
        Ok(Chosen { info: kind.info(), ruleset, choices })
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FormatArg {
    Text,
    Jsonl,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let Chosen { info, ruleset, choices } = args.table.read()?;
    let seats = args.seats.unwrap_or(*info.seats.start());
    let seats = SeatCount::new(seats).ok_or_else(|| Failure::usage("--seats takes 1 to 5"))?;
    let table = ruleset.open(seats, &choices).map_err(Failure::usage)?;
    let format = match args.format {
        FormatArg::Text => Format::Text,
        FormatArg::Jsonl => Format::Jsonl,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    playthrough(table, args.seed, format, |line| {
        if written.is_ok() {
            written = writeln!(out, "{line}");
        }
    });
    written.and_then(|()| out.flush())?;
    Ok(())
}
