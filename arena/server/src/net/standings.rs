//! A page of standings.

use std::collections::BTreeMap;

use kahua_proto::pb::arena::v1 as pb;

use super::page::Page;
use crate::matches::ledger::Ledger;

/// The pools of this page with their standings. Only these are computed: estimates take a moment.
pub(super) fn standings_page(
    ledger: &Ledger,
    wanted: &pb::GetStandingsRequest,
    page: &Page,
) -> pb::GetStandingsResponse {
    let is_wanted = |pool: &pb::Pool| {
        wanted.game.as_ref().is_none_or(|game| *game == pool.game)
            && wanted.seats.is_none_or(|seats| seats == pool.seats)
            && wanted.league.as_ref().is_none_or(|league| *league == pool.league)
    };
    let (pools, next_page_token) = page.cut(ledger.pools(is_wanted), place);
    let numbers: BTreeMap<String, usize> = pools.iter().map(place).zip(0..).collect();
    let number = |pool: &pb::Pool| numbers.get(&place(pool)).copied();
    let mut pools = ledger.standings(|pool| number(pool).is_some());
    pools.sort_by_key(|standings| standings.pool.as_ref().and_then(number));
    pb::GetStandingsResponse { pools, next_page_token }
}

/// Where a pool stands in the list: by league, game, seats, options and ruleset. No other pool stands there.
fn place(pool: &pb::Pool) -> String {
    let pb::Pool { league, game, seats, options, ruleset_hash } = pool;
    [league, game, &seats.to_string(), &options.join(","), &hex::encode(ruleset_hash)].map(String::as_str).join("\0")
}
