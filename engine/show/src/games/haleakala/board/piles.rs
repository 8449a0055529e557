//! What the piles still hold and what is discarded, kind by kind.

use kahua_engine::games::haleakala::{Card, Pile};
use maud::{Markup, html};

use crate::games::haleakala::describe::Titled;
use crate::say;

use super::geometry::moved;
use super::{Drawing, cards, pieces};

/// Where the column of the first kind is, and each further one from the one before.
const FIRST: i32 = 192;
const NEXT: i32 = 47;
/// How far below the pictures the first row is, and each further one from the one before.
const FIRST_ROW: i32 = 78;
const NEXT_ROW: i32 = 38;

impl Drawing<'_> {
    pub(super) fn piles(&self, y: i32) -> Markup {
        let language = self.language();
        let labels = [say!(language, "One palm"), say!(language, "Two palms"), say!(language, "Three palms")];
        let discarded = (say!(language, "Discarded"), &self.view.discard);
        let piles = labels.into_iter().zip(&self.position().piles).chain([discarded]);
        html! {
            g transform=(moved(0, y)) {
                @for card in Card::ALL {
                    g transform={ (moved(column(card.index()), 26)) " scale(0.7)" } {
                        title { (card.title(language)) }
                        (cards::card(card))
                    }
                }
                g transform=(moved(column(Card::COUNT), 26)) {
                    title { (say!(language, "Lava")) }
                    (pieces::lava(1))
                }
                @for (row, (label, pile)) in piles.enumerate() {
                    (pile_row(label, pile, FIRST_ROW + NEXT_ROW * row as i32))
                }
            }
        }
    }
}

fn column(index: usize) -> i32 {
    FIRST + NEXT * index as i32
}

/// How many a pile holds of each kind and in all.
fn pile_row(label: &str, pile: &Pile, y: i32) -> Markup {
    let counts = pile.cards.counts().iter().copied().chain([pile.lava]);
    html! {
        path class="rule" d={ "M4 " (y - 26) " H796" } {}
        text x="8" y=(y) { (label) }
        @for (index, count) in counts.enumerate() {
            @if count > 0 {
                text class="middle" x=(column(index)) y=(y) { (count) }
            }
        }
        text class="end faint" x="792" y=(y) { (pile.total()) }
    }
}
