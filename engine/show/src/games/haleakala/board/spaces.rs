//! The ground of the island: sea, beaches, building spaces and craters.

use kahua_engine::games::haleakala::{Landscape, Segment, Space};
use maud::{Markup, html};

use crate::games::haleakala::describe::space_name;
use crate::language::Language;
use crate::say;

use super::geometry::{
    BAY, BEACH, CENTRE, CRATER, FOREST, GRASSLAND, MOUNTAIN, WATER, at, moved, point, polygon, strip,
};
use super::{Drawing, beach_id, crater_id, landscape_class, space_id};

/// The fire in the middle of the volcano.
const GLOW: &str = "M0 -18 L4 -7 L15 -11 L8 -1 L18 6 L6 7 L3 18 L-3 8 L-14 13 L-8 2 L-18 -5 L-6 -7 Z";

/// A part of a segment that can be marked.
struct Ground {
    id: String,
    class: &'static str,
    title: String,
    corners: String,
}

impl Drawing<'_> {
    pub(super) fn ground(&self) -> Markup {
        // What is marked lies above its neighbours, so that its border is seen all around.
        let (marked, plain): (Vec<Ground>, Vec<Ground>) = Segment::ALL
            .into_iter()
            .flat_map(|segment| grounds(segment, self.language()))
            .partition(|ground| self.marked.contains(&ground.id));
        html! {
            rect class="sea" x="4" y="150" width="792" height="820" rx="28" {}
            @for (x, y) in [(84, 246), (700, 250), (60, 902), (704, 880), (690, 190), (650, 930)] {
                path class="wave" d={ "M" (x) " " (y) " q8 -9 16 0 t16 0 t16 0" } {}
            }
            // It shows which two cards belong to a beach.
            @for segment in Segment::ALL { polygon class="bay" points=(bay(segment)) {} }
            @for ground in plain.iter().chain(&marked) {
                polygon id=(ground.id) class=(self.class(&ground.id, ground.class)) points=(ground.corners) {
                    title { (ground.title) }
                }
            }
            path class="glow" transform=(moved(CENTRE.0, CENTRE.1)) d=(GLOW) {}
            @for segment in Segment::ALL {
                (growth(segment))
                (number(segment))
            }
        }
    }
}

/// The parts of a segment that actions name.
fn grounds(segment: Segment, language: Language) -> Vec<Ground> {
    let borders = [(FOREST, GRASSLAND), (MOUNTAIN, FOREST), (CRATER, MOUNTAIN)];
    let spaces = Landscape::ALL.into_iter().zip(borders).map(|(landscape, (inner, outer))| {
        let space = Space::new(landscape, segment);
        Ground {
            id: space_id(space),
            class: landscape_class(landscape),
            title: space_name(space, language),
            corners: strip(segment, inner, outer),
        }
    });
    let beach = Ground {
        id: beach_id(segment),
        class: "beach",
        title: say!(language, "beach {0}", segment),
        corners: strip(segment, GRASSLAND, BEACH),
    };
    let crater = Ground {
        id: crater_id(segment),
        class: "crater",
        title: say!(language, "crater {0}", segment),
        corners: strip(segment, 0, CRATER),
    };
    spaces.chain([beach, crater]).collect()
}

/// Tufts, trees and peaks, so that colour alone doesn't tell the landscapes apart.
fn growth(segment: Segment) -> Markup {
    let tuft = "M-10 8 L-6 -4 M-2 8 V-8 M6 8 L10 -4";
    let tree = "M0 12 V4 M0 -13 L11 4 H-11 Z";
    let peak = "M-15 9 L-3 -10 L3 -2 L7 -7 L17 9";
    let at_both_ends = |out: i32, along: i32, class: &'static str, path: &'static str| {
        html! {
            @for along in [-along, along] {
                path class=(class) transform=(at(segment, out, along)) d=(path) {}
            }
        }
    };
    html! {
        (at_both_ends((FOREST + GRASSLAND) / 2, 92, "tuft", tuft))
        (at_both_ends((MOUNTAIN + FOREST) / 2, 62, "tree", tree))
        (at_both_ends((CRATER + MOUNTAIN) / 2 + 4, 0, "peak", peak))
    }
}

/// The water in front of a beach.
fn bay(segment: Segment) -> String {
    let (outer, along) = BAY;
    polygon(segment, [(BEACH, -along), (outer, -along), (outer, along), (BEACH, along)])
}

/// The number of a segment, at the end of its bay.
fn number(segment: Segment) -> Markup {
    let (x, y) = point(segment, WATER, BAY.1 - 12);
    html! { text class="middle segment" x=(x) y=(y + 10) { (segment) } }
}
