//! What people call the things of the game.

use kahua_engine::games::kanaloa::{Arrow, God, Island, Side, Site, Temple, Tile};

use crate::prose::figure;

/// "Kanaloa", "Kane".
pub(in crate::games::kanaloa) const fn name_of(temple: Temple) -> &'static str {
    match temple {
        Temple::Of(God::Kanaloa) => "Kanaloa",
        Temple::Of(God::Ku) => "Ku",
        Temple::Of(God::Pele) => "Pele",
        Temple::Of(God::Lono) => "Lono",
        Temple::Kane => "Kane",
    }
}

/// What a temple is called on the score sheet.
pub(super) const fn temple_label(god: God) -> &'static str {
    match god {
        God::Kanaloa => "temple for Kanaloa",
        God::Ku => "temple for Ku",
        God::Pele => "temple for Pele",
        God::Lono => "temple for Lono",
    }
}

/// "Pele 5", "Kanaloa/Ku 3".
pub(in crate::games::kanaloa) fn call_tile(tile: Tile) -> String {
    let gods: Vec<&str> = Temple::ALL.into_iter().filter(|&god| tile.shows(god)).map(name_of).collect();
    format!("{} {}", gods.join("/"), tile.value())
}

/// "A".
pub(in crate::games::kanaloa) fn letter(island: Island) -> String {
    island.to_string().to_uppercase()
}

/// "from A to B".
pub(super) fn way(arrow: Arrow) -> String {
    format!("from {} to {}", letter(arrow.tail), letter(arrow.head))
}

/// "white side up".
pub(super) const fn side_up(side: Side) -> &'static str {
    match side {
        Side::White => "white side up",
        Side::Coloured => "coloured side up",
    }
}

/// "on island C", "in sea space 3".
pub(super) fn place(site: Site) -> String {
    match site {
        Site::Island(island) => format!("on island {}", letter(island)),
        Site::Sea(space) => format!("in sea space {space}"),
    }
}

/// "1 point", "7 points".
pub(in crate::games::kanaloa) fn points(count: i32) -> String {
    figure(count, "point")
}

/// "6 offerings, 1 volcano tile".
pub(in crate::games::kanaloa) fn held(offerings: u8, volcanoes: u8) -> String {
    format!("{}, {}", figure(offerings, "offering"), figure(volcanoes, "volcano tile"))
}

/// "third": there are at most twelve volcano tiles.
pub(super) fn ordinal(number: u8) -> &'static str {
    const ORDINALS: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    ORDINALS.get(usize::from(number).wrapping_sub(1)).copied().unwrap_or("next")
}
