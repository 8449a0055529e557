//! The moves of a finished match in the notation of its game: `matches/ID/moves.txt`.

use axum::extract::Path;
use axum::response::Response;
use kahua_story::in_notation;

use crate::answer;
use crate::guest::Guest;
use crate::source::Source;

/// The name of the file.
pub(crate) const MOVES: &str = "moves.txt";

pub(super) const MEDIA_TYPE: &str = "text/plain; charset=utf-8";

pub(super) async fn moves(guest: Guest, Path(id): Path<String>) -> Response {
    match guest.visitor.record(&id).await {
        Ok(record) => answer::text(guest.headers(), MEDIA_TYPE, in_notation(&record)),
        Err(failure) => guest.answer(Err(failure)),
    }
}
