//! `kahua standings`: the rating tables, computed from the records.

mod csv;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::str::FromStr;

use anyhow::Context;
use comfy_table::Table;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};

use crate::damage::Damage;
use crate::data::{DataArgs, expect_bot, expect_game_and_league};
use crate::exit::CommandResult;
use crate::output::{print, print_json, table};
use crate::remote::{self, Leagues};
use kahua_core::ids::{BotName, ParseBotNameError};
use kahua_core::limits;
use kahua_core::season::{ParseSeasonError, Season};
use kahua_core::text::on_one_line;
use kahua_leagues::{Anchor, Pools, Scale};
use kahua_server::seasons::present_seasons;
use kahua_store::Reader;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Matches are rated together if their league, season, game, number of seats, options and ruleset are the same. Each \
run of `kahua play` in a data directory is a season of the league \"play\". Every version of a bot has a line of its own; \
earlier ones are marked.

Columns:
  #         the ranks of the bot's group of equals: the best bot opens a group, and those that follow belong to it, up to \
the first that is weaker than that best bot with a confidence of 95 %
  rating    the strength in Elo points, from all matches at once; the mean is 1500, or the anchor has its points
  95 %      where the strength lies with that confidence: \"> 1650\" if the bot has won everything, \"-\" if the matches say \
too little yet; match sets are the unit
  score     the mean share of opponents beaten; a tie counts as one half
  ahead     with --against: how many points the bot is ahead of that bot, and where the difference lies
  stronger  with --against: how likely the bot is the stronger one
  elo       with --elo: the rating that is updated match by match, 1500 at the start, as bots are told it

Don't compare two intervals: that of the difference is narrower than both together. Use --against or `kahua compare`.

Examples:
  kahua standings --data kahua-data
  kahua standings --data kahua-data --league play --season all
  kahua standings --data kahua-data --game haleakala --against greedy
  kahua standings --data kahua-data --anchor greedy=1500 --csv > standings.csv")]
pub(crate) struct Args {
    #[command(flatten)]
    data: DataArgs,
    /// Ask the running arena at this address instead of reading a data directory. If it requires tokens, put a bot's, a
    /// watcher's or an organizer's into KAHUA_TOKEN.
    #[arg(long, value_name = "HOST:PORT", conflicts_with_all = ["data", "anchor"])]
    addr: Option<String>,
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
    /// Show how far each bot is ahead of this one.
    #[arg(long, value_name = "BOT")]
    against: Option<BotName>,
    /// Give this bot so many points, and measure the others from it: a newcomer doesn't move them then. A running arena has
    /// the anchors of its settings.
    #[arg(long, value_name = "BOT=POINTS", value_parser = anchor)]
    anchor: Option<Anchor>,
    /// Show the rating that is updated match by match, too.
    #[arg(long)]
    elo: bool,
    /// Print one JSON object for each bot in each pool.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print a line of comma-separated values for each bot in each pool.
    #[arg(long)]
    csv: bool,
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
    let mut damage = Damage::default();
    let mut suspended = Vec::new();
    let pools = match &args.addr {
        Some(addr) => remote::ask(addr, async |leagues| walk(leagues, args.request()).await)?,
        None => {
            let reader = args.data.reader()?;
            expect_game_and_league(&reader, args.game.as_deref(), args.league.as_deref())?;
            args.against.map_or(Ok(()), |bot| expect_bot(&reader, &bot))?;
            let present = present_seasons(&reader).context("cannot read the seasons")?;
            suspended.extend(reader.suspensions().context("cannot read the bots")?);
            let scale = Scale { anchor: args.anchor, against: args.against, ..Scale::default() };
            pools(&reader, &mut damage)?.standings_by(&scale, |pool| args.selects(&present, pool))
        }
    };
    if args.json {
        pools_as_json(&pools).iter().try_for_each(print_json)?;
    } else if args.csv {
        csv::standings(&pools)?;
    } else {
        print(Columns { against: args.against, elo: args.elo }.text(&pools).trim_end())?;
        for (bot, suspension) in suspended {
            print(&on_one_line(&format!("{bot} is suspended: {}", suspension.reason)))?;
        }
    }
    damage.report()
}

impl Args {
    /// Whether the tables of this pool are wanted, while these are the present seasons.
    fn selects(&self, present: &BTreeMap<String, Season>, pool: &pb::Pool) -> bool {
        let is_of_season = match self.season {
            Some(Seasons::All) => true,
            Some(Seasons::One(season)) => pool.season == season.number(),
            None => is_present(present, pool),
        };
        is_of_season
            && self.league.as_ref().is_none_or(|league| *league == pool.league)
            && self.game.as_ref().is_none_or(|game| *game == pool.game)
            && self.seats.is_none_or(|seats| seats == pool.seats)
    }

    fn request(&self) -> pb::GetStandingsRequest {
        pb::GetStandingsRequest {
            league: self.league.clone(),
            game: self.game.clone(),
            seats: self.seats,
            season: match self.season {
                Some(Seasons::One(season)) => Some(season.number()),
                _ => None,
            },
            all_seasons: self.season == Some(Seasons::All),
            against: self.against.map(|bot| bot.to_string()),
            ..pb::GetStandingsRequest::default()
        }
    }
}

/// Whether this pool is of the present season of its league.
pub(crate) fn is_present(present: &BTreeMap<String, Season>, pool: &pb::Pool) -> bool {
    pool.season == present.get(&pool.league).copied().unwrap_or(Season::FIRST).number()
}

async fn walk(
    mut leagues: Leagues,
    mut request: pb::GetStandingsRequest,
) -> Result<Vec<pb::PoolStandings>, tonic::Status> {
    let mut pools = Vec::new();
    loop {
        let page = leagues.get_standings(request.clone()).await?.into_inner();
        pools.extend(page.pools);
        // An arena that never comes to an end isn't followed for ever.
        if page.next_page_token.is_empty() || pools.len() >= limits::PAGE_MAX as usize {
            return Ok(pools);
        }
        request.page_token = page.next_page_token;
    }
}

fn anchor(text: &str) -> Result<Anchor, String> {
    let form = || "expected BOT=POINTS, such as greedy=1500".to_owned();
    let (name, points) = text.split_once('=').ok_or_else(form)?;
    let points = points.parse().ok().filter(|points: &f64| points.is_finite()).ok_or_else(form)?;
    Ok((name.parse().map_err(|problem: ParseBotNameError| problem.to_string())?, points))
}

/// The pools of a store. A damaged record isn't counted, as in the arena itself.
///
/// # Errors
/// If the store can't be read.
pub(crate) fn pools(reader: &Reader, damage: &mut Damage) -> anyhow::Result<Pools> {
    let mut pools = Pools::default();
    for record in reader.records() {
        let Some(record) = damage.leave_out(record)? else { continue };
        // A record that can't be rated isn't counted, as in the arena itself.
        if let Err(problem) = pools.add(&record) {
            tracing::warn!(match_id = record.match_id, %problem, "a record isn't rated");
        }
    }
    Ok(pools)
}

/// The standings as text, one table for each pool.
pub(crate) fn text(pools: &[pb::PoolStandings]) -> String {
    Columns::default().text(pools)
}

/// The columns that not everybody wants.
#[derive(Clone, Copy, Debug, Default)]
struct Columns {
    against: Option<BotName>,
    elo: bool,
}

impl Columns {
    fn text(self, pools: &[pb::PoolStandings]) -> String {
        if pools.is_empty() {
            return "No rated match has finished yet.".into();
        }
        let mut text = String::new();
        for standings in pools {
            let pool = standings.pool.clone().unwrap_or_default();
            let _ = writeln!(text, "{}, {} matches", on_one_line(&title(&pool)), standings.matches);
            let _ = writeln!(text, "{}\n", self.table(standings));
        }
        text
    }

    fn table(self, standings: &pb::PoolStandings) -> Table {
        let has_versions = standings.standings.iter().any(|standing| !standing.current);
        let mut headings = vec!["#", "bot", "rating", "95 %", "matches", "first", "score", "forfeits"];
        if self.against.is_some() {
            headings.extend(["ahead", "95 %", "stronger"]);
        }
        if self.elo {
            headings.push("elo");
        }
        let rows = standings.standings.iter().map(|standing| self.row(standing, has_versions));
        let numbers: Vec<usize> = (0..headings.len()).filter(|column| *column != 1).collect();
        table(&headings, &numbers, rows)
    }

    fn row(self, standing: &pb::Standing, has_versions: bool) -> Vec<String> {
        let mut row = vec![
            ranks(standing),
            bot(standing, has_versions),
            format!("{:.0}", standing.estimate),
            interval(standing.lower, standing.upper),
            standing.matches.to_string(),
            standing.first_places.to_string(),
            format!("{:.1} %", 100.0 * standing.score),
            standing.forfeits.to_string(),
        ];
        if self.against.is_some() {
            row.extend(match &standing.difference {
                Some(difference) => [
                    format!("{:+.0}", difference.elo),
                    interval(difference.lower, difference.upper),
                    difference.superiority.map_or("-".into(), likelihood),
                ],
                None => ["-".into(), "-".into(), "-".into()],
            });
        }
        if self.elo {
            row.push(format!("{:.0}", standing.elo));
        }
        row
    }
}

/// The ranks of a group of equals: `1-3`, or `4` of somebody who is alone in it.
pub(crate) fn ranks(standing: &pb::Standing) -> String {
    if standing.rank_last > standing.rank {
        format!("{}-{}", standing.rank, standing.rank_last)
    } else {
        standing.rank.to_string()
    }
}

fn bot(standing: &pb::Standing, has_versions: bool) -> String {
    let pb::Standing { name, version, current, .. } = standing;
    match (has_versions, current) {
        (false, _) => name.clone(),
        (true, true) => format!("{name} {version}"),
        (true, false) => format!("{name} {version} (earlier)"),
    }
}

/// An interval wider than this says so little that it isn't shown.
const WIDTH_MAX: f64 = 2000.0;

/// An interval of Elo points: `1581 to 1643`, `> 1650` or `< 1350` if one end is open, and `-` if it says too little.
pub(crate) fn interval(lower: Option<f64>, upper: Option<f64>) -> String {
    match (lower, upper) {
        (Some(lower), Some(upper)) if upper - lower <= WIDTH_MAX => format!("{lower:.0} to {upper:.0}"),
        (Some(lower), None) => format!("> {lower:.0}"),
        (None, Some(upper)) => format!("< {upper:.0}"),
        _ => "-".into(),
    }
}

/// A likelihood in percent, which is never shown as certainty.
pub(crate) fn likelihood(share: f64) -> String {
    match 100.0 * share {
        percent if percent > 99.9 => "> 99.9 %".into(),
        percent if percent < 0.1 => "< 0.1 %".into(),
        percent => format!("{percent:.1} %"),
    }
}

pub(crate) fn title(pool: &pb::Pool) -> String {
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

    fn standing(ranks: (u32, u32), name: &str, estimate: f64, ends: (Option<f64>, Option<f64>)) -> pb::Standing {
        pb::Standing {
            rank: ranks.0,
            rank_last: ranks.1,
            name: name.into(),
            version: "1.0".into(),
            current: true,
            estimate,
            lower: ends.0,
            upper: ends.1,
            elo: estimate + 3.4,
            matches: 120,
            sets: 60,
            first_places: u64::from(120 / ranks.0),
            score: 0.775 / f64::from(ranks.0),
            ..pb::Standing::default()
        }
    }

    fn pool(standings: Vec<pb::Standing>) -> pb::PoolStandings {
        let pool = pb::Pool {
            league: "spring".into(),
            game: "senet".into(),
            seats: 2,
            options: vec!["variant=short".into()],
            ..pb::Pool::default()
        };
        pb::PoolStandings { pool: Some(pool), matches: 180, standings }
    }

    #[test]
    fn standings_read_as_reviewed() {
        let standings = vec![
            standing((1, 1), "greedy", 1893.0, (Some(1651.3), None)),
            standing((2, 3), "random", 1512.4, (Some(1481.2), Some(1543.1))),
            standing((2, 3), "new", 1499.6, (Some(-200.0), Some(3100.0))),
            standing((4, 4), "a-bot-with-a-long-name", 988.6, (None, Some(1120.9))),
        ];
        insta::assert_snapshot!(text(&[pool(standings)]));
        insta::assert_snapshot!("no_standings", text(&[]));
    }

    #[test]
    fn differences_live_ratings_and_versions_read_as_reviewed() {
        let ahead = |standing, elo, lower, upper, superiority| pb::Standing {
            difference: Some(pb::Difference { elo, lower, upper, superiority }),
            ..standing
        };
        let ann = standing((1, 2), "ann", 1612.4, (Some(1581.2), Some(1643.1)));
        let old = pb::Standing { version: "0.9".into(), current: false, ..ann.clone() };
        let standings = vec![
            ahead(ann, 86.4, Some(17.2), Some(155.0), Some(0.9931)),
            ahead(old, 31.0, None, None, None),
            ahead(standing((3, 3), "bob", 1526.0, (Some(1500.0), Some(1550.0))), 0.0, None, None, None),
            standing((4, 4), "cid", 1210.0, (None, Some(1300.0))),
        ];
        let columns = Columns { against: Some("bob".parse().unwrap()), elo: true };
        insta::assert_snapshot!(columns.text(&[pool(standings)]));
    }

    #[test]
    fn an_anchor_is_a_bot_and_its_points() {
        assert_eq!(anchor("greedy=1500"), Ok(("greedy".parse().unwrap(), 1500.0)));
        assert_eq!(anchor("greedy").unwrap_err(), "expected BOT=POINTS, such as greedy=1500");
        assert!(anchor("greedy=inf").is_err() && anchor("a b=1").is_err());
    }
}
