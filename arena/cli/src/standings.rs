//! `kahua standings`: the rating tables, computed from the records.

mod csv;
mod scale;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};

use crate::arena::all_bots;
use crate::crosstable::CrossTable;
use crate::damage::Damage;
use crate::data::{DataArgs, expect_bot, expect_game_and_league};
use crate::exit::{CommandResult, Failure};
use crate::matches::remote;
use crate::output::{print, print_json};
use crate::remote::{ArenaArgs, Leagues, Remote, all_pages};
use crate::season_arg::Seasons;
use kahua_core::ids::{BotName, ParseBotNameError};
use kahua_core::limits;
use kahua_core::season::Season;
use kahua_core::text::on_one_line;
use kahua_leagues::{Anchor, Pools, Scale, mark_suspended};
use kahua_settings::seasons::PresentSeasons;
use kahua_store::Reader;

use self::text::Columns;
pub(crate) use self::text::text;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Matches are rated together if their league, season, game, number of seats, options and ruleset are the same. Each \
run of `kahua play` in a data directory is a season of the league \"play\". Every version of a bot has a line of its own; \
earlier ones are marked.

Columns:
  #         the ranks of the bot's group of equals: the best bot opens a group, and those that follow belong to it, up to \
the first that is weaker than that best bot with a confidence of 95 %
  -         instead of ranks: the bot has played too little for a rank
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
    #[command(flatten)]
    arena: ArenaArgs,
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
    /// Give this bot so many points, and measure the others from it: a newcomer doesn't move them then. It replaces the anchors
    /// in the settings of a running arena.
    #[arg(long, value_name = "BOT=POINTS", value_parser = anchor)]
    anchor: Option<Anchor>,
    /// Show the rating that is updated match by match, too.
    #[arg(long)]
    elo: bool,
    /// Print the cross table instead: the points of every bot against every other, over all rated matches that are selected.
    #[arg(long, conflicts_with_all = ["against", "anchor", "elo", "json"])]
    cross: bool,
    /// Print one JSON object for each bot in each pool.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values: a line for each bot in each pool, or with --cross for each pair.
    #[arg(long)]
    csv: bool,
}

pub(crate) fn run(args: &Args) -> CommandResult {
    if args.cross {
        return args.cross_table();
    }
    let mut damage = Damage::default();
    let suspended: BTreeMap<BotName, pb::Suspension>;
    let pools = match args.arena.remote() {
        Some(remote) => {
            let bots = remote.ask(all_bots)?;
            suspended = bots.into_iter().filter_map(|bot| Some((bot.name.parse().ok()?, bot.suspension?))).collect();
            args.pools_of_arena(&remote)?
        }
        None => {
            let reader = args.data.reader()?;
            expect_game_and_league(&reader, args.game.as_deref(), args.league.as_deref())?;
            let named = args.against.into_iter().chain(args.anchor.map(|(bot, _)| bot));
            named.into_iter().try_for_each(|bot| expect_bot(&reader, &bot))?;
            let (present, wanted) = (PresentSeasons::read(&reader).context("cannot read the seasons")?, args.request());
            suspended = reader.suspensions().context("cannot read the bots")?.into_iter().collect();
            let scale = Scale { anchor: args.anchor, against: args.against, ..Scale::default() };
            let pools = pools(&reader, &mut damage)?;
            let mut pools = pools.standings_by(&scale, |pool| present.selects(&wanted, pool));
            mark_suspended(&mut pools, &suspended);
            pools
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
    fn cross_table(&self) -> CommandResult {
        let mut damage = Damage::default();
        let table = match self.arena.remote() {
            Some(arena) => self.cross_table_of_arena(&arena)?,
            None => self.cross_table_of_store(&mut damage)?,
        };
        if self.csv {
            table.print_csv()?
        } else {
            print(table.to_string().trim_end())?
        }
        damage.report()
    }

    fn cross_table_of_store(&self, damage: &mut Damage) -> Result<CrossTable, Failure> {
        let reader = self.data.reader()?;
        expect_game_and_league(&reader, self.game.as_deref(), self.league.as_deref())?;
        let (present, wanted) = (PresentSeasons::read(&reader).context("cannot read the seasons")?, self.request());
        let mut table = CrossTable::default();
        for record in reader.records() {
            let Some(record) = damage.leave_out(record)? else { continue };
            let pool = pb::Pool {
                league: record.league.clone(),
                season: Season::of(&record).number(),
                game: record.game.clone(),
                seats: record.players.len() as u32,
                ..pb::Pool::default()
            };
            if record.rated && present.selects(&wanted, &pool) {
                table.add(&record.players, &record.results);
            }
        }
        Ok(table)
    }

    /// The matches of the pools that the arena selects: only it knows the present season of each league.
    fn cross_table_of_arena(&self, arena: &Remote) -> Result<CrossTable, Failure> {
        let pools = self.pools_of_arena(arena)?;
        let pools = pools.into_iter().filter_map(|standings| standings.pool);
        let selected: BTreeSet<_> = pools.map(|pool| (pool.league, pool.season, pool.game, pool.seats)).collect();
        let request = pb::ListMatchesRequest {
            league: self.league.clone(),
            game: self.game.clone(),
            season: self.season.and_then(Seasons::one).map(Season::number),
            running: Some(false),
            ..pb::ListMatchesRequest::default()
        };
        let mut table = CrossTable::default();
        remote::each_match(arena, request, |played| {
            let pool = (played.league, played.season, played.game, played.players.len() as u32);
            if played.rated && selected.contains(&pool) {
                table.add(&played.players, &played.results);
            }
        })?;
        Ok(table)
    }

    /// The standings of a running arena, on the scale that the flags ask for.
    fn pools_of_arena(&self, arena: &Remote) -> Result<Vec<pb::PoolStandings>, Failure> {
        let ask = |against: Option<BotName>| {
            let against = against.map(|bot| bot.to_string());
            let request = pb::GetStandingsRequest { against, ..self.request() };
            arena.ask(async |leagues| all_pools(leagues, request).await)
        };
        let mut pools = ask(self.against)?;
        if let Some(anchor) = self.anchor {
            scale::anchor(&mut pools, anchor, &ask(Some(anchor.0))?);
        }
        Ok(pools)
    }

    fn request(&self) -> pb::GetStandingsRequest {
        pb::GetStandingsRequest {
            league: self.league.clone(),
            game: self.game.clone(),
            seats: self.seats,
            season: self.season.and_then(Seasons::one).map(Season::number),
            all_seasons: self.season == Some(Seasons::All),
            against: self.against.map(|bot| bot.to_string()),
            ..pb::GetStandingsRequest::default()
        }
    }
}

async fn all_pools(
    mut leagues: Leagues,
    request: pb::GetStandingsRequest,
) -> Result<Vec<pb::PoolStandings>, tonic::Status> {
    all_pages(limits::PAGE_MAX as usize, async |page_token| {
        let request = pb::GetStandingsRequest { page_token, ..request.clone() };
        let page = leagues.get_standings(request).await?.into_inner();
        Ok((page.pools, page.next_page_token))
    })
    .await
}

fn anchor(text: &str) -> Result<Anchor, String> {
    let form = || "expected BOT=POINTS, such as greedy=1500".to_owned();
    let (name, points) = text.split_once('=').ok_or_else(form)?;
    let points = points.parse().map_err(|_| form())?;
    Ok((name.parse().map_err(|problem: ParseBotNameError| problem.to_string())?, points))
}

/// The pools of a store. A damaged record doesn't count, as in the arena itself.
///
/// # Errors
/// If the store can't be read.
pub(crate) fn pools(reader: &Reader, damage: &mut Damage) -> anyhow::Result<Pools> {
    let mut pools = Pools::default();
    for record in reader.records() {
        let Some(record) = damage.leave_out(record)? else { continue };
        // A record that can't be rated doesn't count, as in the arena itself.
        if let Err(problem) = pools.add(&record) {
            tracing::warn!(match_id = record.match_id, %problem, "a record isn't rated");
        }
    }
    Ok(pools)
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
    fn an_anchor_is_a_bot_and_its_points() {
        assert_eq!(anchor("greedy=1500"), Ok(("greedy".parse().unwrap(), 1500)));
        assert_eq!(anchor("greedy").unwrap_err(), "expected BOT=POINTS, such as greedy=1500");
        assert!(anchor("greedy=1.5").is_err() && anchor("a b=1").is_err());
    }
}
