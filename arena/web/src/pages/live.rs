//! A match that is being played. A script updates it from a stream of events; without scripts the page shows the
//! present state.

use std::time::Duration;

use kahua_core::clock::TimeControl;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::RunningTable;
use maud::{Markup, PreEscaped, html};
use tonic::Status;

use crate::frame::{Frame, Head, Section};
use crate::language::{Language, compose, say};
use crate::live::Update;
use crate::pages::replay::header;
use crate::panels::panels;
use crate::words;

/// The page of a match that is being played. `now` is what is shown of it, or why it isn't shown.
pub(crate) fn page(frame: &Frame, table: &RunningTable, now: Result<Option<&Update>, &Status>) -> Markup {
    let record = &*table.header;
    let delay = table.delay.as_ref().copied().unwrap_or_default();
    let language = frame.language;
    let content = html! {
        (header::headline(frame, record, &html! { (say!(language, "Now being played")) }, &html! {
            p.facts {
                (began(frame, record)) " " (clock(language, record)) (header::rules(frame, record))
                @if let Some(node) = &table.node {
                    " " (compose!(language, "The node {0} plays it.", html! { bdi { (words::safe(node)) } }))
                }
            }
            (header::players(frame, record, &[]))
        }))
        @match now {
            Ok(now) => (stage(language, now, delay)),
            Err(refusal) => p.notice {
                (say!(language, "The match can't be shown now: {0}.", words::safe(refusal.message()))) " "
                a href="./" { (say!(language, "Look again")) } "."
            },
        }
        (next(language, record))
    };
    let title = header::title(record);
    frame.page_with(&Head { scripts: &["board.js", "live.js"], ..Head::new(&title, Section::Matches) }, content)
}

/// When the match began, and in which league it is played, as a sentence.
fn began(frame: &Frame, record: &pb::MatchRecord) -> Markup {
    let (language, date) = (frame.language, header::date(record.started_unix_ms));
    if record.league.is_empty() {
        return compose!(language, "This match began at {0} and is being played in no league.", date);
    }
    let league = words::league(frame, &record.league);
    compose!(language, "This match began at {0} and is being played in the league {1}.", date, league)
}

/// What the page says about the clocks.
fn clock(language: Language, record: &pb::MatchRecord) -> String {
    let control = record.time_control.as_ref().map(TimeControl::from_wire).and_then(Result::ok).unwrap_or_default();
    if control.bank.is_none() && control.ask_cap.is_none() {
        return say!(language, "There is no clock.").to_owned();
    }
    if control.stopped {
        return say!(language, "The clock stands still, so nobody is late.").to_owned();
    }
    say!(language, "The time control is {0}: {1}.", control, words::time_control(language, &control))
}

fn stage(language: Language, now: Option<&Update>, delay: Duration) -> Markup {
    let still = now.map(|update| &update.still);
    html! {
        @if !delay.is_zero() {
            p { (say!(language, "Everything is shown {0} seconds after it happens.", delay.as_secs())) }
        }
        noscript { (without_scripts(language, now.is_some(), delay)) }
        div.stage data-live="live" {
            div.picture { @if let Some(still) = still { (PreEscaped(&still.board)) } }
            section.action-bar aria-label=(say!(language, "State of the match")) {
                (status(language, still.map(|still| &*still.status)))
                p.over hidden {
                    a href="./" { (say!(language, "Replay this match")) } " · "
                    a href="next" { (say!(language, "Watch the next match of the league")) }
                }
            }
            div.aside {
                div.now { @if let Some(still) = still { (PreEscaped(&still.now)) } }
                (panels(language, still.map_or("", |still| &still.panels)))
            }
            section.told aria-labelledby="told" {
                h2 id="told" { (say!(language, "What happened")) }
                div.scroll tabindex="0" role="region" aria-label=(say!(language, "Sentences")) {
                    ol.steps { @if let Some(still) = still { (PreEscaped(&still.steps)) } }
                }
            }
        }
    }
}

/// Whose turn it is, and what the script says when the stream ends.
fn status(language: Language, status: Option<&str>) -> Markup {
    let gone = say!(language, "The match isn't shown any more. Reload the page to see how it stands.");
    html! {
        p.status aria-live="polite" data-over=(say!(language, "The match is over.")) data-gone=(gone) {
            (status.unwrap_or(say!(language, "The board appears as soon as there is something to show.")))
        }
    }
}

fn without_scripts(language: Language, is_shown: bool, delay: Duration) -> Markup {
    let again = html! { a href="./" { (say!(language, "Load the page again")) } };
    html! {
        p.notice {
            @if is_shown {
                (say!(language, "Without scripts this page doesn't move by itself.")) " "
            } @else if !delay.is_zero() {
                (say!(language, "There is something to see in {0} seconds.", delay.as_secs())) " "
            }
            (compose!(language, "{0} to see how the match goes on.", again))
        }
    }
}

fn next(language: Language, record: &pb::MatchRecord) -> Markup {
    html! {
        @if !record.league.is_empty() {
            p { a href="next" { (say!(language, "Another match of this league that is being played")) } }
        }
    }
}

/// A note that no other match of the league is being played.
pub(crate) fn nothing_next(frame: &Frame, league: &str) -> Markup {
    let language = frame.language;
    let title = say!(language, "No other match is being played");
    let content = html! {
        h1 { (title) }
        p {
            (compose!(language, "There is no other running match of {0} at present.", words::league(frame, league))) " "
            a href="next" { (say!(language, "Look again")) } "."
        }
    };
    frame.page(title, Section::Matches, content)
}
