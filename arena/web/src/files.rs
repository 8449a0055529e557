//! The files that a page has to take along: their names, their media types, and the links to them.

use maud::{Markup, html};

use crate::frame::Frame;
use crate::language::{Language, compose, say};

/// What a page says, as facts. It stands beside the page.
pub(crate) const DATA: &str = "data.json";
/// The feed of results.
pub(crate) const FEED: &str = "feed.xml";
/// A match as one page.
pub(crate) const MATCH_PAGE: &str = "match.html";
/// The moves of a match in notation.
pub(crate) const MOVES: &str = "moves.txt";

pub(crate) const ATOM: &str = "application/atom+xml";
pub(crate) const HTML: &str = "text/html; charset=utf-8";
pub(crate) const JSON: &str = "application/json";
pub(crate) const SVG: &str = "image/svg+xml";
pub(crate) const TEXT: &str = "text/plain; charset=utf-8";

/// The path from the root to the card of the page with this path, if this build paints cards.
pub(crate) fn card(page: &str) -> Option<String> {
    cfg!(feature = "pictures").then(|| format!("{page}card.png"))
}

/// A file to take along: what it is called on the page, its media type, and its address.
#[derive(Debug)]
pub(crate) struct File {
    name: String,
    media_type: &'static str,
    address: String,
}

impl File {
    pub(crate) fn data(name: &str, address: String) -> File {
        File { name: name.to_owned(), media_type: JSON, address }
    }

    pub(crate) fn feed(language: Language) -> File {
        File { name: say!(language, "feed of results").to_owned(), media_type: ATOM, address: FEED.to_owned() }
    }

    pub(crate) fn match_page(language: Language) -> File {
        File {
            name: say!(language, "the match as one page").to_owned(),
            media_type: HTML,
            address: MATCH_PAGE.to_owned(),
        }
    }

    pub(crate) fn moves(language: Language) -> File {
        File { name: say!(language, "the moves in notation").to_owned(), media_type: TEXT, address: MOVES.to_owned() }
    }

    pub(crate) fn picture(name: String, address: String) -> File {
        File { name, media_type: SVG, address }
    }
}

/// Links to these files, on the pages of a running arena.
pub(crate) fn links(frame: &Frame, files: &[File]) -> Markup {
    let files = html! {
        @for (number, file) in files.iter().enumerate() {
            @if number > 0 { ", " }
            a href=(file.address) type=(file.media_type) { bdi { (file.name) } }
        }
    };
    html! {
        @if frame.served.is_some() { p.faint.files { (compose!(frame.language, "To take along: {0}.", files)) } }
    }
}
