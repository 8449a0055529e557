//! Standings measured from a bot of the caller's choice.

use kahua_leagues::Anchor;
use kahua_proto::pb::arena::v1 as pb;

/// Gives the anchor this many points, and measures the others from it. `differences` are the same standings with the
/// differences to the anchor. A pool in which the anchor hasn't played stays as it is.
pub(super) fn anchor(pools: &mut [pb::PoolStandings], (bot, points): Anchor, differences: &[pb::PoolStandings]) {
    let points = f64::from(points);
    for pool in pools {
        let Some(to_anchor) = differences.iter().find(|other| other.pool == pool.pool) else { continue };
        for standing in &mut pool.standings {
            let same = |other: &&pb::Standing| other.name == standing.name && other.version == standing.version;
            let Some(difference) = to_anchor.standings.iter().find(same).and_then(|other| other.difference) else {
                continue;
            };
            // The anchor's interval of its difference to itself may be open on both sides.
            let is_anchor = standing.current && standing.name == bot.as_str();
            let (lower, upper) = if is_anchor { (Some(0.0), Some(0.0)) } else { (difference.lower, difference.upper) };
            standing.estimate = points + difference.elo;
            standing.lower = lower.map(|lower| points + lower);
            standing.upper = upper.map(|upper| points + upper);
            standing.margin = standing.lower.zip(standing.upper).map(|(lower, upper)| (upper - lower) / 2.0);
        }
    }
}
