//! `kahua match export`: writes records in formats for other programs.

use std::io::{self, BufWriter, Write};

use kahua_core::text::{in_json, on_one_line};
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use pb::recorded_event::Event;

use super::format::date;
use super::pgn;
use crate::damage::Damage;
use crate::data::{DataArgs, expect_game_and_league, record};
use crate::exit::CommandResult;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Formats:
  jsonl  the whole record, one JSON object per line; bytes (seed, hashes, digest) in base64
  text   a heading and one event per line, in the game's notation; \"moves removed\" where the arena doesn't keep them
  pgn    headers and result for rating tools; only of matches with two seats and a result

Examples:
  kahua match export --data kahua-data --format pgn > matches.pgn
  kahua match export --data kahua-data --game haleakala --format jsonl | head -1")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The ids of the matches to export. [default: all finished matches]
    matches: Vec<String>,
    /// Export only matches of this game.
    #[arg(long)]
    game: Option<String>,
    /// The format.
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Format,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Jsonl,
    Text,
    Pgn,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let reader = args.data.reader()?;
    expect_game_and_league(&reader, args.game.as_deref(), None)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut write = |record: &pb::MatchRecord| -> io::Result<()> {
        if args.game.as_ref().is_some_and(|game| *game != record.game) {
            return Ok(());
        }
        match args.format {
            Format::Jsonl => writeln!(out, "{}", in_json(&to_json(record).to_string())),
            Format::Text => writeln!(out, "{}", text(record)),
            Format::Pgn => pgn::headers(record).map_or(Ok(()), |headers| writeln!(out, "{headers}")),
        }
    };
    let mut damage = Damage::default();
    if args.matches.is_empty() {
        for record in reader.records() {
            if let Some(record) = damage.leave_out(record)? {
                write(&record)?;
            }
        }
    } else {
        for id in &args.matches {
            write(&record(&reader, id)?)?;
        }
    }
    out.flush()?;
    damage.report()
}

fn text(record: &pb::MatchRecord) -> String {
    let players: Vec<&str> = record.players.iter().map(|player| player.name.as_str()).collect();
    let mut lines = vec![
        format!("match {}", record.match_id),
        format!("game {} {}", record.game, record.options.join(",")),
        format!("players {}", players.join(" ")),
    ];
    lines.extend(record.moves_removed.map(|moves| format!("moves removed on {}", date(moves.at_unix_ms))));
    lines.extend(record.events.iter().filter_map(|event| match &event.event {
        Some(Event::Decision(decision)) => Some(format!("{} {}", decision.seat, decision.action)),
        Some(Event::Chance(outcome)) => Some(format!("chance {outcome}")),
        Some(Event::Fault(fault)) => Some(format!("fault {} {}", fault.seat, fault.cause().as_str_name())),
        Some(Event::Resumption(_)) | None => None,
    }));
    let results = record.results.iter().map(|result| format!("{}:{}", result.place, result.score));
    lines.push(format!("places {}", results.collect::<Vec<_>>().join(" ")));
    let lines: Vec<_> = lines.iter().map(|line| on_one_line(line)).collect();
    lines.join("\n") + "\n"
}
