//! What the players have, drawn beside the board, or below it on a small screen, where it can be folded away.

use maud::{Markup, PreEscaped, html};

/// The panels of a drawing, which is an `svg` element.
pub(crate) fn panels(drawing: &str) -> Markup {
    html! {
        details.shelf open {
            summary { "What the players have" }
            div.panels-drawn { (PreEscaped(drawing)) }
        }
    }
}
