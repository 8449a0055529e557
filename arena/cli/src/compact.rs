//! `kahua compact`: gives the disk back what the store doesn't need any more.

use serde_json::json;

use crate::data::{DataArgs, store_path};
use crate::exit::CommandResult;
use crate::output::{print, print_json};
use kahua_store::Store;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
While matches are played, their events are in a journal, which is deleted when they have ended. The arena uses the space \
again, so its file doesn't grow without end; but it doesn't shrink either after a time with very many matches at once. \
This needs an arena that isn't running, and as much free space as the store has. Records are never removed.

Example:
  kahua compact --data league")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    // Fails where there is no store; what follows would make one.
    drop(args.data.reader()?);
    let sizes = Store::compact(&store_path(args.data.dir())).map_err(anyhow::Error::from)?;
    if args.json {
        return Ok(print_json(&json!({"bytes_before": sizes.before, "bytes_after": sizes.after}))?);
    }
    Ok(print(&format!("{} bytes before, {} bytes now", sizes.before, sizes.after))?)
}
