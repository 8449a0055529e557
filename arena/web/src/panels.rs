//! What stands beside the board, or below it on a small screen, where it can be folded away: what the players have, drawn, and
//! the whole position as text.

use maud::{Markup, PreEscaped, html};

use crate::language::{Language, say};
use crate::wide::wide;

/// The panels of a drawing, which is an `svg` element.
pub(crate) fn panels(language: Language, drawing: &str) -> Markup {
    html! {
        details.shelf open {
            summary { (say!(language, "What the players have")) }
            div.panels-drawn { (PreEscaped(drawing)) }
        }
    }
}

/// The position as text, for those who don't see a drawing.
pub(crate) fn in_text(language: Language, board: &str) -> Markup {
    let name = say!(language, "The position as text");
    html! {
        details.in-text #text {
            summary { (name) }
            (wide(name, html! { pre { (board) } }))
        }
    }
}
