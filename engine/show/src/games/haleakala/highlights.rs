//! What the author of a bot looks at first in Haleakala.

use crate::highlights::{Highlights, Picture, Values};

pub(super) const HIGHLIGHTS: Highlights = Highlights {
    aim: "Most points after the second scoring win, then most statues on the board, then the player who didn't begin.",
    view_fields: &[
        "round",
        "boat",
        "gaps",
        "lava",
        "face_up",
        "players.points",
        "players.shells",
        "players.hand",
        "players.beach_discs",
        "players.shaman_space",
        "players.statues",
        "players.kept",
    ],
    values: &[
        Values { path: "points", meaning: "points at both scorings" },
        Values { path: "points_last", meaning: "points at the last scoring only" },
        Values { path: "points_cards", meaning: "points of the cards of the display, for each thing that they count" },
        Values { path: "butterflies", meaning: "butterflies on cards that are kept" },
        Values { path: "price", meaning: "what cards of the display cost, in shells" },
        Values { path: "guard.turns", meaning: "turns in a row without a taken card, which end the game" },
    ],
    picture: Picture { seats: 2, events: 90, paragraphs: 1..2 },
};
