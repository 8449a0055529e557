//! Lists of matches from a running arena.

use kahua_core::faults::{self, Found};
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::list::Listed;
use crate::exit::Failure;
use crate::remote::{Leagues, Remote};

/// The first matches of a list, fetched page by page.
///
/// # Errors
/// If the address isn't valid, the arena can't be reached, or it refuses the request.
pub(super) fn list(arena: &Remote, request: pb::ListMatchesRequest, limit: u32) -> Result<Listed, Failure> {
    arena.ask(async |leagues| walk(leagues, request, limit).await)
}

/// Tells of all matches of a list, the newest first.
///
/// # Errors
/// As [`list`].
pub(crate) fn each_match(
    arena: &Remote,
    mut request: pb::ListMatchesRequest,
    mut tell: impl FnMut(pb::MatchSummary),
) -> Result<(), Failure> {
    request.page_size = Some(limits::PAGE_MAX);
    arena.ask(async |mut leagues| {
        loop {
            let page = leagues.list_matches(request.clone()).await?.into_inner();
            page.matches.into_iter().for_each(&mut tell);
            if page.next_page_token.is_empty() {
                return Ok(());
            }
            request.page_token = page.next_page_token;
        }
    })
}

/// The records of the newest matches of a list with faults for which `wanted` holds.
///
/// # Errors
/// As [`list`].
pub(crate) fn records_with_faults(
    arena: &Remote,
    mut request: pb::ListMatchesRequest,
    limit: u32,
    wanted: impl Fn(&Found<'_>) -> bool,
) -> Result<Vec<pb::MatchRecord>, Failure> {
    arena.ask(async |mut leagues| {
        let mut records = Vec::new();
        loop {
            request.page_size = Some(limits::PAGE_MAX);
            let page = leagues.list_matches(request.clone()).await?.into_inner();
            for summary in page.matches.into_iter().filter(|summary| faults::is_in(&summary.results)) {
                let request = pb::GetMatchRequest { match_id: summary.match_id };
                let record = leagues.get_match(request).await?.into_inner().record;
                // A summary tells of all players' faults, and the limit counts matches with wanted ones.
                records.extend(record.filter(|record| faults::of(record).iter().any(&wanted)));
                if records.len() == limit as usize {
                    return Ok(records);
                }
            }
            if page.next_page_token.is_empty() {
                return Ok(records);
            }
            request.page_token = page.next_page_token;
        }
    })
}

async fn walk(mut leagues: Leagues, mut request: pb::ListMatchesRequest, limit: u32) -> Result<Listed, Status> {
    let mut matches = Vec::new();
    loop {
        let wanted = limit - matches.len() as u32;
        request.page_size = Some(wanted.min(limits::PAGE_MAX));
        let mut page = leagues.list_matches(request.clone()).await?.into_inner();
        page.matches.truncate(wanted as usize);
        matches.append(&mut page.matches);
        let more = !page.next_page_token.is_empty();
        if !more || matches.len() == limit as usize {
            return Ok(Listed { matches, more });
        }
        request.page_token = page.next_page_token;
    }
}
