//! A match that is being played. A script updates it from a stream of events; without scripts the page shows the
//! present state.

use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::RunningTable;
use maud::{Markup, PreEscaped, html};
use tonic::Status;

use crate::frame::{Frame, Head, Section};
use crate::live::Update;
use crate::pages::replay::header;
use crate::panels::panels;
use crate::words;

/// The page of a match that is being played. `now` is what is shown of it, or why it isn't shown.
pub(crate) fn page(frame: &Frame, table: &RunningTable, now: Result<Option<&Update>, &Status>) -> Markup {
    let record = &*table.header;
    let delay = table.delay.as_ref().copied().unwrap_or_default();
    let content = html! {
        (header::headline(frame, record, &html! { "Being played" }, &html! {
            p.facts {
                "This match began at " (header::date(record.started_unix_ms)) " and is being played in " (header::league(frame, record)) ". "
                (clock(record)) (header::rules(frame, record))
                @if let Some(node) = &table.node { " The node " bdi { (words::safe(node)) } " plays it." }
            }
            (header::players(frame, record, &[]))
        }))
        @match now {
            Ok(now) => (stage(now, delay)),
            Err(refusal) => p.notice {
                "The match can't be shown now: " (words::safe(refusal.message())) ". "
                a href="./" { "Look again" } "."
            },
        }
        (next(record))
    };
    let title = header::title(record);
    frame.page_with(&Head { scripts: &["board.js", "live.js"], ..Head::new(&title, Section::Matches) }, content)
}

/// What the page says about the clocks.
fn clock(record: &pb::MatchRecord) -> Markup {
    let control = record.time_control.as_ref().map(TimeControl::from_wire).and_then(Result::ok).unwrap_or_default();
    html! {
        @if control.bank.is_none() && control.ask_cap.is_none() { "There is no clock." }
        @else if control.stopped { "The clock stands still, so nobody is late." }
        @else { "The time control is " (control) ": " (words::time_control(&control)) "." }
    }
}

fn stage(now: Option<&Update>, delay: Duration) -> Markup {
    let still = now.map(|update| &update.still);
    html! {
        @if !delay.is_zero() { p { "Everything is shown " (delay.as_secs()) " seconds after it happens." } }
        noscript { (without_scripts(now.is_some(), delay)) }
        div.stage data-live="live" {
            div.picture { @if let Some(still) = still { (PreEscaped(&still.board)) } }
            section.action-bar aria-label="State of the match" {
                p.status aria-live="polite" {
                    (still.map_or("The board appears as soon as there is something to show.", |still| &still.status))
                }
                p.over hidden { a href="./" { "Replay this match" } " · " a href="next" { "Watch the next match of the league" } }
            }
            div.aside {
                div.now { @if let Some(still) = still { (PreEscaped(&still.now)) } }
                (panels(still.map_or("", |still| &still.panels)))
            }
            section.told aria-labelledby="told" {
                h2 id="told" { "What happened" }
                div.scroll tabindex="0" role="region" aria-label="Sentences" {
                    ol.steps { @if let Some(still) = still { (PreEscaped(&still.steps)) } }
                }
            }
        }
    }
}

fn without_scripts(is_shown: bool, delay: Duration) -> Markup {
    html! {
        p.notice {
            @if is_shown { "Without scripts this page doesn't move by itself. " }
            @else if !delay.is_zero() { "There is something to see in " (delay.as_secs()) " seconds. " }
            a href="./" { "Load the page again" } " to see how the match goes on."
        }
    }
}

fn next(record: &pb::MatchRecord) -> Markup {
    html! { @if !record.league.is_empty() { p { a href="next" { "Another match of this league that is being played" } } } }
}

/// A note that no other match of the league is being played.
pub(crate) fn nothing_next(frame: &Frame, league: &str) -> Markup {
    let content = html! {
        h1 { "No other match is being played" }
        p { "There is no other running match of " (words::league(frame, league)) " at present. " a href="next" { "Look again" } "." }
    };
    frame.page("No other match is being played", Section::Matches, content)
}
