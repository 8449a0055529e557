//! The pages, each in a file of its own.

mod home;

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use kahua_server::App;

use crate::guest::{Guest, nowhere};

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/", get(home)).fallback(nowhere)
}

async fn home(guest: Guest) -> Response {
    guest.answer(home::page(&guest.visitor, &guest.frame).await)
}
