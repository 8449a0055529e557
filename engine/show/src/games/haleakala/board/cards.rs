//! The pictures on the palm cards, each drawn round (0, 0) and reaching 24 units from there.

use kahua_engine::games::haleakala::Card;
use maud::{Markup, html};

use super::pieces;

/// How wide and high a card is.
pub(super) const SIZE: i32 = 60;

/// A card face up.
pub(super) fn card(card: Card) -> Markup {
    let half = SIZE / 2;
    html! {
        rect class="card edge" x=(-half) y=(-half) width=(SIZE) height=(SIZE) rx="9" {}
        (picture(card))
    }
}

/// What is on a card.
pub(super) fn picture(card: Card) -> Markup {
    match card {
        Card::Statue => html! {
            (pieces::head("stone"))
            path class="line" d="M-8 -9 H8 M-3 -9 V2 H4 M-5 11 H6" {}
        },
        Card::Shell => html! {
            path class="shell" d="M0 22 L-23 -4 Q-22 -20 -8 -19 Q0 -25 8 -19 Q22 -20 23 -4 Z" {}
            path class="line" d="M0 20 L-13 -13 M0 20 V-18 M0 20 L13 -13" {}
        },
        Card::Priestess => html! {
            path class="hair" d="M-11 4 Q-14 -22 0 -23 Q14 -22 11 4 Z" {}
            path class="robe" d="M-17 23 L-5 -1 H5 L17 23 Z" {}
            circle class="face" cy="-9" r="8" {}
            circle class="lava" cx="8" cy="-18" r="4" {}
        },
        Card::Fish1 | Card::Fish2 | Card::Fish3 | Card::Fish4 | Card::Fish5 => html! {
            g transform="translate(0 -11)" { (fish()) }
            text class="middle number" y="25" { (card.baskets()) }
        },
        Card::WhitePearl => pearl("white-pearl"),
        Card::BlackPearl => pearl("black-pearl"),
        Card::Nautilus => html! {
            path class="nautilus" d="M22 8 Q22 22 4 22 Q-22 22 -22 0 Q-22 -22 0 -22 Q16 -22 16 -8 Q16 4 4 6 L22 8 Z" {}
            path class="line" d="M4 6 Q-8 8 -9 -2 Q-9 -11 0 -11 Q6 -11 6 -5 M-21 6 L-9 0 M-15 -16 L-6 -9 M4 -21 L2 -11 M-8 20 L-3 6" {}
        },
    }
}

/// A fish.
pub(super) fn fish() -> Markup {
    html! {
        path class="fish" d="M-23 0 Q-7 -14 10 0 L22 -9 V9 L10 0 Q-7 14 -23 0 Z" {}
        circle class="eye" cx="-13" cy="-2" r="2" {}
    }
}

fn pearl(class: &str) -> Markup {
    html! {
        circle class=(class) r="18" {}
        path class="shine" d="M-10 -3 Q-8 -10 -1 -11" {}
    }
}
