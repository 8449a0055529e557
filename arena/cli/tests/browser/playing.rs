//! A visitor plays against a house bot, only with clicks of a mouse.

use std::collections::{BTreeMap, BTreeSet};

use crate::accessibility::Axe;
use crate::arena::Arena;
use crate::browser::Browser;
use crate::look::{IN_SIGHT, LARGE_ENOUGH, LOOKS, SCREENS, examined, keep_pictures};

/// So many steps are taken at each table.
const STEPS: u32 = 5;

/// So many steps of a whole match are looked at on one screen before the next one is taken: a new window costs more than a step.
const STEPS_A_SCREEN: usize = 6;

/// A pause of bots, in milliseconds, that leaves the machine to others.
const QUIET: u32 = 5_000;

/// The visitor can do something, or the match is over.
const READY: &str = "document.querySelector('#table button[name=try], #table button[value=send], #table[data-over]')";

/// Marks the element to click next, and says what it is: an uncovered place on the board, else an action of the list,
/// else the button that sends the whole turn. A chosen place stays, and the list shows what is left of it. The number
/// of the click decides which element it is, so that a match uses all parts of its board.
const MARK: &str = "
  const table = document.getElementById('table');
  window.before = table;
  if ('over' in table.dataset) return 'over';
  document.querySelectorAll('.next').forEach(part => part.classList.remove('next'));
  const click = window.clicked = (window.clicked ?? 0) + 1;
  const from = all => all.map((_, i) => all[(i + click * 48271) % all.length]);
  const lies_open = part => {
    part.scrollIntoView({ block: 'center' });
    // The mouse of a driver goes to whole pixels, and no decoration may cover them.
    const box = part.getBoundingClientRect(), middle = [box.x + box.width / 2, box.y + box.height / 2];
    return part.contains(document.elementFromPoint(...middle.map(Math.floor)));
  };
  const listed = from([...table.querySelectorAll('button[name=try]')].filter(button => button.offsetParent));
  const places = from([...table.querySelectorAll('svg .can')]);
  const place = table.querySelector('svg .chosen') ? null : places.find(lies_open);
  const next = place ?? listed[0] ?? table.querySelector('button[value=send]');
  next.classList.add('next');
  next.scrollIntoView({ block: 'center' });
  return next === place ? 'place' : next.value === 'send' ? 'send' : 'listed'";

/// Gives the match up unless it is over. The table may be replaced at any moment, so this is done in one go.
const GIVE_UP: &str =
    "document.querySelector('#table[data-over]') || document.querySelector('#give-up button').click()";

/// The rule that the name of a clickable element contains all its visible text. A place on the board has numbers on its
/// pieces, and its name has them in words: "Island C: Ku/Pele 2 and Kane 5".
const LABEL_IN_NAME: &str = "label-content-name-mismatch";

/// A newer table has replaced the one that was clicked.
const REPLACED: &str = "document.getElementById('table') !== window.before";

/// A place is chosen and leaves several actions, or it has left a single one, which the page has tried by itself.
const CHOSEN: &str = "
  document.getElementById('table') !== window.before
  || document.querySelector('#table svg .chosen')
    && [...document.querySelectorAll('#table button[name=try]')].filter(button => button.offsetParent).length > 1";

/// So many clicks are made in a match that isn't played to its end.
const CLICKS: u32 = 25;

#[tokio::test]
async fn each_game_is_played_by_clicks_and_the_first_to_its_end() {
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
        takes_back(&browser).await;
        let is_first = info.name == kahua_engine::registry::all()[0].info().name;
        let clicks = plays_on(&browser, if is_first { u32::MAX } else { CLICKS }).await;
        println!("{}: {clicks:?}", info.name);
        assert!(clicks.contains_key("place"), "{}: nothing on the board could be clicked", info.name);
        browser.script(GIVE_UP).await;
        browser.until("document.querySelector('#table[data-over]')").await;
        browser.click("#table .status a[href*='matches/']").await;
        browser.until("document.documentElement.dataset.ready === 'replay'").await;
        assert_eq!(browser.console().await, [""; 0], "{}", info.name);
    }
}

#[tokio::test]
async fn at_every_table_the_board_and_the_bar_stay_in_sight_and_are_large_enough() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::playing(kahua_engine::registry::all()[0].info().name, QUIET);
    for game in kahua_engine::registry::all() {
        let info = game.info();
        for seats in info.seats.clone() {
            LOOKS[0].take(&browser).await;
            browser.goto(&format!("{}/play/?game={}&seats={seats}", arena.address, info.name)).await;
            browser.click("form.setup button[type=submit]").await;
            for step in 0..STEPS {
                browser.until(READY).await;
                for screen in SCREENS {
                    screen.take(&browser).await;
                    screen.keep_picture(&browser, &format!("step-{}-{seats}-{step}", info.name)).await;
                    let wrong = browser.script(IN_SIGHT).await;
                    assert_eq!(wrong, "", "{} with {seats} seats, step {step}: {screen:?}", info.name);
                    if screen.is_phone() {
                        let small = browser.script(LARGE_ENOUGH).await;
                        assert_eq!(small, "", "{} with {seats} seats, step {step}", info.name);
                    }
                }
                browser.script(MARK).await;
                browser.click(".next").await;
                browser.until(CHOSEN).await;
                if browser.script("return Boolean(document.querySelector('#table svg .chosen'))").await == true {
                    browser.script(MARK).await;
                    browser.click(".next").await;
                    browser.until(REPLACED).await;
                }
            }
            keep_pictures(&browser, &format!("table-{}-{seats}", info.name)).await;
            assert_eq!(browser.console().await, [""; 0], "{}", info.name);
            // The arena has room for a few tables at a time.
            browser.script(GIVE_UP).await;
            browser.until("document.querySelector('#table[data-over]')").await;
        }
    }
}

/// Counts the tones that the page plays.
const COUNT_TONES: &str = "
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); }";

/// The table comes once as it is while others are waited for, and then as it is at the visitor's turn. Returns the count of tones.
const TURN_COMES: &str = "
  const done = arguments[arguments.length - 1];
  fetch(location.href).then(answer => answer.text()).then(page => {
    replace(page.replace('data-version=', 'data-waiting data-version='));
    replace(page);
    replace(page);
    done(window.tones);
  })";

#[tokio::test]
async fn a_sound_says_that_it_is_my_turn_if_i_have_switched_it_on() {
    let Some(browser) = Browser::open().await else { return };
    let game = kahua_engine::registry::all()[0].info();
    let arena = Arena::playing(game.name, QUIET);
    LOOKS[2].take(&browser).await;
    browser.goto(&format!("{}/play/?game={}&seats={}", arena.address, game.name, game.seats.start())).await;
    browser.click("form.setup button[type=submit]").await;
    browser.until(READY).await;
    browser.script(COUNT_TONES).await;
    assert_eq!(browser.text("#sound").await, "Sound at my turn: off");
    assert_eq!(browser.async_script(TURN_COMES).await, 0, "nobody has switched it on");
    browser.click("#sound").await;
    assert_eq!(browser.text("#sound").await, "Sound at my turn: on");
    assert_eq!(browser.async_script(TURN_COMES).await, 2, "once to try it, and once when the turn comes");
    browser.script("window.old = true; location.reload()").await;
    browser.until("!window.old && document.querySelector('#sound[aria-pressed=true]')").await;
    browser.click("#sound").await;
    browser.script(COUNT_TONES).await;
    assert_eq!(browser.async_script(TURN_COMES).await, 0, "it is switched off again");
    assert_eq!(browser.console().await, [""; 0]);
}

/// What is wrong with the links for other people: nothing, if each stands in sight with its button, and no secret in the
/// address.
const INVITED: &str = "
  const box = document.querySelector('.headline .invitations').getBoundingClientRect();
  if (box.top < 0 || box.bottom > document.querySelector('.picture').getBoundingClientRect().top + 1) return `the links are at ${box.top}`;
  const buttons = [...document.querySelectorAll('.invitations [data-copy]')];
  if (buttons.some(button => button.hidden || button.getBoundingClientRect().height < 24)) return 'a button is too small';
  if (buttons[0].getBoundingClientRect().right > innerWidth) return 'the first button is out of sight';
  const secrets = buttons.map(button => new URL(button.dataset.copy).searchParams.get('key'));
  return secrets.some(secret => !secret || location.href.includes(secret)) ? location.href : ''";

#[tokio::test]
async fn links_for_friends_stand_above_a_board_that_stays_in_sight() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::playing(kahua_engine::registry::all()[0].info().name, QUIET);
    for game in kahua_engine::registry::all() {
        let info = game.info();
        for seats in BTreeSet::from([*info.seats.start(), *info.seats.end()]) {
            LOOKS[0].take(&browser).await;
            browser.goto(&format!("{}/play/?game={}&seats={seats}", arena.address, info.name)).await;
            browser
                .script("document.querySelectorAll('.setup select[name^=seat]').forEach(one => one.value = 'person')")
                .await;
            browser.click("form.setup button[type=submit]").await;
            browser.until("document.querySelector('#table svg') && document.querySelector('#give-up button')").await;
            for screen in SCREENS {
                screen.take(&browser).await;
                screen.keep_picture(&browser, &format!("invited-{}-{seats}", info.name)).await;
                let wrong = [browser.script(IN_SIGHT).await, browser.script(INVITED).await];
                assert_eq!(wrong, ["", ""], "{} with {seats} seats: {screen:?}", info.name);
            }
            keep_pictures(&browser, &format!("invited-{}-{seats}", info.name)).await;
            browser.click(".invitations [data-copy]").await;
            browser.until("document.querySelector('.invitations [data-copy]').innerText === 'Copied'").await;
            browser.goto(&format!("{}/play/", arena.address)).await;
            assert!(browser.text("main").await.contains("Your tables"));
            keep_pictures(&browser, "own-tables").await;
            browser.click("main ul a[href*='seat=']").await;
            browser.script(GIVE_UP).await;
            if seats == 2 {
                browser.until("document.querySelector('#table[data-over]')").await;
            }
            assert_eq!(browser.console().await, [""; 0], "{}", info.name);
        }
    }
}

/// Tries the first decision, and takes it back.
async fn takes_back(browser: &Browser) {
    browser.script(MARK).await;
    browser.click("#table button[name=try]").await;
    browser.until(REPLACED).await;
    assert_eq!(browser.count("#table .picture[data-preview]").await, 1);
    browser.script(MARK).await;
    browser.click("#table button[value=back]").await;
    browser.until(REPLACED).await;
    assert_eq!(browser.count("#table .picture[data-preview]").await, 0);
    assert!(
        browser.script("return document.title").await.as_str().is_some_and(|title| title.starts_with("Your turn: "))
    );
}

/// Clicks on until the match is over, each time as a mouse does, but only so often. Returns how often it clicked each kind of element.
async fn plays_on(browser: &Browser, clicks_max: u32) -> BTreeMap<String, u32> {
    let mut clicks = BTreeMap::new();
    let mut steps = 0;
    for _ in 0..clicks_max {
        browser.until(READY).await;
        let what = browser.script(MARK).await.as_str().expect("it says what it is").to_owned();
        if what == "over" {
            return clicks;
        }
        browser.click(".next").await;
        browser.until(if what == "place" { CHOSEN } else { REPLACED }).await;
        if what != "place" {
            let screen = SCREENS[steps / STEPS_A_SCREEN % SCREENS.len()];
            if steps % STEPS_A_SCREEN == 0 {
                screen.take(browser).await;
            }
            steps += 1;
            assert_eq!(browser.script(IN_SIGHT).await, "", "{screen:?}, after {clicks:?}");
            if screen.is_phone() {
                assert_eq!(browser.script(LARGE_ENOUGH).await, "", "after {clicks:?}");
            }
        }
        *clicks.entry(what).or_default() += 1;
    }
    clicks
}

/// A table can be reached only by the address of a player's seat, so the crawl over links doesn't find it.
async fn is_for_everybody(browser: &Browser, axe: &Axe, game: &str) {
    for look in examined() {
        look.take(browser).await;
        look.keep_picture(browser, &format!("table-{game}")).await;
        assert_eq!(axe.violations_except(browser, &[LABEL_IN_NAME]).await, [""; 0], "{game} {look:?}");
    }
    LOOKS[0].take(browser).await;
}
