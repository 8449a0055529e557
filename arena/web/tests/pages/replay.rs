//! A match that has ended, on its page and in its file of boards.

use serde_json::Value;

use crate::support::{Arena, Bot};

/// What a browser could take for markup, and what could reorder the text around it.
const HOSTILE: &str = "<script>alert(1)</script>\u{202e}\u{7}\"'&";

/// An arena after its two matches, and the path of the one that ended last.
async fn played(game: &str, comment: &str) -> (Arena, String) {
    let arena = Arena::open(game, "open").await;
    let (mut a, mut b) = (Bot::enter(&arena, "a", "<b>1</b>").await, Bot::enter(&arena, "b", "1").await);
    tokio::join!(a.play(2, comment), b.play(2, comment));
    arena.finished(2).await;
    let (_, home) = arena.get("/").await;
    let id = home.split("matches/").find(|part| part.starts_with("01")).unwrap().split('/').next().unwrap().to_owned();
    (arena, format!("/matches/{id}/"))
}

#[tokio::test]
async fn a_replay_tells_all_and_trusts_nobody() {
    let (arena, path) = played("haleakala", HOSTILE).await;
    let (head, page) = arena.get(&path).await;
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(!page.contains("alert(1)</script>") && !page.contains('\u{202e}') && !page.contains('\u{7}'));
    assert!(page.contains("&lt;script&gt;alert(1)") && page.contains("&lt;b&gt;1&lt;/b&gt;"));
    assert!(!page.contains(" style=") && !page.contains("<style"), "the policy forbids inline styles");
    for part in ["What happened", "How long they thought", "Where the points come from", "<svg xmlns"] {
        assert!(page.contains(part), "{part} is missing");
    }
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    let (again, _) = arena.get_with(&path, &format!("If-None-Match: {tag}\r\n")).await;
    assert!(again.starts_with("HTTP/1.1 304"), "{tag}: {again}");
    arena.stop().await;
}

#[tokio::test]
async fn any_event_is_shown_without_scripts_with_what_else_was_possible() {
    let (arena, path) = played("haleakala", "").await;
    let (_, end) = arena.get(&path).await;
    let (_, start) = arena.get(&format!("{path}?at=start")).await;
    assert!(start.contains("The game is about to begin.") && !end.contains("The game is about to begin."));
    let text = |page: &str| page.split("<pre>").nth(1).unwrap().split("</pre>").next().unwrap().to_owned();
    assert!(text(&start).contains("segment ") && text(&start) != text(&end), "the position as text");
    // A decision's bar leads to it.
    let bar = end.split("class=\"board timeline").nth(1).unwrap().split("?at=").nth(3).unwrap();
    let event = bar.split('"').next().unwrap();
    let (_, page) = arena.get(&format!("{path}?at={event}&seat=0")).await;
    assert!(page.contains(&format!("The decision of event {event}")) && page.contains(" (taken)"), "{page}");
    assert!(page.contains("data-boards=\"boards-0.json\"") && page.contains("class=\"scores\""));
    for wrong in ["?at=soon", "?seat=x", "?seat=2"] {
        let (head, _) = arena.get(&format!("{path}{wrong}")).await;
        assert!(head.starts_with("HTTP/1.1 4"), "{wrong}: {head}");
    }
    let (head, _) = arena.get(&format!("{path}?at=99999999")).await;
    assert!(head.starts_with("HTTP/1.1 200"), "beyond the end is the end: {head}");
    arena.stop().await;
}

#[tokio::test]
async fn what_bots_say_that_they_expect_becomes_a_curve() {
    let (arena, path) = played("haleakala", "expects 62 %: <b>\u{202e}").await;
    let (_, page) = arena.get(&path).await;
    let drawing = page.split("class=\"board timeline expected").nth(1).unwrap().split("</svg>").next().unwrap();
    assert_eq!(drawing.matches("<polyline class=\"line line-").count(), 2, "a line for each seat");
    assert!(drawing.contains(",76") && drawing.contains("expects 62 %: &lt;b&gt;"), "{drawing}");
    let curve = page.split("class=\"board timeline curve").nth(1).unwrap().split("</svg>").next().unwrap();
    assert_eq!(curve.matches("class=\"expects line line-").count(), 2, "the same above the slider: {curve}");
    assert!(curve.contains(",38 "), "{curve}");
    assert!(!page.contains('\u{202e}'), "a comment is a stranger's");
    arena.stop().await;
    let (arena, path) = played("haleakala", "expects the best").await;
    let (_, page) = arena.get(&path).await;
    assert!(page.contains("expects the best") && !page.contains("What they expected"));
    arena.stop().await;
}

/// As `replay.js` unfolds them.
fn unfolded(boards: &Value) -> Vec<Vec<u64>> {
    let numbers = |list: &Value| list.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect();
    let mut lists: Vec<Vec<u64>> = vec![numbers(&boards["first"])];
    for step in boards["steps"].as_array().unwrap() {
        let mut list = lists.last().unwrap().clone();
        for change in step["changes"].as_array().unwrap().iter().rev() {
            let (at, gone) = (change[0].as_u64().unwrap() as usize, change[1].as_u64().unwrap() as usize);
            list.splice(at..at + gone, numbers(&change[2]));
        }
        lists.push(list);
    }
    lists
}

#[tokio::test]
async fn the_file_of_boards_has_every_board_and_stays_small() {
    for game in ["haleakala", "hawaii"] {
        let (arena, path) = played(game, "").await;
        let (head, text) = arena.get(&format!("{path}boards.json")).await;
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(text.len() < 1_000_000, "{game}: {} bytes", text.len());
        let boards: Value = serde_json::from_str(&text).unwrap();
        let lists = unfolded(&boards);
        for list in &lists {
            let tags = |start: &str| {
                list.iter()
                    .filter(|piece| boards["pieces"][**piece as usize].as_str().unwrap().starts_with(start))
                    .count()
            };
            assert_eq!(tags("<"), 2 * tags("</"), "{game}: all elements are closed");
        }
        let (_, page) = arena.get(&path).await;
        let last: String =
            lists.last().unwrap().iter().map(|piece| boards["pieces"][*piece as usize].as_str().unwrap()).collect();
        let panels = last.rfind("<svg xmlns=").expect("the panels follow the board");
        let is_shown = [&last[..panels], &last[panels..]].iter().all(|drawing| page.contains(drawing));
        assert!(panels > 0 && is_shown, "{game}: the page ends with the same board");
        assert_eq!(page.matches("li class=\"step ").count(), lists.len() - 1, "{game}");
        let (head, _) = arena.get(&format!("{path}boards-7.json")).await;
        assert!(head.starts_with("HTTP/1.1 404"), "{head}");
        arena.stop().await;
    }
}
