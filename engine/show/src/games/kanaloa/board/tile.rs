//! An offering tile: the signs of its gods above its value.

use kahua_engine::games::kanaloa::{Temple, Tile};
use maud::{Markup, html};

use super::icons::{god_class, sign};

pub(super) const TILE_WIDTH: i32 = 40;
pub(super) const TILE_HEIGHT: i32 = 46;

/// A tile with its upper left corner here.
pub(super) fn tile(tile: Tile, x: i32, y: i32) -> Markup {
    let gods: Vec<Temple> = Temple::ALL.into_iter().filter(|&god| tile.shows(god)).collect();
    html! {
        g transform=(format!("translate({x} {y})")) {
            rect class={ "tile " (god_class(gods[0])) } width=(TILE_WIDTH) height=(TILE_HEIGHT) rx="6" {}
            @if let [one, other] = gods[..] {
                path class=(god_class(other)) d="M20 0H34A6 6 0 0 1 40 6V24H20Z" {}
                g.sign transform="translate(10 12)" { (sign(one)) }
                g.sign transform="translate(30 12)" { (sign(other)) }
            } @else {
                g.sign transform="translate(20 12)" { (sign(gods[0])) }
            }
            path.face d="M0 23H40V40A6 6 0 0 1 34 46H6A6 6 0 0 1 0 40Z" {}
            rect.edge width=(TILE_WIDTH) height=(TILE_HEIGHT) rx="6" {}
            text.value x="20" y="43" font-size="24" { (tile.value()) }
        }
    }
}
