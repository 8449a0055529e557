//! `/play/ID/`: a table, seen from one of its seats.

mod content;

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query};
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, LOCATION};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use futures_util::stream::once;
use kahua_engine::Seat;
use kahua_server::{App, SpectatorSlot, in_the_background};
use maud::{Markup, html};
use serde::Deserialize;

use crate::cookie::with_cookie;
use crate::csrf;
use crate::failure::Failure;
use crate::form::Sent;
use crate::frame::Section;
use crate::guest::Guest;
use crate::language::{Language, say};
use crate::play::{Act, Stamp, Table, Tables};
use crate::player::Player;
use content::Content;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/play/{id}/", get(look)).route("/play/{id}/act/", post(act))
}

/// The seat that looks at the table, and what the page needs.
#[derive(Debug, Deserialize)]
struct TableQuery {
    /// The number of the visitor's seat. Without it, the first of theirs.
    #[serde(default)]
    seat: String,
    /// The secret of a seat, in its link.
    key: Option<String>,
    /// The version that the browser has. The answer waits for a later one.
    after: Option<u64>,
    /// Whether the visitor's last act came too late.
    #[serde(default)]
    late: bool,
}

async fn look(
    tables: Extension<Arc<Tables>>,
    Path(id): Path<String>,
    guest: Guest,
    wanted: Query<TableQuery>,
) -> Response {
    let answered = async {
        let table = find(guest.frame.language, &tables, &id)?;
        if let Some(key) = &wanted.key {
            return join(&table, &guest, key);
        }
        let Some(seat) = seat_of(&table, &guest, &wanted.seat) else { return Ok(no_seat(&table, &guest)) };
        table.arrive(seat);
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
        // The visitor waits until here, so the place is taken until here.
        drop(place);
        drawn.map(|page| Bytes::from(page.into_string())).map_err(|problem| io::Error::other(problem.to_string()))
    });
    let headers = [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-store")];
    (headers, Body::from_stream(page)).into_response()
}

async fn draw(table: Arc<Table>, seat: Seat, guest: &Guest, late: bool) -> Result<Markup, Failure> {
    let (frame, csrf, host) = (guest.frame.clone(), csrf::field(guest.headers()), guest.frame.host.clone());
    let drawn = in_the_background(move || {
        let view = table.view(frame.language, seat);
        Content { table: &table, seat, view, frame: &frame, csrf, host, late }.page()
    });
    Ok(drawn.await?)
}

async fn act(tables: Extension<Arc<Tables>>, Path(id): Path<String>, sent: Sent) -> Response {
    let done = async {
        let language = sent.guest.frame.language;
        let table = find(language, &tables, &id)?;
        let seat = seat_of(&table, &sent.guest, sent.field("seat"));
        let seat =
            seat.ok_or_else(|| Failure::forbidden(say!(language, "This browser doesn't hold that seat any more")))?;
        let act = read_act(&sent)?;
        let unstamped = |()| Failure::bad_request(say!(language, "The form doesn't say what it was made for"));
        let stamp: Stamp = sent.field("at").parse().map_err(unstamped)?;
        let in_time = table.act(seat, stamp, act).await;
        let late = if in_time { "" } else { "&late=true" };
        Ok(format!("{}{late}", address(&table, seat)))
    };
    let done = done.await;
    sent.then(done)
}

fn read_act(sent: &Sent) -> Result<Act, Failure> {
    let unknown = || Failure::bad_request(say!(sent.guest.frame.language, "The form doesn't say what to do"));
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

fn find(language: Language, tables: &Tables, id: &str) -> Result<Arc<Table>, Failure> {
    let gone = say!(
        language,
        "There is no such table. It may have been cleared away after its match, which you find among the matches"
    );
    tables.find(id).ok_or_else(|| Failure::not_found(gone))
}

/// The path of the table as this seat sees it.
pub(super) fn address(table: &Table, seat: Seat) -> String {
    format!("play/{}/?seat={seat}", table.id)
}

/// The seat with this number, if it is one of the visitor's; without a number, the first one that is.
fn seat_of(table: &Table, guest: &Guest, number: &str) -> Option<Seat> {
    let held = table.seats_of(Player::of(guest)?);
    held.into_iter().find(|seat| number.is_empty() || seat.to_string() == number)
}

/// Gives the visitor the seat with this secret, and leads to an address without it.
fn join(table: &Table, guest: &Guest, secret: &str) -> Result<Response, Failure> {
    let (player, cookie) = Player::to_keep(guest);
    let unknown = say!(
        guest.frame.language,
        "This isn't the link of a seat at this table. Ask whoever opened the table to send it again"
    );
    let seat = table.join(secret, player).ok_or_else(|| Failure::not_found(unknown))?;
    let headers = [(LOCATION, guest.frame.link(&address(table, seat))), (CACHE_CONTROL, "no-store".to_owned())];
    Ok(with_cookie((StatusCode::SEE_OTHER, headers).into_response(), cookie))
}

/// What is shown to a visitor whose browser has no seat at the table.
fn no_seat(table: &Table, guest: &Guest) -> Response {
    let frame = &guest.frame;
    let language = frame.language;
    let content = html! {
        h1 { (say!(language, "This browser has no seat at this table")) }
        p { (say!(language, "Whoever opened the table has a link for each person. Open yours in this browser.")) }
        p {
            (say!(
                language,
                "If you have just opened it, your browser refuses the cookie that holds your seat. Allow cookies for this \
                 address, then open the link again."
            ))
        }
        p { a href=(frame.link(&format!("matches/{}/", table.id))) { (say!(language, "Watch the match")) } }
    };
    guest.refuse(StatusCode::FORBIDDEN, frame.page(say!(language, "No seat"), Section::Play, content))
}
