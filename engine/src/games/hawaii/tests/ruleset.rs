//! Rulesets: the built-in one, others at run time, and broken ones with the value that broke.

use std::sync::Arc;

use super::{Scene, rules};
use crate::game::Game;
use crate::games::hawaii::{God, Hawaii, Site, Tile};
use crate::ruleset::{Ruleset, values};

const BUILT_IN: &str = Hawaii::INFO.ruleset;

/// The built-in file with one text in place of another.
fn changed(from: &str, to: &str) -> String {
    assert!(BUILT_IN.contains(from), "{from:?} isn't in the file");
    BUILT_IN.replacen(from, to, 1)
}

#[track_caller]
fn error(from: &str, to: &str) -> String {
    Hawaii::rules(&changed(from, to)).expect_err("a broken ruleset").to_string()
}

#[test]
fn the_built_in_file_has_the_counts_of_the_box() {
    let rules = rules();
    assert_eq!((rules.tokens.total(), rules.islets.total(), rules.gods.total()), (25, 10, 12));
    let tiles: u32 = rules.piles.iter().map(|pile| u32::from(*pile)).sum();
    assert_eq!(tiles + 12, 126);
    assert_eq!(rules.piles[Tile::Kahuna.index()] + rules.piles[Tile::Tiki.index()], 40);
    assert!(God::ALL.into_iter().all(|god| rules.gods.count(god.index()) == 2));
    assert_eq!(Ruleset::<Hawaii>::built_in().id, "hawaii-1");
}

#[test]
fn every_value_is_marked() {
    let listed = values(BUILT_IN).unwrap();
    assert_eq!(listed.len(), BUILT_IN.matches("printed =").count() + BUILT_IN.matches("assumed =").count());
    let assumed = |path: &str| listed.iter().find(|value| value.path == path).unwrap().assumed;
    assert!(assumed("tokens.count") && assumed("island.neighbours") && assumed("kahunas.points.4"));
    assert!(!assumed("docks.1.feet") && !assumed("kahunas.points.2") && !assumed("piles.kahuna"));
    // The examples of the main rules settle these: a shell hut and Kane bring 2 shells, four fruit tiles have 4 symbols.
    let settled = ["tiles.shell_hut.one", "gods.kane.sides.one", "tiles.fruit.one", "tiles.symbols.one"];
    assert!(settled.into_iter().all(|path| !assumed(path)) && assumed("islets.hula") && assumed("tiles.foot_hut.one"));
}

#[test]
fn another_ruleset_changes_the_game_without_code() {
    let file = changed("shells = { printed = 13 }", "shells = { printed = 20 }");
    let other = Arc::new(Hawaii::rules(&file).unwrap());
    assert_ne!(&other, rules());
    assert_eq!(Scene::with_rules(2, Site::ALL, &other).has(0), (20, 7, 0));
    let file = changed("prepaid = { printed = 1 }", "prepaid = { assumed = 2 }");
    let other = Arc::new(Hawaii::rules(&file).unwrap());
    let scene = Scene::with_rules(2, Site::ALL, &other).cove("2 2 2").boats(0, 0, 1).supply(0, 0, 0, 0);
    let scene = scene.played("cove boats:0,0,1 fish:1");
    assert_eq!(scene.player(0).fish.total(), 2, "two feet are prepaid now: two tokens are free, a third can't be paid");
}

#[test]
fn files_of_the_wrong_shape_are_refused() {
    assert!(error("shells = { printed = 13 }", "").contains("missing field `shells`"));
    assert!(error("[track]", "[trick]").contains("unknown field `trick`"));
    assert!(error("feet = { printed = 7 }", "feet = 7").contains("feet = 7"));
    assert!(error("feet = { printed = 7 }", "feet = { printed = 300 }").contains("invalid value: integer `300`"));
    assert!(
        error("fruit = { printed = [0, 2, 3, 4, 5] }", "fruit = { printed = [0, 2] }").contains("invalid length 2")
    );
    assert!(error("[[docks]]", "[[dock]]").contains("unknown field `dock`"));
    assert!(Ruleset::<Hawaii>::read(&changed("game = \"hawaii\"", "game = \"chess\"")).is_err());
}

#[test]
fn broken_constraints_name_the_value() {
    let begin = "the ruleset can't be used: ";
    let told = |from: &str, to: &str| error(from, to).strip_prefix(begin).unwrap().to_owned();
    assert_eq!(
        told("spears = { assumed = [1, 1, 2, 2, 2] }", "spears = { assumed = [1, 1, 2, 2, 6] }"),
        "tokens.spears: 6 tokens of number 6 have spears, but there are only 5"
    );
    assert_eq!(
        told("fish = { assumed = [1, 2, 2, 3, 3] }", "fish = { assumed = [0, 2, 2, 3, 3] }"),
        "tokens.fish: number 2 must have 1 to 9 fish, not 0"
    );
    assert_eq!(
        told("count = { assumed = [5, 5, 5, 5, 5] }", "count = { assumed = [5, 5, 5, 5, 4] }"),
        "tokens.count: with 5 seats a round needs 25 tokens, but there are 24"
    );
    assert_eq!(
        told("gods = { plain = { assumed = 1 }", "gods = { plain = { assumed = 3 }"),
        "sites.gods.plain: a site has at most 2 shells without a number, not 3"
    );
    assert_eq!(
        told("[6, 7, 8],", "[6, 7],"),
        "island.neighbours: place 8 lists 9, which must be another place and list 8 too"
    );
    assert_eq!(
        told("[6, 7, 8],", "[6, 7, 8, 12],"),
        "island.neighbours: place 9 lists 12, which must be another place and list 9 too"
    );
    assert_eq!(
        told("beach = { printed = [0, 1] }", "beach = { printed = [0, 10] }"),
        "island.beach: there is no place 10"
    );
    assert_eq!(
        told("beach = { printed = [0, 1] }", "beach = { printed = [] }"),
        "island.beach: some place can't be reached from the beach"
    );
    assert_eq!(told("feet = { printed = 4 }", "feet = { printed = 0 }"), "docks: dock 2 must cost 1 to 12 feet, not 0");
    assert_eq!(
        told("hut = { assumed = 1 }\nboat", "hut = { assumed = 2 }\nboat"),
        "islets: there must be 10 in all, not 11"
    );
    assert_eq!(told("boat = { printed = 8 }", "boat = { printed = 11 }"), "piles.boat: must be at most 10, not 11");
    assert_eq!(
        told("two = { assumed = 2 } }\n# Points at the end.", "two = { assumed = 13 } }\n# Points at the end."),
        "tiles.exchange_hut: must be at most 12 units, not [1, 13]"
    );
    assert_eq!(
        told("start = { printed = 2 }", "start = { printed = 0 }"),
        "boats: every boat must hold at least 1 foot"
    );
    assert_eq!(
        told("prepaid = { printed = 1 }", "prepaid = { printed = 5 }"),
        "boats.prepaid: a boat that holds 4 can't have 5 prepaid"
    );
    assert_eq!(
        told("columns = { assumed = [7, 6, 5, 4, 3, 2] }", "columns = { assumed = [7, 6, 5, 5, 3, 2] }"),
        "tikis.columns: must fall from right to left and end above 0, not [7, 6, 5, 5, 3, 2]"
    );
    assert_eq!(
        told("[gods.pele]\ntiles = { assumed = 2 }", "[gods.pele]\ntiles = { assumed = 3 }"),
        "gods: there must be 12 in all, not 13"
    );
    assert_eq!(told("tiki = { printed = 15 }", ""), "piles: missing field `tiki`");
    assert!(
        told("tiki = { printed = 15 }", "tiki = { printed = 15 }\npalm = { assumed = 1 }")
            .starts_with("piles: unknown field `palm`, expected one of shellhut, ")
    );
}

#[test]
fn the_rules_list_every_assumed_value() {
    let rules = include_str!("../RULES.md");
    let squeezed = |text: &str| text.replace([' ', '\n'], "");
    let listed = squeezed(rules);
    let assumed: Vec<_> = values(BUILT_IN).unwrap().into_iter().filter(|value| value.assumed).collect();
    for value in &assumed {
        let row = format!("|`{}`|{}|", value.path, squeezed(&value.value));
        assert!(listed.contains(&row), "RULES.md lacks {row}");
    }
    let table = rules.split("## 9.").nth(1).unwrap();
    assert_eq!(table.lines().filter(|line| line.starts_with("| `")).count(), assumed.len());
}
