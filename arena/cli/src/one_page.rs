//! A single page without other files, to keep or to mail: no scripts, fonts or images from elsewhere.

use std::time::Duration;

use kahua_core::text::on_one_line;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("one_page.css");

/// A page with this title, a line below it, and its sections.
pub(crate) fn page(title: &str, about: &Markup, main: &Markup) -> String {
    draw(title, about, main, None)
}

/// A page that grows: a browser reads it again each time after this.
pub(crate) fn growing_page(title: &str, about: &Markup, main: &Markup, every: Duration) -> String {
    draw(title, about, main, Some(every))
}

fn draw(title: &str, about: &Markup, main: &Markup, every: Option<Duration>) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                @if let Some(every) = every { meta http-equiv="refresh" content=(every.as_secs()); }
                meta name="color-scheme" content="light dark";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (title) }
                    p.about { (about) }
                }
                main { (main) }
            }
        }
    };
    page.into_string()
}

pub(crate) fn section(title: &str, body: &Markup) -> Markup {
    html! { section { h2 { (title) } (body) } }
}

/// Lines that a program has written, as it wrote them.
pub(crate) fn written(lines: &[String]) -> Markup {
    html! { pre { @for line in lines { (on_one_line(line)) "\n" } } }
}

/// A table that scrolls by itself where it is wider than the page.
pub(crate) fn table(body: &Markup) -> Markup {
    html! { div.scroll { table { (body) } } }
}
