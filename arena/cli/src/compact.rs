//! `kahua compact`: gives the disk back what the store doesn't need any more.

use anyhow::Context;
use jiff::Timestamp;
use kahua_core::words::count;
use serde_json::json;

use crate::data::{DataArgs, written};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
use kahua_store::{Act, Location, Removed, StoreFile};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
While matches are played, their events are in a journal, which is deleted when they have ended. The arena reuses that space, so \
its file doesn't grow without end, but it never shrinks by itself. Stop the arena before you run this command. It needs as much \
free disk space as the store takes.

Records are kept for ever, unless --older-than is given: then the moves, comments and seeds of older matches are removed \
for good. Their players, results and times stay, so ratings, standings and lists don't change, and the chain of hashes \
still proves them. A running arena does the same by itself with `retention` in its settings.

Examples:
  kahua compact --data league
  kahua compact --data league --older-than 90d")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// First remove the moves of all matches that ended more than this many days ago, such as 90d.
    #[arg(long, value_name = "DAYS", value_parser = days)]
    older_than: Option<u32>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    // Fails where there is no store; what follows would make one.
    drop(args.data.reader()?);
    let file = match args.data.location()? {
        Location::File(file) => Some(file),
        Location::Postgres(_) if args.older_than.is_some() => None, // PostgreSQL uses the space again by itself
        Location::Postgres(_) => Some(args.data.file("VACUUM FULL gives its space back to the disk")?),
    };
    let removed = args.older_than.map(|days| remove_moves(&args.data, days)).transpose()?;
    let sizes = file.map(|file| StoreFile::compact(&file)).transpose().map_err(anyhow::Error::from)?;
    if args.json {
        let mut line = json!({});
        if let Some(sizes) = sizes {
            line["bytes_before"] = sizes.before.into();
            line["bytes_after"] = sizes.after.into();
        }
        if let Some(Removed { matches, damaged }) = removed {
            line["moves_removed"] = json!({"matches": matches, "damaged": damaged});
        }
        return Ok(print_json(&line)?);
    }
    if let Some(Removed { matches, damaged }) = removed {
        print(&format!("the moves of {} were removed", count(matches, "match", "matches")))?;
        if damaged > 0 {
            print(&format!("{damaged} damaged records were left as they are: see `kahua verify`"))?;
        }
    }
    match sizes {
        Some(sizes) => Ok(print(&format!("{} bytes before, {} bytes now", sizes.before, sizes.after))?),
        None => Ok(()),
    }
}

/// Removes the moves of matches that are older than this, and notes it in the audit log.
fn remove_moves(data: &DataArgs, days: u32) -> Result<Removed, Failure> {
    let store = data.open()?;
    let now = Timestamp::now().as_millisecond();
    let removing = async {
        let removed = store.remove_moves(now - i64::from(days) * DAY_MS, now).await?;
        let act = Act {
            unix_ms: now,
            who: "kahua compact".into(),
            what: "RemoveMoves".into(),
            arguments: format!("older than {days} days"),
            outcome: count(removed.matches, "match", "matches"),
        };
        store.note_act(act).await?;
        Ok(removed)
    };
    Ok(written(removing).context("cannot remove the moves of old matches")?)
}

/// A number of days: `90d`.
fn days(text: &str) -> Result<u32, String> {
    let days = text.strip_suffix('d').and_then(|digits| digits.parse().ok());
    days.ok_or_else(|| format!("{text:?} is not a valid number of days: expected one such as 90d"))
}
