//! The first page: running matches, the leagues, the latest results, and who is connected.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use super::{leagues, match_table};
use crate::failure::Failure;
use crate::frame::{Frame, Head, Section};
use crate::share::{self, FEED, File};
use crate::source::Source;
use crate::words;

/// How many running matches are shown, and how many finished ones.
const MATCHES: u32 = 12;
/// How many connected bots are named.
const BOTS_MAX: usize = 60;

pub(crate) async fn page(source: &impl Source, frame: &Frame) -> Result<Markup, Failure> {
    let some = |running| pb::ListMatchesRequest {
        page_size: Some(MATCHES),
        running: Some(running),
        ..pb::ListMatchesRequest::default()
    };
    let running = source.matches(some(true)).await?.matches;
    let ended = source.matches(some(false)).await?.matches;
    let leagues = leagues::played_first(source).await?;
    let bots = source.bots().await?;
    let connected: Vec<&str> = bots.iter().filter(|bot| bot.connected).map(|bot| bot.name.as_str()).collect();
    let content = html! {
        h1 { "Kahua arena" }
        @if frame.served.is_some() {
            @if connected.is_empty() && running.is_empty() { (first_steps()) }
            section {
                h2 { "Being played" }
                @if running.is_empty() { p { "No match is being played." } } @else { (match_table::of(frame, "Being played", &running)) }
            }
        }
        @if !leagues.is_empty() {
            section { h2 { "Leagues" } (leagues::table(frame, "Leagues", &leagues)) }
        }
        section {
            h2 { "Latest results" }
            @if ended.is_empty() { p { "No match has ended yet." } } @else {
                (match_table::of(frame, "Latest results", &ended))
                p { a href=(frame.link("matches/")) { "All matches" } }
            }
        }
        @if frame.served.is_some() && !connected.is_empty() {
            section {
                h2 { "Connected bots" }
                p {
                    (words::bots(frame, connected.iter().copied().take(BOTS_MAX)))
                    @if connected.len() > BOTS_MAX { " and " (connected.len() - BOTS_MAX) " more" }
                    "."
                }
            }
        }
        (share::links(frame, &[File::feed()]))
    };
    let feed = frame.served.map(|_| FEED);
    Ok(frame.page_with(&Head { feed, ..Head::new("Kahua arena", Section::Home) }, content))
}

/// What to do when no bot is there.
fn first_steps() -> Markup {
    html! {
        section.card {
            h2 { "No bot is connected" }
            p { "Write a bot of your own and let it connect to this arena, at the address of this page:" }
            pre tabindex="0" { code { "kahua new my-bot --language python\ncd my-bot\nKAHUA_ADDR=HOST:PORT KAHUA_NAME=my-bot python3 my_bot.py" } }
            p { "The project's README says how to run it in each language. See all that an arena does at once with " code { "kahua demo" } "." }
        }
    }
}
