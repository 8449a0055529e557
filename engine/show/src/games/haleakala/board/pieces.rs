//! The wooden pieces, each drawn round (0, 0), in the colour of its player and with the shape of the seat.

use kahua_engine::games::haleakala::Colour;
use maud::{Markup, html};

use crate::draw::seat_shape;

/// How far a disc reaches.
pub(super) const DISC: i32 = 19;

const FLAME: &str = "M0 -13 Q9 -3 7 5 Q5 12 0 12 Q-5 12 -7 5 Q-8 -1 -3 -5 Q-3 0 0 0 Q2 -6 0 -13 Z";

/// A number disc.
pub(super) fn disc(colour: Colour, number: u8) -> Markup {
    html! {
        g class="edge" { (seat_shape(colour.seat(), DISC)) }
        text class="middle on-seat" y="8" { (number) }
    }
}

/// An invocation disc.
pub(super) fn invocation(colour: Colour) -> Markup {
    html! {
        g class="edge" { (seat_shape(colour.seat(), DISC)) }
        path class="flame-on-seat" d=(FLAME) {}
    }
}

/// A statue of a player.
pub(super) fn statue(colour: Colour) -> Markup {
    html! {
        g class="edge" { (head(&seat_class(colour))) }
        path class="line-on-seat" d="M-8 -9 H8 M-3 -9 V0 H4" {}
        (emblem(colour, 12))
    }
}

/// The head that a statue is, in this class.
pub(super) fn head(class: &str) -> Markup {
    html! { path class=(class) d="M-13 23 L-10 3 Q-16 -23 0 -24 Q16 -23 10 3 L13 23 Z" {} }
}

/// A shaman with his staff and feathers.
pub(super) fn shaman(colour: Colour) -> Markup {
    let class = seat_class(colour);
    html! {
        path class="line" d="M17 -19 V23 M-4 -20 L-8 -27 M0 -21 V-29 M4 -20 L8 -27" {}
        g class="edge" {
            path class=(class) d="M-16 23 L-7 -4 Q0 -9 7 -4 L16 23 Z" {}
            circle class=(class) cy="-13" r="8" {}
        }
        (emblem(colour, 12))
    }
}

/// A hut.
pub(super) fn hut(colour: Colour) -> Markup {
    html! {
        rect class="wall" x="-14" y="-2" width="28" height="20" {}
        path class=(seat_class(colour)) d="M-21 1 L0 -20 L21 1 Z" {}
        (emblem(colour, 9))
    }
}

/// The boat.
pub(super) fn boat() -> Markup {
    html! {
        path class="sail" d="M3 -34 V6 H31 Q24 -20 3 -34 Z M-3 -24 V6 H-24 Q-18 -12 -3 -24 Z" {}
        path class="hull edge" d="M-40 11 H42 Q36 28 24 30 H-24 Q-36 26 -40 11 Z" {}
    }
}

/// Lava discs on a heap.
pub(super) fn lava(discs: u8) -> Markup {
    html! {
        circle class="lava edge" r="16" {}
        @if discs > 1 {
            text class="middle on-lava" y="8" { (discs) }
        } @else {
            path class="flame" d=(FLAME) {}
        }
    }
}

fn seat_class(colour: Colour) -> String {
    format!("seat-{}", colour.seat())
}

/// The shape of the seat, on a piece that doesn't have it.
fn emblem(colour: Colour, y: i32) -> Markup {
    html! {
        g class="emblem" transform={ "translate(0 " (y) ")" } { (seat_shape(colour.seat(), 7)) }
    }
}
