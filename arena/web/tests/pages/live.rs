//! A running match, followed over server-sent events.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::FaultKind;
use pb::answer::Choice;
use tokio::time::{Instant, sleep};

use crate::support::{Arena, begun, league};

/// What is inside of the element with this class, up to this end.
fn inside<'a>(page: &'a str, class: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("class=\"{class}\">")).unwrap_or_else(|| panic!("{class} in {page}"));
    rest.split_once(end).expect("its end").0
}

/// Loads the page of a match again and again until it has this text.
async fn page_with(arena: &Arena, path: &str, text: &str) -> String {
    loop {
        let (_, page) = arena.get(path).await;
        if page.contains(text) {
            return page;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

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
    // A page may ask for a match that has ended since the page was made.
    let (head, body) = arena.get(&format!("{path}live")).await;
    assert!(head.starts_with("HTTP/1.1 200") && body.contains("event: over\n"), "{head} {body}");
    let (head, _) = arena.get("/matches/01a21bee-b419-7144-b2ff-8273e8cfbc0f/live").await;
    assert!(head.starts_with("HTTP/1.1 409"), "no such match: {head}");
    arena.stop().await;
}

#[tokio::test]
async fn the_first_page_and_that_of_the_league_show_the_board_of_a_running_match_to_those_who_may_see_it() {
    let arena = Arena::open("haleakala", "open").await;
    let (asked, _other, ask) = begun(&arena).await;
    let league = page_with(&arena, "/leagues/l/", "class=\"glimpse\"").await;
    assert!(league.contains(&format!("../../matches/{}/live?only=board", ask.match_id)), "{league}");
    assert!(league.contains("a, b: watch this match") || league.contains("b, a: watch this match"), "{league}");
    let (_, earlier) = arena.get("/leagues/l/?season=7").await;
    assert!(!earlier.contains("being-played"), "{earlier}");
    let page = page_with(&arena, "/", "class=\"glimpse\"").await;
    let glimpse = page.split("class=\"glimpse\"").nth(1).unwrap().split("</a>").next().unwrap();
    assert!(glimpse.contains(&format!("matches/{}/", ask.match_id)) && glimpse.contains("<svg"), "{glimpse}");
    assert!(page.contains("An arena for board games"), "{page}");
    let path = glimpse.split("data-board=\"").nth(1).unwrap().split('"').next().unwrap();
    assert!(path.ends_with("/live?only=board"), "{path}");
    let mut live = arena.open_at(&format!("/{path}"), "").await;
    live.until("event: whole").await;
    let whole = live.until("\n\n").await;
    assert!(whole.contains("\"picture\"") && !whole.contains("\"steps\""), "{whole}");
    asked.answer(&ask, "").await;
    live.until("event: news").await;
    arena.stop().await;
    let arena = Arena::open("haleakala", "after").await;
    let (_asked, _other, ask) = begun(&arena).await;
    for path in ["/", "/leagues/l/"] {
        let (_, page) = arena.get(path).await;
        assert!(!page.contains("class=\"glimpse\"") && page.contains(&ask.match_id), "{path}: {page}");
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_league_that_shows_nothing_while_it_plays_shows_nothing() {
    let arena = Arena::open("haleakala", "after").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let (_, page) = arena.get(&path).await;
    assert!(page.contains("this league's matches can't be watched while they are played"), "{page}");
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
    // On a busy machine it takes a while until the match can be requested.
    let before = Instant::now();
    let (_asked, _other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let (_, page) = arena.get(&path).await;
    assert!(page.contains("2 seconds after it happens"), "{page}");
    let mut live = arena.open_at(&format!("{path}live"), "").await;
    live.until("event: whole").await;
    assert!(before.elapsed().as_secs() >= 2, "{:?}", before.elapsed());
    arena.stop().await;
}

#[tokio::test]
async fn a_page_shows_the_match_as_it_stands_without_scripts() {
    let arena = Arena::open("haleakala", "open").await;
    let (mut asked, mut other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let page = page_with(&arena, &path, "is to decide.").await;
    assert!(inside(&page, "picture", "</div>").starts_with("<svg"), "{page}");
    assert!(page.contains("There is no clock."), "{page}");
    let before = inside(&page, "steps", "</ol>").to_owned();
    assert!(!before.contains("class=\"thought\""), "{before}");
    asked.answer(&ask, "").await;
    let page = page_with(&arena, &path, "class=\"thought\"").await;
    assert!(inside(&page, "steps", "</ol>").starts_with(&before), "it goes on from there: {page}");
    // The stream for scripts has what the page shows.
    let mut live = arena.open_at(&format!("{path}live"), "").await;
    live.until("event: age\ndata: ").await;
    assert!(live.until("\n\n").await.trim().parse::<u64>().is_ok());
    live.until("event: whole").await;
    assert!(live.until("\n\n").await.contains("thought"));
    tokio::join!(asked.play(1, ""), other.play(1, ""));
    arena.finished(1).await;
    arena.stop().await;
}

#[tokio::test]
async fn however_many_load_the_page_the_match_is_looked_at_once() {
    let arena = Arena::open("haleakala", "open").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    assert_eq!(arena.spectators().await, 0);
    page_with(&arena, &path, "is to decide.").await;
    let load = || arena.get(&path);
    let pages = tokio::join!(load(), load(), load(), load());
    for (_, page) in [pages.0, pages.1, pages.2, pages.3] {
        assert!(page.contains("is to decide."), "{page}");
    }
    assert_eq!(arena.spectators().await, 1, "whoever shows it to all of them");
    arena.stop().await;
}

#[tokio::test]
async fn a_page_without_scripts_is_as_late_as_its_league_wants() {
    // A delay that no slow machine can reach.
    let arena = Arena::open("haleakala", "delayed 9999").await;
    let (_asked, _other, ask) = begun(&arena).await;
    let (_, page) = arena.get(&format!("/matches/{}/", ask.match_id)).await;
    assert!(page.contains("There is something to see in "), "{page}");
    assert_eq!(
        [inside(&page, "picture", "</div>"), inside(&page, "steps", "</ol>"), inside(&page, "now", "</div>")],
        [""; 3]
    );
    arena.stop().await;

    let arena = Arena::open("haleakala", "delayed 1").await;
    let before = Instant::now();
    let (_asked, _other, ask) = begun(&arena).await;
    page_with(&arena, &format!("/matches/{}/", ask.match_id), "is to decide.").await;
    assert!(before.elapsed() >= Duration::from_secs(1), "{:?}", before.elapsed());
    arena.stop().await;
}

#[tokio::test]
async fn clocks_think_times_and_faults_are_shown_but_not_what_bots_say() {
    let mut league = league("haleakala", "open");
    league.terms.time = "2h/1h".parse().unwrap();
    league.terms.faults.policy = FaultKind::Substitute;
    let arena = Arena::with(league).await;
    let (asked, _other, ask) = begun(&arena).await;
    let path = format!("/matches/{}/", ask.match_id);
    let mut live = arena.open_at(&format!("{path}live"), "").await;
    live.until("event: whole").await;
    let whole = live.until("\n\n").await;
    assert_eq!(whole.matches("data-counts").count(), 2, "the bank and the decision of who is asked: {whole}");
    assert_eq!(whole.matches("data-left").count(), 4, "{whole}");
    asked.answer_so(&ask, Choice::Notation("<b>mine</b>".into()), "<i>hello</i>").await;
    live.until("commits a fault: unreadable.").await;
    let page = page_with(&arena, &path, "1 strike of 3").await;
    let time = "The time control is 7200s/3600s: 7200 s for the match, at most 3600 s for a decision.";
    assert!(page.contains("Rules of Haleakala</a>"), "{page}");
    assert!(page.contains("class=\"step fault\"") && page.contains(time), "{page}");
    assert!(!page.contains("mine") && !page.contains("hello"), "{page}");
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
    // The two matches of a set may be played one after the other or at once.
    let other = head.contains("location: ../") && !head.contains(&ask.match_id);
    assert!(other || page.contains("No other match is being played"), "{head} {page}");
    let (head, _) = arena.get("/matches/not-an-id/").await;
    assert!(head.starts_with("HTTP/1.1 400"), "{head}");
    let (head, _) = arena.get("/matches/01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55/").await;
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    arena.stop().await;
}
