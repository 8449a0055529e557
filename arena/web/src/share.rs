//! What others take from the arena: facts as JSON, a feed of results, and badges and pictures for their own pages.

mod alone;
#[cfg(feature = "pictures")]
mod card;
mod data;
mod feed;
mod notation;
mod picture;

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use kahua_server::App;

use crate::badge;

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
