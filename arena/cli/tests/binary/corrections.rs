//! Results are corrected on a data directory: what is counted follows, records stay, and undoing restores everything.

use kahua_tests::{Ran, json_lines};
use serde_json::Value;

use crate::KAHUA;

struct Place(tempfile::TempDir);

impl Place {
    fn run(&self, args: &[&str]) -> Ran {
        KAHUA.run(&[args, &["--data", self.0.path().to_str().unwrap()]].concat())
    }

    /// What rating tools and readers of tables see.
    fn counted(&self) -> [String; 4] {
        [
            self.run(&["standings", "--csv"]).good(),
            self.run(&["standings", "--elo", "--csv"]).good(),
            self.run(&["match", "export", "--format", "pgn"]).good(),
            self.run(&["match", "export", "--format", "csv"]).good(),
        ]
    }
}

#[test]
fn what_is_counted_follows_corrections_and_records_stay() {
    let place = Place(tempfile::tempdir().unwrap());
    let bots = ["--bot", "ann=house:first-legal", "--bot", "bob=house:random"];
    let _table =
        place.run(&[&["play", "--game", "haleakala", "--matches", "4", "--seed", "1"][..], &bots].concat()).good();
    let records = || place.run(&["match", "export"]).good();
    let (before, as_played) = (place.counted(), records());
    let summary: Vec<Value> = json_lines(&place.run(&["match", "list", "--json"]).good());
    let id = summary[0]["matchId"].as_str().or(summary[0]["match_id"].as_str()).unwrap();
    assert_eq!(place.run(&["correction", "list"]).good(), "Nothing was corrected.\n");

    let made = place.run(&["match", "annul", id, "--why", "the machine stood still"]).good();
    assert_eq!(made, format!("Correction 1: match {id} is annulled.\n"));
    let again = place.run(&["match", "correct", id, "--places", "1,2", "--why", "it was close"]).failed(2);
    assert!(again.contains("by correction 1 already"), "{again}");
    let annulled = place.counted();
    assert_eq!(annulled[2].matches("[MatchId ").count(), 3);
    assert!(annulled[2..].iter().all(|exported| !exported.contains(id)), "{annulled:?}");
    assert_ne!(annulled[0], before[0]);
    let shown = place.run(&["match", "show", id]).good();
    let told = format!("corrected     match {id} is annulled: the machine stood still (correction 1 by kahua, ");
    assert!(shown.contains(&told), "{shown}");
    assert!(place.run(&["match", "list"]).good().contains("; annulled"));
    assert_eq!(records(), as_played);
    let _verified = place.run(&["verify"]).good();

    let _undone = place.run(&["correction", "undo", "1", "--why", "it was another match"]).good();
    assert_eq!(place.counted(), before);
    let listed = place.run(&["correction", "list"]).good();
    assert!(listed.contains("taken back by 2") && listed.contains("correction 1 is taken back"), "{listed}");
    let audit = place.run(&["audit"]).good();
    assert!(audit.contains(&format!("match {id} is annulled, why \"the machine stood still\", sha256 ")), "{audit}");

    let out = place.run(&["league", "disqualify", "play", "bob", "--why", "two accounts"]).good();
    assert_eq!(
        out,
        "Correction 3: bob is disqualified from season 1 of league play, and its matches count as annulled.\n"
    );
    assert_eq!(place.run(&["match", "export", "--format", "pgn"]).good(), "");
    let site = place.0.path().join("site");
    let _site = place.run(&["site", "--out", site.to_str().unwrap()]).good();
    let page = std::fs::read_to_string(site.join("corrections/index.html")).unwrap();
    assert!(page.contains("two accounts") && page.contains("taken back by 2"), "{page}");
    let of_match = std::fs::read_to_string(site.join(format!("matches/{id}/index.html"))).unwrap();
    assert!(of_match.contains("is disqualified, so this match counts for nothing"), "{of_match}");
    for (args, expected) in [
        (&["match", "annul", "01997f3e-7a1c-7d1e-9d3b-0f6f2f1c9a55", "--why", "x"][..], "there is no match 01997f3e"),
        (&["match", "correct", id, "--places", "2,2", "--why", "x"], "expected 1 for the winner"),
        (&["match", "annul", id, "--why", ""], "expected 1 to 200"),
        (&["correction", "undo", "9", "--why", "x"], "there is no correction 9"),
    ] {
        let refused = place.run(args).failed(2);
        assert!(refused.contains(expected), "{args:?}: {refused}");
    }
}
