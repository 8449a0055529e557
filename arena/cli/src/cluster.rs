//! `kahua cluster`: shows the arenas that share a store.

use anyhow::Context;
use kahua_proto::pb::node::v1::NodeStatus;
use kahua_store::{Node, Reader, Sight};
use prost::Message;
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
    let Some(sight) = reader.nodes().context("cannot read the nodes")? else {
        let problem = "the store is in a file, which only one arena can use: name the database with --store";
        return Err(Failure::usage(problem));
    };
    if args.json {
        return Ok(sight.nodes.iter().try_for_each(|node| print_json(&as_json(node, &sight)))?);
    }
    if sight.nodes.is_empty() {
        print("No arena is using the store.")?;
    } else {
        let headings = ["node", "number", "for bots", "for nodes", "version", "bots", "matches", "lease", ""];
        let rows = sight.nodes.iter().map(|node| row(node, &sight));
        print(&table(&headings, &[1, 5, 6], rows).to_string())?;
    }
    Ok(print(&free_matches(&sight, &reader)?)?)
}

fn row(node: &Node, sight: &Sight) -> Vec<String> {
    let status = status(node);
    let lease = match node.lease_left_ms {
        None => "alone".to_owned(),
        Some(left @ ..=0) => format!("ended {} s ago", -left / 1000),
        Some(left) => format!("{} s", left / 1000),
    };
    vec![
        node.card.name.clone(),
        node.number.0.to_string(),
        status.listens,
        node.card.address.clone(),
        status.version,
        status.bots.to_string(),
        status.matches.to_string(),
        lease,
        if sight.pairing == Some(node.number) { "pairs".to_owned() } else { String::new() },
    ]
}

fn as_json(node: &Node, sight: &Sight) -> Value {
    let NodeStatus { version, matches, bots, listens } = status(node);
    json!({
        "name": node.card.name, "number": node.number.0, "for_bots": listens, "for_nodes": node.card.address,
        "version": version, "bots": bots, "matches": matches, "joined_unix_ms": node.joined_unix_ms,
        "lease_left_ms": node.lease_left_ms, "pairs": sight.pairing == Some(node.number),
    })
}

/// What the node told last; nothing before its first round.
fn status(node: &Node) -> NodeStatus {
    NodeStatus::decode(node.status.as_slice()).unwrap_or_default()
}

fn free_matches(sight: &Sight, reader: &Reader) -> anyhow::Result<String> {
    let records = reader.record_count().context("cannot count the records")?;
    let free = match sight.free_matches {
        0 => "no match waits".to_owned(),
        1 => "1 match waits".to_owned(),
        free => format!("{free} matches wait"),
    };
    Ok(format!("{records} matches are kept; {free} for a node to play them."))
}
