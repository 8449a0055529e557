//! A game's board as an SVG drawing.
//!
//! A drawing is 800 units wide and as high as it needs to be. Its upper part is the board, its lower part the panels: what
//! each player has, and the supply. A page shows them side by side or below each other. No text in it is smaller than
//! [`TEXT_MIN`] units, and nothing that can be clicked is narrower than [`TARGET_MIN`], so that phones with a width of 390
//! pixels can be used. Seats and kinds of things differ in shape or letter as well as in colour.
//! Colours come from the classes of [`STYLE`] and of [`Draw::STYLE`], which have a light and a dark form. A drawing has
//! no style of its own, so that a page may forbid inline styles.

use std::collections::BTreeSet;

use kahua_engine::{Game, Seat};
use maud::{Markup, PreEscaped, html};

use crate::language::{Language, Wording};
use crate::say;

/// How wide a drawing is, in its own units.
pub const WIDTH: u32 = 800;

/// The smallest text of a drawing, in its own units: 11.7 pixels where the drawing is 390 pixels wide.
pub const TEXT_MIN: u32 = 24;

/// How wide and high everything is that can be clicked, at least, in units: 24 pixels where the drawing is 390 pixels wide,
/// which is what fingers need.
pub const TARGET_MIN: u32 = 50;

/// The style that all drawings share: the colours of the seats, of texts, and of marked elements.
pub const STYLE: &str = include_str!("draw/style.css");

/// A game whose board can be drawn.
pub trait Draw: Game {
    /// The style of the game's own drawing, in addition to [`STYLE`]. Its rules begin with `.GAME`.
    const STYLE: &'static str;

    /// All that a view shows. Different views have different drawings.
    ///
    /// Every space and piece that an action can name is an element with an `id`, whose first child is a `title` that
    /// says what it is. The ids are unique in the drawing. Elements whose ids are in `marked` also have the class
    /// `marked`. What says who is to decide now has the class `to-act`.
    ///
    /// A piece that can move has its kind in `data-piece`, and a `transform` of its own that says where it stands on the first
    /// element with the class `sea`. Pieces of the same kind are alike. So a page can show how they move from one drawing to the next.
    fn draw(view: &Self::View, rules: &Self::Rules, wording: Wording<'_>, marked: &BTreeSet<String>) -> Drawn;

    /// The ids of what an action is about, in the drawing of the state before or after it. They serve to mark the last
    /// action, or to click the next one. No two legal actions of a state have the same ids, unless nothing on the board
    /// tells them apart.
    fn places(&self, action: &Self::Action) -> Vec<String>;
}

/// A drawn view.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The name of the game.
    pub game: &'static str,
    /// The language of its texts.
    pub(crate) language: Language,
    /// The style of the game's own drawing.
    pub(crate) style: &'static str,
    /// What the view is, in a sentence or two: who must decide what.
    pub label: String,
    /// What all players share, from the top.
    pub(crate) board: Markup,
    /// What each player has, and the supply. In the same coordinates it lies below the board.
    pub(crate) panels: Markup,
    /// Where the board ends and the panels begin.
    pub(crate) split: i32,
    /// Where the panels end.
    pub(crate) height: i32,
    /// Whether it shows what hasn't happened yet.
    pub(crate) is_preview: bool,
}

impl Drawn {
    /// The whole drawing as one `svg` element with the classes `board` and the game's name.
    #[must_use]
    pub fn whole(&self) -> Markup {
        self.svg("", &self.label, (0, self.height), &html! { (self.board) (self.panels) })
    }

    /// The whole drawing as a file of its own, with its styles.
    #[must_use]
    pub fn file(&self) -> String {
        let drawing = with_namespace(&self.whole());
        let Some((open, rest)) = drawing.split_once('>') else { return drawing };
        format!("{open}>{}{rest}\n", self.styles().0)
    }

    /// The `style` element of a file with this drawing. Each variable in it has one value where `prefers-color-scheme` isn't dark:
    /// a game's own declarations come last.
    #[must_use]
    pub fn styles(&self) -> Markup {
        html! { style { (PreEscaped(STYLE)) (PreEscaped(self.style)) } }
    }

    /// The same drawing of what hasn't happened yet, such as what a player has chosen but not sent. It doesn't say who is to decide,
    /// and has this label.
    #[must_use]
    pub fn as_preview(self, label: &str) -> Drawn {
        Drawn { label: label.to_owned(), is_preview: true, ..self }
    }

    /// Only the board, for a page. The element also has the class `main`.
    #[must_use]
    pub fn board(&self) -> String {
        with_namespace(&self.svg(" main", &self.label, (0, self.split), &self.board))
    }

    /// Only the panels, for a page. The element also has the class `panels`.
    #[must_use]
    pub fn panels(&self) -> String {
        with_namespace(&self.svg(
            " panels",
            say!(self.language, "What the players have"),
            (self.split, self.height),
            &self.panels,
        ))
    }

    fn svg(&self, class: &str, label: &str, (top, bottom): (i32, i32), inside: &Markup) -> Markup {
        let view_box = format!("0 {top} {WIDTH} {}", bottom - top);
        html! {
            svg class={ "board " (self.game) (class) @if self.is_preview { " preview" } } viewBox=(view_box) role="img" aria-label=(label) {
                title { (label) }
                (inside)
            }
        }
    }
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

/// How wide a line of text is drawn that would be wider than `room` units in this size: the text is squeezed into it. `None` if it fits.
///
/// A drawing doesn't know its reader's fonts, so letters are taken to be as wide as those of a wide one.
pub fn squeezed(text: &str, size: u32, room: i32) -> Option<i32> {
    let percent = |letter| match letter {
        'i' | 'j' | 'l' | 'I' | 'f' | 'r' | 't' | ' ' | '.' | ',' | ':' | '\'' | '|' | '(' | ')' | '-' => 38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 98,
        letter if letter.is_uppercase() => 72,
        _ => 62,
    };
    let width = text.chars().map(percent).sum::<u32>() * size / 100;
    (i64::from(width) > i64::from(room)).then_some(room)
}

/// The size of a text that isn't bold and as wide as a bold one of this size.
pub(crate) const fn bold(size: u32) -> u32 {
    size * 9 / 8
}

/// An invisible circle around this point, as wide as [`TARGET_MIN`]. It makes a small piece that can be clicked large enough for a finger.
pub(crate) fn finger(x: i32, y: i32) -> Markup {
    html! { circle class="finger" cx=(x) cy=(y) r=(TARGET_MIN / 2) {} }
}

fn polygon(class: &str, corners: &[(i32, i32)]) -> Markup {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
    html! { polygon class=(class) points=(points.join(" ")) {} }
}

/// A drawing as an element that is SVG wherever it stands: in a page, or parsed for itself.
fn with_namespace(drawing: &Markup) -> String {
    drawing.0.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1)
}

#[cfg(test)]
mod tests {
    use kahua_engine::registry;

    use crate::{Language, first_drawing};

    #[test]
    fn board_and_panels_together_are_the_whole_drawing() {
        for entry in registry::all() {
            let info = entry.info();
            for seats in info.seats.clone() {
                let drawn = first_drawing(*entry, seats, Language::English, |seat| format!("p{seat}")).unwrap();
                let inside =
                    |svg: &str| svg.split_once("</title>").unwrap().1.strip_suffix("</svg>").unwrap().to_owned();
                let parts = inside(&drawn.board()) + &inside(&drawn.panels());
                assert_eq!(parts, inside(&drawn.whole().into_string()), "{}", info.name);
                assert!(0 < drawn.split && drawn.split < drawn.height, "{}", info.name);
            }
        }
    }

    #[test]
    fn only_a_text_without_room_is_squeezed() {
        assert_eq!(super::squeezed("ann", 24, 100), None);
        assert_eq!(super::squeezed("WWWWW", 24, 100), Some(100));
    }

    #[test]
    fn a_preview_does_not_say_whose_turn_it_is() {
        for entry in registry::all() {
            let info = entry.info();
            let name = |seat| format!("p{seat}");
            let drawn = first_drawing(*entry, *info.seats.start(), Language::English, name).unwrap();
            assert!(drawn.board().contains("to-act"), "{}: what a preview hides", info.name);
            let preview = drawn.clone().as_preview("A preview.");
            assert!(preview.board().contains("preview\"") && !preview.board().contains(&drawn.label), "{}", info.name);
        }
    }
}
