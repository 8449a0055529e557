//! All bots, by name.

use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::language::{Language, say, say_count};
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
    let language = frame.language;
    let content = html! {
        h1 { (say!(language, "Bots")) }
        @if shown.is_empty() { p { (say!(language, "There is no bot yet.")) } } @else {
            p.faint { (say_count!(language, bots.len(), "{0} bot in all.", "{0} bots in all.")) }
            (table(frame, &shown))
        }
        nav.paging aria-label=(say!(language, "Pages of the list")) {
            @if number > 1 && !shown.is_empty() {
                a rel="prev" href=(frame.link(&path(number - 1))) { (say!(language, "Previous page")) } " "
            }
            @if number < page_count(bots.len()) {
                a rel="next" href=(frame.link(&path(number + 1))) { (say!(language, "Next page")) }
            }
        }
    };
    Ok(frame.page(say!(language, "Bots"), Section::Bots, content))
}

/// How many pages this many bots have.
pub(crate) fn page_count(bots: usize) -> u32 {
    u32::try_from(bots.div_ceil(ON_A_PAGE)).unwrap_or(u32::MAX).max(1)
}

fn table(frame: &Frame, bots: &[&pb::BotInfo]) -> Markup {
    let language = frame.language;
    html! {
        (wide(say!(language, "Bots"), html! {
            table {
                thead {
                    tr {
                        th scope="col" { (say!(language, "Bot")) }
                        th scope="col" { (say!(language, "Version")) }
                        @if frame.served.is_some() {
                            th scope="col" { (say!(language, "State")) }
                            th.number scope="col" { (say!(language, "Playing")) }
                        }
                    }
                }
                tbody {
                    @for bot in bots {
                        tr {
                            th scope="row" { (words::bot(frame, &bot.name)) }
                            td { (words::version(&bot.version)) }
                            @if frame.served.is_some() {
                                td { (state(language, bot)) }
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
pub(super) fn state(language: Language, bot: &pb::BotInfo) -> Markup {
    html! {
        @if let Some(suspension) = &bot.suspension {
            span.warning title=(words::safe(&suspension.reason)) { (say!(language, "suspended")) }
        } @else if bot.silent {
            span.warning { (say!(language, "connected, but doesn't answer")) }
        } @else if bot.connected {
            span.good { (say!(language, "connected")) }
        } @else {
            (say!(language, "away"))
        }
    }
}
