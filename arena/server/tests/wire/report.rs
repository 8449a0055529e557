//! What has happened in a span of time.

use std::time::Duration;

use kahua_play::time::Time;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::time::timestamp;
use kahua_queries::{Purpose, StoredArena};
use kahua_store::Location;
use pb::correct_results_request::Change;
use pb::league_service_server::LeagueService;
use tonic::{Code, Request, Status};

use crate::access::{arena_with_tokens, leagues_with};
use crate::corrections::played;
use crate::overrides::between;
use crate::support::{TestArena, assert_invalid, assert_refused, league};

pub(crate) const HOUR: Duration = Duration::from_secs(3600);

/// The span from so long ago until so long from now.
pub(crate) fn span(ago: Duration, ahead: Duration) -> pb::GetReportRequest {
    let now = Time::unix_ms();
    let (from, before) = (now - ago.as_millis() as i64, now + ahead.as_millis() as i64);
    pb::GetReportRequest { since: Some(timestamp(from)), before: Some(timestamp(before)) }
}

pub(crate) async fn report(arena: &TestArena, span: pb::GetReportRequest) -> Result<pb::GetReportResponse, Status> {
    Ok(arena.leagues().await.get_report(span).await?.into_inner())
}

#[tokio::test]
async fn an_arena_and_its_store_report_what_has_happened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kahua.db");
    let (arena, bots) = played(&file, between(&["a", "b", "c"])).await;
    let mut organizer = arena.leagues().await;
    let matches = organizer.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner().matches;
    let annulled = Change::Annulled(pb::AnnulledMatch { match_id: matches[0].match_id.clone() });
    let request = pb::CorrectResultsRequest { why: "a reason".into(), change: Some(annulled), ..Default::default() };
    organizer.correct_results(request).await.unwrap();
    let suspend = |name: &str| pb::SuspendRequest { name: name.into(), reason: "it copies".into() };
    organizer.suspend(suspend("a")).await.unwrap();

    let told = report(&arena, span(HOUR, HOUR)).await.unwrap();
    let season = pb::ReportedSeason {
        league: "l".into(),
        season: 1,
        finished: 6,
        begun: true,
        ended: true,
        ..pb::ReportedSeason::default()
    };
    assert_eq!(told.seasons.as_slice(), std::slice::from_ref(&season));
    let mut new: Vec<_> = told.new_versions.iter().map(|new| (&*new.bot, new.matches)).collect();
    new.sort_unstable();
    assert_eq!(new, [("a", 4), ("b", 4), ("c", 4)]);
    assert_eq!(told.corrections.len(), 1);
    assert_eq!(told.suspended.iter().map(|suspended| &*suspended.bot).collect::<Vec<_>>(), ["a"]);
    let acts: Vec<_> = told.acts.iter().map(|act| &*act.what).collect();
    assert!(acts.contains(&"CorrectResults") && acts.contains(&"Suspend"), "{acts:?}");
    assert_eq!((told.faults.len(), told.strikes, told.cut), (0, 0, false));
    let store = told.store.unwrap();
    assert_eq!(store.matches, 6);
    // All matches are of the two hours of the span, so a day has twelve times as much as there is.
    assert!(store.bytes > 0 && store.bytes_a_day == store.bytes * 12, "{store:?}");

    // An hour earlier and an hour later, nothing has happened.
    let earlier = pb::GetReportRequest { before: span(HOUR, HOUR).since, ..span(2 * HOUR, HOUR) };
    let later = pb::GetReportRequest { since: span(HOUR, HOUR).before, ..span(HOUR, 2 * HOUR) };
    for quiet in [earlier, later] {
        let told = report(&arena, quiet).await.unwrap();
        let quiet = pb::GetReportResponse { store: told.store, ..pb::GetReportResponse::default() };
        assert_eq!(told, quiet);
    }

    drop(bots);
    arena.stop().await;
    let stored = StoredArena::new(Location::File(file.clone()), file, Purpose::Commands, |problem| panic!("{problem}"));
    let of_store = stored.get_report(Request::new(span(HOUR, HOUR))).await.unwrap().into_inner();
    // The settings would be needed to know that the league is over.
    let seasons = vec![pb::ReportedSeason { ended: false, ..season }];
    let expected = pb::GetReportResponse { seasons, store: of_store.store, ..told };
    assert_eq!(of_store, expected);
}

#[tokio::test]
async fn a_report_is_for_organizers_and_its_span_is_bounded() {
    let arena = arena_with_tokens([league()]).await;
    let refused = leagues_with(&arena, "watcher").await.get_report(span(HOUR, HOUR)).await.unwrap_err();
    assert_refused(&refused, Code::PermissionDenied, "ROLE_TOO_LOW");
    let mut organizer = leagues_with(&arena, "organizer").await;
    let unset = pb::GetReportRequest { before: None, ..span(HOUR, HOUR) };
    assert_invalid(&organizer.get_report(unset).await.unwrap_err(), "before", "expected");
    for (ago, ahead) in [(Duration::ZERO, Duration::ZERO), (24 * 100 * HOUR, HOUR)] {
        let refused = organizer.get_report(span(ago, ahead)).await.unwrap_err();
        assert_invalid(&refused, "before", "at most 100 days after it");
    }
    arena.stop().await;
}
