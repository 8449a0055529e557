//! All bots, by name.

use kahua_core::words::count;
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::source::Source;
use crate::wide::wide;
use crate::words;

/// How many bots a page has.
const ON_A_PAGE: usize = 100;

/// The page of the list with this number, from 1.
pub(crate) async fn page(source: &impl Source, frame: &Frame, number: u32) -> Result<Markup, Failure> {
    let bots = source.bots().await?;
    let before = (number.max(1) as usize - 1).saturating_mul(ON_A_PAGE);
    let shown: Vec<&pb::BotInfo> = bots.iter().skip(before).take(ON_A_PAGE).collect();
    let path = |number: u32| match (frame.served, number) {
        (_, 1) => "bots/".to_owned(),
        (Some(_), number) => format!("bots/?page={number}"),
        (None, number) => format!("bots/page-{number}/"),
    };
    let content = html! {
        h1 { "Bots" }
        @if shown.is_empty() { p { "There is no bot yet." } } @else {
            p.faint { (count(bots.len() as u64, "bot", "bots")) " in all." }
            (table(frame, &shown))
        }
        nav.paging aria-label="Pages of the list" {
            @if number > 1 && !shown.is_empty() { a rel="prev" href=(frame.link(&path(number - 1))) { "Previous page" } " " }
            @if number < page_count(bots.len()) { a rel="next" href=(frame.link(&path(number + 1))) { "Next page" } }
        }
    };
    Ok(frame.page("Bots", Section::Bots, content))
}

/// How many pages this many bots have.
pub(crate) fn page_count(bots: usize) -> u32 {
    u32::try_from(bots.div_ceil(ON_A_PAGE)).unwrap_or(u32::MAX).max(1)
}

fn table(frame: &Frame, bots: &[&pb::BotInfo]) -> Markup {
    html! {
        (wide("Bots", html! {
            table {
                thead {
                    tr {
                        th scope="col" { "Bot" }
                        th scope="col" { "Version" }
                        @if frame.served.is_some() {
                            th scope="col" { "State" }
                            th.number scope="col" { "Playing" }
                        }
                    }
                }
                tbody {
                    @for bot in bots {
                        tr {
                            th scope="row" { (words::bot(frame, &bot.name)) }
                            td { (words::version(&bot.version)) }
                            @if frame.served.is_some() {
                                td { (state(bot)) }
                                td.number { (bot.open_matches) }
                            }
                        }
                    }
                }
            }
        }))
    }
}

/// Whether a bot is there, and whether it gets matches.
pub(super) fn state(bot: &pb::BotInfo) -> Markup {
    html! {
        @if let Some(suspension) = &bot.suspension {
            span.warning title=(words::safe(&suspension.reason)) { "suspended" }
        } @else if bot.silent {
            span.warning { "connected, but doesn't answer" }
        } @else if bot.connected {
            span.good { "connected" }
        } @else {
            "away"
        }
    }
}
