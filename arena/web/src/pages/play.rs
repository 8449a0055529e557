//! `/play/`: where a visitor chooses a game and the players at its table.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use kahua_core::ids::BotName;
use kahua_engine::options::OptionInfo;
use kahua_engine::{Choices, DynRuleset, Seat, SeatCount};
use kahua_server::App;
use kahua_show::shown;
use maud::{Markup, html};
use serde::Deserialize;

use crate::cookie::with_cookie;
use crate::csrf;
use crate::failure::Failure;
use crate::form::Sent;
use crate::frame::{Frame, Head, Section};
use crate::guest::Guest;
use crate::language::{Language, say};
use crate::play::{BOT, HOUSE, PERSON, Setup, Tables, Turn, game_and_seats};
use crate::player::Player;
use crate::words;

use super::table;

/// How many connected bots can be chosen.
const BOTS_MAX: usize = 100;

/// How many seconds the script waits before it asks again for a table, while the arena has no room for one.
const PAUSE_SECONDS: u32 = 5;

pub(super) fn router(tables: Arc<Tables>) -> Router<Arc<App>> {
    Router::new().route("/play/", get(choose).post(open)).merge(table::router()).layer(Extension(tables))
}

/// The choices so far.
#[derive(Debug, Deserialize)]
struct PlayQuery {
    game: Option<String>,
    seats: Option<String>,
    /// The connected bots that sit from the second seat on, if the visitor doesn't choose others: names with commas between them.
    bots: Option<String>,
}

/// The connected bots that a visitor may seat, and those that are seated unless others are chosen.
struct Offered<'a> {
    bots: &'a [BotName],
    seated: Vec<BotName>,
}

impl PlayQuery {
    fn offered<'a>(&self, bots: &'a [BotName]) -> Offered<'a> {
        let named = self.bots.iter().flat_map(|bots| bots.split(',')).filter_map(|name| name.parse().ok());
        Offered { bots, seated: named.filter(|name| bots.contains(name)).collect() }
    }
}

async fn choose(
    State(app): State<Arc<App>>,
    tables: Extension<Arc<Tables>>,
    guest: Guest,
    Query(wanted): Query<PlayQuery>,
) -> Response {
    let page = guest.visitor.admit().map_err(Failure::from).and_then(|()| match &wanted.game {
        None => Ok(games_page(&guest.frame, &app, &own_tables(&guest, &tables))),
        Some(game) => {
            let language = guest.frame.language;
            let (ruleset, seats) = game_and_seats(language, Some(game), wanted.seats.as_deref(), app.rulesets())?;
            let bots = guest.visitor.own_bots();
            Ok(table_page(&guest.frame, &csrf::field(guest.headers()), &**ruleset, seats, &wanted.offered(&bots)))
        }
    });
    // The form comes back with the cookie, or it shows that the browser takes none.
    let (_, cookie) = Player::to_keep(&guest);
    with_cookie(guest.answer(page), cookie)
}

async fn open(State(app): State<Arc<App>>, tables: Extension<Arc<Tables>>, sent: Sent) -> Response {
    let opened = async {
        let language = sent.guest.frame.language;
        let setup = Setup::read(language, &sent.fields, app.rulesets())?;
        let without = say!(
            language,
            "Your browser refuses the cookie that would hold your seat. Allow cookies for this address, load the page \
             again, and send the form once more"
        );
        let player = Player::of(&sent.guest).ok_or_else(|| Failure::bad_request(without))?;
        let table = tables.open(language, &sent.guest.visitor, player, setup).await?;
        let seat = table.people().next().map(|(seat, _)| seat);
        Ok(seat.map_or_else(|| "play/".to_owned(), |seat| table::address(&table, seat)))
    };
    let opened = opened.await;
    sent.then(opened)
}

/// The tables at which the visitor's browser has seats.
fn own_tables(guest: &Guest, tables: &Tables) -> Markup {
    let language = guest.frame.language;
    let own = Player::of(guest).map_or_else(Vec::new, |player| tables.of(player));
    html! {
        @if !own.is_empty() {
            h2 { (say!(language, "Your tables")) }
            ul.plain {
                @for (table, seat) in own {
                    @let (game, turn) = table.turn(seat);
                    @let game = shown(&*game);
                    @let colours = game.colours();
                    li {
                        a href=(guest.frame.link(&table::address(&table, seat))) {
                            (game.info().title) ", " (seat_label(language, seat, colours))
                        }
                        ": " (game.part(language)) ", "
                        @match turn {
                            Turn::Decide | Turn::Confirm => strong { (say!(language, "it is your turn")) },
                            Turn::WaitFor(other) => (say!(language, "waiting for {0}", seat_label(language, other, colours))),
                            Turn::Wait => (say!(language, "waiting for the arena")),
                            Turn::Over(_) => (say!(language, "over")),
                        }
                    }
                }
            }
        }
    }
}

fn games_page(frame: &Frame, app: &App, own_tables: &Markup) -> Markup {
    let games: Vec<_> = app.rulesets().all().map(|ruleset| ruleset.info()).collect();
    let language = frame.language;
    frame.page(
        say!(language, "Play"),
        Section::Play,
        html! {
            h1 { (say!(language, "Play")) }
            p {
                (say!(
                    language,
                    "Play against house bots, a bot of yours that is connected, and other people, in this browser. Such matches are \
                     unrated, belong to no league, and have no clock: think for as long as you like."
                ))
            }
            (own_tables)
            h2 { (say!(language, "Choose a game and how many play")) }
            ul.plain {
                @for info in games {
                    li {
                        strong { (info.title) } ": "
                        @for seats in info.seats.clone() {
                            a href=(format!("?game={}&seats={seats}", info.name)) { (say!(language, "{0} players", seats)) } " "
                        }
                        @let rules = frame.link(&format!("rules/{}/", info.name));
                        "(" a href=(rules) { (say!(language, "rules of {0}", info.title)) } ")"
                    }
                }
            }
        },
    )
}

fn table_page(
    frame: &Frame,
    csrf: &Markup,
    ruleset: &dyn DynRuleset,
    seats: SeatCount,
    offered: &Offered<'_>,
) -> Markup {
    let info = ruleset.info();
    let colours = ruleset.open(seats, &Choices::defaults(info.options)).map_or(&[][..], |game| shown(&*game).colours());
    let decides = |option: &&OptionInfo| option.seats.is_empty() || option.seats.contains(&seats.get());
    let language = frame.language;
    let title = say!(language, "Play {0}", info.title);
    frame.page_with(
        &Head { scripts: &["open.js"], ..Head::new(&title, Section::Play) },
        html! {
            h1 { (say!(language, "Play {0} with {1} players", info.title, seats.get())) }
            form.setup method="post" action=(frame.link("play/")) {
                (csrf)
                input type="hidden" name="game" value=(info.name);
                input type="hidden" name="seats" value=(seats.get());
                h2 { (say!(language, "Who sits where")) }
                @for seat in seats.seats() {
                    @let id = format!("seat-{seat}");
                    p { label for=(id) { (seat_label(language, seat, colours)) } (sitters(language, &id, seat, offered)) }
                }
                @if info.options.iter().any(|option| decides(&option)) {
                    h2 { (say!(language, "Options")) }
                    @for option in info.options.iter().filter(decides) {
                        @let id = format!("option-{}", option.name);
                        p lang=[language.of_english()] {
                            label for=(id) { (option.name) ": " (option.summary) }
                            select id=(id) name=(id) {
                                @for value in option.values { option value=(value) { (value) } }
                            }
                        }
                    }
                }
                (sending(language))
            }
            p {
                (say!(
                    language,
                    "The match begins at once. A seat of another person has a link, which you find at the table and send to that \
                     person. The match is unrated and its clock stands still; it ends without result when nobody has looked at \
                     the table for ten minutes, or moved for an hour."
                ))
            }
            p { a href=(frame.link("play/")) { (say!(language, "Choose another game")) } }
        },
    )
}

/// The button that sends the form, and what the script says when that fails.
fn sending(language: Language) -> Markup {
    let again = say!(language, "This page tries again every {0} seconds.", PAUSE_SECONDS);
    let unreachable = say!(language, "The arena can't be reached. Try again in a moment.");
    html! {
        p.notice.refused role="status" hidden data-pause=(PAUSE_SECONDS) data-again=(again) data-unreachable=(unreachable) {}
        p { button.primary type="submit" data-stop=(say!(language, "Stop trying")) { (say!(language, "Begin")) } }
    }
}

/// Who can sit in this seat. The first seat is the visitor's own unless another player is chosen.
fn sitters(language: Language, id: &str, seat: Seat, offered: &Offered<'_>) -> Markup {
    let is_first = seat.number() == 0;
    let person = if is_first { say!(language, "you") } else { say!(language, "a person") };
    let seated = seat.index().checked_sub(1).and_then(|index| offered.seated.get(index));
    html! {
        select id=(id) name=(id) {
            option value=(PERSON) selected[is_first] { (person) }
            @for bot in &HOUSE {
                option value=(bot.name) selected[!is_first && seated.is_none() && bot.name == "greedy"] { (bot.told(language)) }
            }
            @if !offered.bots.is_empty() {
                optgroup label=(say!(language, "connected bots")) {
                    @for bot in offered.bots.iter().take(BOTS_MAX) {
                        option value={ (BOT) (bot) } selected[Some(bot) == seated] { (bot) }
                    }
                }
            }
        }
    }
}

/// A seat by its colour and number.
pub(super) fn seat_label(language: Language, seat: Seat, colours: &[&str]) -> String {
    match colours.get(seat.index()) {
        Some(name) => say!(language, "seat {0}, {1}", seat, words::colour(language, name)),
        None => say!(language, "seat {0}", seat),
    }
}
