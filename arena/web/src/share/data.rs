//! The facts of a page as JSON, in the file `data.json` of the page's folder: a message of LeagueService, as
//! `kahua … --json` prints it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Query};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use kahua_proto::json::to_json;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use prost::{Message, Name};

use crate::answer;
use crate::failure::Failure;
use crate::files::JSON;
use crate::guest::Guest;
use crate::pages::{OfLeague, compare, matches};
use crate::path::name;
use crate::source::Source;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/leagues/data.json", get(leagues))
        .route("/leagues/{name}/data.json", get(league))
        .route("/bots/data.json", get(bots))
        .route("/bots/{name}/data.json", get(bot))
        .route("/matches/data.json", get(matches))
        .route("/matches/{id}/data.json", get(one_match))
        .route("/compare/data.json", get(compare))
        .route("/corrections/data.json", get(corrections))
}

async fn leagues(guest: Guest) -> Response {
    let facts = guest.visitor.leagues().await;
    answered(&guest, facts.map(|leagues| pb::GetLeagueStatusResponse { leagues, ..Default::default() })).await
}

async fn league(guest: Guest, Path(segment): Path<String>, Query(wanted): Query<OfLeague>) -> Response {
    let facts = guest.visitor.standings(wanted.of(name(&segment)).request()).await;
    answered(&guest, facts.map(|pools| pb::GetStandingsResponse { pools, ..Default::default() })).await
}

async fn bots(guest: Guest) -> Response {
    let facts = guest.visitor.bots().await;
    answered(&guest, facts.map(|bots| pb::ListBotsResponse { bots, ..Default::default() })).await
}

async fn bot(guest: Guest, Path(segment): Path<String>) -> Response {
    let facts = Source::bot(&guest.visitor, &name(&segment)).await;
    answered(&guest, facts).await
}

/// A page of the list. `next_page_token` is the value of `page` for the next one.
async fn matches(guest: Guest, Query(wanted): Query<matches::MatchesQuery>) -> Response {
    let facts = guest.visitor.matches(wanted.request()).await;
    answered(&guest, facts).await
}

async fn one_match(guest: Guest, Path(id): Path<String>) -> Response {
    let facts = guest.visitor.record(&id).await;
    answered(&guest, facts).await
}

async fn compare(guest: Guest, Query(wanted): Query<compare::CompareQuery>) -> Response {
    let facts = guest.visitor.comparisons(wanted.request()).await;
    answered(&guest, facts.map(|comparisons| pb::CompareBotsResponse { comparisons })).await
}

async fn corrections(guest: Guest) -> Response {
    let facts = guest.visitor.corrections().await;
    answered(&guest, facts.map(|corrections| pb::ListCorrectionsResponse { corrections, ..Default::default() })).await
}

/// The facts, or why there are none, as an object with the key `error`.
async fn answered<M: Message + Name + 'static>(guest: &Guest, facts: Result<M, Failure>) -> Response {
    // A list of many bots or a long record takes longer than a moment.
    let text = match facts {
        Ok(facts) => guest.visitor.work(move || to_json(&facts).to_string()).await,
        Err(failure) => Err(failure),
    };
    match text {
        Ok(text) => answer::text(guest.headers(), JSON, text),
        Err(failure) => {
            let text = serde_json::json!({ "error": failure.text() }).to_string();
            let mut response = answer::text(&HeaderMap::new(), JSON, text);
            *response.status_mut() = failure.status;
            response
        }
    }
}
