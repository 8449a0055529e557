//! How facts are said on pages: names of strangers, results, times and places.

use kahua_core::text::on_one_line;
use kahua_proto::pb::arena::v1 as pb;
use maud::{Markup, html};

use crate::frame::Frame;

/// What strangers wrote, without characters that would change how the page around it is read.
pub(crate) fn safe(text: &str) -> String {
    on_one_line(text).into_owned()
}

/// A bot's name, as a link to its page.
pub(crate) fn bot(frame: &Frame, name: &str) -> Markup {
    html! { a.bot href=(frame.link(&format!("bots/{name}/"))) { bdi { (safe(name)) } } }
}

/// A match's players with their places, each as a link.
pub(crate) fn players(frame: &Frame, summary: &pb::MatchSummary) -> Markup {
    html! {
        @for (seat, player) in summary.players.iter().enumerate() {
            @if seat > 0 { ", " }
            @if let Some(result) = summary.results.get(seat) { span.place { (result.place) ". " } }
            (bot(frame, &player.name))
        }
    }
}

/// The league of a match, or that it belongs to none.
pub(crate) fn league(frame: &Frame, name: &str) -> Markup {
    html! {
        @if name.is_empty() { "no league" } @else { a href=(frame.link(&format!("leagues/{name}/"))) { bdi { (safe(name)) } } }
    }
}
