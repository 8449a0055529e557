//! The moves of a finished match in the notation of its game: `matches/ID/moves.txt`.

use axum::extract::Path;
use axum::response::Response;
use kahua_story::in_notation;

use crate::answer;
use crate::files::TEXT;
use crate::guest::Guest;
use crate::source::Source;

pub(super) async fn moves(guest: Guest, Path(id): Path<String>) -> Response {
    match guest.visitor.record(&id).await {
        Ok(record) => answer::text(guest.headers(), TEXT, in_notation(&record)),
        Err(failure) => guest.answer(Err(failure)),
    }
}
