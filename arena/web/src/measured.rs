//! Functions that the benchmarks measure, which the crate doesn't offer otherwise.

use kahua_proto::pb::arena::v1 as pb;

use crate::frame::{Frame, Served};
use crate::pages::league;

/// The page of a league with these standings, as a running arena shows it.
#[must_use]
pub fn league_page(pools: &[pb::PoolStandings]) -> String {
    let frame = Frame::at("/leagues/spring/", Some(Served { organizer: false }));
    let wanted = league::LeagueQuery { league: "spring".into(), ..league::LeagueQuery::default() };
    league::draw(&frame, &wanted, None, pools, &[], None).into_string()
}
