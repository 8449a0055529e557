//! What stands beside the board, or below it on a small screen, where it can be folded away: what the players have, drawn, and
//! the whole position as text.

use maud::{Markup, PreEscaped, html};

use crate::wide::wide;

/// The panels of a drawing, which is an `svg` element.
pub(crate) fn panels(drawing: &str) -> Markup {
    html! {
        details.shelf open {
            summary { "What the players have" }
            div.panels-drawn { (PreEscaped(drawing)) }
        }
    }
}

/// The position as text, for those who don't see a drawing.
pub(crate) fn in_text(board: &str) -> Markup {
    html! {
        details.in-text #text {
            summary { "The position as text" }
            (wide("The position as text", html! { pre { (board) } }))
        }
    }
}
