//! A finished match as one page with everything in it, to keep or to mail: `matches/ID/match.html`.

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::files::HTML;
use crate::frame::Frame;
use crate::guest::Guest;
use crate::pages::replay::{self, ShownPosition};

pub(super) async fn page(guest: Guest, Path(id): Path<String>) -> Response {
    let frame = Frame::alone(guest.frame.language, guest.frame.host.clone());
    match replay::page(&guest.visitor, &frame, &id, ShownPosition::END).await {
        Ok(page) => {
            // As a download: shown as a page of the arena, its scripts and styles would be against the policy of pages.
            let name = format!("attachment; filename=\"kahua-{id}.html\"");
            let headers = [(CONTENT_TYPE, HTML), (CACHE_CONTROL, "private, no-cache")];
            (headers, [(CONTENT_DISPOSITION, name)], page.into_string()).into_response()
        }
        Err(failure) => guest.answer(Err(failure)),
    }
}
