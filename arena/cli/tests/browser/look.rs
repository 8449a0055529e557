//! How a page is looked at: on which screen, and in which theme.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use crate::browser::Browser;

/// A screen and a theme.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// In CSS pixels.
    pub(crate) width: u32,
    pub(crate) dark: bool,
}

/// A desktop and a phone, each light and dark.
pub(crate) const LOOKS: [Look; 4] = [
    Look { width: 1280, dark: false },
    Look { width: 1280, dark: true },
    Look { width: 390, dark: false },
    Look { width: 390, dark: true },
];

/// Both screens and both themes: no rule of a page's style depends on a screen and a theme together.
const OPPOSITES: [Look; 2] = [LOOKS[0], LOOKS[3]];

/// The looks in which a page is examined: all of them if pictures are kept.
pub(crate) fn examined() -> &'static [Look] {
    if folder_for_pictures().is_some() { &LOOKS } else { &OPPOSITES }
}

/// The screens on which the board and what is done with it must be in sight at once: their width and height.
pub(crate) const SCREENS: [Screen; 2] = [Screen(1280, 800), Screen(390, 844)];

/// The width and the height of a screen, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Screen(u32, u32);

/// The body of a function in a page with a board: what isn't in sight; empty if all is well.
pub(crate) const IN_SIGHT: &str = "
  const box = css => document.querySelector(css).getBoundingClientRect();
  const told = ({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round).join(' ');
  const inside = box => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const board = box('.picture > svg'), bar = box('.action-bar');
  const covered = bar.top < board.bottom - 1 && board.top < bar.bottom - 1 && bar.left < board.right - 1 && board.left < bar.right - 1;
  if (!inside(board)) return `the board is at ${told(board)}`;
  if (!inside(bar)) return `the bar is at ${told(bar)}`;
  const within = ({ top, bottom }) => top >= bar.top && bottom <= bar.bottom;
  for (const button of document.querySelectorAll('.action-bar button')) {
    const at = button.getBoundingClientRect();
    if (!within(at)) return `${button.textContent} at ${told(at)} is cut off by the bar at ${told(bar)}`;
  }
  if (covered) return `the bar at ${told(bar)} covers the board at ${told(board)}`;
  const wide = document.documentElement.scrollWidth;
  return wide > innerWidth ? `the page is ${wide} wide` : ''";

/// The body of a function in a page with a board: which texts of its drawings are smaller than 11 pixels, and what is clicked
/// that is smaller than a finger needs it, 24 pixels; empty if all is well. What a phone folds away is looked at too.
pub(crate) const LARGE_ENOUGH: &str = "
  const small = new Set(), shelf = document.querySelector('.shelf'), was_open = shelf.open;
  shelf.open = true;
  for (const text of document.querySelectorAll('svg.board text')) {
    const drawn = text.getScreenCTM();
    const size = parseFloat(getComputedStyle(text).fontSize) * Math.sqrt(Math.abs(drawn.a * drawn.d - drawn.b * drawn.c));
    if (size < 11) small.add(`${text.textContent} is written in ${size.toFixed(1)} pixels`);
  }
  for (const part of document.querySelectorAll('svg.board .can, .action-bar :is(button, a, input, select, summary)')) {
    const { width, height } = part.getBoundingClientRect();
    const is_seen = width > 0 && part.checkVisibility({ visibilityProperty: true });
    if (is_seen && Math.min(width, height) < 24) small.add(`${part.id || part.textContent || part.name} is ${width.toFixed(1)} x ${height.toFixed(1)}`);
  }
  shelf.open = was_open;
  return [...small].join('; ')";

/// The body of a function in a page with a board: which texts of its drawings lie on one another, and the middle of what is
/// clicked that something else covers; empty if all is well. Pieces that move are looked at where they arrive, and texts may touch:
/// the box of a text is higher than its letters.
pub(crate) const APART: &str = "
  document.getAnimations().forEach(moving => moving.finish());
  const wrong = [], shelf = document.querySelector('.shelf'), was_open = shelf.open;
  shelf.open = true;
  const seen = part => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = text => `${text.textContent} of ${text.closest('[id]').id}`;
  const boxes = [...document.querySelectorAll('svg.board text')].filter(text => seen(text) && text.textContent.trim())
    .map(text => [text, text.getBoundingClientRect()]);
  for (const [index, [one, a]] of boxes.entries()) for (const [other, b] of boxes.slice(index + 1)) {
    const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (width > 2 && height > 0.4 * Math.min(a.height, b.height)) wrong.push(`${named(other)} is written over ${named(one)}`);
  }
  for (const part of document.querySelectorAll('svg.board .can')) {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (hit && hit.closest('svg.board') && !part.contains(hit)) wrong.push(`${part.id} is covered by ${hit.closest('[id]').id}`);
  }
  shelf.open = was_open;
  return [...new Set(wrong)].join('; ')";

impl Screen {
    /// Whether it is a phone, on which people click with their fingers.
    pub(crate) fn is_phone(self) -> bool {
        self.0 < 600
    }

    /// Shows pages on this screen from now on, and waits until the page is drawn on it: before, a click may go to what is
    /// about to move.
    pub(crate) async fn take(self, browser: &Browser) {
        resize(browser, self.0.into(), self.1.into()).await;
        browser.async_script(DRAWN).await;
    }

    /// Keeps a picture of what is in sight, if KAHUA_SCREENSHOTS names a folder for it.
    pub(crate) async fn keep_picture(self, browser: &Browser, page: &str) {
        keep(browser, &format!("{}-{}x{}", file_name(page), self.0, self.1)).await;
    }
}

/// Longer pages are cut in pictures.
const HEIGHT_MAX: u64 = 3000;

impl Look {
    /// Shows pages in this way from now on.
    pub(crate) async fn take(self, browser: &Browser) {
        let scheme = if self.dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.devtools("Emulation.setEmulatedMedia", features).await;
        resize(browser, self.width.into(), 900).await;
    }

    /// Keeps a picture of the whole page, if KAHUA_SCREENSHOTS names a folder for it.
    pub(crate) async fn keep_picture(self, browser: &Browser, page: &str) {
        if folder_for_pictures().is_none() {
            return;
        }
        let height = browser.script("return document.documentElement.scrollHeight").await;
        resize(browser, self.width.into(), height.as_u64().unwrap_or(HEIGHT_MAX).clamp(400, HEIGHT_MAX)).await;
        let theme = if self.dark { "dark" } else { "light" };
        keep(browser, &format!("{}-{}-{theme}", file_name(page), self.width)).await;
        resize(browser, self.width.into(), 900).await;
    }
}

/// Keeps pictures of the whole page in every look, if KAHUA_SCREENSHOTS names a folder for them.
pub(crate) async fn keep_pictures(browser: &Browser, page: &str) {
    if folder_for_pictures().is_none() {
        return;
    }
    for look in LOOKS {
        look.take(browser).await;
        look.keep_picture(browser, page).await;
    }
}

fn folder_for_pictures() -> Option<PathBuf> {
    std::env::var_os("KAHUA_SCREENSHOTS").map(PathBuf::from)
}

/// Two frames later the page has been drawn as it is now, and nothing scrolls any more.
const DRAWN: &str = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))";

/// Gives the page a window of this width and height, and waits until it has them: a busy browser does it later.
async fn resize(browser: &Browser, width: u64, height: u64) {
    let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
    browser.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    browser.until(&format!("innerWidth === {width} && innerHeight === {height}")).await;
}

/// Keeps a picture of what is in sight.
async fn keep(browser: &Browser, name: &str) {
    let Some(folder) = folder_for_pictures() else { return };
    fs::create_dir_all(&folder).expect("the folder for pictures can be made");
    fs::write(folder.join(format!("{name}.png")), browser.screenshot().await).expect("a picture can be kept");
}

/// A page's path as the name of a file.
fn file_name(page: &str) -> String {
    let name: String =
        page.trim_matches('/').chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    if name.is_empty() { "home".to_owned() } else { name.chars().take(60).collect() }
}
