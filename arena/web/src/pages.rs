//! The pages, each in a file of its own.

mod home;
mod play;
mod rules;
mod table;
mod live;
pub(crate) mod one_match;
pub(crate) mod replay;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path};
use axum::response::Response;
use axum::routing::get;
use kahua_core::limits;
use kahua_server::App;

use crate::guest::{Guest, nowhere};

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(home))
        .route("/rules/{game}/", get(rules))
        .merge(play::router(Arc::default()))
        .merge(one_match::router())
        .layer(DefaultBodyLimit::max(limits::FORM_BYTES_MAX))
        .fallback(nowhere)
}

async fn rules(guest: Guest, Path(game): Path<String>) -> Response {
    guest.answer(rules::page(&guest.frame, &game))
}

async fn home(guest: Guest) -> Response {
    guest.answer(home::page(&guest.visitor, &guest.frame).await)
}
