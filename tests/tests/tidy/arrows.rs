//! The arrows between our crates: what ARCHITECTURE.md says is what the manifests say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use toml::Table;

use crate::source::root;

/// Which of our crates each of them depends on, tests left aside.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_arrows_of_architecture_md_are_those_of_the_manifests() {
    let page = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    assert_eq!(arrows_of_page(&page), arrows_of_manifests(), "left: ARCHITECTURE.md; right: the manifests");
}

#[test]
fn arrows_are_read_from_the_page() {
    let page = "# House\n## Arrows\n```\nkahua-a  -> kahua-b, kahua-c\nkahua-b  -> nothing of ours\n```\n";
    let arrows = arrows_of_page(page);
    assert_eq!(arrows["kahua-a"], BTreeSet::from(["kahua-b".into(), "kahua-c".into()]));
    assert_eq!(arrows["kahua-b"], BTreeSet::new());
}

#[test]
fn what_commands_need_without_an_arena_brings_no_server() {
    // Not read from Cargo.lock, which knows nothing of features: kahua-proto has stubs for those who want them.
    let cargo = std::env::var_os("CARGO").expect("cargo runs the tests");
    let arguments = ["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none", "--package"];
    for package in ["kahua-process", "kahua-settings"] {
        let tree = Command::new(&cargo).current_dir(root()).args(arguments).arg(package).output().expect("cargo runs");
        assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
        let tree = String::from_utf8_lossy(&tree.stdout);
        let names: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(names.contains("kahua-core"), "{names:?}");
        for server in ["tonic", "axum", "hyper"] {
            assert!(!names.contains(server), "{package} reaches {server}");
        }
    }
}

#[test]
fn neither_the_rules_nor_bots_nor_the_server_compile_markup() {
    let arrows = arrows_of_manifests();
    let markup = with_dependency("maud");
    assert!(markup.contains("kahua-show"), "maud is looked for, and {markup:?} has it");
    for without in ["kahua-engine", "kahua-bots", "kahua-server"] {
        let reached = reach(&arrows, without);
        let found: Vec<_> = reached.intersection(&markup).collect();
        assert!(found.is_empty(), "{without} reaches {found:?}");
    }
}

/// Our crates that depend on this one themselves.
fn with_dependency(dependency: &str) -> BTreeSet<String> {
    let has = |member: &String| {
        manifest(&format!("{member}/Cargo.toml"))
            .get("dependencies")
            .is_some_and(|table| table.get(dependency).is_some())
    };
    members().into_iter().filter(has).map(|member| arrows_of(&member).0).collect()
}

/// This crate, and those of ours that are compiled with it.
fn reach(arrows: &Arrows, from: &str) -> BTreeSet<String> {
    let (mut reached, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(next) = open.pop() {
        if reached.insert(next.clone()) {
            open.extend(arrows[&next].iter().cloned());
        }
    }
    reached
}

/// The block below the heading "Arrows": a line for each crate.
fn arrows_of_page(page: &str) -> Arrows {
    let (_, section) = page.split_once("\n## Arrows\n").expect("ARCHITECTURE.md has a section Arrows");
    let block = section.split("```").nth(1).expect("the section Arrows has a block");
    let arrow = |line: &str| {
        let (from, to) = line.split_once("->").unwrap_or_else(|| panic!("{line:?} has no arrow"));
        let to = to.split(',').map(str::trim).filter(|name| name.starts_with("kahua"));
        (from.trim().to_owned(), to.map(str::to_owned).collect())
    };
    block.lines().filter(|line| !line.trim().is_empty()).map(arrow).collect()
}

fn arrows_of_manifests() -> Arrows {
    members().iter().map(|member| arrows_of(member)).collect()
}

/// The folders of our crates.
fn members() -> Vec<String> {
    let workspace = manifest("Cargo.toml");
    let members = workspace["workspace"]["members"].as_array().expect("the workspace has members");
    members.iter().map(|member| member.as_str().expect("a member is a path").to_owned()).collect()
}

fn arrows_of(member: &str) -> (String, BTreeSet<String>) {
    let manifest = manifest(&format!("{member}/Cargo.toml"));
    let name = manifest["package"]["name"].as_str().expect("a package has a name").to_owned();
    let dependencies = manifest.get("dependencies").and_then(|table| table.as_table());
    let ours = dependencies.into_iter().flat_map(Table::keys).filter(|name| name.starts_with("kahua"));
    (name, ours.cloned().collect())
}

fn manifest(path: &str) -> Table {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.parse().unwrap_or_else(|error| panic!("{path}: {error}"))
}
