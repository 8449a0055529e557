//! `/play/ID/`: a table, seen from one of its seats.

mod content;

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use futures_util::stream::once;
use kahua_engine::Seat;
use kahua_server::{App, SpectatorSlot, in_the_background};
use maud::Markup;
use serde::Deserialize;

use crate::csrf;
use crate::failure::Failure;
use crate::form::Sent;
use crate::guest::Guest;
use crate::play::{Act, Stamp, Table, Tables};
use content::Content;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/play/{id}/", get(look)).route("/play/{id}/act/", post(act))
}

/// The seat that looks at the table, and what the page needs.
#[derive(Debug, Deserialize)]
struct Wanted {
    /// The secret of a seat.
    #[serde(default)]
    seat: String,
    /// The version that the browser has. The answer waits for a later one.
    after: Option<u64>,
    /// Whether the visitor's last act came too late.
    #[serde(default)]
    late: bool,
}

async fn look(tables: Extension<Arc<Tables>>, Path(id): Path<String>, guest: Guest, wanted: Query<Wanted>) -> Response {
    let answered = async {
        let (table, seat) = find(&tables, &id, &wanted.seat)?;
        match wanted.after {
            None => Ok(guest.answer(draw(table, seat, &guest, wanted.late).await)),
            Some(version) => Ok(draw_later(table, seat, &guest, version, guest.visitor.take_place()?)),
        }
    };
    answered.await.unwrap_or_else(|problem| guest.answer(Err(problem)))
}

/// The page, as soon as the table has changed since this version. Its beginning is sent at once, so that the request
/// doesn't count as one of the calls that the arena is answering: waiting visitors would block other calls. It takes a
/// spectator's place instead.
fn draw_later(table: Arc<Table>, seat: Seat, guest: &Guest, version: u64, place: SpectatorSlot) -> Response {
    let guest = guest.clone();
    let page = once(async move {
        table.changed_since(version).await;
        let drawn = draw(table, seat, &guest, false).await;
        drop(place);
        drawn.map(|page| Bytes::from(page.into_string())).map_err(|problem| io::Error::other(problem.to_string()))
    });
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(page)).into_response()
}

async fn draw(table: Arc<Table>, seat: Seat, guest: &Guest, late: bool) -> Result<Markup, Failure> {
    let (frame, csrf, host) = (guest.frame.clone(), csrf::field(guest.headers()), guest.host());
    let drawn = in_the_background(move || {
        let view = table.view(seat);
        Content { table: &table, seat, view, frame: &frame, csrf, host, late }.page()
    });
    Ok(drawn.await?)
}

async fn act(tables: Extension<Arc<Tables>>, Path(id): Path<String>, sent: Sent) -> Response {
    let done = async {
        let (table, seat) = find(&tables, &id, sent.field("seat"))?;
        let act = read_act(&sent)?;
        let stamp: Stamp =
            sent.field("at").parse().map_err(|()| Failure::bad_request("The form doesn't say what it was made for"))?;
        let in_time = table.act(seat, stamp, act).await;
        let secret = sent.field("seat");
        let late = if in_time { "" } else { "&late=true" };
        Ok(format!("play/{id}/?seat={secret}{late}"))
    };
    let done = done.await;
    sent.then(done)
}

fn read_act(sent: &Sent) -> Result<Act, Failure> {
    let unknown = || Failure::bad_request("The form doesn't say what to do");
    if let Some(index) = sent.fields.get("try") {
        return index.parse().map(Act::Try).map_err(|_| unknown());
    }
    match sent.field("do") {
        "back" => Ok(Act::Back),
        "back-to-start" => Ok(Act::BackToStart),
        "send" => Ok(Act::Send),
        "at-once" => Ok(Act::AtOnce(true)),
        "not-at-once" => Ok(Act::AtOnce(false)),
        "resign" => Ok(Act::Resign),
        _ => Err(unknown()),
    }
}

fn find(tables: &Tables, id: &str, secret: &str) -> Result<(Arc<Table>, Seat), Failure> {
    let gone =
        "There is no such table. It may have been cleared away after its match, which you find among the matches";
    let table = tables.find(id).ok_or_else(|| Failure::not_found(gone))?;
    let nobodys =
        "This isn't the link of a seat at this table. Whoever opened the table has the links of all people's seats";
    let seat = table.seat_of(secret).ok_or_else(|| Failure::not_found(nobodys))?;
    Ok((table, seat))
}
