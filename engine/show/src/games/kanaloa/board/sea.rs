//! The sea: currents with their fish, and the sea spaces of the two-player game.

use kahua_engine::games::kanaloa::{Arrow, Colour, Fish, SeaSpace, Side, Site, Stage};
use maud::{Markup, html};

use crate::draw::{finger, seat_shape};
use crate::games::kanaloa::describe::{ends, letter, side_up};
use crate::say;

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
            None => {
                let [one, other] = ends(arrow);
                say!(self.wording.language, "The current between {0} and {1}, without a fish", one, other)
            }
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
        let ([from, to], language) = (ends(fish.arrow), self.wording.language);
        let shows = side_up(language, fish.side);
        let told = match fish.colour.seat().map(|seat| &self.wording.names[seat]) {
            None => say!(language, "A neutral fish from {0} to {1}, {2}", from, to, shows),
            Some(owner) => say!(language, "{0}'s fish from {1} to {2}, {3}", owner, from, to, shows),
        };
        let refused = self.view.refused.contains(&fish.arrow);
        let refused = if refused { say!(language, ", which may not be turned") } else { "" };
        told + refused
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
        let (language, letters) =
            (self.wording.language, touched.into_iter().map(letter).collect::<Vec<_>>().join(", "));
        let stands = self.view.volcano.filter(|volcano| volcano.site == Site::Sea(space));
        let title = match stands {
            None => say!(language, "Sea space {0}, beside {1}", space, letters),
            Some(_) => say!(language, "Sea space {0}, beside {1}: the volcano", space, letters),
        };
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
