//! The signs of the gods, the volcano and the dolphin, each round (0, 0).

use kahua_engine::Seat;
use kahua_engine::games::kanaloa::{God, Temple};
use maud::{Markup, html};

use crate::draw::seat_shape;

/// The sign of a god, within 10 units: a wave, crossed spears, a flame, a sprout, and Kane's sun.
pub(super) fn sign(temple: Temple) -> Markup {
    match temple {
        Temple::Of(God::Kanaloa) => html! { path.line d="M-9 -3Q-5 -8 0 -4T9 -5M-9 4Q-5 -1 0 3T9 2" {} },
        Temple::Of(God::Ku) => html! {
            path.line d="M-7 8L5 -5M7 8L-5 -5" {}
            path.solid d="M9 -9L7 -2L2 -7ZM-9 -9L-7 -2L-2 -7Z" {}
        },
        Temple::Of(God::Pele) => html! {
            path.solid d="M1 -10C2 -5 8 -2 8 4C8 8 4 10 0 10C-4 10 -8 8 -8 4C-8 0 -5 -1 -4 -5\
                C-2 -4 -1 -3 -1 -2C1 -4 1 -7 1 -10Z" {}
        },
        Temple::Of(God::Lono) => html! {
            path.solid d="M-1 3C-8 3 -10 -2 -9 -8C-3 -7 0 -4 -1 3ZM1 5C0 -1 4 -5 10 -4C10 2 6 5 1 5Z" {}
            path.line d="M0 10V2" {}
        },
        Temple::Kane => html! {
            circle.solid r="5" {}
            path.line d="M0 -10V-8M0 10V8M-10 0H-8M10 0H8M-7 -7L-6 -6M7 7L6 6M-7 7L-6 6M7 -7L6 -6" {}
        },
    }
}

/// A god's sign on its colour, 40 wide and 28 high, with its upper left corner here.
pub(super) fn plate(temple: Temple, x: i32, y: i32) -> Markup {
    html! {
        rect class={ "edge " (god_class(temple)) } x=(x) y=(y) width="40" height="28" rx="5" {}
        g.sign transform=(format!("translate({} {})", x + 20, y + 14)) { (sign(temple)) }
    }
}

/// The class of what has a god's colour.
pub(super) const fn god_class(temple: Temple) -> &'static str {
    match temple {
        Temple::Of(God::Kanaloa) => "god-kanaloa",
        Temple::Of(God::Ku) => "god-ku",
        Temple::Of(God::Pele) => "god-pele",
        Temple::Of(God::Lono) => "god-lono",
        Temple::Kane => "god-kane",
    }
}

/// A volcano with lava and the shape of its placer, 56 wide and 46 high.
pub(super) fn volcano(placer: Seat) -> Markup {
    html! {
        path.mountain d="M-28 26L-9 -10H9L28 26Q0 32 -28 26Z" {}
        path.lava d="M-9 -10Q-4 -18 -2 -12Q2 -24 4 -12Q8 -16 9 -10L12 -3L7 6L4 0L1 12L-4 2L-8 8L-12 -3Z" {}
        g transform="translate(0 18)" { (seat_shape(placer, 9)) }
    }
}

/// A leaping dolphin, 120 wide and 60 high.
pub(super) fn dolphin() -> Markup {
    html! {
        path.dolphin d="M56 6C50 -10 34 -20 16 -22L2 -34L2 -22C-22 -18 -40 -4 -46 12L-60 16\
            L-48 22L-44 34L-36 20C-24 6 -8 2 6 4L8 18L18 6C30 8 40 10 48 14L62 12Z" {}
        circle.eye cx="40" cy="-3" r="3" {}
    }
}
