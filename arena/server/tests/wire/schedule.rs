//! What a league plays: again what was aborted, and for a new version what is missing for it.

use kahua_proto::pb::arena::v1 as pb;
use kahua_store::Store;

use crate::support::{Bot, TestArena, config, hello, league};

/// A bot that states this version.
async fn enter(arena: &TestArena, name: &str, version: &str) -> Bot {
    let hello = pb::Hello { version: version.into(), ..hello(name) };
    Bot::try_enter(arena, hello, None).await.unwrap()
}

/// The versions of the players of all matches that have ended with a result, by match.
async fn ended(arena: &TestArena) -> Vec<Vec<String>> {
    let request = pb::ListMatchesRequest { running: Some(false), ..Default::default() };
    let matches = arena.leagues().await.list_matches(request).await.unwrap().into_inner().matches;
    let ended = matches.iter().filter(|one| !one.results.is_empty());
    ended.map(|one| one.players.iter().map(|player| player.version.clone()).collect()).collect()
}

#[tokio::test]
async fn a_match_that_was_aborted_is_played_again() {
    let arena = TestArena::with(config([league()]), Store::open_in_memory().unwrap()).await;
    let (mut a, mut b) = (enter(&arena, "a", "1").await, enter(&arena, "b", "1").await);
    let (in_a, _in_b) = (a.seated().await, b.seated().await);
    let abort = pb::AbortMatchRequest { match_id: in_a.match_id, reason: "a test".into() };
    arena.leagues().await.abort_match(abort).await.unwrap();
    // The aborted match ends for them too, and then they play a whole set.
    let (_a, _b) = tokio::join!(a.play(3), b.play(3));
    arena.finished(2).await;
    assert_eq!(arena.app.progress().aborted, 1);
    assert_eq!(ended(&arena).await.len(), 2);
}

#[tokio::test]
async fn a_new_version_plays_the_league_and_an_old_one_that_comes_back_goes_on_where_it_was() {
    let arena = TestArena::with(config([league()]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (enter(&arena, "a", "1").await, enter(&arena, "b", "1").await);
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    drop(b);
    let b = loop {
        // Until the arena has noticed that the first connection is gone, the name is taken.
        let hello = pb::Hello { version: "2".into(), ..hello("b") };
        match Bot::try_enter(&arena, hello, None).await {
            Ok(b) => break b,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    let (_a, _b) = tokio::join!(a.play(2), b.play(2));
    arena.finished(4).await;
    let versions = ended(&arena).await;
    assert_eq!(versions.iter().filter(|versions| versions.contains(&"2".into())).count(), 2, "{versions:?}");
}
