//! The board of a finished match as a file of its own.

use axum::extract::{Path, Query};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use crate::files::SVG;
use crate::guest::Guest;
use crate::pages::one_match::PositionQuery;
use crate::pages::replay;
use crate::telling::Telling;

/// The board at the position that the address of the match's page names in the same words.
pub(super) async fn board(guest: Guest, Path(id): Path<String>, Query(position): Query<PositionQuery>) -> Response {
    let language = guest.frame.language;
    let drawn = async {
        {
            let draw = |_: &_, telling: &Telling| telling.position.picture.file();
            replay::drawing(&guest.visitor, language, &id, position.shown(language)?, draw).await
        }
    };
    match drawn.await {
        Ok(drawing) => {
            // As a download: shown as a page, its styles would be against the policy of pages.
            let name = format!("attachment; filename=\"kahua-{id}.svg\"");
            let headers = [(CONTENT_TYPE, SVG), (CACHE_CONTROL, "private, no-cache")];
            (headers, [(CONTENT_DISPOSITION, name)], drawing).into_response()
        }
        Err(failure) => guest.answer(Err(failure)),
    }
}
