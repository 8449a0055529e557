//! What others take from the arena: JSON, the feed, badges and boards.

use serde_json::Value;

use crate::support::{Arena, Bot};

/// An arena after the two matches of its league, and the id of the one that ended last.
async fn played() -> (Arena, String) {
    let arena = Arena::open("haleakala", "open").await;
    let (mut a, mut b) = (Bot::enter(&arena, "a", "1").await, Bot::enter(&arena, "b", "1").await);
    tokio::join!(a.play(2, ""), b.play(2, ""));
    arena.finished(2).await;
    let id = json(&arena, "/matches/data.json").await["matches"][0]["match_id"].as_str().unwrap().to_owned();
    (arena, id)
}

async fn json(arena: &Arena, path: &str) -> Value {
    let (head, body) = arena.get(path).await;
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("content-type: application/json"), "{path}: {head}");
    serde_json::from_str(&body).unwrap()
}

#[tokio::test]
async fn every_page_of_facts_has_them_as_json_too() {
    let (arena, id) = played().await;
    assert_eq!(json(&arena, "/leagues/data.json").await["leagues"][0]["played"], 2);
    assert_eq!(json(&arena, "/leagues/l/data.json").await["pools"][0]["matches"], 2);
    assert_eq!(json(&arena, "/leagues/l/data.json?season=7").await["pools"], serde_json::json!([]));
    assert_eq!(json(&arena, "/bots/data.json").await["bots"][1]["name"], "b");
    assert_eq!(json(&arena, "/bots/a/data.json").await["version"], "1");
    assert_eq!(json(&arena, "/matches/data.json?bot=a").await["matches"].as_array().unwrap().len(), 2);
    assert_eq!(json(&arena, &format!("/matches/{id}/data.json")).await["match_id"], id);
    assert_eq!(json(&arena, "/compare/data.json?bot=a&other=b").await["comparisons"].as_array().unwrap().len(), 1);
    let (head, body) = arena.get("/bots/nobody/data.json").await;
    let error: Value = serde_json::from_str(&body).unwrap();
    assert!(head.starts_with("HTTP/1.1 404") && error["error"].as_str().unwrap().contains("nobody"), "{head} {body}");
    arena.stop().await;
}

#[tokio::test]
async fn pages_link_what_can_be_taken_along_and_the_links_lead_there() {
    let (arena, id) = played().await;
    for page in ["/", "/leagues/l/", "/bots/a/", "/matches/", &format!("/matches/{id}/")] {
        let (_, text) = arena.get(page).await;
        let files = text.split("To take along: ").nth(1).unwrap().split("</p>").next().unwrap();
        let links: Vec<&str> = files.split("href=\"").skip(1).map(|link| link.split('"').next().unwrap()).collect();
        assert!(!links.is_empty(), "{files}");
        for link in links {
            // Addresses are relative to the page.
            let folders = link.matches("../").count();
            let base = if folders == 0 { page } else { "/" };
            let (head, _) = arena.get(&format!("{base}{}", link.trim_start_matches("../"))).await;
            assert!(head.starts_with("HTTP/1.1 200"), "{page} to {link}: {head}");
        }
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_feed_a_badge_and_a_board_are_files_that_stand_alone() {
    let (arena, id) = played().await;
    for feed in ["/feed.xml", "/leagues/l/feed.xml"] {
        let (head, body) = arena.get(feed).await;
        assert!(head.contains("content-type: application/atom+xml") && body.matches("<entry>").count() == 2, "{body}");
        assert!(body.contains(&format!("<id>urn:uuid:{id}</id>")), "{body}");
        let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
        let mut again = arena.open_at(feed, &format!("If-None-Match: {tag}\r\n")).await;
        assert!(again.until("\r\n\r\n").await.starts_with("HTTP/1.1 304"), "readers ask often");
    }
    let (head, badge) = arena.get("/leagues/l/badges/a.svg").await;
    assert!(head.contains("content-type: image/svg+xml") && badge.contains("aria-label=\"a in l: "), "{head} {badge}");
    for missing in ["/leagues/l/badges/nobody.svg", "/leagues/l/badges/a.png"] {
        assert!(arena.get(missing).await.0.starts_with("HTTP/1.1 404"), "{missing}");
    }
    let (head, moves) = arena.get(&format!("/matches/{id}/moves.txt")).await;
    assert!(head.contains("content-type: text/plain; charset=utf-8"), "{head}");
    assert!(
        moves.starts_with(&format!("match {id}\ngame haleakala "))
            && moves.contains("\n0 place:")
            && moves.contains("\nplaces "),
        "{moves}"
    );
    let (head, board) = arena.get(&format!("/matches/{id}/board.svg?at=0")).await;
    assert!(head.contains(&format!("attachment; filename=\"kahua-{id}.svg\"")), "{head}");
    assert!(board.starts_with("<svg") && board.contains("<style>"), "{board}");
    assert_ne!(board, arena.get(&format!("/matches/{id}/board.svg")).await.1, "the end is another position");
    arena.stop().await;
}

#[tokio::test]
async fn a_match_as_one_page_needs_no_other_file_and_links_to_the_arena() {
    let (arena, id) = played().await;
    let (head, page) = arena.get(&format!("/matches/{id}/match.html")).await;
    assert!(head.contains(&format!("attachment; filename=\"kahua-{id}.html\"")), "{head}");
    assert!(page.contains("data-packed") && page.contains("<style>") && !page.contains("<nav aria-label=\"Pages\""));
    for elsewhere in [" src=", "rel=\"stylesheet\"", "rel=\"icon\"", "<form"] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    let start = page.find("<main").unwrap();
    let links: Vec<&str> = page[start..].split("href=\"").skip(1).map(|link| link.split('"').next().unwrap()).collect();
    let arenas = format!("http://{}/", arena.address);
    assert!(links.iter().all(|link| link.starts_with(&arenas) || link.starts_with('?')), "{links:?}");
    assert!(
        links.contains(&&*format!("{arenas}leagues/l/")) && links.contains(&&*format!("{arenas}bots/a/")),
        "{links:?}"
    );
    arena.stop().await;
}

#[tokio::test]
async fn somebody_who_is_sent_a_link_reads_what_the_page_is_about() {
    let (arena, id) = played().await;
    let described = async |path: &str| {
        let page = arena.get(path).await.1;
        page.split("property=\"og:description\" content=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    assert!(described(&format!("/matches/{id}/")).await.ends_with(", league l."));
    assert!(described("/leagues/l/").await.starts_with("2 rated matches: "));
    let (_, home) = arena.get("/").await;
    assert!(
        home.contains("<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Results\" href=\"feed.xml\">"),
        "{home}"
    );
    arena.stop().await;
}

#[tokio::test]
async fn somebody_who_is_sent_a_link_sees_a_picture_of_the_page() {
    let (arena, id) = played().await;
    let host = format!("http://{}", arena.address);
    for page in [format!("/matches/{id}/"), "/leagues/l/".to_owned(), "/leagues/l/?season=1".to_owned()] {
        let text = arena.get(&page).await.1;
        let card = text.split("property=\"og:image\" content=\"").nth(1).unwrap().split('"').next().unwrap();
        let (head, picture) = arena.get(card.strip_prefix(&host).unwrap()).await;
        assert!(head.starts_with("HTTP/1.1 200") && head.contains("content-type: image/png"), "{card}: {head}");
        assert!(picture.starts_with("\u{fffd}PNG") && picture.len() > 10_000, "{card}: {}", picture.len());
    }
    let without = arena.get("/leagues/l/?season=7").await.1;
    assert!(!without.contains("og:image"), "the picture has the present season");
    let (head, problem) = arena.get("/matches/01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55/card.png").await;
    assert!(head.starts_with("HTTP/1.1 404") && problem.contains("no match"), "{head} {problem}");
    arena.stop().await;
}
