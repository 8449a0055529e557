//! What isn't on the table: the price tokens in the bag, the islets of the pile, the gods below the tops.

use kahua_engine::Bag;
use kahua_engine::games::hawaii::{God, Islet, Kind, Side, Token};
use maud::{Markup, html};

use crate::games::hawaii::describe::words::{InWords, lies, name_of};
use crate::say;

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
            (text(14, 34, 24, Anchor::Start, "faint", say!(self.language, "price tokens in the bag")))
            @for (kind, token) in Token::ALL.into_iter().enumerate() {
                @let (x, y) = (34 + 74 * (kind as i32 / 2), 70 + 52 * (kind as i32 % 2));
                @let count = self.board.bag.count(kind);
                g class=[(count == 0).then_some("gone")] {
                    title { (self.tokens_in_words(count, token)) }
                    (self.token(x, y, token))
                    (text(x + 24, y + 8, 24, Anchor::Start, "", &count.to_string()))
                }
            }
        }
    }

    /// "3 tokens of 5 with spears".
    fn tokens_in_words(&self, count: u8, token: Token) -> String {
        let (language, number) = (self.language, token.in_words(self.language));
        match count {
            1 => say!(language, "1 token of {0}", number),
            _ => say!(language, "{0} tokens of {1}", count, number),
        }
    }

    /// The islets that aren't at the docks, and the gods below the tops of both stacks.
    pub(super) fn piles(&self) -> Markup {
        html! {
            rect class="home" width=(WIDTH) height=(HEIGHT) rx="16" {}
            (text(14, 34, 24, Anchor::Start, "faint", say!(self.language, "islets in the pile, face down")))
            (self.islets(&self.board.islets, 64))
            (text(14, 112, 24, Anchor::Start, "faint", say!(self.language, "islets below it, visited")))
            (self.islets(&self.board.visited, 142))
            (text(14, 190, 24, Anchor::Start, "faint", say!(self.language, "gods below the tops")))
            @for (index, (kind, count)) in self.board.unseen.kinds().enumerate() {
                @let (x, name) = (32 + 60 * index as i32, name_of(God::ALL[kind]));
                g {
                    title { (say!(self.language, "{0}: {1} below the tops", name, count)) }
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
                    title { (lies(self.language, Islet::ALL[kind], self.rules)) }
                    (icon(30 + 36 * index as i32, y, 34, &islet(Islet::ALL[kind], self.rules)))
                }
            }
        }
    }
}
