//! A visitor follows a match to its end while it is being played.

use crate::arena::Arena;
use crate::browser::Browser;
use crate::look::keep_pictures;

/// A pause of bots, in milliseconds, in which a clock can be seen to run.
const SLOW: u32 = 5_000;

#[tokio::test]
async fn the_clock_of_whoever_is_asked_runs_between_updates() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::playing(kahua_engine::registry::all()[0].info().name, SLOW);
    browser.goto_until(&arena.address, "main a.glimpse", 1).await;
    keep_pictures(&browser, "home-while-playing").await;
    browser.click("main a.glimpse").await;
    browser.until("document.documentElement.dataset.ready === 'live'").await;
    let clock = "document.querySelector('.clocks [data-counts]')";
    // The clock shows at least half a second less than the arena last reported.
    let runs = format!("{clock} && {clock}.dataset.left - 1000 * parseFloat({clock}.textContent) >= 500");
    browser.until(&format!("{runs} && {clock}.textContent.endsWith(' s')")).await;
    assert_eq!(browser.count(".clocks li").await, 2);
    assert_eq!(browser.console().await, [""; 0]);
}

#[tokio::test]
async fn the_first_page_follows_a_running_match_to_its_end_and_then_looks_for_another() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::waiting(2, kahua_engine::registry::all()[0].info().name);
    browser.goto_until(&arena.address, ".glimpse svg", 1).await;
    browser.script("window.first = document.querySelector('.glimpse'); window.before = first.innerHTML").await;
    // The next answer will be one of a busy arena, which hasn't drawn the board of the match that is being played.
    browser
        .script(
            "const page = document.documentElement.outerHTML.replace('class=\"glimpse\"', ''), ask = fetch; \
             window.fetch = async () => { window.fetch = ask; return new Response(page); }",
        )
        .await;
    arena.release();
    for _ in 0..3 {
        browser.until("first.innerHTML !== before").await;
        browser.script("window.before = first.innerHTML").await;
    }
    browser.until("/over/.test(first.innerText)").await;
    // The last board rests for some seconds.
    browser.until("!document.body.contains(first)").await;
    browser.until("document.getElementById('being-played').innerText.includes('No match is being played')").await;
    assert_eq!(browser.console().await, [""; 0]);
}

#[tokio::test]
async fn the_page_of_a_league_follows_several_running_matches_on_small_boards() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::waiting(4, kahua_engine::registry::all()[0].info().name);
    browser.goto_until(&format!("{}/leagues/paced/", arena.address), ".glimpses .glimpse svg", 2).await;
    keep_pictures(&browser, "league-while-playing").await;
    browser
        .script("window.boards = [...document.querySelectorAll('.glimpse')].map((one) => [one, one.innerHTML])")
        .await;
    arena.release();
    browser.until("boards.every(([one, before]) => one.innerHTML !== before)").await;
    assert_eq!(browser.console().await, [""; 0]);
}

#[tokio::test]
async fn a_running_match_moves_by_itself_until_it_leads_to_its_replay() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::waiting(2, kahua_engine::registry::all()[0].info().name);
    browser.goto_until(&arena.address, "main a[href*='matches/']", 1).await;
    browser.click("main a[href*='matches/']").await;
    browser.until("document.documentElement.dataset.ready === 'live'").await;
    arena.release();
    let seen = browser.count(".steps .step").await;
    browser.until(&format!("document.querySelectorAll('.steps .step').length > {}", seen + 3)).await;
    assert_eq!(browser.count(".picture svg").await, 1);
    browser.until("document.documentElement.dataset.ready === 'ended'").await;
    browser.click(".over a").await;
    browser.until("document.documentElement.dataset.ready === 'replay'").await;
    assert_eq!(browser.console().await, [""; 0]);
}
