//! What all parts of the drawing are made of: spaces with an id, texts, and things put somewhere.

use std::collections::BTreeSet;

use kahua_engine::games::hawaii::{Board, Rules, View};
use kahua_engine::{PerSeat, Seat};
use maud::{Markup, html};

use crate::draw::{bold, seat_shape, squeezed};
use crate::language::Language;

/// What is drawn, and how.
pub(super) struct Picture<'a> {
    pub(super) view: &'a View,
    pub(super) board: &'a Board,
    pub(super) rules: &'a Rules,
    pub(super) language: Language,
    pub(super) names: &'a PerSeat<String>,
    pub(super) marked: &'a BTreeSet<String>,
}

impl Picture<'_> {
    /// A space or a piece that an action can name. What shows that it is marked has the class `edge`.
    pub(super) fn space(&self, id: &str, title: &str, content: &Markup) -> Markup {
        let class = self.marked.contains(id).then_some("marked");
        html! { g id=(id) class=[class] { title { (title) } (content) } }
    }
}

/// A drawing moved to a point.
pub(super) fn at(x: i32, y: i32, content: &Markup) -> Markup {
    html! { g transform={"translate(" (x) " " (y) ")"} { (content) } }
}

/// A seat's chieftain at a point.
pub(super) fn chief(x: i32, y: i32, seat: Seat, size: i32) -> Markup {
    html! { g data-piece={ "chief-" (seat) } transform={"translate(" (x) " " (y) ")"} { (seat_shape(seat, size)) } }
}

/// An icon, drawn from -20 to 20 both ways, as large as this, with its middle at a point.
pub(super) fn icon(x: i32, y: i32, size: i32, content: &Markup) -> Markup {
    html! { svg x=(x - size / 2) y=(y - size / 2) width=(size) height=(size) viewBox="-20 -20 40 40" { (content) } }
}

/// Where a text stands from its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A text of this size on a base line.
pub(super) fn text(x: i32, y: i32, size: u32, anchor: Anchor, class: &str, content: &str) -> Markup {
    let anchor = match anchor {
        Anchor::Start => None,
        Anchor::Middle => Some("middle"),
        Anchor::End => Some("end"),
    };
    let class = (!class.is_empty()).then_some(class);
    html! { text x=(x) y=(y) font-size=(size) text-anchor=[anchor] class=[class] { (content) } }
}

/// A text of this size that begins at a point and has this much room; a longer one is squeezed into it.
pub(super) fn fitted(x: i32, y: i32, size: u32, room: i32, class: &str, content: &str) -> Markup {
    let width = squeezed(content, if class == "strong" { bold(size) } else { size }, room);
    let class = (!class.is_empty()).then_some(class);
    html! {
        text x=(x) y=(y) font-size=(size) textLength=[width] lengthAdjust=[width.map(|_| "spacingAndGlyphs")] class=[class] { (content) }
    }
}

/// The text, cut to this many characters.
pub(super) fn cut(text: &str, width: usize) -> String {
    match text.char_indices().nth(width) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
    }
}
