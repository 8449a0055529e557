//! Small drawings without a tile: what players pay with, fish, palms.

use maud::{Markup, html};

/// A fish, 28 wide, with its middle at a point.
pub(super) fn fish(x: i32, y: i32) -> Markup {
    html! {
        path class="fish" d={"M" (x - 12) "," (y) " q8,-10 17,-2 l7,-5 v14 l-7,-5 q-9,8 -17,-2 Z"} {}
        circle class="eye" cx=(x - 6) cy=(y - 1) r="1" {}
    }
}

/// A shell to pay with, from -20 to 20.
pub(super) fn shell() -> Markup {
    html! {
        path class="shell-coin" d="M0,15 L-16,-2 A17,15 0 0 1 16,-2 Z M-6,13 h12 v5 h-12 Z" {}
        path class="thin" d="M0,14 V-14 M0,14 L-9,-10 M0,14 L9,-10" {}
    }
}

/// A foot to pay with, from -20 to 20.
pub(super) fn foot() -> Markup {
    html! {
        path class="foot" d="M-7,-4 Q2,-9 7,-3 Q10,3 6,8 Q5,17 -1,17 Q-8,17 -6,8 Q-11,2 -7,-4 Z" {}
        circle class="foot" cx="-9" cy="-11" r="4" {}
        circle class="foot" cx="-1" cy="-14" r="3" {}
        circle class="foot" cx="6" cy="-13" r="3" {}
        circle class="foot" cx="12" cy="-8" r="2" {}
    }
}

/// Fruit to pay with, from -20 to 20: a pineapple.
pub(super) fn fruit() -> Markup {
    html! {
        path class="leaf" d="M0,-5 L-10,-14 L-4,-13 L-6,-20 L0,-14 L6,-20 L4,-13 L10,-14 Z" {}
        ellipse class="pineapple" cx="0" cy="6" rx="10" ry="12" {}
        path class="thin" d="M-9,2 L3,17 M-5,-4 L9,11 M9,2 L-3,17 M5,-4 L-9,11" {}
    }
}

/// A palm, 60 high, with its foot at a point.
pub(super) fn palm(x: i32, y: i32) -> Markup {
    html! {
        path class="trunk" d={"M" (x) "," (y) " q8,-26 -2,-46"} {}
        path class="frond" d={"M" (x - 2) "," (y - 46) " q-16,-14 -28,4 q14,-8 28,-4 q-12,2 -16,18 q8,-12 16,-18
            q10,6 12,20 q6,-16 -12,-20 q16,-6 28,6 q-8,-20 -28,-6 q2,-12 14,-16 q-16,-2 -14,16 Z"} {}
    }
}
