//! Tables that may be wider than the page.

use maud::{Markup, html};

/// A table that scrolls by itself where it is wider than the page, by keyboard too. What can be scrolled is a region for screen
/// readers, so it has a name that tells it from the others of its page.
pub(crate) fn wide(name: &str, table: Markup) -> Markup {
    html! { div.wide role="region" aria-label=(name) tabindex="0" { (table) } }
}
