//! What the author of a bot looks at first in Kanaloa.

use crate::highlights::{Highlights, Picture, Values};

pub(super) const HIGHLIGHTS: Highlights = Highlights {
    aim: "At the end, your temple of Kane counts, and so does every other temple of yours that is at least as high; each \
          counts as high as Kane's. Without a temple of Kane you have no points. Tiles in your hand count nothing.",
    view_fields: &[
        "active_seat",
        "god_action_spent",
        "fish",
        "islands",
        "players.pieces",
        "players.temples",
        "players.hand",
        "cards",
        "volcano.barred",
        "supply.volcanoes_drawn",
    ],
    values: &[
        Values { path: "volcanoes.total", meaning: "volcano tiles; drawing the last one ends the game" },
        Values { path: "volcanoes.total_two", meaning: "the same with two players" },
        Values { path: "volcanoes.eruption_every", meaning: "so many drawn tiles bring an eruption" },
        Values { path: "map.currents", meaning: "the currents, by the islands that they join" },
        Values { path: "map.sea_spaces", meaning: "two players: the islands that sea spaces s1, s2, … touch" },
    ],
    picture: Picture { seats: 3, events: 250, paragraphs: 3..5 },
};
