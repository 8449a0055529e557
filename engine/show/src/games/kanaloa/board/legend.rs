//! What the signs mean: gods, sides of fish, and the two parts of a temple's tower.

use kahua_engine::games::kanaloa::{Colour, God, Side, Temple};
use maud::{Markup, html};

use crate::games::kanaloa::describe::name_of;
use crate::say;

use super::icons::plate;
use super::sea::body;
use super::{Board, GAP, LINE};

/// How high it is.
pub(super) const HEIGHT: i32 = 3 * LINE + GAP;

/// The left ends of the signs of the gods, whose names are of different lengths.
const GODS: [(Temple, i32); 5] = [
    (Temple::Kane, 4),
    (Temple::Of(God::Kanaloa), 150),
    (Temple::Of(God::Ku), 340),
    (Temple::Of(God::Pele), 460),
    (Temple::Of(God::Lono), 610),
];

impl Board<'_> {
    /// The lines of the legend below each other, without ids, since nothing of them can be chosen.
    pub(super) fn legend(&self) -> Markup {
        let language = self.wording.language;
        let pale = if self.wording.names.count().get() == 4 {
            say!(language, "The pale part of a temple scores nothing. A shield is a protection card.")
        } else {
            say!(language, "The pale part of a temple scores nothing.")
        };
        let fish = |x: i32, side: Side, meaning: &str| {
            html! {
                g transform=(format!("translate({x} 58)")) { (body(Colour::of(self.view.turn.seat), side)) }
                text x=(x + 38) y="66" font-size="24" { (meaning) }
            }
        };
        html! {
            g.legend {
                title { (say!(language, "What the signs mean")) }
                @for (god, x) in GODS {
                    (plate(god, x, 3))
                    text x=(x + 48) y="26" font-size="24" { (name_of(god)) }
                }
                (fish(34, Side::White, say!(language, "all may travel along it")))
                (fish(424, Side::Coloured, say!(language, "only its owner may")))
                text x="4" y="100" font-size="24" { (pale) }
            }
        }
    }
}
