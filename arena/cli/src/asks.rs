//! `kahua asks`: prints asks, so that an author can try a bot's choices without an arena.

mod asked_game;
mod source;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use kahua_core::text;
use kahua_engine::Seed;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use self::source::{of_random_games, of_record};
use crate::arena::Arena;
use crate::bridge;
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::game_arg::GameArgs;
use crate::remote::ArenaArgs;

/// The most asks that are made of random games.
const COUNT_MAX: i64 = 10_000;

#[derive(Debug, clap::Args)]
#[command(
    group = clap::ArgGroup::new("source").required(true).args(["game", "match_id"]),
    after_help = "\
An ask of a random game has at least two legal actions. The asks of a recorded match are all that its bots answered, but for their \
times: what would a new version of your bot do there?

Examples:
  kahua asks --game hawaii --seats 3 --count 5 > asks.jsonl
  kahua asks --game haleakala --form bridge | ./my-bot.sh
  kahua asks --match 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --data kahua-data --seat 0"
)]
pub(crate) struct Args {
    /// Print asks of random games of this game; see `kahua games`.
    #[arg(long)]
    game: Option<String>,
    /// An option of the game; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "game")]
    options: Vec<String>,
    /// A ruleset file to use instead of the built-in one; see `kahua games GAME --ruleset`.
    #[arg(long, value_name = "FILE", requires = "game")]
    ruleset: Option<PathBuf>,
    /// The number of seats. [default: the fewest that the game allows]
    #[arg(long, requires = "game")]
    seats: Option<usize>,
    /// How many asks of random games to print, from 1 to 10000.
    #[arg(long, default_value = "10", value_parser = clap::value_parser!(u32).range(1..=COUNT_MAX), conflicts_with = "match_id")]
    count: u32,
    /// The seed of all luck and all choices of random games: a whole number or 64 hexadecimal digits.
    #[arg(long, default_value = "1", conflicts_with = "match_id")]
    seed: Seed,
    /// Print the asks of this recorded match; see `kahua match list`.
    #[arg(long = "match", value_name = "ID")]
    match_id: Option<String>,
    /// Print only the asks of this seat.
    #[arg(long, requires = "match_id")]
    seat: Option<u32>,
    /// `json` prints an Ask in protobuf's JSON mapping on each line, as `kahua.load_asks` of Python reads it; `proto` prints the
    /// messages' bytes, each after its length as a varint; `bridge` prints the lines of `kahua bridge`.
    #[arg(long, value_enum, default_value = "json")]
    form: Form,
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum Form {
    Json,
    Proto,
    Bridge,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let mut out = BufWriter::new(io::stdout().lock());
    // A reader that has gone ends the command.
    let mut print = |seated: &pb::Seated, ask: pb::Ask| Ok(out.write_all(&args.form.bytes(seated, ask))?);
    match (&args.game, &args.match_id) {
        (Some(game), _) => {
            let game = GameArgs { game: game.clone(), options: args.options.clone(), ruleset: args.ruleset.clone() };
            of_random_games(&game.read()?, args.seats, args.seed, args.count as usize, &mut print)?;
        }
        (None, id) => {
            let arena = Arena::of(&args.data, &args.arena)?;
            of_record(id.as_deref().unwrap_or_default(), &arena, args.seat, &mut print)?;
        }
    }
    Ok(out.flush()?)
}

/// Asks of random games of the game with this name, always the same ones, with the fewest seats that it allows.
///
/// # Errors
/// If there is no such game.
pub(crate) fn of_game(game: &str, count: usize, form: Form) -> Result<Vec<u8>, Failure> {
    let game = GameArgs { game: game.to_owned(), options: Vec::new(), ruleset: None }.read()?;
    let mut asks = Vec::new();
    of_random_games(&game, None, Seed::from_number(1), count, &mut |seated, ask| {
        asks.extend(form.bytes(seated, ask));
        Ok(())
    })?;
    Ok(asks)
}

impl Form {
    fn bytes(self, seated: &pb::Seated, ask: pb::Ask) -> Vec<u8> {
        match self {
            Form::Json => format!("{}\n", text::in_json(&to_json(&ask).to_string())).into_bytes(),
            Form::Proto => ask.encode_length_delimited_to_vec(),
            Form::Bridge => bridge::ask_line(seated, ask).into_bytes(),
        }
    }
}
