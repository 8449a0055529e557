//! `kahua playthrough`: prints every step of one random game.

use std::io::{self, BufWriter, Write};

use kahua_engine::Seed;
use kahua_engine::playthrough::{Format, playthrough};

use crate::exit::CommandResult;
use crate::game_arg::GameArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kahua playthrough --game haleakala --seats 2 --seed 1 --format text
  kahua playthrough --game haleakala --option variant=tactical --seed 7 --format jsonl | head -1")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArgs,
    /// The number of seats. [default: the fewest that the game allows]
    #[arg(long)]
    seats: Option<usize>,
    /// The seed of all luck and all choices: a whole number or 64 hexadecimal digits.
    #[arg(long, default_value = "1")]
    seed: Seed,
    /// `text` for people, with what changed in the views; `jsonl` for programs, with everything in one object per ply.
    #[arg(long, value_enum, default_value = "text")]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FormatArg {
    Text,
    Jsonl,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let game = args.game.read()?.open(args.seats)?;
    let format = match args.format {
        FormatArg::Text => Format::Text,
        FormatArg::Jsonl => Format::Jsonl,
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut written = Ok(());
    playthrough(game, args.seed, format, |line| {
        if written.is_ok() {
            written = writeln!(out, "{line}");
        }
    });
    written.and_then(|()| out.flush())?;
    Ok(())
}
