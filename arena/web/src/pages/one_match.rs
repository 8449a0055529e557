//! The addresses below the address of a match.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Extension, Router};
use bytes::Bytes;
use kahua_play::VERSION;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use serde::Deserialize;
use tonic::Code;

use crate::failure::Failure;
use crate::guest::{Guest, no_page};
use crate::language::Language;
use crate::live::{Parts, Shows, watching};
use crate::pages::live;
use crate::pages::replay::{self, ShownPosition};
use crate::replays::Replays;
use crate::source::Source;

pub(super) fn router(shows: Shows) -> Router<Arc<App>> {
    Router::new()
        .route("/matches/{id}/", get(page))
        .route("/matches/{id}/live", get(watch))
        .route("/matches/{id}/next", get(next))
        .route("/matches/{id}/{file}", get(boards))
        .layer(Extension(Replays::default()))
        .layer(Extension(shows))
}

#[derive(Debug, Deserialize)]
pub(crate) struct PositionQuery {
    at: Option<String>,
    seat: Option<String>,
}

impl PositionQuery {
    /// The position that these choices name.
    pub(crate) fn shown(&self, language: Language) -> Result<ShownPosition, Failure> {
        ShownPosition::parse(language, self.at.as_deref(), self.seat.as_deref())
    }
}

async fn page(
    guest: Guest,
    Extension(shows): Extension<Shows>,
    Path(id): Path<String>,
    Query(position): Query<PositionQuery>,
) -> Response {
    let page = async {
        if let Some(table) = guest.visitor.running(&id).await? {
            let now = shows.now(&guest.visitor, guest.frame.language, &id, &table).await;
            return Ok(live::page(&guest.frame, &table, now.as_ref().map(Option::as_deref)));
        }
        replay::page(&guest.visitor, &guest.frame, &id, position.shown(guest.frame.language)?).await
    };
    guest.answer(page.await)
}

/// What a page needs of a running match.
#[derive(Debug, Deserialize)]
struct Needed {
    #[serde(default)]
    only: Parts,
}

/// What is sent of a match that is over already.
const OVER: &str = "event: over\ndata: {}\n\n";

/// A running match as server-sent events.
async fn watch(
    guest: Guest,
    Extension(shows): Extension<Shows>,
    Path(id): Path<String>,
    Query(Needed { only }): Query<Needed>,
) -> Response {
    let events =
        |body: Body| ([(CONTENT_TYPE, "text/event-stream"), (CACHE_CONTROL, "no-store")], body).into_response();
    match watching(&shows, &guest.visitor, guest.frame.language, &id, only).await {
        Ok(updates) => events(Body::from_stream(updates)),
        // It may have ended since the page was made. Other refusals, as of too many spectators, must not cost a look at the record.
        Err(refusal) if refusal.code() == Code::FailedPrecondition && guest.visitor.record(&id).await.is_ok() => {
            events(OVER.into())
        }
        Err(refusal) => guest.answer(Err(refusal.into())),
    }
}

/// A redirect to another running match of the same league, the one that began last.
async fn next(guest: Guest, Path(id): Path<String>) -> Response {
    let page = async {
        let league = match guest.visitor.running(&id).await? {
            Some(table) => table.header.league.clone(),
            None => guest.visitor.record(&id).await?.league,
        };
        let running = Some(true);
        let wanted = pb::ListMatchesRequest { league: Some(league.clone()), running, ..Default::default() };
        let other = guest.visitor.matches(wanted).await?.matches.into_iter().find(|other| other.match_id != id);
        Ok(match other {
            Some(other) => Redirect::to(&format!("../{}/", other.match_id)).into_response(),
            None => guest.answer(Ok(live::nothing_next(&guest.frame, &league))),
        })
    };
    page.await.unwrap_or_else(|failure| guest.answer(Err(failure)))
}

async fn boards(
    guest: Guest,
    Extension(replays): Extension<Replays>,
    Path((id, file)): Path<(String, String)>,
) -> Response {
    let Some(seat) = replay::boards_seat(&file) else { return no_page(&guest) };
    // A finished match doesn't change, but another version of Kahua may draw it differently.
    let tag = format!("W/\"{id}-{file}-{}-{VERSION}\"", guest.frame.language.tag());
    match boards_of(&guest, &replays, &id, seat, &tag).await {
        Ok(None) => (StatusCode::NOT_MODIFIED, [(ETAG, tag)]).into_response(),
        Ok(Some(boards)) => {
            let headers = [
                (CONTENT_TYPE, "application/json"),
                (CACHE_CONTROL, "private, no-cache"),
                (VARY, ACCEPT_LANGUAGE.as_str()),
            ];
            (headers, [(ETAG, tag)], boards).into_response()
        }
        Err(failure) => guest.answer(Err(failure)),
    }
}

/// The boards; `None` if the visitor's browser has this version of them.
async fn boards_of(
    guest: &Guest,
    replays: &Replays,
    id: &str,
    seat: Option<u32>,
    tag: &str,
) -> Result<Option<Bytes>, Failure> {
    // The record is read even then, since it decides whether the visitor may see the match.
    let record = guest.visitor.record(id).await?;
    if guest.has(tag) {
        return Ok(None);
    }
    let language = guest.frame.language;
    let key = (record.match_id.clone(), seat, language);
    replays.boards(key, |drawing| replay::boards(&guest.visitor, language, record, seat, drawing)).await.map(Some)
}
