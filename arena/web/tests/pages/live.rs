//! A running match, followed over server-sent events.

use tokio::time::Instant;

use crate::support::{Arena, begun};

#[tokio::test]
async fn a_running_match_moves_by_itself_until_it_ends() {
    let arena = Arena::open("haleakala", "open").await;
    let (mut asked, mut other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let (head, page) = arena.get(&path).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(page.contains("data-live=\"live\"") && page.contains("live.js"), "{page}");
    let mut live = arena.open_at(&format!("{path}live"), "Accept-Encoding: gzip\r\n").await;
    let head = live.until("\r\n\r\n").await.to_lowercase();
    assert!(head.contains("content-type: text/event-stream") && !head.contains("gzip"), "{head}");
    live.until("event: whole").await;
    assert!(live.until("\n\n").await.contains("is to decide."));
    asked.answer(&ask, "").await;
    live.until("event: news").await;
    assert!(live.until("\n\n").await.contains("\"changes\":[["));
    let mut late = arena.open_at(&format!("{path}live"), "").await;
    late.until("event: whole").await;
    tokio::join!(asked.play(1, ""), other.play(1, ""));
    for stream in [&mut live, &mut late] {
        stream.until("\"ended\":true").await;
        while stream.more().await && !stream.read.contains("\r\n0\r\n\r\n") {}
    }
    arena.finished(1).await;
    let (_, page) = arena.get(&path).await;
    assert!(page.contains("data-boards=\"boards.json\""), "the same address shows the replay: {page}");
    arena.stop().await;
}

#[tokio::test]
async fn a_league_that_shows_nothing_while_it_plays_shows_nothing() {
    let arena = Arena::open("haleakala", "after").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let (_, page) = arena.get(&path).await;
    assert!(page.contains("nobody may watch the matches of this league"), "{page}");
    assert!(!page.contains("data-live"), "{page}");
    let (head, body) = arena.get(&format!("{path}live")).await;
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
    assert!(!body.contains("event: "), "{body}");
    let (head, _) = arena.get(&format!("{path}boards.json")).await;
    assert!(head.starts_with("HTTP/1.1 409"), "{head}");
    arena.stop().await;
}

#[tokio::test]
async fn a_league_that_shows_its_matches_late_shows_them_late() {
    let arena = Arena::open("haleakala", "delayed 2").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let (_, page) = arena.get(&path).await;
    assert!(page.contains("2 seconds after it happens"), "{page}");
    let came = Instant::now();
    let mut live = arena.open_at(&format!("{path}live"), "").await;
    live.until("event: whole").await;
    assert!(came.elapsed().as_secs() >= 2, "{:?}", came.elapsed());
    arena.stop().await;
}

#[tokio::test]
async fn the_streams_of_an_arena_that_stops_end() {
    let arena = Arena::open("haleakala", "open").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let mut live = arena.open_at(&format!("/matches/{}/live", ask.match_id), "").await;
    live.until("event: whole").await;
    let (_, ()) = tokio::join!(async { while live.more().await {} }, arena.stop());
}

#[tokio::test]
async fn another_match_of_the_league_is_found() {
    let arena = Arena::open("haleakala", "open").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let (head, page) = arena.get(&format!("/matches/{}/next", ask.match_id)).await;
    // The two matches of a set are played one after the other or at once.
    let other = head.contains("location: ../") && !head.contains(&ask.match_id);
    assert!(other || page.contains("No other match is being played"), "{head} {page}");
    let (head, _) = arena.get("/matches/not-an-id/").await;
    assert!(head.starts_with("HTTP/1.1 400"), "{head}");
    let (head, _) = arena.get("/matches/01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55/").await;
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    arena.stop().await;
}
