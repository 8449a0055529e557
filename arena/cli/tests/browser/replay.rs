//! A visitor steps through matches by keyboard.

use fantoccini::key::Key;
use serde_json::{Value, json};

use crate::arena::Arena;
use crate::browser::Browser;
use crate::look::{APART, IN_SIGHT, SCREENS};

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
        open_replay(&browser, &arena, game.info().name, "").await;
        let at_the_end = browser.script(BOARD).await;

        press(&browser, &Key::Home).await;
        browser.until("location.search === '?at=start'").await;
        let (at_the_start, next) = (browser.script(BOARD).await, browser.script(NEXT).await);
        assert_ne!(at_the_start, at_the_end, "{}", game.info().name);
        is_as_the_arena_shows_it(&browser).await;
        press(&browser, &Key::End).await;
        browser.until(LANDED).await;
        assert_eq!(browser.script(BOARD).await, at_the_end, "{}", game.info().name);

        press(&browser, &Key::Home).await;
        for _ in 0..5 {
            press(&browser, &Key::Right).await;
            assert_eq!(browser.script(NEXT).await, next, "{}: it stays under the mouse", game.info().name);
        }
        press(&browser, &Key::Left).await;
        browser.until("document.querySelector('[data-step=\"4\"]').getAttribute('aria-current') === 'step'").await;
        is_as_the_arena_shows_it(&browser).await;
        assert_eq!(browser.console().await, [""; 0], "{}", game.info().name);
    }
}

#[tokio::test]
async fn every_step_of_a_match_is_seen_whole_and_keys_scroll_outside_of_the_player() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    for game in kahua_engine::registry::all() {
        open_replay(&browser, &arena, game.info().name, "?at=start").await;
        for screen in SCREENS {
            screen.take(&browser).await;
            assert_eq!(
                browser.script(&wrong_at_each_step()).await,
                Value::from(""),
                "{}: {screen:?}",
                game.info().name
            );
            screen.keep_picture(&browser, &format!("replay-{}", game.info().name)).await;
        }
        let stops = browser
            .script(
                "return [...document.querySelectorAll('a, button, input, select, summary, [tabindex]')]
            .filter(part => part.tabIndex >= 0 && part.checkVisibility()).length",
            )
            .await;
        assert!(stops.as_u64() < Some(60), "{}: {stops} tab stops", game.info().name);
    }
    browser.script("document.activeElement.blur()").await;
    let before = browser.script("return document.querySelector('[data-shown]').innerText").await;
    browser.press(&Key::Home).await;
    assert_eq!(browser.script("return document.querySelector('[data-shown]').innerText").await, before);
    assert_eq!(browser.console().await, [""; 0]);
}

/// Goes through the match in at most this many steps.
const STEPS_MAX: u32 = 40;

/// Steps through the whole match, and returns where the board or the player wasn't in sight, or where parts of the board lay on one
/// another.
fn wrong_at_each_step() -> String {
    format!(
        "const slider = document.querySelector('[data-slider]'), wrong = [];
         const sight = () => {{ {IN_SIGHT} }}, apart = () => {{ {APART} }};
         for (let step = 0; step <= slider.max; step += Math.ceil(slider.max / {STEPS_MAX})) {{
           slider.value = step;
           slider.dispatchEvent(new Event('input'));
           const found = sight() || apart();
           if (found) wrong.push(`${{step}}: ${{found}}`);
         }}
         return wrong.slice(0, 3).join('; ')"
    )
}

#[tokio::test]
async fn a_match_plays_by_itself_and_jumps_to_what_is_clicked() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    SCREENS[0].take(&browser).await;
    open_replay(&browser, &arena, kahua_engine::registry::all()[0].info().name, "?at=start").await;
    press(&browser, " ").await;
    browser.until("document.querySelector('[data-play]').innerText === 'Pause'").await;
    browser.until("Number(document.querySelector('[data-shown]').innerText) >= 2").await;
    press(&browser, " ").await;
    browser.until("document.querySelector('[data-play]').innerText === 'Play'").await;

    let (before, last) =
        (browser.script(BOARD).await, browser.script("return document.querySelectorAll('.step').length").await);
    browser.click(".steps .step:last-child a[data-step]").await;
    let step = browser.script("return document.querySelector('.step a[aria-current]').dataset.step").await;
    assert!(step.as_str().and_then(|step| step.parse::<u64>().ok()) <= last.as_u64(), "{step} of {last}");
    assert_ne!(browser.script(BOARD).await, before);
    browser.until("location.search !== '?at=start'").await;
    assert_eq!(browser.console().await, [""; 0]);
}

#[tokio::test]
async fn pieces_move_from_where_they_stood_unless_less_motion_is_wanted() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    // Wide enough for the panels beside the board.
    SCREENS[0].take(&browser).await;
    for game in kahua_engine::registry::all() {
        open_replay(&browser, &arena, game.info().name, "?at=start").await;
        for (motion, moves) in [("no-preference", true), ("reduce", false)] {
            let feature = json!({ "name": "prefers-reduced-motion", "value": motion });
            browser.devtools("Emulation.setEmulatedMedia", json!({ "features": [feature] })).await;
            let moved = browser.script(&moved_at_each_step()).await;
            assert_eq!(moved["wrong"], json!([]), "{}", game.info().name);
            assert_eq!(moved["count"].as_u64() > Some(0), moves, "{}, {motion}: {moved}", game.info().name);
            if game.info().name == "haleakala" {
                // Discs go from a player's hand to a beach and come back.
                for way in ["laid", "taken"] {
                    assert_eq!(moved[way].as_u64() > Some(0), moves, "{way}, {motion}: {moved}");
                }
            }
        }
    }
    assert_eq!(browser.console().await, [""; 0]);
}

/// How many steps of a match are looked at for pieces that move: in each game some have moved by then.
const MOVING_STEPS: u32 = 60;

/// Steps through the beginning of a match. Returns how many pieces moved, how many of them from the panels to the board and back, and
/// which didn't come from where one of their kind stood before.
fn moved_at_each_step() -> String {
    format!(
        "const slider = document.querySelector('[data-slider]'), wrong = [];
         const place = (piece) => {{
           const [sea, at] = [document.querySelector('.picture .sea'), piece].map(shape => shape.getBoundingClientRect());
           // In thousandths of the sea's width: with more text above it, the sea itself is smaller and further down.
           const part = (length) => (1000 * length) / sea.width;
           const [x, y] = [part(at.x + at.width / 2 - sea.x), part(at.y + at.height / 2 - sea.y)];
           return {{ kind: piece.dataset.piece, x, y, inPanels: !piece.closest('.picture') }};
         }};
         let [count, laid, taken] = [0, 0, 0];
         for (let step = 1; step <= Math.min(slider.max, {MOVING_STEPS}); step++) {{
           for (const animation of document.getAnimations()) animation.finish();
           const before = [...document.querySelectorAll('[data-piece]:not([data-stand-in])')].map(place);
           slider.value = step;
           slider.dispatchEvent(new Event('input'));
           for (const animation of document.getAnimations()) {{
             count++;
             animation.pause();
             animation.currentTime = 0;
             const from = place(animation.effect.target);
             const stood = before.find(({{ kind, x, y }}) => kind === from.kind && Math.hypot(x - from.x, y - from.y) < 3);
             if (!stood) wrong.push(`${{step}}: ${{JSON.stringify(from)}}`);
             const isCopy = animation.effect.target.matches('[data-stand-in]');
             if (isCopy && !stood?.inPanels) taken++;
             if (!isCopy && stood?.inPanels) laid++;
           }}
         }}
         return {{ count, laid, taken, wrong: wrong.slice(0, 3) }}"
    )
}

#[tokio::test]
async fn a_board_and_a_match_are_taken_along_as_pictures() {
    let Some(browser) = Browser::open().await else { return };
    let arena = Arena::played();
    for game in kahua_engine::registry::all() {
        let name = game.info().name;
        open_replay(&browser, &arena, name, "?at=start").await;
        browser.script(KEEP_BLOBS).await;
        browser.script("document.querySelector('[data-by]').value = 'round'").await;
        let mut kept = Vec::new();
        for button in 1..=2 {
            // The player's bar is always in sight, and covers what is at the end of the window.
            browser.script("document.querySelector('[data-pictures]').scrollIntoView({ block: 'center' })").await;
            browser.click(&format!("[data-pictures] button:nth-of-type({button})")).await;
            browser
                .until("document.querySelector('[data-pictures] [role=status]').innerText.startsWith('Saved as ')")
                .await;
            kept.push(browser.async_script(LOOK_AT_BLOB).await);
            browser.script("document.querySelector('[data-pictures] [role=status]').innerText = ''").await;
        }
        let [board, film] = &kept[..] else { unreachable!("two pictures") };
        assert_eq!(
            (&board["width"], &board["boards"], &board["colours"]),
            (&json!(1600), &json!(1), &json!([true])),
            "{name}: {board}"
        );
        // Its first board and its last one are drawn, and differ.
        assert_eq!((&film["width"], &film["colours"]), (&json!(800), &json!([true, true])), "{name}");
        assert!(film["boards"].as_u64() > Some(2) && film["differ"] == json!(true), "{name}: {film}");
        assert_eq!(browser.console().await, [""; 0], "{name}");
    }
}

/// Keeps the last picture that the page makes, and saves nothing.
const KEEP_BLOBS: &str = "
  const make = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob) => { if (blob.type === 'image/png') window.kept = blob; return make(blob); };
  HTMLAnchorElement.prototype.click = () => {};";

/// What the browser reads in the picture: how wide it is, how many boards it shows, whether the first and the last of them have the
/// colours of a drawing, and whether these two differ. Without its style, most of a drawing is black.
const LOOK_AT_BLOB: &str = "
  const tell = arguments[arguments.length - 1];
  (async () => {
    const decoder = new ImageDecoder({ data: await window.kept.arrayBuffer(), type: 'image/png' });
    await Promise.all([decoder.completed, decoder.tracks.ready]);
    const boards = decoder.tracks.selectedTrack.frameCount;
    let width = 0;
    const look = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const paint = canvas.getContext('2d');
      paint.drawImage(image, 0, 0);
      width = image.displayWidth;
      // Otherwise the browser complains in the console.
      image.close();
      const dots = new Uint32Array(paint.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
      // A part of them is enough, and a busy machine has time for it.
      return dots.filter((_, index) => index % 61 === 0);
    };
    const looked = [await look(0)];
    if (boards > 1) looked.push(await look(boards - 1));
    const [first, last] = [looked[0], looked.at(-1)];
    const isBlack = (dot) => dot === 0xff000000;
    const colours = looked.map((dots) => new Set(dots).size > 20 && dots.filter(isBlack).length < dots.length / 20);
    return { width, boards, colours, differ: first.some((dot, index) => dot !== last[index]) };
  })().then(tell, (error) => tell(String(error)));";

/// Goes to the replay of a match of this game, at what the query names, and waits until it can be stepped through.
async fn open_replay(browser: &Browser, arena: &Arena, game: &str, query: &str) {
    let id = arena.ended(game).remove(0);
    browser.goto(&format!("{}/matches/{id}/{query}", arena.address)).await;
    browser.until("document.documentElement.dataset.ready === 'replay'").await;
}

/// Whether no piece is moving any more between the board and the panels.
pub(crate) const LANDED: &str = "!document.querySelector('[data-flying]')";

/// Presses keys in the player: elsewhere they scroll the page.
async fn press(browser: &Browser, keys: &str) {
    browser.press_in("[data-slider]", keys).await;
}

/// The keys have led to the same page as the arena shows for this address without a script.
async fn is_as_the_arena_shows_it(browser: &Browser) {
    browser.until(LANDED).await;
    let stepped = [browser.script(BOARD).await, browser.script(SAID).await];
    // The address follows with a delay.
    browser.until("(document.querySelector('.step a[aria-current]')?.search ?? '?at=start') === location.search").await;
    browser.script("delete document.documentElement.dataset.ready; location.reload()").await;
    browser.until("document.documentElement.dataset.ready === 'replay'").await;
    assert_eq!(stepped, [browser.script(BOARD).await, browser.script(SAID).await]);
}
