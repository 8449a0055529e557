//! The habits of the house that neither Cargo nor clippy can hold, held by reading the source.

mod arrows;
mod circles;
mod rules;
mod rules_tests;
mod source;

use std::fs;

use rules::Findings;
use source::{Source, root, sources};

/// The folders with Rust code of ours.
const ALL: [&str; 5] = ["engine", "arena", "proto", "sample-bots/rust", "tests"];
/// What must do the same everywhere, whenever it is run.
const PURE: [&str; 6] =
    ["engine/src", "engine/show/src", "engine/rules/src", "arena/core/src", "arena/leagues/src", "arena/ratings/src"];
/// What must come out the same on every machine, to the last bit.
const WHOLE: [&str; 5] = ["engine/src", "engine/show/src", "arena/core/src", "arena/leagues/src", "arena/store/src"];

#[test]
fn the_rules_and_the_core_are_pure() {
    check(product(&PURE), rules::is_pure);
}

#[test]
fn rules_referee_and_records_count_in_whole_numbers() {
    check(product(&WHOLE), rules::has_no_floats);
}

#[test]
fn only_its_own_folders_the_registries_and_the_protos_name_a_game() {
    let games: Vec<&str> = kahua_engine::registry::all().iter().map(|game| game.info().name).collect();
    assert!(!games.is_empty());
    let may_name = |path: &str| {
        ["engine/src/", "engine/show/src/"].iter().any(|crate_of_games| {
            let inside = path.strip_prefix(crate_of_games);
            inside.is_some_and(|inside| inside.starts_with("games/") || inside == "registry.rs")
        }) || path.starts_with("arena/cli/templates/rust/games/")
    };
    let others = product(&["engine", "arena"]).into_iter().filter(|source| !may_name(&source.path)).collect();
    check(others, |source| rules::names_no_game(source, &games));
}

#[test]
fn every_module_says_what_it_is_in_its_first_line() {
    check(sources(&ALL), rules::says_what_it_is);
}

#[test]
fn files_hold_one_idea() {
    check(sources(&ALL), rules::holds_one_idea);
}

#[test]
fn nothing_is_left_undone_in_silence() {
    // What `kahua new` writes leaves something to its reader, on purpose.
    let ours = sources(&ALL).into_iter().filter(|source| !source.path.starts_with("arena/cli/templates/"));
    check(ours.collect(), rules::leaves_nothing_undone);
}

#[test]
fn every_example_in_docs_is_run() {
    // To look for examples, rustdoc compiles a crate once more: of half a minute, most went into crates that have none.
    let runs_none = |source: &Source| {
        let manifest = source.path.split_once("/src/").map(|(of, _)| root().join(of).join("Cargo.toml"));
        manifest.is_some_and(|manifest| fs::read_to_string(manifest).is_ok_and(|text| text.contains("doctest = false")))
    };
    check(sources(&ALL).into_iter().filter(runs_none).collect(), rules::has_no_example);
}

/// The files below these folders that are part of the product: tests, benches and fuzz targets aren't.
fn product(folders: &[&str]) -> Vec<Source> {
    let is_product = |source: &Source| {
        let inside = source.path.split_once("/src/").map(|(_, inside)| inside);
        inside.is_some_and(|inside| !inside.contains("tests/") && !inside.ends_with("tests.rs"))
    };
    sources(folders).into_iter().filter(is_product).collect()
}

/// Fails with everything that breaks the rule.
fn check(files: Vec<Source>, rule: impl Fn(&Source) -> Findings) {
    assert!(!files.is_empty(), "the rule speaks of no file: has a room moved?");
    let findings: Findings = files.iter().flat_map(rule).collect();
    assert!(findings.is_empty(), "see ARCHITECTURE.md:\n{}", findings.join("\n"));
}
