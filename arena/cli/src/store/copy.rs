//! `kahua store copy`: copies a whole store to another place, in either database.

use anyhow::Context;
use serde_json::json;

use super::name::{StoreName, data_dir};
use crate::data::contents;
use crate::exit::{CommandResult, Failure};
use crate::output::{complain, print, print_json};
use crate::progress;
use crate::signals::survive_file_size_limit;
use crate::verify::Check;
use kahua_store::{CopyError, Link, Location, Reader, StoreCopy, StoreError};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The copy holds everything that the arena knows: records, the chain over them and the secret that its heads are signed with, \
what organizers have done, open matches, rulesets, seasons, bots, and the hashes of their tokens. So an arena goes on with the \
copy exactly as with the original. Settings files, certificates, and the logs and folders of bots aren't part of the store.

Stop the arena first. Every record of the copy is played again, as `kahua verify` does it, the chain is checked, and its head \
is compared with the original's. If anything fails, the exit code is 1, and the copy stays unfinished: no arena can be started on \
it. The same holds for an interrupted copy. Run the same command again: it removes what is there and starts over.

FROM and TO are a data directory, the address of a PostgreSQL database, or env:NAME, where the environment variable NAME holds \
one of them. Others can see the arguments of a command, but not its environment, so an address with a password belongs there.

Examples:
  KAHUA_STORE=postgres://arena:PASSWORD@db.example/league kahua store copy league env:KAHUA_STORE
  KAHUA_STORE=postgres://arena:PASSWORD@db.example/league kahua store copy env:KAHUA_STORE league-again")]
pub(crate) struct Args {
    /// The store to copy. No arena may be using it.
    #[arg(value_parser = StoreName::new)]
    from: StoreName,
    /// Where the copy is to be. There must be no store yet.
    #[arg(value_parser = StoreName::new)]
    to: StoreName,
    /// Finish the copy, too, if records are damaged or can't be verified.
    #[arg(long)]
    accept_damage: bool,
    /// Print one JSON object for each record that fails, and one with the totals.
    #[arg(long)]
    json: bool,
}

/// The contents of the copy.
struct Copied {
    records: u64,
    open_matches: usize,
    head: Link,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let (from, to) = (args.from.location("FROM")?, args.to.location("TO")?);
    survive_file_size_limit().context("cannot receive signals")?;
    let copy = StoreCopy::begin(&from, &to).map_err(refusal)?;
    let unfinished = || format!("{to} is not finished: give the same command again when this is repaired");
    run_all(&copy).with_context(unfinished)?;
    let mut check = Check::new(copy.reader(), args.json);
    check.all(copy.reader())?;
    check.chain(copy.reader(), None, None)?;
    let copied = Copied::of(copy.reader())?;
    // An arena starts on a store that is finished, so this waits for the result of all checks.
    let is_finished = check.failed == 0 || args.accept_damage;
    if is_finished {
        copy.finish().with_context(unfinished)?;
    }
    tell(args, &copied, &check, &to)?;
    if is_finished {
        return if args.json { Ok(()) } else { Ok(print(&how_to_serve(&from, &to))?) };
    }
    complain(&format!(
        "error: records of {from} are damaged or can't be verified, so the copy stays unfinished: see `kahua verify`, and \
         restore a backup, or --accept-damage"
    ));
    Err(Failure::CheckFailed)
}

fn run_all(copy: &StoreCopy) -> anyhow::Result<()> {
    let bar = progress::bar(copy.record_count()?, "records copied");
    copy.run(|records| bar.inc(records))?;
    bar.finish_and_clear();
    Ok(())
}

impl Copied {
    fn of(reader: &Reader) -> anyhow::Result<Copied> {
        Ok(Copied {
            records: reader.record_count().context("cannot count the records")?,
            open_matches: reader.open_matches().context("cannot read the open matches")?.len(),
            head: reader.head().context("cannot read the chain")?,
        })
    }
}

fn tell(args: &Args, copied: &Copied, check: &Check, to: &Location) -> CommandResult {
    let Copied { records, open_matches, head } = copied;
    if args.json {
        let head = json!({"number": head.number, "hash": hex::encode(head.hash)});
        return Ok(print_json(&json!({
            "records": records,
            "open_matches": open_matches,
            "verified": check.verified,
            "without_moves": check.without_moves,
            "failed": check.failed,
            "head": head,
        }))?);
    }
    print(&format!("{to}: {}", contents(*records, *open_matches)))?;
    Ok(print(&check.in_words())?)
}

fn how_to_serve(from: &Location, to: &Location) -> String {
    let how = match data_dir(to) {
        Some(dir) => format!("kahua serve --data {}", dir.display()),
        None => {
            let dir = data_dir(from).map_or_else(|| "DIR".into(), |dir| dir.display().to_string());
            format!("put the address of {to} with its password into KAHUA_STORE, and then kahua serve --data {dir}")
        }
    };
    format!("To go on with the copy: {how}\nServe only one of the two from now on, as each would go on by itself.")
}

/// Whether an error is a mistake in the arguments, or a problem outside.
fn refusal(error: CopyError) -> Failure {
    match error {
        CopyError::Same(_) | CopyError::NotEmpty(_) | CopyError::Store(StoreError::Missing { .. }) => {
            Failure::usage(error)
        }
        other => Failure::Outside(other.into()),
    }
}
