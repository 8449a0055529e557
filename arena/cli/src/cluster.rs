//! `kahua cluster`: shows the arenas that share a store.

use anyhow::Context;
use kahua_cluster::NodeInfo;
use kahua_core::words::count;
use kahua_store::{ClusterSnapshot, Location, NodesReader, Reader};
use kahua_web::Language;
use kahua_web::figures::lease;
use serde_json::{Value, json};

use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Show the arenas that share a store: its nodes.
    Status(Status),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every `kahua serve` on a PostgreSQL database is a node. A node renews its lease every second; if it doesn't for ten, others \
take its matches over. One node pairs the matches of all leagues, and each takes some of them to play.

Examples:
  kahua cluster status --store postgres://arena@db.example/league
  kahua cluster status --json")]
pub(crate) struct Status {
    #[command(flatten)]
    data: DataArgs,
    /// Print one JSON object per node.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(Command::Status(args): &Command) -> CommandResult {
    let reader = args.data.reader()?;
    let Location::Postgres(url) = args.data.location()? else {
        let problem = "the store is in a file, which only one arena can use: name the database with --store";
        return Err(Failure::usage(problem));
    };
    let look = || NodesReader::open(&url)?.look();
    let snapshot = look().context("cannot read the nodes")?;
    let nodes = NodeInfo::all(&snapshot);
    if args.json {
        return Ok(nodes.into_iter().try_for_each(|node| print_json(&as_json(node)))?);
    }
    if nodes.is_empty() {
        print("No arena is using the store.")?;
    } else {
        let headings = ["node", "number", "for bots", "for nodes", "version", "bots", "matches", "lease", ""];
        print(&table(&headings, &[1, 5, 6], nodes.into_iter().map(row)).to_string())?;
    }
    Ok(print(&free_matches(&snapshot, &reader)?)?)
}

fn row(node: NodeInfo) -> Vec<String> {
    let lease = lease(Language::English, node.lease_left_ms);
    vec![
        node.name,
        node.number.to_string(),
        node.for_bots,
        node.for_nodes,
        node.version,
        node.bots.to_string(),
        node.matches.to_string(),
        lease,
        if node.pairs { "pairs".to_owned() } else { String::new() },
    ]
}

fn as_json(node: NodeInfo) -> Value {
    let NodeInfo { name, number, for_bots, for_nodes, version, bots, matches, joined_unix_ms, lease_left_ms, pairs } =
        node;
    json!({
        "name": name, "number": number, "for_bots": for_bots, "for_nodes": for_nodes, "version": version, "bots": bots,
        "matches": matches, "joined_unix_ms": joined_unix_ms, "lease_left_ms": lease_left_ms, "pairs": pairs,
    })
}

fn free_matches(snapshot: &ClusterSnapshot, reader: &Reader) -> anyhow::Result<String> {
    let records = reader.record_count().context("cannot count the records")?;
    let kept = count(records, "match is kept", "matches are kept");
    let free = count(snapshot.free_matches, "match waits", "matches wait");
    Ok(format!("{kept}; {free} for a node."))
}
