//! `kahua correction`: what organizers have corrected, and how it is taken back. `kahua match annul`, `kahua match correct` and
//! `kahua league disqualify` make corrections.

use kahua_core::correction::in_words;
use kahua_core::limits;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use pb::correct_results_request::Change;

use crate::arena::{Arena, PlaceArgs};
use crate::exit::{CommandResult, Failure};
use crate::format::date_or_unknown;
use crate::output::{print, print_json, table};
use crate::remote::{Leagues, all_pages};

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// List the corrections, newest first, with who has made them and why.
    List(List),
    /// Take a correction back, so that results count as before.
    Undo(Undo),
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  kahua correction list --data league --league spring")]
pub(crate) struct List {
    /// Only the corrections of this league.
    #[arg(long, value_name = "LEAGUE")]
    league: Option<String>,
    #[command(flatten)]
    place: PlaceArgs,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The correction stays in the list, and another one says that it was taken back, by whom and why. The bots concerned are told.

Example:
  kahua correction undo 17 --why \"it was another match\" --addr 127.0.0.1:7700")]
pub(crate) struct Undo {
    /// The number of the correction: see `kahua correction list`.
    number: u64,
    #[command(flatten)]
    why: WhyArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

/// The reason of a correction.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WhyArgs {
    /// Why, in at most 200 bytes. The bots concerned are told so, and pages show it.
    #[arg(long, value_name = "TEXT", value_parser = reason)]
    why: String,
}

pub(crate) fn run(command: &Command) -> CommandResult {
    match command {
        Command::List(args) => list(args),
        Command::Undo(Undo { number, why, place }) => correct(
            place,
            why,
            Change::Undone(pb::UndoneCorrection { number: *number }),
            pb::CorrectResultsRequest::default(),
        ),
    }
}

/// Makes this correction, and prints its number. `of` says from which season a bot is disqualified.
///
/// # Errors
/// If the arena can't be reached or read, or refuses it.
pub(crate) fn correct(
    place: &PlaceArgs,
    why: &WhyArgs,
    change: Change,
    of: pb::CorrectResultsRequest,
) -> CommandResult {
    let request = pb::CorrectResultsRequest { why: why.why.clone(), change: Some(change), ..of };
    let made = place.arena()?.call(async |mut arena| arena.correct_results(request).await)?.correction;
    let made = made.unwrap_or_default();
    Ok(print(&format!("Correction {}: {}.", made.number, in_words(&made)))?)
}

fn list(args: &List) -> CommandResult {
    let made = corrections(&args.place.arena()?, args.league.as_deref())?;
    if args.json {
        return Ok(made.iter().try_for_each(|correction| print_json(&to_json(correction)))?);
    }
    if made.is_empty() {
        return Ok(print("Nothing was corrected.")?);
    }
    let headings = ["correction", "made", "by", "what", "why", "now"];
    let row = |correction: &pb::Correction| {
        vec![
            correction.number.to_string(),
            date_or_unknown(correction.at.as_ref()),
            correction.by.clone(),
            in_words(correction),
            correction.why.clone(),
            correction.undone_by.map_or_else(|| "holds".to_owned(), |by| format!("taken back by {by}")),
        ]
    };
    Ok(print(&table(&headings, &[0], made.iter().map(row)).to_string())?)
}

/// All corrections of an arena, newest first.
///
/// # Errors
/// If the arena can't be reached or read.
pub(crate) fn corrections(arena: &Arena, league: Option<&str>) -> Result<Vec<pb::Correction>, Failure> {
    let page = async |leagues: &mut Leagues, page_token| {
        let (league, page_size) = (league.map(str::to_owned), Some(limits::PAGE_MAX));
        let request = pb::ListCorrectionsRequest { league, page_size, page_token };
        let page = leagues.list_corrections(request).await?.into_inner();
        Ok((page.corrections, page.next_page_token))
    };
    let most = limits::CORRECTIONS_MAX;
    arena.ask(async |mut leagues| all_pages(most, async |token| page(&mut leagues, token).await).await)
}

/// A reason as the arena takes one.
pub(crate) fn reason(text: &str) -> Result<String, String> {
    match text.len() {
        1..=kahua_core::limits::DETAIL_BYTES_MAX => Ok(text.to_owned()),
        length => Err(format!("it has {length} bytes; expected 1 to {}", kahua_core::limits::DETAIL_BYTES_MAX)),
    }
}
