//! Cards: the pictures that messengers show of a link, `card.png` beside the page of a finished match or a league.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use kahua_engine::Seat;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::{App, in_the_background};
use kahua_show::{STYLE, seat_shape, squeezed};
use maud::{Markup, PreEscaped, html};
use tracing::error;

use crate::failure::Failure;
use crate::figures::{interval, ranks};
use crate::guest::Guest;
use crate::language::{Language, say};
use crate::pages::replay::{self, ShownPosition};
use crate::path::name;
use crate::source::Source;
use crate::telling::Telling;
use crate::words;

/// The size of a card in pixels: the form that most messengers show whole.
const WIDTH: i32 = 1200;
const HEIGHT: i32 = 630;

/// What is left free at the edges.
const MARGIN: i32 = 48;

/// How wide the result is, to the left of the board.
const RESULT_WIDTH: i32 = 400;

/// How many bots of a league are named.
const BOTS: usize = 7;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/matches/{id}/card.png", get(of_match)).route("/leagues/{name}/card.png", get(of_league))
}

async fn of_match(guest: Guest, Path(id): Path<String>) -> Response {
    let language = guest.frame.language;
    let draw = move |record: &_, telling: &_| result(language, record, telling);
    let drawn = replay::drawing(&guest.visitor, language, &id, ShownPosition::END, draw).await;
    answer(&guest, drawn).await
}

async fn of_league(guest: Guest, Path(league): Path<String>) -> Response {
    let (league, language) = (name(&league), guest.frame.language);
    let wanted = pb::GetStandingsRequest { league: Some(league.clone()), ..Default::default() };
    let pools = guest.visitor.standings(wanted).await;
    answer(&guest, pools.map(|pools| standings(language, &league, pools.first()))).await
}

/// The card as a picture.
async fn answer(guest: &Guest, card: Result<Markup, Failure>) -> Response {
    let painted = async {
        let card = card?;
        in_the_background(move || kahua_pictures::png(&card.0)).await?.map_err(|problem| {
            error!(%problem, "a card could not be painted: this is a defect of the arena");
            Failure::broken(say!(guest.frame.language, "The arena failed at this page. Its log says where"))
        })
    };
    match painted.await {
        Ok(picture) => ([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, "private, no-cache")], picture).into_response(),
        Err(failure) => guest.answer(Err(failure)),
    }
}

/// Who played, what came of it, and the last board.
fn result(language: Language, record: &pb::MatchRecord, telling: &Telling) -> Markup {
    let game = telling.seats.game;
    let league = match record.league.as_str() {
        "" => String::new(),
        league => say!(language, "League {0}", words::safe(league)),
    };
    let players = telling.seats.names.entries().zip(&record.results);
    let picture = &telling.position.picture;
    card(
        RESULT_WIDTH,
        &words::game(&record.game),
        &league,
        &html! {
            (picture.styles())
            g class={ "board " (game) } {
                @for (row, ((seat, name), result)) in (0..).zip(players) { (player(row, seat, name, result)) }
            }
            @let left = MARGIN + RESULT_WIDTH + MARGIN;
            svg x=(left) y="24" width=(WIDTH - left - 24) height=(HEIGHT - 48) { (PreEscaped(picture.board())) }
        },
    )
}

fn player(row: i32, seat: Seat, name: &str, result: &pb::SeatResult) -> Markup {
    let y = 220 + 76 * row;
    let weight = if result.place == 1 { "700" } else { "400" };
    html! {
        g transform=(format!("translate({} {})", MARGIN + 16, y - 12)) { (seat_shape(seat, 16)) }
        (text((MARGIN + 52, y), 36, RESULT_WIDTH - 150, weight, "start", name))
        (text((MARGIN + RESULT_WIDTH, y), 40, 90, weight, "end", &result.score.to_string()))
    }
}

/// The first bots of a league with their ratings.
fn standings(language: Language, league: &str, pool: Option<&pb::PoolStandings>) -> Markup {
    let title = match league {
        "" => say!(language, "Matches of no league").to_owned(),
        league => say!(language, "League {0}", words::safe(league)),
    };
    let styles = html! { style { (PreEscaped(STYLE)) } };
    let Some(pool) = pool else {
        return card(WIDTH - 2 * MARGIN, &title, say!(language, "No rated match has ended yet."), &styles);
    };
    let bots = pool.standings.iter().filter(|standing| standing.current);
    card(
        WIDTH - 2 * MARGIN,
        &title,
        &words::pool(language, &pool.pool.clone().unwrap_or_default()),
        &html! {
            (styles)
            g.board {
                @for (row, bot) in (0..).zip(bots.take(BOTS)) {
                    @let y = 215 + 56 * row;
                    (text((MARGIN, y), 34, 90, "400", "start", &ranks(bot)))
                    (text((MARGIN + 110, y), 34, 560, "700", "start", &words::safe(&bot.name)))
                    (text((860, y), 34, 120, "700", "end", &format!("{:.0}", bot.estimate)))
                    (text((WIDTH - MARGIN, y), 30, 260, "400", "end", &interval(language, bot.lower, bot.upper)))
                }
            }
        },
    )
}

/// A card with a heading and what is said below it, which are so wide. The content brings the styles.
fn card(width: i32, title: &str, below: &str, content: &Markup) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(HEIGHT) font-family="sans-serif" {
            g.board {
                (text((MARGIN, 96), 52, width, "700", "start", title))
                (text((MARGIN, 140), 28, width, "400", "start", below))
                (text((MARGIN, HEIGHT - 40), 26, width, "700", "start", "Kahua"))
            }
            (content)
        }
    }
}

/// A text at this point, in no more room than this.
fn text((x, y): (i32, i32), size: u32, room: i32, weight: &str, anchor: &str, text: &str) -> Markup {
    let length = squeezed(text, size, room);
    html! {
        text x=(x) y=(y) font-size=(size) font-weight=(weight) text-anchor=(anchor) textLength=[length]
            lengthAdjust=[length.map(|_| "spacingAndGlyphs")] { (text) }
    }
}
