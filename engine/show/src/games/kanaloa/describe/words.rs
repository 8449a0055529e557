//! What people call the things of the game.

use kahua_engine::games::kanaloa::{Arrow, Colour, God, Island, Side, Site, Temple, Tile};

use crate::language::Language;
use crate::{say, say_count};

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
pub(super) const fn temple_label(language: Language, temple: Temple) -> &'static str {
    match temple {
        Temple::Of(God::Kanaloa) => say!(language, "temple for Kanaloa"),
        Temple::Of(God::Ku) => say!(language, "temple for Ku"),
        Temple::Of(God::Pele) => say!(language, "temple for Pele"),
        Temple::Of(God::Lono) => say!(language, "temple for Lono"),
        Temple::Kane => say!(language, "temple for Kane"),
    }
}

/// "red", and "neutral" for the fish of nobody.
pub(in crate::games::kanaloa) const fn name_of_colour(language: Language, colour: Colour) -> &'static str {
    match colour {
        Colour::Red => say!(language, "red"),
        Colour::Yellow => say!(language, "yellow"),
        Colour::Green => say!(language, "green"),
        Colour::Blue => say!(language, "blue"),
        Colour::Neutral => say!(language, "neutral"),
    }
}

/// "Pele 5", "Kanaloa/Ku 3".
pub(in crate::games::kanaloa) fn call_tile(tile: Tile) -> String {
    let gods: Vec<&str> = Temple::ALL.into_iter().filter(|&god| tile.shows(god)).map(name_of).collect();
    format!("{} {}", gods.join("/"), tile.value())
}

/// "Ku's card".
pub(in crate::games::kanaloa) fn card_of(language: Language, god: God) -> String {
    say!(language, "{0}'s card", name_of(Temple::Of(god)))
}

/// "Ku's protection card".
pub(in crate::games::kanaloa) fn protection_card_of(language: Language, god: God) -> String {
    say!(language, "{0}'s protection card", name_of(Temple::Of(god)))
}

/// "A".
pub(in crate::games::kanaloa) fn letter(island: Island) -> String {
    island.to_string().to_uppercase()
}

/// The islands at the tail and the head: "A" and "B".
pub(in crate::games::kanaloa) fn ends(arrow: Arrow) -> [String; 2] {
    [arrow.tail, arrow.head].map(letter)
}

/// "white side up".
pub(in crate::games::kanaloa) const fn side_up(language: Language, side: Side) -> &'static str {
    match side {
        Side::White => say!(language, "white side up"),
        Side::Coloured => say!(language, "coloured side up"),
    }
}

/// "on island C", "in sea space 3". It is the same in German whether something stands or is put there.
pub(super) fn place(language: Language, site: Site) -> String {
    match site {
        Site::Island(island) => say!(language, "on island {0}", letter(island)),
        Site::Sea(space) => say!(language, "in sea space {0}", space),
    }
}

/// "1 point", "7 points".
pub(in crate::games::kanaloa) fn points(language: Language, count: i32) -> String {
    say_count!(language, count, "{0} point", "{0} points")
}

/// "1 offering", "6 offerings".
pub(super) fn offerings(language: Language, count: u8) -> String {
    say_count!(language, count, "{0} offering", "{0} offerings")
}

/// "6 offerings, 1 volcano tile".
pub(in crate::games::kanaloa) fn held(language: Language, offering_tiles: u8, volcanoes: u8) -> String {
    let volcanoes = say_count!(language, volcanoes, "{0} volcano tile", "{0} volcano tiles");
    format!("{}, {volcanoes}", offerings(language, offering_tiles))
}

/// "third": there are at most twelve volcano tiles.
pub(super) fn ordinal(language: Language, number: u8) -> &'static str {
    const ENGLISH: [&str; 12] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
        "twelfth",
    ];
    const GERMAN: [&str; 12] = [
        "erste", "zweite", "dritte", "vierte", "fünfte", "sechste", "siebte", "achte", "neunte", "zehnte", "elfte",
        "zwölfte",
    ];
    let ordinals = match language {
        Language::English => ENGLISH,
        Language::German => GERMAN,
    };
    ordinals.get(usize::from(number).wrapping_sub(1)).copied().unwrap_or(say!(language, "next"))
}
