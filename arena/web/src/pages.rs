//! The pages, each in a file of its own.

pub(crate) mod bot;
pub(crate) mod bots;
pub(crate) mod compare;
pub(crate) mod corrections;
pub(crate) mod glimpse;
pub(crate) mod home;
pub(crate) mod league;
pub(crate) mod leagues;
mod live;
mod match_table;
pub(crate) mod matches;
pub(crate) mod one_match;
mod organizer;
mod play;
pub(crate) mod replay;
pub(crate) mod rules;
mod sign_in;
mod table;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use kahua_core::limits;
use kahua_server::App;
use serde::Deserialize;

use crate::guest::{Guest, nowhere};
use crate::live::Shows;
use crate::path::name;

use self::matches::PageNumber;

pub(crate) fn router() -> Router<Arc<App>> {
    let shows = Shows::default();
    Router::new()
        .route("/", get(home))
        .route("/leagues/{name}/", get(league))
        .layer(Extension(shows.clone()))
        .route("/rules/{game}/", get(rules))
        .merge(play::router(Arc::default()))
        .merge(one_match::router(shows))
        .merge(sign_in::router())
        .merge(organizer::router())
        .layer(DefaultBodyLimit::max(limits::FORM_BYTES_MAX))
        .route("/leagues/", get(leagues))
        .route("/bots/", get(bots))
        .route("/bots/{name}/", get(bot))
        .route("/compare/", get(compare))
        .route("/corrections/", get(corrections))
        .route("/matches/", get(matches))
        .fallback(nowhere)
}

async fn rules(guest: Guest, Path(game): Path<String>) -> Response {
    guest.answer(rules::page(&guest.frame, &game))
}

async fn home(guest: Guest, Extension(shows): Extension<Shows>) -> Response {
    guest.answer(home::page(&guest.visitor, &guest.frame, Some((&guest.visitor, &shows))).await)
}

async fn leagues(guest: Guest) -> Response {
    guest.answer(leagues::page(&guest.visitor, &guest.frame).await)
}

/// The choices on a league's page.
#[derive(Debug, Deserialize)]
pub(crate) struct OfLeague {
    season: Option<u32>,
    against: Option<String>,
}

impl OfLeague {
    /// What these choices show of this league.
    pub(crate) fn of(self, league: String) -> league::LeagueQuery {
        league::LeagueQuery { league, season: self.season, against: self.against }
    }
}

async fn league(
    guest: Guest,
    Extension(shows): Extension<Shows>,
    Path(segment): Path<String>,
    Query(wanted): Query<OfLeague>,
) -> Response {
    let wanted = wanted.of(name(&segment));
    guest.answer(league::page(&guest.visitor, &guest.frame, wanted, Some((&guest.visitor, &shows))).await)
}

/// The page of a list, by its number.
#[derive(Debug, Deserialize)]
struct Numbered {
    #[serde(default = "first")]
    page: u32,
}

fn first() -> u32 {
    1
}

async fn bots(guest: Guest, Query(Numbered { page }): Query<Numbered>) -> Response {
    guest.answer(bots::page(&guest.visitor, &guest.frame, page).await)
}

async fn bot(guest: Guest, Path(segment): Path<String>) -> Response {
    guest.answer(bot::page(&guest.visitor, &guest.frame, &name(&segment)).await)
}

async fn compare(guest: Guest, Query(wanted): Query<compare::CompareQuery>) -> Response {
    guest.answer(compare::page(&guest.visitor, &guest.frame, &wanted).await)
}

async fn corrections(guest: Guest) -> Response {
    guest.answer(corrections::page(&guest.visitor, &guest.frame).await)
}

async fn matches(guest: Guest, Query(wanted): Query<matches::MatchesQuery>) -> Response {
    match matches::page(&guest.visitor, &guest.frame, &wanted, PageNumber::FIRST).await {
        Ok(listed) => guest.answer(Ok(listed.page)),
        Err(failure) if matches!(failure.status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST) => {
            guest.refuse(failure.status, matches::without_any(&guest.frame, &wanted, &failure))
        }
        Err(failure) => guest.answer(Err(failure)),
    }
}
