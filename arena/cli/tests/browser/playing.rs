//! Somebody who plays against a house bot, by clicks.

use crate::accessibility::Axe;
use crate::arena::Arena;
use crate::browser::Browser;
use crate::look::LOOKS;

/// How many decisions are clicked as by a mouse, on the board where it can be; a script in the page clicks through the others.
const BY_MOUSE: usize = 6;

/// Something can be done, or there is nothing more to do.
const READY: &str = "document.querySelector('#table button[name=try], #table button[value=send], #table[data-over]')";

/// Marks what is to be clicked next: what was chosen is sent, else a place on the board that lies open, else an action of the
/// list. A place that was chosen already stays, and the list is what is left of it.
const MARK: &str = "
  document.querySelectorAll('.next').forEach(part => part.classList.remove('next'));
  const lies_open = part => {
    part.scrollIntoView({ block: 'center' });
    const box = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
  };
  const send = document.querySelector('#table button[value=send]');
  const listed = [...document.querySelectorAll('#table button[name=try]')].find(button => button.offsetParent);
  const chosen = document.querySelector('#table svg .chosen');
  const place = chosen ? null : [...document.querySelectorAll('#table svg .can')].find(lies_open);
  const next = send ?? place ?? listed;
  next?.classList.add('next');
  return next === send ? 'send' : next === place ? 'place' : 'listed'";

/// Clicks on and on, on any of the actions, until the match is over.
const PLAY_ON: &str = "
  let seed = 7;
  setInterval(() => {
    const table = document.getElementById('table');
    if (!table || 'over' in table.dataset) return;
    const listed = [...table.querySelectorAll('button[name=try]')];
    seed = (seed * 48271) % 2147483647;
    (table.querySelector('button[value=send]') ?? listed[seed % listed.length])?.click();
  }, 10)";

/// Asks that the name of what can be clicked has all text that is seen on it. A place on the board has numbers on its pieces, which
/// its name says in words: "Island C: Ku/Pele 2 and Kane 5".
const LABEL_IN_NAME: &str = "label-content-name-mismatch";

/// What was clicked has been answered with a newer table than the one before.
const REPLACED: &str = "document.getElementById('table') !== window.before";

#[tokio::test]
async fn a_whole_match_of_each_game_is_played_by_clicks() {
    let (Some(axe), Some(browser)) = (Axe::installed(), Browser::open().await) else { return };
    let arena = Arena::played();
    for game in kahua_engine::registry::all() {
        let info = game.info();
        browser.goto(&arena.address).await;
        browser.click("nav a[href$='play/']").await;
        browser.until("location.pathname === '/play/'").await;
        browser.click(&format!("main a[href='?game={}&seats={}']", info.name, info.seats.start())).await;
        browser.until("document.querySelector('form.setup')").await;
        browser.click("form.setup button[type=submit]").await;
        browser.until(READY).await;
        is_for_everybody(&browser, &axe, info.name).await;
        let mut by_place = 0;
        for _ in 0..BY_MOUSE {
            browser.until(READY).await;
            browser.script("window.before = document.getElementById('table')").await;
            let what = browser.script(MARK).await;
            browser.click(".next").await;
            if what == "place" {
                by_place += 1;
                browser.until(&format!("document.querySelector('#table svg .chosen') || {REPLACED}")).await;
                // Where the place leaves a single action, the page has tried it by itself.
                browser.script("if (document.querySelector('#table svg .chosen')) [...document.querySelectorAll('#table button[name=try]')].find(button => button.offsetParent)?.click()").await;
            }
            browser.until(REPLACED).await;
        }
        assert!(by_place > 0, "{}: nothing on the board could be clicked", info.name);
        browser.script(PLAY_ON).await;
        browser.until("document.querySelector('#table[data-over]')").await;
        browser.click("#table .status a[href*='matches/']").await;
        browser.until("document.documentElement.dataset.ready === 'replay'").await;
        assert_eq!(browser.console().await, [""; 0], "{}", info.name);
    }
}

/// No address leads to a table but that of somebody who sits there, so it isn't found among the pages that links lead to.
async fn is_for_everybody(browser: &Browser, axe: &Axe, game: &str) {
    for look in LOOKS {
        look.take(browser).await;
        look.keep_picture(browser, &format!("table-{game}")).await;
        assert_eq!(axe.violations_except(browser, &[LABEL_IN_NAME]).await, [""; 0], "{game} {look:?}");
    }
    LOOKS[0].take(browser).await;
}
