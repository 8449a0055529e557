//! Standings as comma-separated values.

use std::io;

use kahua_proto::pb::arena::v1 as pb;

use crate::csv::{self, number};

const HEADINGS: [&str; 28] = [
    "league",
    "game",
    "seats",
    "options",
    "ruleset",
    "rank",
    "rank_last",
    "bot",
    "version",
    "current",
    "estimate",
    "lower",
    "upper",
    "elo",
    "matches",
    "sets",
    "first_places",
    "score",
    "forfeits",
    "ahead",
    "ahead_lower",
    "ahead_upper",
    "superiority",
    "pool_matches",
    "matches_missing",
    "points",
    "byes",
    "opponents_points",
];

/// Prints a line for each bot in each pool.
///
/// # Errors
/// If it can't be written.
pub(super) fn standings(pools: &[pb::PoolStandings]) -> io::Result<()> {
    csv::print(HEADINGS, pools.iter().flat_map(|pool| pool.standings.iter().map(|standing| row(pool, standing))))
}

fn row(standings: &pb::PoolStandings, standing: &pb::Standing) -> [String; 28] {
    let pool = standings.pool.clone().unwrap_or_default();
    let difference = standing.difference.as_ref();
    let halves = |half_points: u64| half_points as f64 / 2.0;
    let swiss = standing.swiss.as_ref();
    [
        pool.league,
        pool.game,
        pool.seats.to_string(),
        pool.options.join(";"),
        hex::encode(pool.ruleset_hash),
        standing.rank.to_string(),
        standing.rank_last.to_string(),
        standing.name.clone(),
        standing.version.clone(),
        standing.current.to_string(),
        number(Some(standing.estimate), 3),
        number(standing.lower, 3),
        number(standing.upper, 3),
        number(Some(standing.elo), 3),
        standing.matches.to_string(),
        standing.sets.to_string(),
        standing.first_places.to_string(),
        number(Some(standing.score), 6),
        standing.forfeits.to_string(),
        number(difference.map(|difference| difference.elo), 3),
        number(difference.and_then(|difference| difference.lower), 3),
        number(difference.and_then(|difference| difference.upper), 3),
        number(difference.and_then(|difference| difference.superiority), 6),
        standings.matches.to_string(),
        standing.matches_missing.to_string(),
        number(swiss.map(|swiss| halves(swiss.half_points)), 1),
        swiss.map(|swiss| swiss.byes.to_string()).unwrap_or_default(),
        number(swiss.map(|swiss| halves(swiss.opponents_half_points)), 1),
    ]
}
