//! What isn't on the table: the price tokens in the bag, the islets of the pile, the gods below the tops.

use kahua_engine::Bag;
use kahua_engine::games::hawaii::{God, Islet, Kind, Side, Token};
use maud::{Markup, html};

use crate::games::hawaii::describe::words::{InWords, Titled, amount, brings};

use super::frame::{Anchor, Picture, icon, text};
use super::icons::{islet, laid};

/// How wide the bag and the piles are, and how high.
pub(super) const WIDTH: i32 = 388;
pub(super) const HEIGHT: i32 = 256;

impl Picture<'_> {
    /// The price tokens in the bag, each kind with its number.
    pub(super) fn bag(&self) -> Markup {
        html! {
            rect class="home" width=(WIDTH) height=(HEIGHT) rx="16" {}
            (text(14, 34, 24, Anchor::Start, "faint", "price tokens in the bag"))
            @for (kind, token) in Token::ALL.into_iter().enumerate() {
                @let (x, y) = (34 + 74 * (kind as i32 / 2), 70 + 52 * (kind as i32 % 2));
                @let count = self.board.bag.count(kind);
                g class=[(count == 0).then_some("gone")] {
                    title { (amount(count.into(), "token", "tokens")) " of " (token.in_words()) }
                    (self.token(x, y, token))
                    (text(x + 24, y + 8, 24, Anchor::Start, "", &count.to_string()))
                }
            }
        }
    }

    /// The islets that aren't at the docks, and the gods below the tops of both stacks.
    pub(super) fn piles(&self) -> Markup {
        html! {
            rect class="home" width=(WIDTH) height=(HEIGHT) rx="16" {}
            (text(14, 34, 24, Anchor::Start, "faint", "islets in the pile, face down"))
            (self.islets(&self.board.islets, 64))
            (text(14, 112, 24, Anchor::Start, "faint", "islets below it, visited"))
            (self.islets(&self.board.visited, 142))
            (text(14, 190, 24, Anchor::Start, "faint", "gods below the tops"))
            @for (index, (kind, count)) in self.board.unseen.kinds().enumerate() {
                @let (x, name) = (32 + 60 * index as i32, God::ALL[kind].title());
                g {
                    title { (name) ": " (count) " below the tops" }
                    (icon(x, 222, 36, &laid(Kind::God, Some(God::ALL[kind]), Side::One)))
                    (text(x + 21, 230, 24, Anchor::Start, "", &count.to_string()))
                }
            }
        }
    }

    fn islets(&self, pile: &Bag<{ Islet::ALL.len() }>, y: i32) -> Markup {
        html! {
            @for (index, kind) in pile.kinds().flat_map(|(kind, count)| std::iter::repeat_n(kind, count.into())).enumerate() {
                g {
                    title { (brings(Islet::ALL[kind], self.rules)) }
                    (icon(30 + 36 * index as i32, y, 34, &islet(Islet::ALL[kind], self.rules)))
                }
            }
        }
    }
}
