//! What a league plays: it repeats aborted matches, and plays what a new version is missing.

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use pb::arena_message::Message as FromArena;
use pb::league_status::State;

use crate::overrides::{between, in_file, status, until};
use crate::support::{Bot, TestArena, config, hello, league};

/// A bot that states this version.
async fn enter(arena: &TestArena, name: &str, version: &str) -> Bot {
    let hello = pb::Hello { version: version.into(), ..hello(name) };
    Bot::try_enter(arena, hello, None).await.unwrap()
}

/// Enters the same bot again, once the arena has noticed that its last connection is gone. Until then its name is
/// taken.
async fn enter_again(arena: &TestArena, name: &str, version: &str) -> Bot {
    loop {
        let hello = pb::Hello { version: version.into(), ..hello(name) };
        match Bot::try_enter(arena, hello, None).await {
            Ok(bot) => return bot,
            Err(_) => tokio::task::yield_now().await,
        }
    }
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
    let b = enter_again(&arena, "b", "2").await;
    let (_a, _b) = tokio::join!(a.play(2), b.play(2));
    arena.finished(4).await;
    let versions = ended(&arena).await;
    assert_eq!(versions.iter().filter(|versions| versions.contains(&"2".into())).count(), 2, "{versions:?}");
}

#[tokio::test]
async fn a_league_is_over_only_when_everybody_on_its_list_has_played() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    // While c stays away, only as many matches are played as for three bots without new versions.
    let (mut a, mut b) = (enter(&arena, "a", "1").await, enter(&arena, "b", "1").await);
    (a, b) = tokio::join!(a.play(2), b.play(2));
    for version in ["2", "3"] {
        drop(a);
        a = enter_again(&arena, "a", version).await;
        (a, b) = tokio::join!(a.play(2), b.play(2));
    }
    arena.finished(6).await;
    let waiting = until(&arena, State::Waiting).await;
    assert_eq!((waiting.played, waiting.planned, waiting.waiting_for), (6, Some(10), vec!["c".to_owned()]));
    arena.stop().await;

    let arena = in_file(&file, between(&["a", "b", "c"])).await;
    let waiting = status(&arena).await;
    assert_eq!((waiting.state(), waiting.played, waiting.planned), (State::Waiting, 6, Some(10)));
    let (a, b, c) = (enter(&arena, "a", "3").await, enter(&arena, "b", "1").await, enter(&arena, "c", "1").await);
    let _bots = tokio::join!(a.play(2), b.play(2), c.play(4));
    let over = until(&arena, State::Over).await;
    assert_eq!((over.played, over.planned), (10, Some(10)));
    arena.stop().await;
}

#[tokio::test]
async fn a_version_too_many_does_not_play_and_an_earlier_one_may() {
    let bounded = LeagueSettings { versions: 2.try_into().unwrap(), ..league() };
    let arena = TestArena::with(config([bounded]), Store::open_in_memory().unwrap()).await;
    let (mut a, mut b) = (enter(&arena, "a", "1").await, enter(&arena, "b", "1").await);
    (a, b) = tokio::join!(a.play(2), b.play(2));
    drop(b);
    b = enter_again(&arena, "b", "2").await;
    (a, b) = tokio::join!(a.play(2), b.play(2));
    drop(b);
    b = enter_again(&arena, "b", "3").await;
    loop {
        let FromArena::Notice(notice) = b.next().await else { panic!("it gets nothing to play") };
        if notice.text.contains("2 versions of it have played, which is the maximum") {
            break;
        }
    }
    // The league hasn't changed: everything that the two versions had to play is played.
    let over = until(&arena, State::Over).await;
    assert_eq!((over.played, over.planned), (4, Some(4)));
    assert!(over.bots.iter().all(|bot| bot.version != "3"), "{:?}", over.bots);
    drop(b);
    let back = enter_again(&arena, "b", "2").await;
    drop(a);
    // Another bot has its own versions.
    let (_a, _b) = tokio::join!(enter_again(&arena, "a", "2").await.play(2), back.play(2));
    arena.finished(6).await;
}
