//! `kahua match list`.

use anyhow::Context;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;

use super::format::{date, termination};
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};
use kahua_proto::time::unix_ms;
use kahua_store::{Filter, Query};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kahua match list --data kahua-data
  kahua match list --data kahua-data --bot greedy --limit 5 --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// List only matches of this game.
    #[arg(long)]
    game: Option<String>,
    /// List only matches of this bot.
    #[arg(long)]
    bot: Option<String>,
    /// The most matches to list.
    #[arg(long, default_value_t = 20)]
    limit: usize,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> CommandResult {
    let bot = args.bot.as_ref().map(|name| name.parse()).transpose().map_err(Failure::usage)?;
    let filter = Filter { game: args.game.clone(), bot, ..Filter::default() };
    let query = Query { filter, after: None, limit: args.limit };
    let page = args.data.reader()?.summaries(&query).context("cannot read the list of matches")?;
    let more = page.next.is_some();
    let matches = page.matches.into_iter().collect::<Result<Vec<_>, _>>().context("cannot read a match")?;
    if args.json {
        return Ok(matches.iter().try_for_each(|summary| print_json(&to_json(summary)))?);
    }
    let headings = ["match", "started", "game", "players and places", "termination", "events"];
    print(&table(&headings, &[5], matches.iter().map(row)).to_string())?;
    if more {
        print("... and more; use --limit to list them")?;
    }
    Ok(())
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
        summary.game.clone(),
        players.collect::<Vec<_>>().join(", "),
        termination(summary.termination.as_ref()),
        summary.events.to_string(),
    ]
}
