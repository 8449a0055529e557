//! The first page: what this is, running matches with the board of one, the leagues, the latest results, and who is
//! connected.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use super::glimpse::{self, Watching};
use super::{leagues, match_table};
use crate::failure::Failure;
use crate::files::{self, FEED, File};
use crate::frame::{Frame, Head, Section};
use crate::language::{Language, compose, say, say_count};
use crate::source::Source;
use crate::words;

/// How many running matches are shown, and how many finished ones.
const MATCHES: u32 = 12;
/// How many connected bots are named.
const BOTS_MAX: usize = 60;

/// The first page, with the board of a running match.
pub(crate) async fn page(source: &impl Source, frame: &Frame, watching: Watching<'_>) -> Result<Markup, Failure> {
    let some = |running| pb::ListMatchesRequest {
        page_size: Some(MATCHES),
        running: Some(running),
        ..pb::ListMatchesRequest::default()
    };
    let running = source.matches(some(true)).await?.matches;
    let ended = source.matches(some(false)).await?.matches;
    let game = |summary: &pb::MatchSummary| words::game(&summary.game);
    let board = glimpse::boards(watching, frame, &running, 1, game).await;
    let (leagues, empty): (Vec<_>, Vec<_>) =
        leagues::played_first(source).await?.into_iter().partition(leagues::has_begun);
    let bots = source.bots().await?;
    let connected: Vec<&str> = bots.iter().filter(|bot| bot.connected).map(|bot| bot.name.as_str()).collect();
    let language = frame.language;
    let what = say!(
        language,
        "An arena for board games: programs, called bots, play leagues against each other. Watch their matches, step through \
         replays, and see who is best."
    );
    let title = say!(language, "Kahua arena");
    let content = html! {
        h1 { (title) }
        p { (what) }
        @if frame.served.is_some() {
            @if connected.is_empty() && running.is_empty() { (first_steps(language)) }
            @let table = || match_table::of(frame, say!(language, "Being played"), &running);
            (glimpse::section(frame, &board, (!running.is_empty()).then(table)))
        }
        @if !leagues.is_empty() || !empty.is_empty() {
            section {
                h2 { (say!(language, "Leagues")) }
                @if !leagues.is_empty() { (leagues::table(frame, say!(language, "Leagues"), &leagues)) }
                @if !empty.is_empty() {
                    details {
                        summary {
                            (say_count!(
                                language, empty.len(), "{0} league without a match so far", "{0} leagues without a match so far"
                            ))
                        }
                        (leagues::table(frame, say!(language, "Leagues without a match"), &empty))
                    }
                }
            }
        }
        section {
            h2 { (say!(language, "Latest results")) }
            @if ended.is_empty() { p { (say!(language, "No match has ended yet.")) } } @else {
                (match_table::of(frame, say!(language, "Latest results"), &ended))
                p { a href=(frame.link("matches/")) { (say!(language, "All matches")) } }
            }
        }
        @if frame.served.is_some() && !connected.is_empty() {
            section {
                h2 { (say!(language, "Connected bots")) }
                p {
                    (words::bots(frame, connected.iter().copied().take(BOTS_MAX)))
                    @if connected.len() > BOTS_MAX { (say!(language, " and {0} more", connected.len() - BOTS_MAX)) }
                    "."
                }
            }
        }
        (files::links(frame, &[File::feed(language)]))
    };
    let feed = frame.served.map(|_| FEED);
    let scripts: &[&str] = if frame.served.is_some() { &["board.js", "glimpse.js"] } else { &[] };
    Ok(frame.page_with(&Head { feed, scripts, ..Head::new(title, Section::Home) }, content))
}

/// What to do when no bot is there.
fn first_steps(language: Language) -> Markup {
    let demo = html! { code { "kahua demo" } };
    html! {
        section.card {
            h2 { (say!(language, "No bot is connected")) }
            p { (say!(language, "Write a bot of your own and let it connect to this arena, at the address of this page:")) }
            pre tabindex="0" { code { "kahua new my-bot --language python\ncd my-bot\nKAHUA_ADDR=HOST:PORT KAHUA_NAME=my-bot python3 my_bot.py" } }
            p {
                (compose!(
                    language, "The project's README says how to run it in each language. See all that an arena does at once with {0}.", demo
                ))
            }
        }
    }
}
