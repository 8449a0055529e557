//! `kahua backup`: copies the store of an arena while it runs.

use std::path::PathBuf;

use anyhow::{Context, anyhow};
use serde_json::json;

use crate::copying::Copy;
use crate::data::{DataArgs, contents};
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
use crate::soundness;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The copy shows the store at one moment, and the arena keeps running meanwhile. It holds everything \
that the arena knows: records, open matches, rulesets, bots, the hashes of their tokens, and the arena's secrets, so only \
you may read it. It doesn't hold settings files, certificates, and the logs of bots. The copy is checked as `kahua \
restore` does it; if something is wrong, the exit code is 1, but the copy is kept.

Examples:
  kahua backup --data league /backups/league-2026-11-22.db
  kahua backup --data league \"/backups/league-$(date +%F).db\" --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The file to write. There must be none of this name.
    file: PathBuf,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let file = args.file.display();
    // A link counts even if it leads nowhere: the renaming at the end would replace it.
    if args.file.symlink_metadata().is_ok() {
        return Err(Failure::usage(format!("there is already a file {file}: give every backup a name of its own")));
    }
    let store = args.data.open_file("back it up with pg_dump, and see docs/operate.md")?;
    let copy = Copy::make(&store, &args.file)?;
    // Everything is read before the copy has its name: under that name there is always a whole backup.
    let made = copy.open()?;
    let problems = soundness::problems(&made)?;
    let made = made.reader();
    let records = made.record_count().context("cannot count the records")?;
    let open = made.open_matches().context("cannot read the open matches")?.len();
    let (bytes, head) =
        (made.size_bytes().map_err(|error| anyhow!(error))?, made.head().map_err(|error| anyhow!(error))?);
    drop(made);
    copy.put_in_place()?;
    if args.json {
        let (number, hash) = (head.number, hex::encode(head.hash));
        let head = json!({"number": number, "hash": hash});
        let backup =
            json!({"records": records, "open_matches": open, "bytes": bytes, "head": head, "problems": problems});
        print_json(&backup)?;
    } else {
        print(&format!("{file}: {}, {bytes} bytes", contents(records, open)))?;
        problems.iter().try_for_each(|problem| print(problem))?;
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
}
