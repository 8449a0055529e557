//! A game's board as an SVG drawing.
//!
//! A drawing is 800 units wide and as high as it needs to be. No text in it is smaller than [`TEXT_MIN`] units, so that
//! it is readable at a width of 390 pixels. Seats and kinds of things differ in shape or letter as well as in colour.
//! Colours come from the classes of [`STYLE`] and of [`Draw::STYLE`], which have a light and a dark form. A drawing has
//! no style of its own, so that a page may forbid inline styles.

use std::collections::BTreeSet;

use kahua_engine::{Game, PerSeat, Seat};
use maud::{Markup, PreEscaped, html};

/// How wide a drawing is, in its own units.
pub const WIDTH: u32 = 800;

/// The smallest text of a drawing, in its own units: 10 pixels where the drawing is 390 pixels wide.
pub const TEXT_MIN: u32 = 22;

/// The style that all drawings share: the colours of the seats, of texts, and of marked elements.
pub const STYLE: &str = include_str!("draw/style.css");

/// A game whose board can be drawn.
pub trait Draw: Game {
    /// The style of the game's own drawing, in addition to [`STYLE`]. Its rules begin with `.GAME`.
    const STYLE: &'static str;

    /// All that a view shows, as an `svg` element with the classes `board` and the game's name. Different views have different
    /// drawings.
    ///
    /// Every space and piece that an action can name is an element with an `id`, whose first child is a `title` that
    /// says what it is. The ids are unique in the drawing. Elements whose ids are in `marked` also have the class
    /// `marked`. `names` are the players' names, one for each seat.
    fn draw(view: &Self::View, rules: &Self::Rules, names: &PerSeat<String>, marked: &BTreeSet<String>) -> Markup;

    /// The ids of what an action is about, in the drawing of the state before or after it. They serve to mark the last
    /// action, or to click the next one. No two legal actions of a state have the same ids, unless nothing on the board
    /// tells them apart.
    fn places(&self, action: &Self::Action) -> Vec<String>;
}

/// The shape of a seat's pieces, so that colour alone doesn't tell seats apart. It lies round (0, 0) and reaches `size` units
/// from there.
///
/// A circle, a square, a triangle, a diamond and a hexagon, in seat order. The element has the class `seat-N`.
#[must_use]
pub fn seat_shape(seat: Seat, size: i32) -> Markup {
    let class = format!("seat-{seat}");
    // Of about the same area, so that no seat looks stronger.
    let (wide, near) = (size, size * 4 / 5);
    match seat.number() {
        0 => html! { circle class=(class) r=(size * 9 / 10) {} },
        1 => html! { rect class=(class) x=(-near) y=(-near) width=(2 * near) height=(2 * near) {} },
        2 => polygon(&class, &[(0, -wide), (wide, near), (-wide, near)]),
        3 => polygon(&class, &[(0, -wide), (wide, 0), (0, wide), (-wide, 0)]),
        _ => polygon(
            &class,
            &[(wide / 2, -near), (wide, 0), (wide / 2, near), (-wide / 2, near), (-wide, 0), (-wide / 2, -near)],
        ),
    }
}

fn polygon(class: &str, corners: &[(i32, i32)]) -> Markup {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
    html! { polygon class=(class) points=(points.join(" ")) {} }
}

/// A drawing as an element that is SVG wherever it stands: in a page, or parsed for itself.
pub(crate) fn with_namespace(drawing: &Markup) -> String {
    drawing.0.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1)
}

/// A drawing as a file of its own, with its styles.
#[must_use]
pub fn stand_alone(drawing: &Markup, style: &str) -> String {
    let drawing = with_namespace(drawing);
    let Some((open, rest)) = drawing.split_once('>') else { return drawing };
    let style = html! { style { (PreEscaped(STYLE)) (PreEscaped(style)) } };
    format!("{open}>{}{rest}\n", style.0)
}
