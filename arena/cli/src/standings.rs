//! `kahua standings`: the rating tables, computed from the records.

mod csv;
mod scale;
mod text;

use std::collections::BTreeSet;

use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use serde_json::{Value, json};

use crate::arena::Arena;
use crate::correction::corrections;
use crate::crosstable::CrossTable;
use crate::data::DataArgs;
use crate::exit::{CommandResult, Failure};
use crate::matches::pages;
use crate::output::{print, print_json};
use crate::remote::{ArenaArgs, Leagues, all_pages};
use crate::season_arg::Seasons;
use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::season::Season;
use kahua_core::text::on_one_line;
use kahua_leagues::{Corrections, Played};
use kahua_settings::config::AnchorSettings;

use self::text::Columns;
pub(crate) use self::text::text;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Matches are rated together if their league, season, game, number of seats, options and ruleset are the same. Each \
run of `kahua play` in a data directory is a season of the league \"play\". Every version of a bot has a line of its own; \
earlier ones are marked.

Columns:
  #         the ranks of the bot's group of equals: the best bot opens a group, and those that follow belong to it, up to \
the first that is weaker than that best bot with a confidence of 95 %; in a Swiss league by points, then fewer byes, then the \
opponents' points, then the results among the bots that are still equal; in a knock-out by how far the bot has come
  points    in a Swiss league: one for every opponent beaten in a match, half of one for a tie, half of a set for a bye
  opponents in a Swiss league: the points of all opponents met (Buchholz)
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
    /// in the settings of the arena.
    #[arg(long, value_name = "BOT=POINTS")]
    anchor: Option<AnchorSettings>,
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
    let arena = Arena::of(&args.data, &args.arena)?;
    let pools = args.pools(&arena)?;
    if args.json {
        pools_as_json(&pools).iter().try_for_each(print_json)?;
    } else if args.csv {
        csv::standings(&pools)?;
    } else {
        print(Columns { against: args.against, elo: args.elo }.text(&pools).trim_end())?;
        for (bot, info) in arena.bots()? {
            let suspended = info.suspension.map(|suspension| format!("{bot} is suspended: {}", suspension.reason));
            suspended.map_or(Ok(()), |suspended| print(&on_one_line(&suspended)))?;
        }
    }
    arena.report()
}

impl Args {
    fn cross_table(&self) -> CommandResult {
        let arena = Arena::of(&self.data, &self.arena)?;
        let mut table = CrossTable::default();
        match &arena {
            Arena::Running(_) => self.add_matches_of_pools(&arena, &mut table)?,
            // A store tells the present season of each league without computing standings.
            Arena::Stored(stored) => stored
                .arena
                .archive()
                .and_then(|archive| {
                    archive.each_rated(&self.request(), |record| table.add(&record.players, &record.results))
                })
                .map_err(Failure::of_store)?,
        }
        if self.csv {
            table.print_csv()?
        } else {
            print(table.to_string().trim_end())?
        }
        arena.report()
    }

    /// The matches of the pools that the arena selects: only it knows the present season of each league.
    fn add_matches_of_pools(&self, arena: &Arena, table: &mut CrossTable) -> CommandResult {
        let pools = self.pools(arena)?.into_iter().filter_map(|standings| standings.pool);
        let selected: BTreeSet<_> = pools.map(|pool| (pool.league, pool.season, pool.game, pool.seats)).collect();
        let request = pb::ListMatchesRequest {
            league: self.league.clone(),
            game: self.game.clone(),
            season: self.season.and_then(Seasons::one).map(Season::number),
            running: Some(false),
            ..pb::ListMatchesRequest::default()
        };
        let made = Corrections::of(corrections(arena, self.league.as_deref())?);
        pages::each_match(arena, request, |played| {
            let pool = (played.league.clone(), played.season, played.game.clone(), played.players.len() as u32);
            if played.rated
                && selected.contains(&pool)
                && let Some(results) = made.results(&Played::of_summary(&played), &played.results)
            {
                table.add(&played.players, &results);
            }
        })
    }

    /// The standings, on the scale that the flags ask for.
    fn pools(&self, arena: &Arena) -> Result<Vec<pb::PoolStandings>, Failure> {
        let ask = |against: Option<BotName>| {
            let against = against.map(|bot| bot.to_string());
            let request = pb::GetStandingsRequest { against, ..self.request() };
            arena.ask(async |leagues| all_pools(leagues, request).await)
        };
        let mut pools = ask(self.against)?;
        if let Some(AnchorSettings(anchor)) = self.anchor {
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

/// The standings that are asked for, page by page.
pub(crate) async fn all_pools(
    mut leagues: Leagues,
    request: pb::GetStandingsRequest,
) -> Result<Vec<pb::PoolStandings>, tonic::Status> {
    all_pages(limits::PAGE_MAX as usize, async |page_token| {
        let request = pb::GetStandingsRequest { page_token, page_size: Some(limits::PAGE_MAX), ..request.clone() };
        let page = leagues.get_standings(request).await?.into_inner();
        Ok((page.pools, page.next_page_token))
    })
    .await
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
