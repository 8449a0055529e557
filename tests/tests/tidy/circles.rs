//! Within a crate of the arena, no circle of modules goes through a folder: what is in a folder can be read without what uses it.

use std::collections::{BTreeMap, BTreeSet};

use crate::product;
use crate::source::{Source, Token};

/// The modules of a crate's root, each with those that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_circle_goes_through_a_folder() {
    let mut crates: BTreeMap<String, Vec<(Vec<String>, Source)>> = BTreeMap::new();
    for source in product(&["arena"]) {
        let Some((of, inside)) = source.path.split_once("/src/") else { continue };
        let module = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        crates.entry(format!("{of}/src/")).or_default().push((module, source));
    }
    assert!(crates.len() > 15, "{:?}", crates.keys());
    let circles: Vec<String> = crates.iter().flat_map(circles).collect();
    assert!(circles.is_empty(), "{}", circles.join("\n"));
}

#[test]
fn paths_lead_to_modules_of_the_root() {
    let used = |module: &[&str], text: &str| {
        let source = Source { path: "x.rs".into(), text: text.into() };
        let module: Vec<String> = module.iter().map(ToString::to_string).collect();
        roots(&module, &source.code()).into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        used(&["a", "b"], "use crate::c::D; use crate::{e, f::{g, H}}; use super::i; fn j() { super::super::k::l() }"),
        "a c e f k"
    );
    assert_eq!(used(&["a"], "use super::m::N; use std::fmt; macro_rules! o { () => { $crate::p::q() } }"), "m");
}

/// The circles of this crate, each as a line.
fn circles((of, files): (&String, &Vec<(Vec<String>, Source)>)) -> Vec<String> {
    let folders: BTreeSet<&String> =
        files.iter().filter(|(module, _)| module.len() > 1).map(|(module, _)| &module[0]).collect();
    let mut uses = Uses::new();
    for (module, source) in files.iter().filter(|(module, _)| !["lib", "main"].contains(&module[0].as_str())) {
        uses.entry(module[0].clone()).or_default().extend(roots(module, &source.code()));
    }
    let circle = |folder: &&String| {
        let back = reached(&uses, folder)
            .into_iter()
            .find(|other| other != *folder && reached(&uses, other).contains(*folder))?;
        Some(format!("{of}{folder} uses {back}, and {back} uses {folder}"))
    };
    folders.iter().filter_map(circle).collect()
}

/// The modules that this one uses, and those that they use, and so on.
fn reached(uses: &Uses, from: &str) -> BTreeSet<String> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from.to_owned()]);
    while let Some(module) = open.pop() {
        for used in uses.get(&module).into_iter().flatten().filter(|used| uses.contains_key(*used) && **used != module)
        {
            if found.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    found
}

/// The modules of the root to which the paths in a module lead.
fn roots(module: &[String], code: &[Token]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let text = |at: usize| code.get(at).map_or("", |token| token.text.as_str());
    for at in 0..code.len() {
        let before = at.checked_sub(1).map_or("", text);
        let (mut next, mut depth) = match text(at) {
            "crate" if before != "$" => (at + 1, 0),
            "super" if before != ":" => (at + 1, module.len() - 1),
            _ => continue,
        };
        while text(next) == ":" && text(next + 2) == "super" {
            (next, depth) = (next + 3, depth.saturating_sub(1));
        }
        if text(next) != ":" {
            continue;
        }
        match depth {
            0 => found.extend(firsts(code, next + 2)),
            _ => drop(found.insert(module[0].clone())),
        }
    }
    found
}

/// The first words of the paths that begin here: one, or one of each in braces.
fn firsts(code: &[Token], at: usize) -> Vec<String> {
    let text = |at: usize| code.get(at).map_or("", |token| token.text.as_str());
    if text(at) != "{" {
        return vec![text(at).to_owned()];
    }
    let (mut found, mut depth) = (Vec::new(), 0);
    for at in at..code.len() {
        match text(at) {
            "{" => depth += 1,
            "}" => depth -= 1,
            word if depth == 1 && ["{", ","].contains(&text(at - 1)) => found.push(word.to_owned()),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    found
}
