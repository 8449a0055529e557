//! Organizers whose tokens are taken away.

use kahua_proto::pb::arena::v1 as pb;
use kahua_queries::{Purpose, StoredArena};
use kahua_settings::config::LeagueSettings;
use kahua_store::{Location, Store};
use pb::league_service_server::LeagueService;
use tokio::time::{sleep, timeout};
use tonic::{Code, Request};

use crate::access::{arena_with_tokens, leagues_with, pair_with_tokens};
use crate::nodes::Two;
use crate::overrides::in_file;
use crate::support::{PATIENCE, assert_invalid, assert_refused, league};

fn revoke(name: &str) -> pb::RevokeOrganizerRequest {
    pb::RevokeOrganizerRequest { name: name.into(), even_the_last: false }
}

fn make(name: &str) -> pb::CreateOrganizerRequest {
    pb::CreateOrganizerRequest { name: name.into() }
}

const PAUSE: pb::SetPausedRequest = pb::SetPausedRequest { paused: Some(true) };

#[tokio::test]
async fn a_revoked_organizer_does_and_sees_nothing_more() {
    let arena = arena_with_tokens([LeagueSettings { watch: Some("after".parse().unwrap()), ..league() }]).await;
    let (mut first_seat, _second_seat) = pair_with_tokens(&arena).await;
    let ask = first_seat.ask().await;
    let mut organizer = leagues_with(&arena, "organizer").await;
    let token = organizer.create_organizer(make("ann")).await.unwrap().into_inner().token;
    let mut ann = leagues_with(&arena, &token).await;
    let watched = pb::WatchMatchRequest { match_id: ask.match_id.clone() };
    let mut shown = ann.watch_match(watched).await.unwrap().into_inner();
    shown.message().await.unwrap().expect("the match so far");

    assert_invalid(&organizer.revoke_organizer(revoke("a b")).await.unwrap_err(), "name", "is not a valid bot name");
    let unknown = organizer.revoke_organizer(revoke("bob")).await.unwrap_err();
    assert_refused(&unknown, Code::NotFound, "ORGANIZER_UNKNOWN");
    assert!(unknown.message().contains("only ann has one"), "{unknown:?}");
    // The settings name another one, so ann isn't the last.
    organizer.revoke_organizer(revoke("ann")).await.unwrap();

    assert_refused(&ann.set_paused(PAUSE).await.unwrap_err(), Code::Unauthenticated, "TOKEN_UNKNOWN");
    let end = loop {
        match shown.message().await {
            Ok(shown) => assert!(shown.is_some(), "the stream ends with a status"),
            Err(status) => break status,
        }
    };
    assert_refused(&end, Code::Unauthenticated, "TOKEN_REVOKED");
    let again = organizer.revoke_organizer(revoke("ann")).await.unwrap_err();
    assert!(again.message().contains("nobody has one"), "{again:?}");
    arena.stop().await;
}

#[tokio::test]
async fn the_last_organizer_stays_unless_it_is_meant_in_an_arena_and_in_its_store() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("kahua.db");
    let location = Location::File(file.clone());
    let stored = || StoredArena::new(location.clone(), file.clone(), Purpose::Commands, |problem| panic!("{problem}"));
    drop(Store::open(location.clone()).unwrap());
    let of_ann = stored().create_organizer(Request::new(make("ann"))).await.unwrap().into_inner().token;
    let last = stored().revoke_organizer(Request::new(revoke("ann"))).await.unwrap_err();
    assert_refused(&last, Code::FailedPrecondition, "LAST_ORGANIZER");

    let arena = in_file(&file, league()).await;
    let mut ann = leagues_with(&arena, &of_ann).await;
    let last = ann.revoke_organizer(revoke("ann")).await.unwrap_err();
    assert_refused(&last, Code::FailedPrecondition, "LAST_ORGANIZER");
    assert!(last.message().contains("make a token for another one first"), "{last:?}");
    let of_bob = ann.create_organizer(make("bob")).await.unwrap().into_inner().token;
    // Both take the other's token away at once: one of them stays.
    let mut bob = leagues_with(&arena, &of_bob).await;
    let both = tokio::join!(ann.revoke_organizer(revoke("bob")), bob.revoke_organizer(revoke("ann")));
    assert!(both.0.is_ok() != both.1.is_ok(), "{both:?}");
    let (mut left, name) = if both.0.is_ok() { (ann, "ann") } else { (bob, "bob") };
    assert_refused(&arena.leagues().await.set_paused(PAUSE).await.unwrap_err(), Code::Unauthenticated, "TOKEN_MISSING");
    let meant = pb::RevokeOrganizerRequest { even_the_last: true, ..revoke(name) };
    left.revoke_organizer(meant).await.unwrap();
    arena.leagues().await.set_paused(PAUSE).await.expect("without organizers, everybody is one");
    arena.stop().await;
}

#[tokio::test]
async fn a_token_that_one_node_revokes_opens_no_other_node() {
    let Some(mut two) = Two::start("a_token_that_one_node_revokes_opens_no_other_node").await else { return };
    let token = two.leagues[0].create_organizer(make("ann")).await.unwrap().into_inner().token;
    let mut ann = leagues_with(&two.nodes[1], &token).await;
    let comes_to = async |ann: &mut crate::access::Leagues, may_organize: bool| {
        while ann.set_paused(PAUSE).await.is_ok() != may_organize {
            sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, comes_to(&mut ann, true)).await.expect("the other node knows the token");
    two.leagues[0].revoke_organizer(revoke("ann")).await.unwrap();
    timeout(PATIENCE, comes_to(&mut ann, false)).await.expect("the other node doesn't know it any more");
    assert_refused(&ann.set_paused(PAUSE).await.unwrap_err(), Code::Unauthenticated, "TOKEN_UNKNOWN");
    two.stop().await;
}
