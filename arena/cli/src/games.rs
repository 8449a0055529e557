//! `kahua games`: what can be played here, and which figures are assumed.

use kahua_engine::registry;
use kahua_engine::ruleset::values;
use serde_json::json;

use crate::cli::CommandResult;
use crate::exit::Failure;
use crate::output::{print, print_json, table};

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  kahua games\n  kahua games haleakala --figures   every figure, printed or assumed"
)]
pub(crate) struct Args {
    /// Only this game.
    game: Option<String>,
    /// List every figure of the ruleset, marked as printed in the published rules or assumed by this project.
    #[arg(long)]
    figures: bool,
    /// Print the game's usual ruleset file, to change and give to --ruleset.
    #[arg(long, conflicts_with = "figures", requires = "game")]
    ruleset: bool,
    /// One JSON object a line.
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
    if args.figures {
        return list_figures(&chosen, args.json);
    }
    let mut rows = Vec::new();
    for kind in chosen {
        let info = kind.info();
        let ruleset = kind.built_in_ruleset();
        let seats: Vec<String> = info.seats.clone().map(|n| n.to_string()).collect();
        let all = values(info.ruleset).map_err(anyhow::Error::from)?;
        let assumed = all.iter().filter(|figure| figure.assumed).count();
        if args.json {
            let options: Vec<_> = info.options.iter().map(|o| json!({"name": o.name, "values": o.values})).collect();
            print_json(&json!({
                "game": info.name, "seats": info.seats.clone().collect::<Vec<_>>(), "options": options,
                "ruleset": ruleset.id(), "ruleset_hash": ruleset.hash().to_string(), "figures": all.len(),
                "assumed": assumed, "rules_version": info.rules_version,
            }))?;
        }
        let options: Vec<String> = info.options.iter().map(|o| format!("{}={}", o.name, o.values.join("|"))).collect();
        let figures = format!("{} of {} assumed", assumed, all.len());
        rows.push(vec![info.name.into(), seats.join(" "), options.join(" "), ruleset.id().into(), figures]);
    }
    if !args.json {
        print(&table(&["game", "seats", "options (usual first)", "ruleset", "figures"], &[], rows).to_string())?;
    }
    Ok(())
}

fn list_figures(chosen: &[&'static dyn kahua_engine::GameEntry], json: bool) -> CommandResult {
    for kind in chosen {
        let info = kind.info();
        let mut rows = Vec::new();
        for figure in values(info.ruleset).map_err(anyhow::Error::from)? {
            let mark = if figure.assumed { "assumed" } else { "printed" };
            if json {
                print_json(&json!({"game": info.name, "figure": figure.path, "mark": mark, "value": figure.value}))?;
            }
            rows.push(vec![info.name.to_owned(), figure.path, mark.into(), figure.value]);
        }
        if !json {
            print(&table(&["game", "figure", "mark", "value"], &[], rows).to_string())?;
        }
    }
    Ok(())
}

/// The game with this name.
///
/// # Errors
/// If there is none; the message lists those there are.
pub(crate) fn find(name: &str) -> Result<&'static dyn kahua_engine::GameEntry, Failure> {
    registry::find(name)
        .ok_or_else(|| Failure::usage(format!("there is no game {name:?}; there are: {}", registry::names())))
}
