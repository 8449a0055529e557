//! A page of standings.

use std::collections::BTreeMap;

use kahua_core::season::Season;
use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::calls::invalid;
use super::page::Page;
use crate::matches::ledger::Ledger;

/// The pools of this page with their standings. Only these are computed: estimates take a moment.
pub(super) fn standings_page(
    ledger: &Ledger,
    present: &BTreeMap<String, Season>,
    wanted: &pb::GetStandingsRequest,
    page: &Page,
) -> pb::GetStandingsResponse {
    let is_of_season = |pool: &pb::Pool| {
        let present = present.get(&pool.league).copied().unwrap_or(Season::FIRST);
        wanted.all_seasons || pool.season == wanted.season.unwrap_or(present.number())
    };
    let is_wanted = |pool: &pb::Pool| {
        wanted.game.as_ref().is_none_or(|game| *game == pool.game)
            && wanted.seats.is_none_or(|seats| seats == pool.seats)
            && wanted.league.as_ref().is_none_or(|league| *league == pool.league)
            && is_of_season(pool)
    };
    let (pools, next_page_token) = page.cut(ledger.pools(is_wanted), place);
    let numbers: BTreeMap<String, usize> = pools.iter().map(place).zip(0..).collect();
    let number = |pool: &pb::Pool| numbers.get(&place(pool)).copied();
    let mut pools = ledger.standings(|pool| number(pool).is_some());
    pools.sort_by_key(|standings| standings.pool.as_ref().and_then(number));
    pb::GetStandingsResponse { pools, next_page_token }
}

/// Checks which seasons a request asks for.
pub(super) fn check_season(wanted: &pb::GetStandingsRequest) -> Result<(), Status> {
    match wanted.season {
        Some(0) => Err(invalid("season", "it is 0; seasons are counted from 1")),
        Some(_) if wanted.all_seasons => Err(invalid("season", "it is set together with all_seasons; set one of them")),
        _ => Ok(()),
    }
}

/// Where a pool stands in the list: by league, season, game, seats, options and ruleset. No other pool stands there.
fn place(pool: &pb::Pool) -> String {
    let pb::Pool { league, season, game, seats, options, ruleset_hash } = pool;
    // As long as the largest number, so that texts are in the order of the numbers.
    let season = format!("{season:010}");
    let place = [league, &season, game, &seats.to_string(), &options.join(","), &hex::encode(ruleset_hash)];
    place.map(String::as_str).join("\0")
}
