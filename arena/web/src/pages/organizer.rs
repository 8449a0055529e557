//! `/organizer/`: what is running, and what an organizer can do about it. Each act has its own form and is a call of
//! LeagueService, so it is in the audit log.

mod acts;
mod leagues;
mod nodes;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue};
use axum::response::Response;
use axum::routing::get;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use maud::{Markup, html};

use super::matches;
use crate::csrf;
use crate::failure::Failure;
use crate::form::Sent;
use crate::frame::{Frame, Section};
use crate::guest::Guest;
use crate::language::{compose, say};
use crate::source::Source;
use crate::words;

/// How many running matches are shown, the latest first.
const MATCHES: u32 = 50;

/// How many bots are shown, by name.
const BOTS: usize = 500;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/organizer/", get(look).post(act))
}

async fn look(guest: Guest) -> Response {
    guest.answer(page(&guest, None).await)
}

async fn act(sent: Sent) -> Response {
    let guest = &sent.guest;
    let (notice, status) = match acts::act(&sent).await {
        Ok(done) => (html! { p.notice role="status" { (done) } }, StatusCode::OK),
        Err(failure) => {
            let nothing = say!(guest.frame.language, "Nothing was done: ");
            (html! { p.notice role="alert" { strong { (nothing) } (failure.text()) "." } }, failure.status)
        }
    };
    let page = page(guest, Some(notice)).await;
    let drawn = page.is_ok();
    let mut response = guest.answer(page);
    if drawn {
        *response.status_mut() = status;
    }
    // It may show a new token.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn page(guest: &Guest, notice: Option<Markup>) -> Result<Markup, Failure> {
    guest.visitor.admit_organizer().map_err(Failure::of_others_than_organizers)?;
    let (visitor, frame, language) = (&guest.visitor, &guest.frame, guest.frame.language);
    let wanted = pb::ListMatchesRequest { page_size: Some(MATCHES), running: Some(true), ..Default::default() };
    let matches = visitor.matches(wanted).await?.matches;
    let (leagues, bots) = (visitor.leagues().await?, visitor.bots().await?);
    let waited_for = visitor.waited_for(matches.iter().map(|summary| summary.match_id.as_str()))?;
    let form = Form { action: frame.link("organizer/"), csrf: csrf::field(guest.headers()) };
    let title = say!(language, "Organizer");
    let content = html! {
        h1 { (title) }
        @if let Some(notice) = notice { (notice) }
        p {
            @if visitor.app().is_paused() {
                (say!(language, "No league pairs new matches.")) " "
                (form.button("resume-all", "", say!(language, "Resume all leagues")))
            } @else {
                (form.button("pause-all", "", say!(language, "Pause all leagues")))
            }
        }
        section { h2 { (say!(language, "Leagues")) } (leagues::list(frame, &form, &leagues)) }
        @if let Some(nodes) = visitor.app().nodes() {
            section { h2 { (say!(language, "Nodes")) } (nodes::list(language, &nodes)) }
        }
        section { h2 { (say!(language, "Matches being played")) } (running(frame, &form, &matches, &waited_for)) }
        section { h2 { (say!(language, "Suspended bots")) } (suspended(frame, &form, &bots)) }
        section { h2 { (say!(language, "Bots and their tokens")) } (tokens(frame, &form, &bots)) }
    };
    Ok(frame.page(title, Section::Organizer, content))
}

/// The players whose decisions matches wait for, with their think times so far, by the match's id.
type WaitedFor<'a> = BTreeMap<&'a str, (String, Duration)>;

/// What all forms of the page need.
struct Form {
    action: String,
    csrf: Markup,
}

impl Form {
    /// A form for this act on something of this name.
    fn of(&self, act: &str, name: &str, content: &Markup) -> Markup {
        html! {
            form.act method="post" action=(self.action) {
                (self.csrf)
                input type="hidden" name="do" value=(act);
                @if !name.is_empty() { input type="hidden" name="name" value=(name); }
                (content)
            }
        }
    }

    /// A form that is a single button.
    fn button(&self, act: &str, name: &str, text: &str) -> Markup {
        self.of(act, name, &html! { button type="submit" { (text) } })
    }
}

fn running(frame: &Frame, form: &Form, matches: &[pb::MatchSummary], waited_for: &WaitedFor<'_>) -> Markup {
    let language = frame.language;
    html! {
        @if matches.is_empty() { p { (say!(language, "No match is being played.")) } }
        @for summary in matches {
            div.row {
                p { (at_work(frame, summary, waited_for.get(summary.match_id.as_str()))) }
                @let id = format!("reason-{}", summary.match_id);
                (form.of("abort", &summary.match_id, &html! {
                    label for=(id) { (say!(language, "Reason")) } " "
                    input id=(id) name="reason" required maxlength="200";
                    " " button type="submit" { (say!(language, "End without result")) }
                }))
            }
        }
        @if matches.len() == MATCHES as usize {
            p {
                a href=(frame.link(&matches::path(&[("running", "yes")]))) {
                    (say!(language, "All matches that are being played"))
                }
            }
        }
    }
}

/// A running match: who plays it where, and who has thought how long.
fn at_work(frame: &Frame, summary: &pb::MatchSummary, waited_for: Option<&(String, Duration)>) -> Markup {
    let language = frame.language;
    let mut told = html! {
        a href=(frame.link(&format!("matches/{}/", summary.match_id))) { (words::game(&summary.game)) }
        ": " (words::bots(frame, summary.players.iter().map(|player| player.name.as_str())))
        " (" (words::league(frame, &summary.league)) ")"
    };
    if !summary.node.is_empty() {
        let node = html! { bdi { (words::safe(&summary.node)) } };
        told = compose!(language, "{0}, played by the node {1}", told, node);
    }
    if let Some((name, thought)) = waited_for {
        let bot = words::bot(frame, name);
        told = compose!(language, "{0}, where {1} has thought for {2}", told, bot, words::measured(language, *thought));
    }
    told
}

fn suspended(frame: &Frame, form: &Form, bots: &[pb::BotInfo]) -> Markup {
    let language = frame.language;
    let suspended: Vec<_> = bots.iter().filter_map(|bot| Some((bot, bot.suspension.as_ref()?))).collect();
    html! {
        @if suspended.is_empty() { p { (say!(language, "No bot is suspended.")) } }
        @for (bot, suspension) in suspended {
            div.row {
                p { (words::bot(frame, &bot.name)) ": " bdi lang=[language.of_english()] { (words::safe(&suspension.reason)) } }
                (form.button("let-back", &bot.name, say!(language, "Let back")))
            }
        }
        (form.of("suspend", "", &html! {
            label for="suspend" { (say!(language, "Bot")) } " " input #suspend name="name" required maxlength="32"; " "
            label for="suspend-reason" { (say!(language, "Reason")) } " "
            input #suspend-reason name="reason" required maxlength="200"; " "
            button type="submit" { (say!(language, "Suspend")) }
        }))
    }
}

fn tokens(frame: &Frame, form: &Form, bots: &[pb::BotInfo]) -> Markup {
    let language = frame.language;
    html! {
        (form.of("create-bot", "", &html! {
            label for="create-bot" { (say!(language, "Name of the bot")) } " "
            input #create-bot name="name" required maxlength="32"; " "
            button type="submit" { (say!(language, "Make a token")) }
        }))
        p.faint {
            (say!(language, "A bot that has a token already gets a new one in its place, and its connection ends."))
        }
        details {
            summary { (say!(language, "{0} bots", bots.len())) }
            @if bots.len() > BOTS { p { (say!(language, "The first {0} by name are shown.", BOTS)) } }
            @for bot in bots.iter().take(BOTS) {
                div.row {
                    p {
                        (words::bot(frame, &bot.name))
                        @if bot.connected { ", " (say!(language, "connected")) }
                        @if bot.silent { ", " (say!(language, "has missed an ask")) }
                        @if bot.registered { ", " (say!(language, "has a token")) }
                    }
                    @if bot.registered {
                        (form.button("revoke", &bot.name, say!(language, "Take its token away")))
                    }
                }
            }
        }
    }
}
