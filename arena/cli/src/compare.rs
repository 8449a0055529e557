//! `kahua compare`: by how much one bot is stronger than another, and how certain that is.

use std::str::FromStr;

use kahua_core::ids::{BotName, ParseBotNameError};
use kahua_core::season::Season;
use kahua_core::text::on_one_line;
use kahua_core::words::count;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;

use crate::arena::Arena;
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::output::{print, print_json};
use crate::remote::ArenaArgs;
use kahua_web::Language;
use kahua_web::figures::{interval, likelihood, meaning, title};

#[derive(Debug, clap::Args)]
#[command(after_help = "\
The difference comes from all rated matches of a pool, those against third bots too, and its interval has a confidence of \
95 %. Two bots may overlap in the standings and still differ clearly: what they have in common cancels out of the difference.

An interval is right only if you look once, at the end. To stop as soon as the results suffice, use `kahua sprt`.

Examples:
  kahua compare mine greedy --data kahua-data
  kahua compare mine@1.2 mine@1.1 --data kahua-data --game hawaii
  kahua compare mine greedy --addr 127.0.0.1:7700 --json")]
pub(crate) struct Args {
    /// The bot that may be stronger: NAME, or NAME@VERSION for another version than the one that played last.
    bot: Version,
    /// The bot to compare it with, written alike.
    other: Version,
    #[command(flatten)]
    data: DataArgs,
    #[command(flatten)]
    arena: ArenaArgs,
    /// Compare only in this league; an empty name stands for matches of no league.
    #[arg(long)]
    league: Option<String>,
    /// Compare in this season, counted from 1. [default: the present one of each league]
    #[arg(long, value_name = "N")]
    season: Option<Season>,
    /// Compare only in this game.
    #[arg(long)]
    game: Option<String>,
    /// Compare only in matches with this number of seats.
    #[arg(long)]
    seats: Option<u32>,
    /// Print one JSON object for each pool.
    #[arg(long)]
    json: bool,
}

/// A bot, in one version or in the one that played last.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Version {
    name: BotName,
    version: Option<String>,
}

impl FromStr for Version {
    type Err = ParseBotNameError;

    fn from_str(text: &str) -> Result<Version, ParseBotNameError> {
        let (name, version) = match text.split_once('@') {
            Some((name, version)) => (name, Some(version.to_owned())),
            None => (text, None),
        };
        Ok(Version { name: name.parse()?, version })
    }
}

pub(crate) fn run(args: &Args) -> CommandResult {
    if args.bot == args.other {
        return Err(Failure::usage("a bot can't be compared with itself: name two bots, or two versions of one"));
    }
    let arena = Arena::of(&args.data, &args.arena)?;
    let comparisons = arena.call(async |mut leagues| leagues.compare_bots(args.request()).await)?.comparisons;
    if args.json {
        comparisons.iter().try_for_each(|comparison| print_json(&to_json(comparison)))?;
    } else if comparisons.is_empty() {
        print("There is no pool in which both have played rated matches.")?;
    } else {
        print(&comparisons.iter().map(|comparison| args.text(comparison)).collect::<Vec<_>>().join("\n\n"))?;
    }
    arena.report()
}

impl Args {
    fn request(&self) -> pb::CompareBotsRequest {
        pb::CompareBotsRequest {
            bot: self.bot.name.to_string(),
            version: self.bot.version.clone(),
            other: self.other.name.to_string(),
            other_version: self.other.version.clone(),
            league: self.league.clone(),
            game: self.game.clone(),
            seats: self.seats,
            season: self.season.map(Season::number),
        }
    }

    /// A comparison in whole sentences.
    fn text(&self, comparison: &pb::Comparison) -> String {
        let named = |name: BotName, version: &str| match version {
            "" => name.to_string(),
            version => on_one_line(&format!("{name} ({version})")).into_owned(),
        };
        let one = named(self.bot.name, &comparison.version);
        let other = named(self.other.name, &comparison.other_version);
        let difference = comparison.difference.unwrap_or_default();
        [
            format!("{}: {one} against {other}", on_one_line(&title(&comparison.pool.clone().unwrap_or_default()))),
            format!("  {}", meaning(Language::English, &one, &other, &difference)),
            format!(
                "  difference  {:+.0}, 95 %: {}",
                difference.elo,
                interval(Language::English, difference.lower, difference.upper)
            ),
            format!("  stronger    {}", difference.superiority.map_or("-".into(), likelihood)),
            match comparison.matches {
                0 => "  met         never; both have played the same opponents".into(),
                matches => format!(
                    "  met         in {} of {}, score {:.1} %",
                    count(matches, "match", "matches"),
                    count(comparison.sets.into(), "set", "sets"),
                    100.0 * comparison.score
                ),
            },
        ]
        .join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_follows_its_bot() {
        let version = |text: &str| text.parse::<Version>().unwrap().version;
        assert_eq!((version("ann"), version("ann@"), version("ann@1@2")), (None, Some("".into()), Some("1@2".into())));
        assert!("a b@1".parse::<Version>().is_err());
    }
}
