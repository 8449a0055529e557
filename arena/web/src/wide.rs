//! Tables that may be wider than the page.

use maud::{Markup, html};

/// A table that scrolls on its own where it is wider than the page, by keyboard too. A scrollable element is a region
/// for screen readers, so it needs a name that is unique on its page.
pub(crate) fn wide(name: &str, table: Markup) -> Markup {
    html! { div.wide role="region" aria-label=(name) tabindex="0" { (table) } }
}
