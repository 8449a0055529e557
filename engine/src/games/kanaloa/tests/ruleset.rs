//! The ruleset file: what it holds, and what makes it unusable.

use super::*;
use crate::games::kanaloa::ruleset::Components;
use crate::ruleset::values;

fn built_in() -> &'static str {
    Kanaloa::INFO.ruleset
}

/// The built-in file with one text replaced by another.
fn changed(from: &str, to: &str) -> String {
    assert!(built_in().contains(from), "{from:?} isn't in the file");
    built_in().replacen(from, to, 1)
}

#[track_caller]
fn error_of(from: &str, to: &str) -> String {
    Rules::read(&changed(from, to)).map(|_| ()).expect_err(to).to_string()
}

fn components(seats: usize) -> std::sync::Arc<Components> {
    Rules::read(built_in()).unwrap().components(SeatCount::new(seats).unwrap(), LeftOut::Selected).clone()
}

#[test]
fn the_built_in_ruleset_has_the_published_counts() {
    let counts = [2, 3, 4].map(|seats| {
        let components = components(seats);
        let offerings: u32 = components.offerings.iter().map(|&count| u32::from(count)).sum();
        (components.map.islands().len(), components.map.currents().len(), offerings, components.volcanoes)
    });
    assert_eq!(counts, [(8, 16, 62, 7), (10, 21, 93, 11), (12, 28, 93, 11)]);
    // Tiles of one god, of two, and of Kane.
    let gods = |tile: Tile| God::ALL.into_iter().filter(|&god| tile.shows(Temple::Of(god))).count();
    let of = |seats, shown| {
        let components = components(seats);
        Tile::all()
            .filter(|&tile| gods(tile) == shown)
            .map(|tile| u32::from(components.offerings[tile.index()]))
            .sum::<u32>()
    };
    assert_eq!([1, 2, 0].map(|shown| of(4, shown)), [24, 36, 33]);
    assert_eq!([1, 2, 0].map(|shown| of(2, shown)), [16, 24, 22]);
}

#[test]
fn every_value_is_marked_and_what_no_text_gives_is_assumed() {
    let values = values(built_in()).unwrap();
    let assumed: Vec<&str> = values.iter().filter(|value| value.assumed).map(|value| value.path.as_str()).collect();
    let whole = ["map.bright", "map.core", "map.currents", "map.dark", "map.sea_spaces", "fish.neutral"];
    let parts = ["offerings.ka", "offerings.klku", "offerings.kupe", "offerings.lokl", "offerings.klpe"];
    for path in &assumed {
        let known = whole.contains(path)
            || path.starts_with("beginner.")
            || parts.iter().any(|part| path.replace("offerings_two", "offerings").starts_with(part))
            || path.replace("offerings_two", "offerings").starts_with("offerings.kulo");
        assert!(known, "{path}");
    }
    assert_eq!(assumed.len(), 6 + 3 + 2 * (4 + 15));
    assert_eq!(values.len() - assumed.len(), 6 + 2 * (8 + 3));
}

#[test]
fn a_file_with_another_map_can_be_used() {
    // One current is replaced by another, and every value that names it follows.
    let other = built_in().replace("\"HI\"", "\"DH\"").replace("H>I blue white", "H>D blue white");
    let other = other.replace("H>I red white", "D>H red white").replace("H>I yellow coloured", "H>D yellow coloured");
    let rules = Rules::read(&other).unwrap_or_else(|error| panic!("{error}"));
    let map = &rules.components(SeatCount::new(4).unwrap(), LeftOut::Selected).map;
    assert!(map.current("dh".parse().unwrap()).is_some());
    assert!(map.current("hi".parse().unwrap()).is_none());
}

#[test]
fn a_broken_map_is_named() {
    assert_eq!(
        error_of("bright = { assumed = \"AB\" }", "bright = { assumed = \"AC\" }"),
        "the ruleset can't be used: map: an island stands in more than one of bright, dark and core"
    );
    assert_eq!(
        error_of("dark = { assumed = \"KL\" }", "dark = { assumed = \"KM\" }"),
        "the ruleset can't be used: map: the islands must have the letters from A on, without a gap"
    );
    assert_eq!(
        error_of("\"AB\", \"AC\"", "\"AB\", \"BA\""),
        "the ruleset can't be used: map.currents: BA is listed twice"
    );
    assert_eq!(
        error_of("\"AB\", \"AC\"", "\"AB\", \"AZ\""),
        "the ruleset can't be used: map.currents: 'Z' is not a valid island (A to P)"
    );
    assert_eq!(
        error_of("\"AB\", \"AC\"", "\"AB\", \"A\""),
        "the ruleset can't be used: map.currents: \"A\" must be two islands of the map, such as \"AB\""
    );
}

#[test]
fn a_bridge_or_an_island_apart_is_named() {
    // With two players h keeps one current, to f.
    let apart = built_in().replace("\"GH\"", "\"CH\"").replace("\"HI\"", "\"AH\"").replace("\"HJ\"", "\"BH\"");
    let bridge = apart.replace("\"CH\"", "\"LH\"").replace("each = { printed = 7 }", "each = { printed = 5 }");
    let error = Rules::read(&bridge).map(|_| ()).unwrap_err().to_string();
    assert_eq!(
        error,
        "the ruleset can't be used: map.currents: with two players FH is a bridge, so no direction of it is legal"
    );
    let error = Rules::read(&bridge.replace("\"FH\"", "\"KH\"")).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error, "the ruleset can't be used: map.currents: with two players they don't join all islands");
}

#[test]
fn wrong_numbers_of_fish_tiles_and_volcanoes_are_named() {
    assert_eq!(
        error_of("each = { printed = 7 }", "each = { printed = 6 }"),
        "the ruleset can't be used: fish: with two players there must be one for each of the 16 currents in play, got 14"
    );
    assert_eq!(
        error_of("ka2 = { assumed = 9 }", "ka2 = { assumed = 99 }"),
        "the ruleset can't be used: offerings: with three players at most 96 are allowed, got 183"
    );
    assert_eq!(
        error_of("offerings = { printed = 6 }", "offerings = { printed = 60 }"),
        "the ruleset can't be used: offerings: with two players the map and the reserve need at least 76, got 62"
    );
    assert_eq!(
        error_of("volcanoes = { printed = 1 }", "volcanoes = { printed = 0 }"),
        "the ruleset can't be used: reserve.volcanoes: with two players it must be 1 to 7, got 0"
    );
    assert_eq!(
        error_of("total = { printed = 11 }", "total = { printed = 13 }"),
        "the ruleset can't be used: volcanoes: with three players at most 12 are allowed, got 13"
    );
    assert_eq!(
        error_of("eruption_every = { printed = 2 }", "eruption_every = { printed = 0 }"),
        "the ruleset can't be used: volcanoes.eruption_every: must be at least 1"
    );
}

#[test]
fn wrong_sea_spaces_and_neutral_fish_are_named() {
    assert_eq!(
        error_of("\"CDF\"", "\"CDFG\""),
        "the ruleset can't be used: map.sea_spaces: CDFG must touch two or three islands that are in play with two \
         players"
    );
    assert_eq!(
        error_of("\"CDF\"", "\"ACD\""),
        "the ruleset can't be used: map.sea_spaces: ACD must touch two or three islands that are in play with two \
         players"
    );
    assert_eq!(
        error_of("[\"FG\", \"IJ\"]", "[\"FG\", \"GF\"]"),
        "the ruleset can't be used: fish.neutral: a current is listed twice"
    );
    assert_eq!(
        error_of("[\"FG\", \"IJ\"]", "[\"FG\", \"CJ\"]"),
        "the ruleset can't be used: fish.neutral: with two players there is no current CJ"
    );
}

#[test]
fn a_wrong_beginners_setup_is_named() {
    assert_eq!(
        error_of("B>A green coloured", "B>A green blue"),
        "the ruleset can't be used: beginner: with four players: \"B>A green blue\" is not a valid fish such as \"B>A green \
         white\" or \"B>A green coloured\""
    );
    assert_eq!(
        error_of("B>A green coloured", "B>D green coloured"),
        "the ruleset can't be used: beginner: with four players there is no current BD"
    );
    assert_eq!(
        error_of("B>A green coloured", "C>B green coloured"),
        "the ruleset can't be used: beginner: with four players two fish lie on BC"
    );
    assert_eq!(
        error_of("B>A green coloured", "B>A red coloured"),
        "the ruleset can't be used: beginner: with four players there are too many or too few red fish, or one lies \
         in a wrong place"
    );
    let shut = changed("A>D yellow", "D>A yellow").replace("A>K blue white", "K>A blue white");
    assert_eq!(
        Rules::read(&shut).map(|_| ()).unwrap_err().to_string(),
        "the ruleset can't be used: beginner: with four players an island can't be reached from every other one"
    );
}

#[test]
fn unknown_values_and_kinds_are_named() {
    let error = error_of("kl4 = { printed = 3 }", "kl3 = { printed = 3 }");
    assert_eq!(
        error,
        "the ruleset can't be used: offerings.kl3: \"kl3\" is not a valid tile such as kl4, pelo2 or ka5"
    );
    assert!(error_of("each = {", "eech = {").contains("unknown field `eech`"));
    assert!(error_of("each = { printed = 7 }", "").contains("missing field `each`"));
    assert!(error_of("each = { printed = 7 }", "each = 7").contains("each = 7"));
}
