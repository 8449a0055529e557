//! The ruleset file: its values, and what is said about broken ones.

use super::*;
use crate::ruleset::values;

const BUILT_IN: &str = include_str!("../ruleset.toml");

/// The built-in file with these values (`name = value, …`) of one table changed.
pub(super) fn changed(table: &str, values: &str) -> String {
    let (before, rest) = BUILT_IN.split_once(&format!("{table}\n")).expect("a table of the file");
    let (body, after) = rest.split_once("\n\n").unwrap_or((rest, ""));
    let mut body = body.to_owned();
    for value in values.split(", ") {
        let (name, value) = value.split_once(" = ").expect("a name with a value");
        let start = format!("{name} = {{");
        let line = body.lines().find(|line| line.starts_with(&start)).expect("a value of the table").to_owned();
        body = body.replace(&line, &format!("{name} = {{ assumed = {value} }}"));
    }
    format!("{before}{table}\n{body}\n\n{after}")
}

fn error(toml: &str) -> String {
    Rules::read(toml).unwrap_err().to_string()
}

#[test]
fn the_built_in_values_are_those_of_the_components() {
    let rules = Rules::read(BUILT_IN).unwrap();
    assert_eq!(rules.piles.map(|pile| pile.total()), [15, 12, 15]);
    assert_eq!(rules.piles.map(|pile| pile.lava), [0, 4, 4]);
    let of = |card: Card| rules.piles.iter().map(|pile| pile.cards.count(card.index())).sum::<u8>();
    assert_eq!(Card::ALL.map(of), [13, 10, 3, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!((rules.lava_discs, rules.statues, rules.guard_turns), (4, 8, 200));
    assert_eq!(rules.prices, [1, 1, 1, 2, 2, 1]);
    let butterflies: u8 = Card::ALL.iter().map(|&card| rules.butterflies[card.index()] * of(card)).sum();
    assert_eq!(butterflies, 6);
}

#[test]
fn every_value_is_marked_and_the_deck_is_assumed() {
    let listed = values(BUILT_IN).unwrap();
    assert_eq!(listed.len(), 2 + 3 + 3 * 13 + 9 + 6 + 7 + 2 + 5 + 1);
    assert!(listed.iter().any(|value| value.path == "deck.two_palm.statue" && value.assumed));
    assert!(listed.iter().any(|value| value.path == "price.forest" && !value.assumed));
}

#[test]
fn another_file_plays_by_its_values() {
    let rules = Rules::read(&changed("[price]", "segment = 3")).unwrap();
    assert_eq!(rules.price(DisplayCard::Segment), 3);
    let rules = Rules::read(&changed("[board]", "hut_red = 2, hut_yellow = 5, jetty = 0")).unwrap();
    assert_eq!((rules.huts, rules.jetty), ([seg(2), seg(5)], seg(0)));
}

#[test]
fn broken_values_are_named() {
    assert!(error("").contains("missing field `id`"));
    assert!(error(&format!("{BUILT_IN}\n[more]\n")).contains("unknown field `more`"));
    assert!(error(&BUILT_IN.replace("jetty = {", "jety = {")).contains("unknown field `jety`"));
    assert!(error(&BUILT_IN.replace("turns = { assumed = 200 }", "turns = 200")).contains("turns = 200"));
    let told = |table, values| error(&changed(table, values)).replace("the ruleset can't be used: ", "");
    assert_eq!(told("[board]", "jetty = 6"), "board.jetty: is 6, but must be 0 to 5");
    assert_eq!(told("[board]", "jetty = 3"), "board.jetty: is 3, but a hut is there");
    assert_eq!(told("[board]", "hut_yellow = 2"), "board.hut_yellow: is 2, but must be 3, opposite board.hut_red 0");
    assert_eq!(told("[components]", "lava_discs = 10"), "components.lava_discs: is 10, but must be 0 to 9");
    assert_eq!(told("[components]", "statues = 19"), "components.statues: is 19, but must be 0 to 18");
    assert_eq!(told("[guard]", "turns = 0"), "guard.turns: is 0, but must be 1 to 200");
    assert_eq!(told("[price]", "forest = 21"), "price.forest: is 21, but must be 0 to 20");
    assert_eq!(told("[points_cards]", "segment = 99"), "points_cards.segment: is 99, but must be 0 to 20");
    assert_eq!(told("[butterflies]", "black = 21"), "butterflies.black: is 21, but must be 0 to 20");
}

#[test]
fn h17_a_deck_that_cannot_be_dealt_is_refused() {
    let told = |table, values| error(&changed(table, values)).replace("the ruleset can't be used: ", "");
    assert_eq!(
        told("[deck.one_palm]", "statue = 2, lava = 4"),
        "deck.one_palm: has 11 cards other than lava, but needs at least 12"
    );
    let lava = "cards = 4, statue = 0, shell = 0, priestess = 0, fish3 = 0, black = 0";
    assert_eq!(told("[deck.two_palm]", lava), "deck.two_palm: has 0 cards other than lava, but needs at least 1");
    let lava = "cards = 4, statue = 0, shell = 0, priestess = 0, fish4 = 0, fish5 = 0, nautilus = 0";
    assert_eq!(told("[deck.three_palm]", lava), "deck.three_palm: has 0 cards other than lava, but needs at least 1");
    assert_eq!(told("[deck.two_palm]", "statue = 4"), "deck.two_palm.cards: is 12, but the kinds sum up to 13");
    assert_eq!(told("[deck.two_palm]", "cards = 13, statue = 4"), "deck: has 43 cards, more than the 42 allowed");
}
