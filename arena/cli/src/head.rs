//! `kahua head`: prints the head of the records, signed, for an organizer to publish.

mod signed;

use anyhow::Context;
use jiff::Timestamp;
use serde_json::json;

use crate::data::DataArgs;
use crate::exit::CommandResult;
use crate::output::{print, print_json};

pub(crate) use signed::{PublicKey, SignedHead};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every record is a link in a chain of hashes. The head is the number and the hash of its last link; the hash depends on \
every record so far. Once a head is published, `kahua verify --head` detects whether any record before it was deleted or \
changed. Publish one from time to time, at a place that the arena's machine can't change later; and \
publish the key once, at a place that people trust.

The head is signed with a key that the arena made for itself and keeps in its data directory. Anyone who can read that directory \
can sign too. So the signature shows where a head comes from, but not that it is the only one.

Examples:
  kahua head --data league > head.txt
  kahua verify --data league --head head.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let reader = args.data.reader()?;
    let secret = reader
        .head_key()
        .context("cannot read the key")?
        .context("the store has lost the key with which heads are signed: restore a backup")?;
    let now = Timestamp::from_second(Timestamp::now().as_second()).context("the clock has no valid time")?;
    let head = SignedHead::sign(reader.head().context("cannot read the chain")?, now, &secret)?;
    if args.json {
        return Ok(print_json(&json!({
            "number": head.link.number,
            "hash": hex::encode(head.link.hash),
            "time": head.time.to_string(),
            "key": head.key.to_string(),
            "signature": hex::encode(head.signature),
        }))?);
    }
    Ok(print(&head.to_string())?)
}
