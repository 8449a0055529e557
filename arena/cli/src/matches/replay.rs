//! `kahua match replay`: plays the events of a record again, one by one.

mod drawings;
mod raw;
mod told;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use kahua_web::Language;

use crate::arena::Arena;
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::format::date;
use crate::output::print;
use crate::remote::ArenaArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each line has the number of its first event, the points that the seats would have if the final scoring came then, what happened, \
and how long the bot thought, from 0.1 ms on. Draws that come one after the other are told on one line. `kahua ask` hands what \
was asked before an event to a bot again.

Examples:
  kahua match replay --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55
  kahua match replay --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --at 40       the board before event 40, and what is legal
  kahua match replay --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --svg boards  a picture after each step
  kahua match replay --data kahua-data 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55 --html m.html a page with everything in it
  kahua match replay --addr 127.0.0.1:7700 01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55           a match of a running arena")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// The match's id.
    id: String,
    /// Stop before this event, and show the board and the legal actions.
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Show the board whenever the turn passes on.
    #[arg(long, conflicts_with_all = ["raw", "json", "svg"])]
    boards: bool,
    /// Draw the board before the first event and after each step into this directory, as SVG files named by their events.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["raw", "json"])]
    svg: Option<PathBuf>,
    /// Write the match into this file as one page for a browser, with its boards and sentences: to keep or to mail.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["raw", "json", "svg", "boards", "at"])]
    html: Option<PathBuf>,
    /// Print each event in notation, as it was recorded.
    #[arg(long)]
    raw: bool,
    /// Print one JSON object per event, with the view before it.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let arena = Arena::of(&args.data, &args.arena)?;
    let (record, _) = arena.finished_match(&args.id)?;
    expect_moves(&record)?;
    let stop = args.at.unwrap_or(record.events.len());
    if stop > record.events.len() {
        return Err(Failure::usage(format!("--at: the match has only {} events", record.events.len())));
    }
    let ruleset = arena.ruleset(&record)?;
    if args.raw || args.json {
        return raw::replay(&record, &ruleset, &args.events(&record), args.json);
    }
    if let Some(file) = &args.html {
        let page = kahua_web::match_page(Language::English, &record, &ruleset);
        let page =
            page.ok_or_else(|| anyhow!("the moves of match {} can't be told: try `kahua verify`", record.match_id))?;
        fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
        return Ok(print(&format!("The match is in {}. Open it in a browser.", file.display()))?);
    }
    match &args.svg {
        Some(dir) => drawings::draw(&record, &ruleset, stop, dir),
        None => told::tell(&record, &ruleset, &args.events(&record), args.boards, &mut |text| print(text)),
    }
}

/// A whole match in words, as `kahua match replay` tells it.
///
/// # Errors
/// If the record isn't sound.
pub(crate) fn in_words(record: &pb::MatchRecord, ruleset: &Arc<dyn DynRuleset>) -> Result<String, Failure> {
    let mut told = String::new();
    let events = Events { stop: record.events.len(), shows_position: false };
    told::tell(record, ruleset, &events, false, &mut |text| {
        told.push_str(text);
        told.push('\n');
        Ok(())
    })?;
    Ok(told)
}

/// Checks that the record still has its moves.
///
/// # Errors
/// If they were removed.
pub(crate) fn expect_moves(record: &pb::MatchRecord) -> Result<(), Failure> {
    let Some(moves) = &record.moves_removed else { return Ok(()) };
    let problem = format!("the moves of match {} were removed on {}", record.match_id, date(moves.at_unix_ms));
    Err(Failure::usage(format!("{problem}, since its arena keeps moves for a limited time: restore a backup")))
}

impl Args {
    fn events(&self, record: &pb::MatchRecord) -> Events {
        match self.at {
            Some(stop) => Events { stop, shows_position: true },
            None => Events { stop: record.events.len(), shows_position: false },
        }
    }
}

/// Which events are replayed.
struct Events {
    /// The number of the first event that isn't replayed.
    stop: usize,
    /// Whether the position there is shown.
    shows_position: bool,
}
