//! Price tokens, with their number side or their fish side up, and the turtle shells they lie on.

use kahua_engine::games::hawaii::Token;
use maud::{Markup, html};

use super::frame::{Anchor, Picture, text};
use super::glyphs::fish;

impl Picture<'_> {
    /// A token with its number, around a point. If it has spears, they are crossed behind it.
    pub(super) fn token(&self, x: i32, y: i32, token: Token) -> Markup {
        html! {
            @if token.has_spears() {
                path class="spears" d={"M" (x - 21) "," (y + 21) " L" (x + 21) "," (y - 21)
                    " M" (x - 21) "," (y - 21) " L" (x + 21) "," (y + 21)} {}
                path class="tips" d={(tip(x + 23, y - 23, -1)) (tip(x - 23, y - 23, 1))} {}
            }
            circle class=(if token.has_spears() { "token armed edge" } else { "token edge" }) cx=(x) cy=(y) r="17" {}
            (text(x, y + 9, 26, Anchor::Middle, "dark strong", &token.number().to_string()))
        }
    }

    /// A token with its fish next to it, 68 wide, from its left end.
    pub(super) fn fish_token(&self, x: i32, y: i32, token: Token) -> Markup {
        let count = i32::from(self.rules.fish_of(token));
        html! {
            rect class="catch edge" x=(x) y=(y - 25) width="70" height="50" rx="20" {}
            (self.token(x + 24, y, token))
            @for index in 0..count {
                (fish(x + 55, y + 15 * index - 15 * (count - 1) / 2))
            }
        }
    }
}

/// The tip of a spear, which points up and to one side.
fn tip(x: i32, y: i32, towards: i32) -> String {
    format!("M{x},{y} L{},{} L{},{} Z ", x + towards * 11, y + 4, x + towards * 4, y + 11)
}

/// A turtle shell without a token, with its number if it has one.
pub(super) fn shell(x: i32, y: i32, limit: Option<u8>) -> Markup {
    html! {
        path class="turtle" d={"M" (x - 19) "," (y - 10) " l-4,-6 l7,0 z M" (x + 19) "," (y - 10) " l4,-6 l-7,0 z M"
            (x - 19) "," (y + 10) " l-4,6 l7,0 z M" (x + 19) "," (y + 10) " l4,6 l-7,0 z M" (x - 5) "," (y - 17) " l5,-8 l5,8 z"} {}
        circle class="turtle shell" cx=(x) cy=(y) r="19" {}
        @match limit {
            Some(limit) => { (text(x, y + 8, 24, Anchor::Middle, "dark", &limit.to_string())) }
            None => { path class="scutes" d={"M" (x - 8) "," (y) " l4,-7 h8 l4,7 l-4,7 h-8 z"} {} }
        }
    }
}
