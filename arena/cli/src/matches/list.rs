//! `kahua match list`.

use anyhow::Context;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::unix_ms;

use super::filter::FilterArgs;
use super::format::{date, termination_and_faults};
use super::remote;
use crate::damage::Damage;
use crate::data::DataArgs;
use crate::exit::CommandResult;
use crate::output::{print, print_json, table};
use crate::remote::ArenaArgs;
use kahua_store::Query;

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
    let mut damage = Damage::default();
    let Listed { matches, more } = match args.arena.remote() {
        Some(arena) => remote::list(&arena, args.filter.request(), args.limit)?,
        None => {
            let reader = args.data.reader()?;
            let query = Query { filter: args.filter.of_store(&reader)?, after: None, limit: args.limit as usize };
            let page = reader.summaries(&query).context("cannot read the list of matches")?;
            let sound = page.matches.into_iter().filter_map(|read| damage.leave_out(read).transpose());
            Listed { matches: sound.collect::<Result<_, _>>()?, more: page.next.is_some() }
        }
    };
    if args.json {
        matches.iter().try_for_each(|summary| print_json(&to_json(summary)))?;
        return damage.report();
    }
    if matches.is_empty() {
        print("No match was found.")?;
        return damage.report();
    }
    let headings = ["match", "started", "league", "game", "players and places", "termination", "events"];
    print(&table(&headings, &[6], matches.iter().map(row)).to_string())?;
    if more {
        print("... and more; use --limit to list them")?;
    }
    damage.report()
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
            "" => termination_and_faults(summary.termination.as_ref(), &summary.players, &summary.results),
            node => format!("running on {node}"),
        },
        summary.events.to_string(),
    ]
}
