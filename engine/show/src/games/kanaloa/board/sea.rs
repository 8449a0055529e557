//! The sea: currents with their fish, and the sea spaces of the two-player game.

use kahua_engine::games::kanaloa::{Arrow, Colour, Fish, SeaSpace, Side, Site, Stage};
use maud::{Markup, html};

use crate::draw::{finger, seat_shape};
use crate::games::kanaloa::describe::letter;

use super::chart::{self, Point};
use super::icons::volcano;
use super::{Board, ids};

impl Board<'_> {
    /// Every current with its fish.
    pub(super) fn currents(&self) -> Markup {
        let map = &self.components.map;
        html! {
            @for current in map.currents() { (self.current(map.forward(current))) }
        }
    }

    fn current(&self, arrow: Arrow) -> Markup {
        let fish = self.view.fish.iter().find(|fish| fish.arrow == arrow || fish.arrow == arrow.reversed());
        let (from, to) = (chart::island(arrow.tail), chart::island(arrow.head));
        let way = match chart::bend(arrow) {
            None => format!("M{} {}L{} {}", from.x, from.y, to.x, to.y),
            Some(over) => format!("M{} {}Q{} {} {} {}", from.x, from.y, over.x, over.y, to.x, to.y),
        };
        let title = match fish {
            None => format!("The current between {} and {}, without a fish", letter(arrow.tail), letter(arrow.head)),
            Some(fish) => self.call(fish),
        };
        let Point { x, y } = chart::halfway(arrow);
        let inside = html! {
            path.stream d=(way) {}
            path.crest d=(way) {}
            @match fish {
                Some(fish) => (self.fish(fish)),
                None => { circle.gap.edge cx=(x) cy=(y) r="12" {} }
            }
            (finger(x, y))
        };
        self.group(&ids::current(arrow), "current", &title, &inside)
    }

    /// "Red's fish from A to B, white side up".
    fn call(&self, fish: &Fish) -> String {
        let whose =
            fish.colour.seat().map_or("A neutral fish".to_owned(), |seat| format!("{}'s fish", self.names[seat]));
        let (from, to) = (letter(fish.arrow.tail), letter(fish.arrow.head));
        let refused = if self.view.refused.contains(&fish.arrow) { ", which may not be turned" } else { "" };
        format!("{whose} from {from} to {to}, {} side up{refused}", fish.side.name())
    }

    fn fish(&self, fish: &Fish) -> Markup {
        let Point { x, y } = chart::halfway(fish.arrow);
        let degrees = chart::direction(fish.arrow);
        // A fish that swims to the left must not lie on its back.
        let upright = if (90..270).contains(&degrees) { " scale(1 -1)" } else { "" };
        html! {
            g.shoal transform=(format!("translate({x} {y})")) {
                g transform=(format!("rotate({degrees}){upright}")) { (body(fish.colour, fish.side)) }
                @if let Some(seat) = fish.colour.seat() { (seat_shape(seat, 10)) }
                @if self.view.refused.contains(&fish.arrow) { path.refused d="M-22 -22L22 22M22 -22L-22 22" {} }
            }
        }
    }

    /// A place for the volcano. It is seen while the volcano is placed, and while it stands there.
    pub(super) fn sea_space(&self, space: SeaSpace) -> Markup {
        let touched = self.components.sea_spaces[space.index()];
        let Point { x, y } = chart::sea_space(touched);
        let letters: Vec<String> = touched.into_iter().map(letter).collect();
        let stands = self.view.volcano.filter(|volcano| volcano.site == Site::Sea(space));
        let title = format!(
            "Sea space {space}, beside {}{}",
            letters.join(", "),
            if stands.is_some() { ": the volcano" } else { "" }
        );
        let inside = html! {
            @if stands.is_some() || self.view.stage == Stage::PlaceVolcano {
                g transform=(format!("translate({x} {y})")) {
                    circle.space r="19" {}
                    @match stands {
                        None => text.faint.middle y="8" font-size="24" { (space) },
                        Some(standing) => { (volcano(standing.placer)) }
                    }
                }
            }
            (finger(x, y))
        };
        self.group(&ids::sea(space), "sea-space", &title, &inside)
    }
}

/// A fish that swims to the right, 56 long.
pub(super) fn body(colour: Colour, side: Side) -> Markup {
    let class = match (side, colour.seat()) {
        (Side::White, _) => "fish white".to_owned(),
        (Side::Coloured, Some(seat)) => format!("fish seat-{seat}"),
        (Side::Coloured, None) => "fish neutral".to_owned(),
    };
    html! {
        path class={ (class) " edge" } d="M29 0C20 -15 -4 -18 -14 -4L-27 -13L-22 0L-27 13L-14 4C-4 18 20 15 29 0Z" {}
        @if side == Side::White && colour.seat().is_none() { circle.fish.neutral r="8" {} }
        path.gill d="M14 -8Q10 0 14 8" {}
        circle.eye cx="20" cy="-4" r="3" {}
    }
}
