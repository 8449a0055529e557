//! The pages for people: what they quote is what is there, and their links lead somewhere.

use std::fs;
use std::path::{Path, PathBuf};

use kahua_tests::root;

#[test]
fn programs_on_the_pages_are_the_programs_of_the_repository() {
    let pages = pages();
    let page: String = pages.iter().map(|page| fs::read_to_string(page).expect("a file that was listed")).collect();
    let mut lines = page.lines();
    let mut quoted = 0;
    while let Some(line) = lines.next() {
        let path = line.strip_prefix("<!-- sample-bots/").and_then(|line| line.strip_suffix(" -->"));
        let Some(path) = path.map(|path| format!("sample-bots/{path}")) else { continue };
        assert!(lines.next().is_some_and(|fence| fence.starts_with("```")), "a program follows on {line}");
        let shown: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let file = fs::read_to_string(root().join(&path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(shown, file.trim_end().lines().collect::<Vec<_>>(), "a page quotes {path}");
        quoted += 1;
    }
    assert!(quoted >= 2, "programs are quoted: {quoted}");
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

#[test]
fn the_messages_of_mistakes_are_said_by_the_arena_or_a_library() {
    let page = fs::read_to_string(root().join("docs/bots/mistakes.md")).expect("docs/bots/mistakes.md");
    let said: String =
        ["arena", "engine/src", "sample-bots/python/src"].map(|folder| sources(&root().join(folder))).concat();
    let mut found = 0;
    for row in page.lines().filter_map(|line| line.strip_prefix("| `")) {
        let (message, _) = row.split_once(" |").expect("a row has several columns");
        for part in message.split(['…', '`']).map(str::trim).filter(|part| part.len() > 4) {
            assert!(said.contains(part), "nobody says {part:?}: {message}");
            found += 1;
        }
    }
    assert!(found > 30, "messages are found: {found}");
}

/// The texts of all sources below a folder that aren't tests, with strings that go over several lines put together.
fn sources(folder: &Path) -> String {
    let mut said = String::new();
    for entry in fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry").path()) {
        let is_source = entry.extension().is_some_and(|ending| ending == "rs" || ending == "py");
        if entry.is_dir() && !entry.ends_with("tests") {
            said += &sources(&entry);
        } else if is_source {
            let text = fs::read_to_string(&entry).expect("a file that was listed");
            let mut lines = text.split("\\\n");
            said += lines.next().unwrap_or_default();
            lines.for_each(|line| said += line.trim_start());
        }
    }
    said
}
