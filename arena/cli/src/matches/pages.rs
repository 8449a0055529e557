//! Lists of matches, page by page.

use kahua_core::faults::{self, CountedFault};
use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use tonic::Status;

use super::list::Listed;
use crate::arena::Arena;
use crate::exit::Failure;
use crate::remote::Leagues;

/// A list of matches, which an arena gives page by page, the newest first.
struct MatchPages {
    leagues: Leagues,
    request: pb::ListMatchesRequest,
    more: bool,
}

impl MatchPages {
    /// The matches that this request selects, from the first on.
    fn new(leagues: Leagues, request: pb::ListMatchesRequest) -> MatchPages {
        MatchPages { leagues, request, more: true }
    }

    /// The next page, with at most `most` matches; `None` after the last one.
    ///
    /// # Errors
    /// If the arena refuses the request or can't be reached.
    async fn next(&mut self, most: u32) -> Result<Option<Vec<pb::MatchSummary>>, Status> {
        if !self.more {
            return Ok(None);
        }
        self.request.page_size = Some(most.min(limits::PAGE_MAX));
        let page = self.leagues.list_matches(self.request.clone()).await?.into_inner();
        self.more = !page.next_page_token.is_empty();
        self.request.page_token = page.next_page_token;
        Ok(Some(page.matches))
    }
}

/// The first matches of a list.
///
/// # Errors
/// As [`Arena::ask`].
pub(super) fn list(arena: &Arena, request: pb::ListMatchesRequest, limit: u32) -> Result<Listed, Failure> {
    arena.ask(async |leagues| {
        let (mut pages, mut matches) = (MatchPages::new(leagues, request), Vec::new());
        while let Some(mut page) = pages.next(limit - matches.len() as u32).await? {
            page.truncate(limit as usize - matches.len());
            matches.append(&mut page);
            if matches.len() == limit as usize {
                break;
            }
        }
        Ok(Listed { matches, more: pages.more })
    })
}

/// Calls a function for each match of a list.
///
/// # Errors
/// As [`Arena::ask`].
pub(crate) fn each_match(
    arena: &Arena,
    request: pb::ListMatchesRequest,
    mut tell: impl FnMut(pb::MatchSummary),
) -> Result<(), Failure> {
    arena.ask(async |leagues| {
        let mut pages = MatchPages::new(leagues, request);
        while let Some(page) = pages.next(limits::PAGE_MAX).await? {
            page.into_iter().for_each(&mut tell);
        }
        Ok(())
    })
}

/// The records of the newest matches of a list with faults for which `wanted` holds.
///
/// # Errors
/// As [`Arena::ask`].
pub(crate) fn records_with_faults(
    arena: &Arena,
    request: pb::ListMatchesRequest,
    limit: u32,
    wanted: impl Fn(&CountedFault<'_>) -> bool,
) -> Result<Vec<pb::MatchRecord>, Failure> {
    arena.ask(async |leagues| {
        let (mut pages, mut records) = (MatchPages::new(leagues, request), Vec::new());
        while let Some(page) = pages.next(limits::PAGE_MAX).await? {
            for summary in page.into_iter().filter(|summary| faults::is_in(&summary.results)) {
                let request = pb::GetMatchRequest { match_id: summary.match_id };
                let record = pages.leagues.get_match(request).await?.into_inner().record;
                // A summary has the faults of all players, but the limit counts only matches with wanted ones.
                records.extend(record.filter(|record| faults::of(record).iter().any(&wanted)));
                if records.len() == limit as usize {
                    return Ok(records);
                }
            }
        }
        Ok(records)
    })
}
