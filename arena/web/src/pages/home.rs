//! The first page: what runs, the leagues, and the latest results.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::source::Source;
use crate::words;

/// How many matches are shown of those that run, and of those that have ended.
const MATCHES: u32 = 12;

pub(crate) async fn page(source: &impl Source, frame: &Frame) -> Result<Markup, Failure> {
    let some = |running| pb::ListMatchesRequest {
        page_size: Some(MATCHES),
        running: Some(running),
        ..pb::ListMatchesRequest::default()
    };
    let running = source.matches(some(true)).await?.matches;
    let ended = source.matches(some(false)).await?.matches;
    let leagues = source.leagues().await?;
    let content = html! {
        h1 { "Kahua arena" }
        @if frame.served.is_some() {
            section {
                h2 { "Being played" }
                @if running.is_empty() { p { "No match is being played." } } @else { (matches(frame, &running)) }
            }
        }
        @if !leagues.is_empty() {
            section {
                h2 { "Leagues" }
                ul.plain { @for league in &leagues { li { (progress(frame, league)) } } }
            }
        }
        section {
            h2 { "Latest results" }
            @if ended.is_empty() { p { "No match has ended yet." } } @else { (matches(frame, &ended)) }
        }
    };
    Ok(frame.page("Kahua arena", Section::Home, content))
}

fn matches(frame: &Frame, matches: &[pb::MatchSummary]) -> Markup {
    html! {
        ul.plain {
            @for summary in matches {
                li {
                    a href=(frame.link(&format!("matches/{}/", summary.match_id))) { (summary.game) }
                    ": " (words::players(frame, summary)) " (" (words::league(frame, &summary.league)) ")"
                }
            }
        }
    }
}

fn progress(frame: &Frame, status: &pb::LeagueStatus) -> Markup {
    let name = status.league.as_ref().map_or("", |league| league.name.as_str());
    html! {
        (words::league(frame, name)) ", " (status.format) ": " (status.played)
        @if let Some(planned) = status.planned { " of " (planned) }
        " matches played"
    }
}
