//! `kahua games`: the games, their cheat sheets, and which values of their rulesets are assumed.

mod cheat_sheet;

use kahua_engine::registry;
use kahua_engine::ruleset::values;
use serde_json::json;

pub(crate) use self::cheat_sheet::cheat_sheet;
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json, table};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kahua games\n  kahua games haleakala --values    list every value of the ruleset\n  kahua games haleakala --ruleset > mine.toml\n  kahua games haleakala --cheat-sheet"
)]
pub(crate) struct Args {
    /// Show only this game.
    game: Option<String>,
    /// List every value of the ruleset, marked as printed in the published rules or assumed by this project.
    #[arg(long)]
    values: bool,
    /// Print the game's built-in ruleset file, to be changed and passed to --ruleset.
    #[arg(long, conflicts_with = "values", requires = "game")]
    ruleset: bool,
    /// Print the game's actions, the most useful fields of its view and what counts, on one page of Markdown.
    #[arg(long, conflicts_with_all = ["values", "ruleset", "json"], requires = "game")]
    cheat_sheet: bool,
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let chosen = match &args.game {
        Some(name) => vec![crate::games::find(name)?],
        None => registry::all().to_vec(),
    };
    if args.ruleset {
        return Ok(print(chosen[0].info().ruleset.trim_end())?);
    }
    if args.cheat_sheet {
        return Ok(print(cheat_sheet(chosen[0]).trim_end())?);
    }
    if args.values {
        return list_values(&chosen, args.json);
    }
    let mut rows = Vec::new();
    for kind in chosen {
        let info = kind.info();
        let ruleset = kind.built_in_ruleset();
        let seats: Vec<String> = info.seats.clone().map(|n| n.to_string()).collect();
        let all = values(info.ruleset).map_err(anyhow::Error::from)?;
        let assumed = all.iter().filter(|value| value.assumed).count();
        if args.json {
            let options: Vec<_> =
                info.options.iter().map(|o| json!({"name": o.name, "values": o.values, "seats": o.seats})).collect();
            print_json(&json!({
                "game": info.name, "seats": info.seats.clone().collect::<Vec<_>>(), "options": options,
                "ruleset": ruleset.id(), "ruleset_hash": ruleset.hash().to_string(), "figures": all.len(),
                "assumed": assumed, "rules_version": info.rules_version,
            }))?;
        }
        let options: Vec<String> = info.options.iter().map(|o| format!("{}={}", o.name, o.values.join("|"))).collect();
        let assumed = format!("{} of {} assumed", assumed, all.len());
        rows.push(vec![info.name.into(), seats.join(" "), options.join(" "), ruleset.id().into(), assumed]);
    }
    if !args.json {
        print(&table(&["game", "seats", "options (default first)", "ruleset", "values"], &[], rows).to_string())?;
    }
    Ok(())
}

fn list_values(chosen: &[&'static dyn kahua_engine::GameEntry], json: bool) -> CommandResult {
    for kind in chosen {
        let info = kind.info();
        let mut rows = Vec::new();
        for value in values(info.ruleset).map_err(anyhow::Error::from)? {
            let mark = if value.assumed { "assumed" } else { "printed" };
            if json {
                print_json(&json!({"game": info.name, "figure": value.path, "mark": mark, "value": value.value}))?;
            }
            rows.push(vec![info.name.to_owned(), value.path, mark.into(), value.value]);
        }
        if !json {
            print(&table(&["game", "name", "mark", "value"], &[], rows).to_string())?;
        }
    }
    Ok(())
}

/// The game with this name.
///
/// # Errors
/// If there is none; the message lists all games.
pub(crate) fn find(name: &str) -> Result<&'static dyn kahua_engine::GameEntry, Failure> {
    registry::find(name)
        .ok_or_else(|| Failure::usage(format!("there is no game {name:?}; the games are {}", registry::names())))
}
