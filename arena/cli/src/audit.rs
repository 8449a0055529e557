//! `kahua audit`: prints what organizers have done.

use anyhow::Context;
use serde_json::json;

use crate::data::DataArgs;
use crate::exit::CommandResult;
use crate::output::{print, print_json, table};
use kahua_store::Act;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Every call that only organizers may make is noted with its time, who made it, and what came of it; so is what `kahua bot` \
changes. An organizer is named by the first eight digits of the hash of the token, as the settings have it; an arena without \
tokens doesn't know who it was. Times are in UTC. `kahua verify` finds acts that were changed or deleted.

Example:
  kahua audit --data league --limit 100")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// The most acts to print; the newest ones are printed.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let acts = args.data.reader()?.acts(args.limit).context("cannot read the audit log")?;
    if args.json {
        return Ok(acts.iter().try_for_each(|act| {
            let Act { who, what, arguments, outcome, .. } = act;
            let line = json!({"time": time(act), "who": who, "what": what, "arguments": arguments, "outcome": outcome});
            print_json(&line)
        })?);
    }
    if acts.is_empty() {
        return Ok(print("No organizer has done anything yet.")?);
    }
    let rows = acts.iter().map(|act| {
        let Act { who, what, arguments, outcome, .. } = act;
        vec![time(act), who.clone(), what.clone(), arguments.clone(), outcome.clone()]
    });
    Ok(print(&table(&["time", "who", "what", "arguments", "outcome"], &[], rows).to_string())?)
}

fn time(act: &Act) -> String {
    jiff::Timestamp::from_millisecond(act.unix_ms).map_or_else(|_| "?".to_owned(), |time| time.to_string())
}
