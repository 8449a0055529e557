//! Pages of standings, and the comparison of two bots.

use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::match_filter::season;
use super::page::Page;
use crate::app::calls::invalid;
use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_play::matches::ledger::Ledger;
use kahua_settings::seasons::PresentSeasons;

/// The pools of this page with their standings.
pub(super) fn standings_page(
    ledger: &Ledger,
    present: &PresentSeasons,
    against: Option<BotName>,
    wanted: &pb::GetStandingsRequest,
    page: &Page,
) -> pb::GetStandingsResponse {
    let is_wanted_season = |league: &str, season: Season| {
        wanted.league.as_ref().is_none_or(|wanted| wanted == league)
            && (wanted.all_seasons || is_of_season(present, wanted.season, league, season))
    };
    let seasons = match against {
        Some(bot) => ledger.standings().against(bot, is_wanted_season),
        None => ledger.standings().kept(is_wanted_season),
    };
    let is_wanted = |pool: &pb::Pool| selects(wanted.game.as_ref(), wanted.seats, pool);
    let pool_of = |standings: &&pb::PoolStandings| standings.pool.clone().unwrap_or_default();
    let pools = seasons.iter().flat_map(|pools| pools.iter()).filter(|standings| is_wanted(&pool_of(standings)));
    let (pools, next_page_token) = page.cut(pools, |standings| place(&pool_of(standings)));
    pb::GetStandingsResponse { pools: pools.into_iter().cloned().collect(), next_page_token }
}

/// How two bots compare, in as many pools as a page may have.
pub(super) fn comparisons(
    ledger: &Ledger,
    present: &PresentSeasons,
    (bot, other): (BotName, BotName),
    wanted: &pb::CompareBotsRequest,
) -> pb::CompareBotsResponse {
    let is_wanted_season = |league: &str, season: Season| {
        wanted.league.as_ref().is_none_or(|wanted| wanted == league)
            && is_of_season(present, wanted.season, league, season)
    };
    let is_wanted = |pool: &pb::Pool| selects(wanted.game.as_ref(), wanted.seats, pool);
    let (one, other) = ((&bot, wanted.version.as_deref()), (&other, wanted.other_version.as_deref()));
    let mut comparisons = ledger.standings().compare(one, other, is_wanted_season, is_wanted);
    comparisons.truncate(limits::PAGE_MAX as usize);
    pb::CompareBotsResponse { comparisons }
}

/// Whether this is the wanted season of a league: the present one, unless a number is given.
fn is_of_season(present: &PresentSeasons, wanted: Option<u32>, league: &str, season: Season) -> bool {
    wanted.map_or_else(|| season == present.of(league), |wanted| season.number() == wanted)
}

fn selects(game: Option<&String>, seats: Option<u32>, pool: &pb::Pool) -> bool {
    game.is_none_or(|game| *game == pool.game) && seats.is_none_or(|seats| seats == pool.seats)
}

/// Checks which seasons a request asks for.
pub(super) fn check_season(wanted: &pb::GetStandingsRequest) -> Result<(), Status> {
    match wanted.season.map(season).transpose()? {
        Some(_) if wanted.all_seasons => Err(invalid("season", "it is set together with all_seasons; set one of them")),
        _ => Ok(()),
    }
}

/// The unique sort key of a pool: its league, season, game, seats, options and ruleset.
fn place(pool: &pb::Pool) -> String {
    let pb::Pool { league, season, game, seats, options, ruleset_hash } = pool;
    // Padded to the length of the largest number, so that the texts sort like the numbers.
    let season = format!("{season:010}");
    let place = [league, &season, game, &seats.to_string(), &options.join(","), &hex::encode(ruleset_hash)];
    place.map(String::as_str).join("\0")
}
