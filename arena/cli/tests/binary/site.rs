//! `kahua site`: pages in files, whose links all lead somewhere.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::KAHUA;

/// The mean of what the pages of matches may weigh, so that two hundred of them have less than 30 MB. Random matches
/// differ by a factor of two.
const REPLAY_BYTES_MEAN_MAX: u64 = 150_000;

/// A data directory with so many matches of three bots.
fn played(matches: usize) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let bots = ["--bot", "ann=house:random", "--bot", "bob=house:first-legal", "--bot", "cid=house:random"];
    let words = format!("play --game haleakala --matches {matches} --seed 1 --data {}", data.display());
    let args: Vec<&str> = words.split(' ').chain(bots).collect();
    let _table = KAHUA.run(&args).good();
    dir
}

fn files_below(dir: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// The addresses in the attributes `href` and `src` of a page.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let values = |attribute| page.split(attribute).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0));
    values("href=\"").chain(values("src=\""))
}

#[test]
fn every_link_of_a_site_leads_to_a_file_of_it() {
    let dir = played(6);
    let (data, out) = (dir.path().join("data"), dir.path().join("site"));
    let args = ["site", "--data", data.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let said = KAHUA.run(&args).good();
    assert!(said.contains(" pages are in "), "{said}");

    let mut linked = BTreeSet::new();
    for path in files_below(&out).iter().filter(|path| path.ends_with("index.html")) {
        let page = fs::read_to_string(path).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("style=\""), "{}", path.display());
        for link in links(&page).filter(|link| !link.starts_with('#')) {
            let file = path.parent().unwrap().join(link.split(['?', '#']).next().unwrap());
            let file = if link.ends_with('/') || file.is_dir() { file.join("index.html") } else { file };
            assert!(file.is_file(), "{} leads to {link}", path.display());
            linked.insert(file.canonicalize().unwrap());
        }
    }
    let all: BTreeSet<PathBuf> = files_below(&out).iter().map(|path| path.canonicalize().unwrap()).collect();
    let alone: Vec<_> = all.difference(&linked).filter(|path| path.ends_with("index.html")).collect();
    assert!(alone.is_empty(), "no link leads to {alone:?}");

    let league = fs::read_to_string(out.join("leagues/play/index.html")).unwrap();
    assert!(["ann", "bob", "cid"].iter().all(|bot| league.contains(&format!("bots/{bot}/"))), "{league}");
    assert!(league.contains("6 rated matches"), "{league}");
    let against = fs::read_to_string(out.join("leagues/play/against-bob/index.html")).unwrap();
    assert!(against.contains("Ahead of"), "{against}");
    let is_replay = |path: &&PathBuf| fs::read_to_string(path).is_ok_and(|page| page.contains("data-packed"));
    let replays: Vec<_> = all.iter().filter(|path| path.ends_with("index.html")).filter(is_replay).collect();
    assert_eq!(replays.len(), 6, "{all:?}");
    for replay in &replays {
        let page = fs::read_to_string(replay).unwrap();
        assert!(page.contains("<div class=\"picture\"><svg"), "without scripts the last position stays");
    }
    let bytes: Vec<u64> = replays.iter().map(|replay| fs::metadata(replay).unwrap().len()).collect();
    assert!(bytes.iter().sum::<u64>() < REPLAY_BYTES_MEAN_MAX * 6, "{bytes:?}");
    let rules = fs::read_to_string(out.join("rules/haleakala/index.html")).unwrap();
    assert!(rules.contains("Haleakala") && !out.join("rules/hawaii").exists(), "the rules of what was played: {rules}");
    let bot = fs::read_to_string(out.join("bots/ann/index.html")).unwrap();
    assert!(["Head to head", "Think time", "Rating by match"].iter().all(|part| bot.contains(part)), "{bot}");
    assert!(bot.contains("<svg class=\"intervals\""), "the rating has its interval as a plot: {bot}");
    assert!(!bot.contains("after 2 matches") && !bot.contains("after 4 matches"), "there is one rating: {bot}");
}

#[test]
fn a_site_replaces_its_own_pages_and_nothing_else() {
    let dir = played(1);
    let (data, out) = (dir.path().join("data"), dir.path().join("site"));
    let args = ["site", "--data", data.to_str().unwrap(), "--out", out.to_str().unwrap()];
    fs::create_dir(&out).unwrap();
    fs::write(out.join("thesis.txt"), "not a page").unwrap();
    let refused = KAHUA.run(&args).failed(2);
    assert!(refused.contains("--out: the folder ") && refused.contains("isn't empty"), "{refused}");
    assert_eq!(files_below(&out).len(), 1);

    fs::remove_file(out.join("thesis.txt")).unwrap();
    let _said = KAHUA.run(&args).good();
    fs::write(out.join("CNAME"), "arena.example").unwrap();
    fs::create_dir(out.join("bots/gone")).unwrap();
    let _said = KAHUA.run(&args).good();
    assert!(out.join("CNAME").is_file() && !out.join("bots/gone").exists());
}
