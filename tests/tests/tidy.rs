//! The house's arrows and habits, held by reading the source.

use std::fs;
use std::path::{Path, PathBuf};

/// A file of the repository, its path relative to the root.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// The lines of code that are not tests: `(number, line)`, comments cut off, everything from the first
    /// `#[cfg(test)]` on left out.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
        lines.enumerate().map(|(number, line)| (number + 1, line.split("//").next().unwrap_or_default()))
    }
}

#[test]
fn the_engine_is_pure() {
    forbid(
        |path| path.starts_with("engine/src/"),
        &["tokio", "tonic", "axum", "rusqlite", "tracing", "std::time", "std::env", "std::fs", "HashMap", "HashSet"],
    );
}

#[test]
fn the_core_of_the_arena_has_no_runtime_clock_or_disk() {
    let core = ["arena/core/src/", "arena/ratings/src/", "arena/leagues/src/"];
    let in_core = |path: &str| core.iter().any(|room| path.starts_with(room));
    forbid(in_core, &["tokio", "tonic", "Instant::now", "SystemTime", "std::fs", "std::env", "rusqlite"]);
}

#[test]
fn rules_referee_and_records_count_in_whole_numbers() {
    let whole = |path: &str| path.starts_with("arena/core/src/") || path.starts_with("engine/src/");
    forbid(whole, &["f64", "f32"]);
}

#[test]
fn only_the_store_touches_the_database() {
    forbid(|path| path.starts_with("arena/") && !path.starts_with("arena/store/"), &["rusqlite"]);
}

#[test]
fn only_its_own_folder_the_registry_and_the_protos_name_a_game() {
    let names: Vec<&str> = kahua_engine::registry::all().iter().map(|kind| kind.info().name).collect();
    assert!(!names.is_empty());
    let mut found = Vec::new();
    for source in sources(&["engine/src", "arena", "proto/src"], "rs") {
        let own = source.path.starts_with("engine/src/games/") || source.path == "engine/src/registry.rs";
        if own || !source.path.contains("/src/") {
            continue;
        }
        // An example of a command line in a help text may name one.
        for (number, line) in source.code().filter(|(_, line)| !line.contains("kahua ")) {
            let lower = line.to_lowercase();
            let named = names.iter().filter(|name| lower.contains(**name));
            found.extend(named.map(|name| format!("{}:{number} names {name}", source.path)));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_module_says_what_it_is_in_its_first_line() {
    let silent: Vec<String> = sources(&ALL, "rs")
        .into_iter()
        .filter(|source| !source.text.starts_with("//! "))
        .map(|source| source.path)
        .collect();
    assert!(silent.is_empty(), "no module sentence in: {}", silent.join(", "));
}

#[test]
fn files_hold_one_idea() {
    let long: Vec<String> = sources(&ALL, "rs")
        .into_iter()
        .map(|source| (source.text.lines().count(), source.path))
        .filter(|(lines, _)| *lines > 500)
        .map(|(lines, path)| format!("{path} ({lines} lines)"))
        .collect();
    assert!(long.is_empty(), "is each of these one idea, or several? {}", long.join(", "));
}

#[test]
fn nothing_is_left_undone_in_silence() {
    // Spelt in halves, so that this file doesn't find itself.
    let marks = [["TO", "DO"].concat(), ["FIX", "ME"].concat(), ["XX", "X"].concat(), ["unimplemented", "!("].concat()];
    let mut found = Vec::new();
    for source in sources(&ALL, "rs") {
        for (number, line) in source.text.lines().enumerate() {
            if marks.iter().any(|mark| line.contains(mark.as_str())) {
                found.push(format!("{}:{}: {}", source.path, number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The folders with code of ours.
const ALL: [&str; 5] = ["engine", "arena", "proto", "sample-bots/rust", "tests"];

/// Fails where a line of code of the files that `room` selects has one of these words.
fn forbid(room: impl Fn(&str) -> bool, words: &[&str]) {
    let files: Vec<Source> = sources(&["engine/src", "arena"], "rs")
        .into_iter()
        .filter(|source| room(&source.path) && !source.path.contains("/tests/"))
        .collect();
    assert!(!files.is_empty(), "the rule speaks of no file: has a room moved?");
    let mut found = Vec::new();
    for source in &files {
        for (number, line) in source.code() {
            let words = words.iter().filter(|word| line.contains(**word));
            found.extend(words.map(|word| format!("{}:{number}: {word}", source.path)));
        }
    }
    assert!(found.is_empty(), "an arrow of ARCHITECTURE.md is crossed:\n{}", found.join("\n"));
}

/// The files below these folders of the repository with this ending, in order of their paths.
fn sources(folders: &[&str], ending: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ is in the repository");
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| collect(&root.join(folder), ending, &mut paths));
    paths.sort();
    let read = |path: PathBuf| Source {
        text: fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
        path: path.strip_prefix(root).expect("below the root").display().to_string(),
    };
    paths.into_iter().map(read).collect()
}

fn collect(folder: &Path, ending: &str, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("an entry of the folder").path();
        let name = path.file_name().expect("an entry has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            if !["target", "node_modules"].contains(&name.as_str()) && !name.starts_with('.') {
                collect(&path, ending, paths);
            }
        } else if path.extension().is_some_and(|found| found == ending) {
            paths.push(path);
        }
    }
}
