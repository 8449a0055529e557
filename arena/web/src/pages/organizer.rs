//! `/organizer/`: what is running, and what an organizer can do about it. Each act has its own form and is a call of
//! LeagueService, so it is in the audit log.

mod acts;
mod leagues;
mod nodes;

use kahua_core::words::measured;
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
            (html! { p.notice role="alert" { strong { "Nothing was done: " } (failure.text()) "." } }, failure.status)
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
    let (visitor, frame) = (&guest.visitor, &guest.frame);
    let wanted = pb::ListMatchesRequest { page_size: Some(MATCHES), running: Some(true), ..Default::default() };
    let matches = visitor.matches(wanted).await?.matches;
    let (leagues, bots) = (visitor.leagues().await?, visitor.bots().await?);
    let waited_for = visitor.waited_for(matches.iter().map(|summary| summary.match_id.as_str()))?;
    let form = Form { action: frame.link("organizer/"), csrf: csrf::field(guest.headers()) };
    let content = html! {
        h1 { "Organizer" }
        @if let Some(notice) = notice { (notice) }
        p {
            @if visitor.app().is_paused() {
                "No league pairs new matches. " (form.button("resume-all", "", "Resume all leagues"))
            } @else {
                (form.button("pause-all", "", "Pause all leagues"))
            }
        }
        section { h2 { "Leagues" } (leagues::list(frame, &form, &leagues)) }
        @if let Some(nodes) = visitor.app().nodes() { section { h2 { "Nodes" } (nodes::list(&nodes)) } }
        section { h2 { "Matches being played" } (running(frame, &form, &matches, &waited_for)) }
        section { h2 { "Suspended bots" } (suspended(frame, &form, &bots)) }
        section { h2 { "Bots and their tokens" } (tokens(frame, &form, &bots)) }
    };
    Ok(frame.page("Organizer", Section::Organizer, content))
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
    html! {
        @if matches.is_empty() { p { "No match is being played." } }
        @for summary in matches {
            div.row {
                p {
                    a href=(frame.link(&format!("matches/{}/", summary.match_id))) { (words::game(&summary.game)) }
                    ": " (words::bots(frame, summary.players.iter().map(|player| player.name.as_str()))) " (" (words::league(frame, &summary.league)) ")"
                    @if !summary.node.is_empty() { ", played by the node " bdi { (words::safe(&summary.node)) } }
                    @if let Some((name, thought)) = waited_for.get(summary.match_id.as_str()) {
                        ", where " (words::bot(frame, name)) " has thought for " (measured(*thought))
                    }
                }
                @let id = format!("reason-{}", summary.match_id);
                (form.of("abort", &summary.match_id, &html! {
                    label for=(id) { "Reason" } " "
                    input id=(id) name="reason" required maxlength="200";
                    " " button type="submit" { "End without result" }
                }))
            }
        }
        @if matches.len() == MATCHES as usize {
            p { a href=(frame.link(&matches::path(&[("running", "yes")]))) { "All matches that are being played" } }
        }
    }
}

fn suspended(frame: &Frame, form: &Form, bots: &[pb::BotInfo]) -> Markup {
    let suspended: Vec<_> = bots.iter().filter_map(|bot| Some((bot, bot.suspension.as_ref()?))).collect();
    html! {
        @if suspended.is_empty() { p { "No bot is suspended." } }
        @for (bot, suspension) in suspended {
            div.row {
                p { (words::bot(frame, &bot.name)) ": " bdi { (words::safe(&suspension.reason)) } }
                (form.button("let-back", &bot.name, "Let back"))
            }
        }
        (form.of("suspend", "", &html! {
            label for="suspend" { "Bot" } " " input #suspend name="name" required maxlength="32"; " "
            label for="suspend-reason" { "Reason" } " " input #suspend-reason name="reason" required maxlength="200"; " "
            button type="submit" { "Suspend" }
        }))
    }
}

fn tokens(frame: &Frame, form: &Form, bots: &[pb::BotInfo]) -> Markup {
    html! {
        (form.of("create-bot", "", &html! {
            label for="create-bot" { "Name of the bot" } " " input #create-bot name="name" required maxlength="32"; " "
            button type="submit" { "Make a token" }
        }))
        p.faint { "A bot that has a token already gets a new one in its place, and its connection ends." }
        details {
            summary { (bots.len()) " bots" }
            @if bots.len() > BOTS { p { "The first " (BOTS) " by name are shown." } }
            @for bot in bots.iter().take(BOTS) {
                div.row {
                    p {
                        (words::bot(frame, &bot.name)) @if bot.connected { ", connected" }
                        @if bot.silent { ", has missed an ask" } @if bot.registered { ", has a token" }
                    }
                    @if bot.registered { (form.button("revoke", &bot.name, "Take its token away")) }
                }
            }
        }
    }
}
