//! `kahua league`: what organizers do with the leagues of an arena that isn't running.

use std::collections::BTreeSet;

use anyhow::Context;

use crate::data::{DataArgs, open_store, written};
use crate::exit::{CommandResult, Failure};
use crate::output::print;
use kahua_server::seasons::{self, PresentSeasons};
use kahua_store::Act;

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Start a new season of a league, so that it can be played on other terms.
    Season(Season),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
All matches of a season are played on the same terms: game, ruleset, options, number of seats, time control, consequences \
of faults, luck, seed, and whether they are rated. An arena whose settings have other terms for a league doesn't start \
until its league has a new season. The list of bots and the number of matches may change at any time.

A new season begins with a schedule and standings of its own. The matches of earlier seasons stay: `kahua standings \
--season all` shows them too.

Example:
  kahua league season spring --data league")]
pub(crate) struct Season {
    #[command(flatten)]
    data: DataArgs,
    /// The league's name.
    name: String,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::Season(args) => start_season(args),
    }
}

fn start_season(args: &Season) -> CommandResult {
    let reader = args.data.reader()?;
    let played = reader.leagues().context("cannot read the leagues")?;
    let present = PresentSeasons::read(&reader).context("cannot read the seasons")?;
    let known: BTreeSet<String> = played.into_iter().chain(present.leagues().map(str::to_owned)).collect();
    if !known.contains(&args.name) {
        return Err(Failure::usage(unknown(&args.name, known.into_iter())));
    }
    let store = open_store(args.data.dir())?;
    let mut started = None;
    let starting = async {
        started = seasons::start_new_season(&args.name, &store).await?;
        store.note_act(act(&args.name)).await
    };
    written(starting).context("cannot write the new season")?;
    let season = started.context("the league is gone")?;
    Ok(print(&format!(
        "League {} is in season {season} now; its terms are those with which it is next played.",
        args.name
    ))?)
}

/// That there is no league of this name among these.
pub(crate) fn unknown(name: &str, known: impl Iterator<Item = String>) -> String {
    let known: Vec<String> = known.filter(|known| !known.is_empty()).collect();
    match known.is_empty() {
        true => format!("there is no league {name:?} here, nor any other"),
        false => format!("there is no league {name:?} here; there are {}", known.join(", ")),
    }
}

/// What the audit log keeps of it.
fn act(league: &str) -> Act {
    Act {
        unix_ms: jiff::Timestamp::now().as_millisecond(),
        who: "kahua league".into(),
        what: "StartSeason".into(),
        arguments: league.to_owned(),
        outcome: "done".into(),
    }
}
