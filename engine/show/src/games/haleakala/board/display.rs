//! The display: five scoring cards and a Priestess, for sale.

use kahua_engine::games::haleakala::{Card, Colour, DisplayCard};
use maud::{Markup, html};

use crate::draw::{seat_shape, squeezed};
use crate::games::haleakala::describe::Titled;
use crate::{say, say_count};

use super::geometry::moved;
use super::{Drawing, cards, display_id};

/// How wide and high a card is, and how far apart they lie, three in a row.
const WIDTH: i32 = 256;
const HEIGHT: i32 = 84;
const NEXT: (i32, i32) = (268, 94);
/// How many characters of a name fit a card.
const NAME_MAX: usize = 12;

impl Drawing<'_> {
    pub(super) fn display(&self, y: i32) -> Markup {
        html! {
            @for card in DisplayCard::ALL {
                @let (column, row) = (card.index() as i32 % 3, card.index() as i32 / 3);
                (self.display_card(card, &moved(4 + NEXT.0 * column, y + NEXT.1 * row)))
            }
        }
    }

    fn display_card(&self, card: DisplayCard, place: &str) -> Markup {
        let (position, language) = (self.position(), self.language());
        let owner = Colour::ALL.into_iter().find(|&colour| position.player(colour).bought.contains(card));
        let face_down = position.is_face_down(card);
        let price = say_count!(language, self.rules.price(card), "{0} shell", "{0} shells");
        let lies = match owner {
            Some(colour) => say!(language, "bought by {0}", self.name(colour)),
            None if face_down => say!(language, "face down").to_owned(),
            None => say!(language, "for sale").to_owned(),
        };
        let title = card.title(language);
        let is_there = owner.is_none() && !face_down;
        let id = display_id(card);
        html! {
            g id=(id) class=(self.class(&id, "display")) transform=(place) {
                title { (say!(language, "{0} for {1}, {2}", title, price, lies)) }
                rect class=(if is_there { "card edge" } else { "sold edge" }) width=(WIDTH) height=(HEIGHT) rx="10" {}
                text x="14" y="33" { (title) }
                @match owner {
                    Some(colour) => {
                        g transform="translate(28 60)" { (seat_shape(colour.seat(), 13)) }
                        @let name = self.short_name(colour, NAME_MAX);
                        @let width = squeezed(&name, 24, WIDTH - 62);
                        text class="faint" x="52" y="68" textLength=[width] lengthAdjust=[width.map(|_| "spacingAndGlyphs")] { (name) }
                    }
                    None if face_down => { text class="faint" x="14" y="68" { (lies) } }
                    None => {
                        g transform="translate(28 60) scale(0.6)" { (cards::picture(Card::Shell)) }
                        text class="faint" x="52" y="68" { (price) }
                    }
                }
            }
        }
    }
}
