//! `kahua standings`: the rating tables, computed from the records.

use std::fmt::Write;
use std::str::FromStr;

use anyhow::Context;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};

use crate::damage::Damage;
use crate::data::{DataArgs, expect_game_and_league};
use crate::exit::CommandResult;
use crate::output::{print, print_json, table};
use kahua_core::season::{ParseSeasonError, Season};
use kahua_core::text::on_one_line;
use kahua_leagues::Pools;
use kahua_server::seasons::present_seasons;
use kahua_store::Reader;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Matches are rated together if their league, season, game, number of seats, options and ruleset are the same. Each \
run of `kahua play` in a data directory is a season of the league \"play\".

Columns:
  elo       the rating after the last match, updated match by match, 1500 at the start
  estimate  the rating computed from all matches at once, with its 95 % interval; match sets are the unit
  score     the mean share of opponents beaten; a tie counts as one half

Examples:
  kahua standings --data kahua-data
  kahua standings --data kahua-data --league play --season all
  kahua standings --data kahua-data --game haleakala --json")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Print only the tables of this league; an empty name stands for matches of no league.
    #[arg(long)]
    league: Option<String>,
    /// Print only the tables of this game.
    #[arg(long)]
    game: Option<String>,
    /// Print only the tables with this number of seats.
    #[arg(long)]
    seats: Option<u32>,
    /// Print the tables of this season, counted from 1, or of `all` seasons. [default: the present one of each league]
    #[arg(long, value_name = "N|all")]
    season: Option<Seasons>,
    /// Print one JSON object for each bot in each pool.
    #[arg(long)]
    json: bool,
}

/// The seasons whose tables are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seasons {
    All,
    One(Season),
}

impl FromStr for Seasons {
    type Err = String;

    fn from_str(text: &str) -> Result<Seasons, String> {
        match text {
            "all" => Ok(Seasons::All),
            _ => text.parse().map(Seasons::One).map_err(|error: ParseSeasonError| format!("{error}, or `all`")),
        }
    }
}

pub(crate) fn run(args: &Args) -> CommandResult {
    let reader = args.data.reader()?;
    expect_game_and_league(&reader, args.game.as_deref(), args.league.as_deref())?;
    let mut damage = Damage::default();
    let present = present_seasons(&reader).context("cannot read the seasons")?;
    let mut pools = pools(&reader, &mut damage)?;
    pools.retain(|standings| {
        let pool = standings.pool.clone().unwrap_or_default();
        let present = present.get(&pool.league).copied().unwrap_or(Season::FIRST);
        let is_of_season = match args.season {
            Some(Seasons::All) => true,
            Some(Seasons::One(season)) => pool.season == season.number(),
            None => pool.season == present.number(),
        };
        is_of_season
            && args.league.as_ref().is_none_or(|league| *league == pool.league)
            && args.game.as_ref().is_none_or(|game| *game == pool.game)
            && args.seats.is_none_or(|seats| seats == pool.seats)
    });
    if args.json {
        pools_as_json(&pools).iter().try_for_each(print_json)?;
    } else {
        print(text(&pools).trim_end())?;
        for (bot, suspension) in reader.suspensions().context("cannot read the bots")? {
            print(&on_one_line(&format!("{bot} is suspended: {}", suspension.reason)))?;
        }
    }
    damage.report()
}

/// The standings of all pools of a store. A damaged record isn't counted, as in the arena itself.
///
/// # Errors
/// If the store can't be read.
fn pools(reader: &Reader, damage: &mut Damage) -> anyhow::Result<Vec<pb::PoolStandings>> {
    let mut pools = Pools::default();
    for record in reader.records() {
        let Some(record) = damage.leave_out(record)? else { continue };
        // A record that can't be rated isn't counted, as in the arena itself.
        if let Err(problem) = pools.add(&record) {
            tracing::warn!(match_id = record.match_id, %problem, "a record isn't rated");
        }
    }
    Ok(pools.standings(|_| true))
}

/// The standings as text, one table for each pool.
pub(crate) fn text(pools: &[pb::PoolStandings]) -> String {
    if pools.is_empty() {
        return "No rated match has finished yet.".into();
    }
    let mut text = String::new();
    for standings in pools {
        let pool = standings.pool.clone().unwrap_or_default();
        let _ = writeln!(text, "{}, {} matches", on_one_line(&title(&pool)), standings.matches);
        let rows = standings.standings.iter().map(row);
        let headings = ["#", "bot", "elo", "estimate", "± 95 %", "matches", "first", "score", "forfeits"];
        let _ = writeln!(text, "{}\n", table(&headings, &[0, 2, 3, 4, 5, 6, 7, 8], rows));
    }
    text
}

fn title(pool: &pb::Pool) -> String {
    let mut title = format!("{}, {} seats", pool.game, pool.seats);
    for option in &pool.options {
        let _ = write!(title, ", {option}");
    }
    if !pool.league.is_empty() {
        let _ = write!(title, ", league {}", pool.league);
    }
    if pool.season > 1 {
        let _ = write!(title, ", season {}", pool.season);
    }
    title
}

fn row(standing: &pb::Standing) -> Vec<String> {
    vec![
        standing.rank.to_string(),
        standing.name.clone(),
        format!("{:.0}", standing.elo),
        format!("{:.0}", standing.estimate),
        standing.margin.map_or("-".into(), |margin| format!("{margin:.0}")),
        standing.matches.to_string(),
        standing.first_places.to_string(),
        format!("{:.1} %", 100.0 * standing.score),
        standing.forfeits.to_string(),
    ]
}

/// Every standing as a JSON object.
pub(crate) fn pools_as_json(pools: &[pb::PoolStandings]) -> Vec<Value> {
    let of_pool = |standings: &pb::PoolStandings| {
        let pool = to_json(&standings.pool.clone().unwrap_or_default());
        let line = |standing| {
            let mut line = to_json(standing);
            line["pool"] = pool.clone();
            line["pool_matches"] = json!(standings.matches);
            line
        };
        standings.standings.iter().map(line).collect::<Vec<_>>()
    };
    pools.iter().flat_map(of_pool).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standings_read_as_reviewed() {
        let standing = |rank, name: &str, elo, margin, score, forfeits| pb::Standing {
            rank,
            name: name.into(),
            elo,
            estimate: elo - 3.4,
            margin,
            matches: 120,
            first_places: u64::from(120 / rank),
            score,
            forfeits,
            version: String::new(),
            current: true,
        };
        let pool = pb::Pool {
            league: "spring".into(),
            game: "senet".into(),
            seats: 2,
            options: vec!["variant=short".into()],
            ..pb::Pool::default()
        };
        let standings = vec![
            standing(1, "greedy", 1612.4, Some(31.2), 0.775, 0),
            standing(2, "random", 1500.0, None, 0.5, 0),
            standing(3, "a-bot-with-a-long-name", 988.6, Some(204.9), 0.0416, 12),
        ];
        insta::assert_snapshot!(text(&[pb::PoolStandings { pool: Some(pool), matches: 180, standings }]));
        insta::assert_snapshot!("no_standings", text(&[]));
    }
}
