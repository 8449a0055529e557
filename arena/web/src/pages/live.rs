//! A match that is being played: it moves by itself, by a script that reads a stream of events.

use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_server::RunningTable;
use maud::{Markup, html};

use crate::frame::{Frame, Section};
use crate::pages::replay::header;
use crate::words;

/// The page of a match that is being played.
pub(crate) fn page(frame: &Frame, table: &RunningTable) -> Markup {
    let record = &*table.header;
    let content = html! {
        (header::heading(record))
        p.facts {
            "This match has been played since " (header::date(record.started_unix_ms)) " in " (header::league(frame, record)) "."
        }
        @match &table.delay {
            Ok(delay) => (stage(*delay)),
            Err(refusal) => p.notice {
                "The match can't be shown now: " (words::safe(refusal.message())) ". "
                a href="./" { "Look again" } "."
            },
        }
        (header::players(frame, record, &[]))
        (next(record))
    };
    frame.page_with(&header::title(record), Section::Matches, &["live.js"], content)
}

fn stage(delay: Duration) -> Markup {
    html! {
        @if !delay.is_zero() { p { "Everything is shown " (delay.as_secs()) " seconds after it happens." } }
        noscript { p.notice { "Following a running match needs scripts. When it has ended, this page shows all of it without them." } }
        div.replay data-live="live" {
            section.stage aria-label="Board" {
                div.now {}
                p.status aria-live="polite" { "The board appears as soon as there is something to show." }
                p.over hidden { a href="./" { "Replay this match" } " · " a href="next" { "Watch the next match of the league" } }
                div.picture {}
            }
            section.told aria-labelledby="told" {
                h2 id="told" { "What happened" }
                div.scroll tabindex="0" role="region" aria-label="Sentences" { ol.steps {} }
            }
        }
    }
}

fn next(record: &pb::MatchRecord) -> Markup {
    html! { @if !record.league.is_empty() { p { a href="next" { "Another match of this league that is being played" } } } }
}

/// That no other match of the league is being played.
pub(crate) fn nothing_next(frame: &Frame, league: &str) -> Markup {
    let content = html! {
        h1 { "No other match is being played" }
        p { "There is no other running match of " (words::league(frame, league)) " at present. " a href="next" { "Look again" } "." }
    };
    frame.page("No other match is being played", Section::Matches, content)
}
