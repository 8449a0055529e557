//! The pages for people: what they quote is what is there, and their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use kahua_tests::root;

#[test]
fn programs_on_the_pages_are_the_programs_of_the_repository() {
    let page = fs::read_to_string(root().join("docs/write-a-bot.md")).expect("docs/write-a-bot.md");
    let mut lines = page.lines();
    let mut quoted = 0;
    while let Some(line) = lines.next() {
        let Some(path) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) else { continue };
        assert!(lines.next().is_some_and(|fence| fence.starts_with("```")), "a program follows on {line}");
        let shown: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let file = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(shown, file.trim_end().lines().collect::<Vec<_>>(), "docs/write-a-bot.md quotes {path}");
        quoted += 1;
    }
    assert!(quoted >= 5, "programs are quoted: {quoted}");
}

#[test]
fn every_link_leads_somewhere() {
    let mut dead = Vec::new();
    let pages = pages();
    assert!(pages.len() > 10, "pages are found: {pages:?}");
    for page in &pages {
        let text = fs::read_to_string(page).expect("a file that was listed");
        for target in targets(&text) {
            let (path, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if path.is_empty() { page.clone() } else { page.parent().expect("a folder").join(path) };
            if !file.exists() || !(heading.is_empty() || has_heading(&file, heading)) {
                dead.push(format!("{}: {target}", page.strip_prefix(root()).unwrap_or(page).display()));
            }
        }
    }
    assert!(dead.is_empty(), "dead links:\n{}", dead.join("\n"));
}

/// The targets of links into the repository, apart from program text, where a lambda looks like a link.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    let after = prose.flat_map(|prose| prose.split("](").skip(1));
    after.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).filter(|target| !target.contains("://"))
}

/// Whether a page has a heading with this anchor, as the usual hosts make it.
fn has_heading(file: &Path, anchor: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().filter(|line| line.starts_with('#')).any(|line| {
        let heading = line.trim_start_matches('#').trim().to_lowercase();
        let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
        kept.map(|letter| if letter == ' ' { '-' } else { letter }).eq(anchor.chars())
    })
}

/// Every page of the repository itself; what builds and package managers bring along is not looked at.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder").map(|entry| entry.expect("an entry")) {
            let (path, name) = (entry.path(), entry.file_name());
            let name = name.to_string_lossy();
            if path.is_dir() && !name.starts_with('.') && !["target", "node_modules", "build", "dist"].contains(&&*name)
            {
                folders.push(path);
            } else if name.ends_with(".md") {
                pages.push(path);
            }
        }
    }
    pages.sort();
    pages
}
