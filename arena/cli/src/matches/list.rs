//! `kahua match list`.

use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;
use pb::correction::Change;

use super::filter::FilterArgs;
use super::pages;
use crate::arena::Arena;
use crate::data::DataArgs;
use crate::exit::CommandResult;
use crate::format::{date, termination_and_faults};
use crate::output::{print, print_json, table};
use crate::remote::ArenaArgs;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Filters can be combined; a match is listed if all of them select it. Times are in UTC.

Examples:
  kahua match list --data kahua-data
  kahua match list --data kahua-data --bot greedy --ended --since 2026-11-01 --json
  kahua match list --addr 127.0.0.1:7700 --league spring --running")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// The most matches to list.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
    // Last, since its heading holds for every flag that follows.
    #[command(flatten)]
    filter: FilterArgs,
}

/// The matches that were asked for, and whether there are more.
pub(super) struct Listed {
    pub(super) matches: Vec<pb::MatchSummary>,
    pub(super) more: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let arena = Arena::of(&args.data, &args.arena)?;
    let Listed { matches, more } = pages::list(&arena, args.filter.request(), args.limit)?;
    if args.json {
        matches.iter().try_for_each(|summary| print_json(&to_json(summary)))?;
        return arena.report();
    }
    if matches.is_empty() {
        print("No match was found.")?;
        return arena.report();
    }
    let headings = ["match", "started", "league", "game", "players and places", "termination", "events"];
    print(&table(&headings, &[6], matches.iter().map(row)).to_string())?;
    if more {
        print("... and more; use --limit to list them")?;
    }
    arena.report()
}

fn row(summary: &pb::MatchSummary) -> Vec<String> {
    let places = summary.results.iter().map(|result| Some(result.place)).chain(std::iter::repeat(None));
    let players = summary.players.iter().zip(places).map(|(player, place)| match place {
        Some(place) => format!("{} {place}.", player.name),
        None => player.name.clone(),
    });
    vec![
        summary.match_id.clone(),
        summary.started_at.as_ref().and_then(unix_ms).map_or("?".into(), date),
        if summary.league.is_empty() { "-".into() } else { summary.league.clone() },
        summary.game.clone(),
        players.collect::<Vec<_>>().join(", "),
        match summary.node.as_str() {
            "" => with_corrections(summary),
            node => format!("running on {node}"),
        },
        summary.events.to_string(),
    ]
}

/// How the match ended, and how it counts instead.
fn with_corrections(summary: &pb::MatchSummary) -> String {
    let ended = termination_and_faults(summary.termination.as_ref(), &summary.players, &summary.results);
    let corrected = summary.corrections.iter().map(|correction| format!("; {}", briefly(correction)));
    ended + &corrected.collect::<String>()
}

fn briefly(correction: &pb::Correction) -> String {
    match &correction.change {
        Some(Change::Annulled(_)) => "annulled".to_owned(),
        Some(Change::Places(corrected)) => {
            let places = corrected.places.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
            format!("corrected to {places}")
        }
        Some(Change::Disqualified(out)) => format!("{} disqualified", out.bot),
        Some(Change::Undone(_)) | None => String::new(),
    }
}
