//! The gods' icons, each drawn from -20 to 20 both ways.

use kahua_engine::games::hawaii::God;
use maud::{Markup, html};

/// What this god is known by.
pub(super) fn god(god: God) -> Markup {
    match god {
        // The sun.
        God::Kane => html! {
            path class="ray" d="M0,-19 V19 M-19,0 H19 M-13,-13 L13,13 M-13,13 L13,-13" {}
            circle class="sun" cx="0" cy="0" r="10" {}
        },
        // Fire.
        God::Pele => html! {
            path class="flame" d="M2,-20 C16,-6 16,4 12,12 C6,20 -8,20 -13,11 C-16,2 -8,-4 -8,-11 C-4,-8 -2,-5 -1,-2 C4,-8 4,-14 2,-20 Z" {}
            path class="sun" d="M0,2 C7,8 6,16 0,17 C-7,16 -6,9 0,2 Z" {}
        },
        // The octopus.
        God::Kanaloa => html! {
            path class="tentacle" d="M-9,0 Q-18,4 -16,17 M-4,3 Q-9,10 -6,18 M4,3 Q9,10 6,18 M9,0 Q18,4 16,17" {}
            ellipse class="octopus" cx="0" cy="-7" rx="12" ry="12" {}
            circle class="light-fill" cx="-4" cy="-5" r="3" {}
            circle class="light-fill" cx="4" cy="-5" r="3" {}
        },
        // A flower.
        God::Laka => html! {
            @for (x, y) in [(0, -11), (10, -3), (7, 9), (-7, 9), (-10, -3)] {
                circle class="petal" cx=(x) cy=(y) r="8" {}
            }
            circle class="sun" cx="0" cy="0" r="5" {}
        },
        // A spear with feathers.
        God::Ku => html! {
            path class="shaft" d="M0,-8 V19" {}
            path class="flame" d="M0,-20 L8,-5 L0,0 L-8,-5 Z M-10,3 L0,7 L10,3 L8,13 L0,9 L-8,13 Z" {}
        },
        // Clouds and rain.
        God::Lono => html! {
            path class="light-fill" d="M-12,4 Q-20,3 -17,-5 Q-14,-10 -9,-8 Q-6,-18 4,-15 Q10,-13 11,-7 Q19,-7 18,0 Q17,4 12,4 Z" {}
            path class="rain" d="M-9,8 L-12,17 M0,8 L-3,17 M9,8 L6,17" {}
        },
    }
}

/// Any of them.
pub(super) fn mask() -> Markup {
    html! {
        path class="wood" d="M-13,-16 Q0,-23 13,-16 L12,6 Q6,19 0,19 Q-6,19 -12,6 Z" {}
        path class="light-fill" d="M-9,-7 L-2,-3 L-9,-1 Z M9,-7 L2,-3 L9,-1 Z M-7,8 H7 L4,13 H-4 Z" {}
    }
}
