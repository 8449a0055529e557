//! How far the leagues are.

use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use crate::facts::{Facts, unknown_league};
use crate::page::Page;
use crate::refusal::store_failed;

/// A page of the leagues, or the one that is asked for.
///
/// # Errors
/// If the arena doesn't know the league, or the page isn't valid.
pub fn get_league_status(
    facts: &impl Facts,
    mut wanted: pb::GetLeagueStatusRequest,
) -> Result<pb::GetLeagueStatusResponse, Status> {
    let page = Page::take(&mut wanted)?;
    let leagues = facts.statuses(wanted.league.as_deref()).map_err(store_failed)?;
    if let (Some(league), true) = (&wanted.league, leagues.is_empty()) {
        return Err(unknown_league(league, &facts.leagues().map_err(store_failed)?));
    }
    let name = |status: &pb::LeagueStatus| status.league.as_ref().map(|league| league.name.clone());
    let (leagues, next_page_token) = page.cut(leagues, |status| name(status).unwrap_or_default());
    Ok(pb::GetLeagueStatusResponse { leagues, next_page_token })
}
