//! The icons of tiles, boats and islets, each drawn from -20 to 20 both ways.

use kahua_engine::games::hawaii::{Board, God, Islet, Kind, Rules, Side, Tile};
use maud::{Markup, html};

use super::frame::{Anchor, icon, text};
use super::glyphs::{foot, fruit, shell};
use super::gods::{god, mask};

/// The size of a text in an icon of an islet: islets are drawn at 34 units where they are smallest.
const ICON_TEXT: u32 = 29;

/// A tile as it is sold or received.
pub(super) fn tile(ware: Tile, side: Side, board: &Board) -> Markup {
    match (ware, ware.kind()) {
        (Tile::Kahuna, _) => kahuna(),
        (Tile::Tiki, _) => tiki(),
        (_, Some(kind)) => laid(kind, board.god_of(ware), side),
        (_, None) => on_tile("sea-tile", side, &boat(None)),
    }
}

/// A tile that lies in a village, with the number of its side, and a double frame for side II.
pub(super) fn laid(kind: Kind, which: Option<God>, side: Side) -> Markup {
    let class = match kind {
        Kind::God => "god-tile",
        Kind::Irrigation | Kind::Surfer => "sea-tile",
        Kind::Hula => "people-tile",
        _ if kind.is_hut() => "hut-tile",
        _ => "fruit-tile",
    };
    let drawing = match (kind, which) {
        (Kind::God, Some(which)) => god(which),
        (Kind::God, None) => html! {},
        _ => of_kind(kind),
    };
    on_tile(class, side, &drawing)
}

fn on_tile(class: &str, side: Side, drawing: &Markup) -> Markup {
    html! {
        rect class={"tile " (class)} x="-19" y="-19" width="38" height="38" rx="6" {}
        (icon(0, -1, 32, drawing))
        @if side == Side::Two { rect class="double" x="-16" y="-16" width="32" height="32" rx="4" {} }
        (numeral(side))
    }
}

/// The number of a side, I or II, at the lower right of an icon.
pub(super) fn numeral(side: Side) -> Markup {
    let (left, bars) = match side {
        Side::One => (10, "M14.5 7 V17"),
        Side::Two => (4, "M9 7 V17 M14.5 7 V17"),
    };
    html! {
        rect class="side" x=(left) y="4" width=(19 - left) height="16" rx="3" {}
        path class="numeral" d=(bars) {}
    }
}

/// The hut that is printed at the start of the first village.
pub(super) fn printed_hut() -> Markup {
    html! {
        rect class="tile printed" x="-19" y="-19" width="38" height="38" rx="6" {}
        (icon(0, 0, 32, &hut(&html! { rect class="dark-fill" x="-4" y="4" width="8" height="14" {} })))
    }
}

fn of_kind(kind: Kind) -> Markup {
    match kind {
        Kind::ShellHut => hut(&icon(0, 7, 18, &shell())),
        Kind::FootHut => hut(&icon(0, 8, 18, &foot())),
        Kind::SpearHut => hut(&html! { path class="thick" d="M-8,16 L7,0 M8,16 L-7,0 M7,5 V0 H2 M-7,5 V0 H-2" {} }),
        Kind::ExchangeHut => hut(&html! { path class="thick" d="M-8,4 H8 L3,0 M8,12 H-8 L-3,16" {} }),
        Kind::LongHut => html! {
            path class="wall" d="M-18,0 H18 V17 H-18 Z" {}
            path class="thatch" d="M-20,2 L-13,-14 H13 L20,2 Z" {}
            path class="dark-fill" d="M-13,7 h6 v10 h-6 z M-3,7 h6 v10 h-6 z M7,7 h6 v10 h-6 z" {}
        },
        Kind::Irrigation => html! {
            path class="field" d="M-18,-18 H18 V18 H-18 Z" {}
            path class="water" d="M-18,-9 q9,-8 18,0 t18,0 M-18,2 q9,-8 18,0 t18,0 M-18,13 q9,-8 18,0 t18,0" {}
        },
        Kind::Hula => html! {
            path class="arm" d="M-14,-11 Q-8,0 0,-3 Q9,-6 14,-14" {}
            circle class="skin" cx="0" cy="-11" r="6" {}
            path class="skin" d="M-4,-6 H4 L5,3 H-5 Z" {}
            path class="leaf" d="M-5,2 H5 L13,18 L7,15 L3,19 L-2,15 L-7,19 L-13,16 Z" {}
            circle class="petal" cx="5" cy="-15" r="3" {}
        },
        Kind::Breadfruit => html! {
            path class="leaf" d="M0,-10 Q-2,-20 -13,-17 Q-10,-9 0,-10 Z" {}
            circle class="breadfruit" cx="0" cy="4" r="14" {}
            path class="dots" d="M-7,-2 v1 M0,-4 v1 M7,-2 v1 M-9,5 v1 M-3,4 v1 M4,4 v1 M10,5 v1 M-5,11 v1 M2,11 v1" {}
        },
        Kind::Taro => html! {
            path class="leaf" d="M0,19 C-20,6 -18,-18 0,-9 C18,-18 20,6 0,19 Z" {}
            path class="vein" d="M0,19 V-9 M0,6 L-9,-4 M0,6 L9,-4 M0,12 L-8,5 M0,12 L8,5" {}
        },
        Kind::Coconut => html! {
            circle class="husk" cx="0" cy="2" r="16" {}
            circle class="dark-fill" cx="-5" cy="-4" r="2" {}
            circle class="dark-fill" cx="5" cy="-4" r="2" {}
            circle class="dark-fill" cx="0" cy="4" r="3" {}
        },
        Kind::Banana => html! {
            path class="banana" d="M-15,-13 Q-13,12 14,12 L18,8 Q0,6 -7,-15 Z" {}
            path class="banana" d="M-7,-15 Q-2,2 18,0 L18,-5 Q4,-4 1,-17 Z" {}
        },
        Kind::Surfer => html! {
            path class="water" d="M-18,14 q9,-8 18,0 t18,0" {}
            path class="surfboard" d="M-13,13 Q-10,-8 15,-17 Q12,6 -13,13 Z" {}
            path class="thin" d="M-13,13 L15,-17" {}
        },
        Kind::God => mask(),
    }
}

fn hut(sign: &Markup) -> Markup {
    html! {
        path class="wall" d="M-15,-4 H15 V18 H-15 Z" {}
        (sign)
        path class="thatch" d="M-20,-2 L0,-20 L20,-2 Z" {}
    }
}

/// A kahuna: a priest in a cape, with a staff.
pub(super) fn kahuna() -> Markup {
    html! {
        path class="thick" d="M14,-17 V19" {}
        path class="cape" d="M0,-8 Q12,-2 11,19 H-13 Q-12,-2 0,-8 Z" {}
        path class="trim" d="M-1,-4 L5,19 H-8 Z" {}
        circle class="skin" cx="0" cy="-9" r="7" {}
        path class="crest" d="M-9,-8 Q-7,-20 5,-19 Q10,-16 9,-11 Q0,-18 -9,-8 Z" {}
    }
}

/// A tiki: a carved pole with a face.
pub(super) fn tiki() -> Markup {
    html! {
        path class="wood" d="M-12,-19 H12 L10,-6 L12,4 L9,19 H-9 L-12,4 L-10,-6 Z" {}
        path class="dark-fill" d="M-8,-11 h6 v5 h-6 z M2,-11 h6 v5 h-6 z M-8,3 h16 v8 h-16 z" {}
        path class="teeth" d="M-5,3 v8 M0,3 v8 M5,3 v8" {}
        path class="thin" d="M-2,-5 L-4,0 H4 L2,-5" {}
    }
}

/// A boat with an outrigger, and how many feet it holds.
pub(super) fn boat(holds: Option<u8>) -> Markup {
    html! {
        path class="sail" d="M-3,-19 Q14,-14 15,-4 H-3 Z" {}
        path class="hull" d="M-20,-3 H20 Q18,16 8,17 H-8 Q-18,16 -20,-3 Z" {}
        @if let Some(holds) = holds { (text(0, 14, 24, Anchor::Middle, "light strong", &holds.to_string())) }
    }
}

/// What an islet brings.
pub(super) fn islet(islet: Islet, rules: &Rules) -> Markup {
    match islet {
        Islet::Hula => laid(Kind::Hula, None, Side::Two),
        Islet::Surfer => laid(Kind::Surfer, None, Side::Two),
        Islet::Irrigation => laid(Kind::Irrigation, None, Side::Two),
        Islet::Fruit => on_tile("fruit-tile", Side::Two, &fruit()),
        Islet::Hut => on_tile("hut-tile", Side::Two, &hut(&html! {})),
        Islet::God => on_tile("god-tile", Side::Two, &mask()),
        Islet::Boat => on_tile("sea-tile", Side::Two, &boat(None)),
        Islet::Kahunas => several(&kahuna(), rules.islet_rewards.kahunas),
        Islet::Tikis => several(&tiki(), rules.islet_rewards.tikis),
        Islet::Points => html! {
            path class="star" d="M0,-19 L5,-7 L18,-6 L8,3 L11,16 L0,9 L-11,16 L-8,3 L-18,-6 L-5,-7 Z" {}
            (text(0, 10, ICON_TEXT, Anchor::Middle, "dark strong", &rules.islet_rewards.points.to_string()))
        },
    }
}

/// Something with the number of it, unless it is one.
fn several(one: &Markup, count: u8) -> Markup {
    html! {
        @if count == 1 { (one) } @else {
            (icon(-8, 0, 26, one))
            (text(11, 10, ICON_TEXT, Anchor::Middle, "strong", &count.to_string()))
        }
    }
}
