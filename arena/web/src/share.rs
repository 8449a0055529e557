//! What others take from the arena: facts as JSON, a feed of results, and badges and pictures for their own pages.

mod alone;
pub(crate) mod badge;
#[cfg(feature = "pictures")]
mod card;
pub(crate) mod data;
mod feed;
mod notation;
mod picture;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use kahua_server::App;
use maud::{Markup, html};

use crate::frame::Frame;
use crate::language::{Language, compose, say};

pub(crate) use data::DATA;
pub(crate) use feed::FEED;

pub(crate) fn router() -> Router<Arc<App>> {
    let routes = Router::new();
    #[cfg(feature = "pictures")]
    let routes = routes.merge(card::router());
    routes
        .merge(data::router())
        .route("/feed.xml", get(feed::of_arena))
        .route("/leagues/{name}/feed.xml", get(feed::of_league))
        .route("/leagues/{name}/badges/{file}", get(badge::badge))
        .route("/matches/{id}/match.html", get(alone::page))
        .route("/matches/{id}/moves.txt", get(notation::moves))
        .route("/matches/{id}/board.svg", get(picture::board))
}

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
        File { name: name.to_owned(), media_type: data::MEDIA_TYPE, address }
    }

    pub(crate) fn feed(language: Language) -> File {
        File {
            name: say!(language, "feed of results").to_owned(),
            media_type: feed::MEDIA_TYPE,
            address: FEED.to_owned(),
        }
    }

    pub(crate) fn match_page(language: Language) -> File {
        File {
            name: say!(language, "the match as one page").to_owned(),
            media_type: alone::MEDIA_TYPE,
            address: alone::PAGE.to_owned(),
        }
    }

    pub(crate) fn moves(language: Language) -> File {
        File {
            name: say!(language, "the moves in notation").to_owned(),
            media_type: notation::MEDIA_TYPE,
            address: notation::MOVES.to_owned(),
        }
    }

    pub(crate) fn picture(name: String, address: String) -> File {
        File { name, media_type: badge::MEDIA_TYPE, address }
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
