//! A visitor steps through matches by keyboard.

use fantoccini::key::Key;
use serde_json::Value;

use crate::arena::Arena;
use crate::browser::Browser;

/// What the board shows, as the browser would write it. In SVG that scripts have read, line breaks within a path are spaces.
const BOARD: &str = "return document.querySelector('.picture svg').outerHTML.replace(/\\s+/g, ' ')";

/// Where the way to the next step is, from the top of the page.
const NEXT: &str = "
  return Math.round(document.querySelector('.controls a[rel=next]').getBoundingClientRect().top + window.scrollY)";

/// What is said of the step, and whose points there are.
const SAID: &str = "return document.querySelector('.last').innerText + document.querySelector('.now').innerText";

#[tokio::test]
async fn a_match_of_each_game_is_stepped_through_by_keyboard() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    for game in kahua_engine::registry::all() {
        let id = arena.ended(game.info().name).remove(0);
        browser.goto(&format!("{}/matches/{id}/", arena.address)).await;
        browser.until("document.documentElement.dataset.ready === 'replay'").await;
        let at_the_end = browser.script(BOARD).await;

        browser.press(&Key::Home).await;
        browser.until("location.search === '?at=start'").await;
        let (at_the_start, next) = (browser.script(BOARD).await, browser.script(NEXT).await);
        assert_ne!(at_the_start, at_the_end, "{}", game.info().name);
        is_as_the_arena_shows_it(&browser).await;
        browser.press(&Key::End).await;
        assert_eq!(browser.script(BOARD).await, at_the_end, "{}", game.info().name);

        browser.press(&Key::Home).await;
        for _ in 0..5 {
            browser.press(&Key::Right).await;
            assert_eq!(browser.script(NEXT).await, next, "{}: it stays under the mouse", game.info().name);
        }
        browser.press(&Key::Left).await;
        browser.until("document.querySelector('[data-step=\"4\"]').getAttribute('aria-current') === 'step'").await;
        is_as_the_arena_shows_it(&browser).await;
        assert_eq!(browser.console().await, [""; 0], "{}", game.info().name);
    }
}

#[tokio::test]
async fn a_match_plays_by_itself_and_jumps_to_what_is_clicked() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    let id = arena.ended(kahua_engine::registry::all()[0].info().name).remove(0);
    browser.goto(&format!("{}/matches/{id}/?at=start", arena.address)).await;
    browser.until("document.documentElement.dataset.ready === 'replay'").await;
    browser.press(" ").await;
    browser.until("document.querySelector('[data-play]').innerText === 'Pause'").await;
    browser.until("Number(document.querySelector('[data-shown]').innerText) >= 2").await;
    browser.press(" ").await;
    browser.until("document.querySelector('[data-play]').innerText === 'Play'").await;

    let (before, last) =
        (browser.script(BOARD).await, browser.script("return document.querySelectorAll('.step').length").await);
    browser.click(".steps .step:last-child a[data-step]").await;
    let step = browser.script("return document.querySelector('.step a[aria-current]').dataset.step").await;
    assert!(step.as_str().and_then(|step| step.parse::<u64>().ok()) <= last.as_u64(), "{step} of {last}");
    assert_ne!(browser.script(BOARD).await, before);
    assert_ne!(browser.script("return location.search").await, Value::from("?at=start"));
    assert_eq!(browser.console().await, [""; 0]);
}

/// The keys have led to the same page as the arena shows for this address without a script.
async fn is_as_the_arena_shows_it(browser: &Browser) {
    let stepped = [browser.script(BOARD).await, browser.script(SAID).await];
    browser.script("delete document.documentElement.dataset.ready; location.reload()").await;
    browser.until("document.documentElement.dataset.ready === 'replay'").await;
    assert_eq!(stepped, [browser.script(BOARD).await, browser.script(SAID).await]);
}
