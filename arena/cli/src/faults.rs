//! `kahua faults`: what went wrong with the bots, match by match, with the bots' output.

use std::path::Path;

use kahua_core::faults::{self, CountedFault};
use kahua_core::ids::BotName;
use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1 as pb;
use kahua_story::found_sentence;
use serde_json::json;

use crate::arena::Arena;
use crate::data::DataArgs;
use crate::exit::CommandResult;
use crate::format::date;
use crate::matches::{pages, written};
use crate::output::{print, print_json};
use crate::processes::logs;
use crate::remote::ArenaArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each fault is told with the match, the seat's decision and the event in the record, as `kahua match replay` numbers it. In the data \
directory of an arena that starts bots itself, it is followed by what the bot wrote during the match, as far as its log still \
has it.

Examples:
  kahua faults --data kahua-data
  kahua faults --data kahua-data --bot my-bot --league spring
  kahua faults --addr 127.0.0.1:7700 --bot my-bot")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// Only the faults of this bot.
    #[arg(long, value_name = "NAME")]
    bot: Option<BotName>,
    /// Only faults in matches of this league; an empty name stands for those of no league.
    #[arg(long)]
    league: Option<String>,
    /// The most matches to tell of, the newest first.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let arena = Arena::of(&args.data, &args.arena)?;
    let records = pages::records_with_faults(&arena, args.request(), args.limit, |found| args.selects(found))?;
    let logs = matches!(arena, Arena::Stored(_)).then(|| logs(args.data.dir()));
    let mut told = false;
    for record in &records {
        for found in faults::of(record).iter().filter(|found| args.selects(found)) {
            told = true;
            tell(record, found, logs.as_deref(), args.json)?;
        }
    }
    if !told && !args.json {
        print("No fault was found.")?;
    }
    arena.report()
}

impl Args {
    fn request(&self) -> pb::ListMatchesRequest {
        pb::ListMatchesRequest {
            bot: self.bot.map(|bot| bot.to_string()),
            league: self.league.clone(),
            running: Some(false),
            ..pb::ListMatchesRequest::default()
        }
    }

    fn selects(&self, found: &CountedFault<'_>) -> bool {
        self.bot.is_none_or(|bot| bot.as_str() == found.player.name)
    }
}

fn tell(record: &pb::MatchRecord, found: &CountedFault<'_>, logs: Option<&Path>, as_json: bool) -> CommandResult {
    let written = logs.and_then(|logs| written(logs, record, found));
    if as_json {
        return Ok(print_json(&json!({
            "match_id": record.match_id,
            "league": record.league,
            "game": record.game,
            "started_unix_ms": record.started_unix_ms,
            "bot": found.player.name,
            "version": found.player.version,
            "seat": found.seat,
            "event": found.event,
            "decision": found.decision,
            "cause": kahua_core::referee::cause_in_words(found.fault.cause()),
            "detail": found.fault.detail,
            "gave_up": found.gave_up,
            "written": written,
        }))?);
    }
    let league = if record.league.is_empty() { String::new() } else { format!("league {}, ", record.league) };
    let (id, started, game, seat) = (&record.match_id, date(record.started_unix_ms), &record.game, found.seat);
    let bot = format!("{} {}", found.player.name, found.player.version);
    print(&on_one_line(&format!("{}: {}", bot.trim_end(), found_sentence(found))))?;
    print(&on_one_line(&format!("  match {id}, {league}{game}, seat {seat}, started {started}")))?;
    match written {
        None => {}
        Some(lines) if lines.is_empty() => print("  it wrote nothing during this match")?,
        Some(lines) => {
            print("  what it wrote during this match:")?;
            lines.iter().try_for_each(|line| print(&on_one_line(&format!("  | {line}"))))?;
        }
    }
    Ok(print("")?)
}
