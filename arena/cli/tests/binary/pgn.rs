//! `kahua match export --format pgn`, read by python-chess and, where it is installed, rated by Ordo. No package
//! manager that `.ci/install` uses has Ordo.

use std::path::Path;
use std::process::Command;

use kahua_core::ids::MatchId;
use kahua_core::referee::seal;
use kahua_engine::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, Store};
use kahua_tests::{Ran, has_tool, root};

use crate::KAHUA;

/// Prints White, Black, Event and Result of every game, after python-chess has set up its board.
const READER: &str = "import sys, chess.pgn
file = open(sys.argv[1])
while game := chess.pgn.read_game(file):
    game.board()
    assert not game.errors, game.errors
    print(*(game.headers[tag] for tag in ('White', 'Black', 'Event', 'Result')), sep=' | ')";

/// The same bots again, one of them in another version and both in season 2; a quote and a backslash in the version.
fn keep_another_season(path: &Path) {
    let records: Vec<_> = Reader::open(path).unwrap().records().map(Result::unwrap).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(path).unwrap();
        for (number, mut record) in (0..).zip(records) {
            record.match_id = MatchId::new(1_900_000_000_000 + number, [7; 10]).to_string();
            record.season = 2;
            let later = record.players.iter_mut().filter(|player| player.name == "a");
            later.for_each(|player| player.version = r#"2 "b\"#.into());
            seal(&mut record);
            let hash = RulesetHash(record.ruleset_hash.as_slice().try_into().unwrap());
            let ruleset = store.reader().ruleset(hash).unwrap().unwrap();
            let header = pb::MatchRecord { events: Vec::new(), results: Vec::new(), ..record.clone() };
            store.begin(&header, &ruleset).await.unwrap();
            store.finish(&record).await.unwrap();
        }
    });
}

#[test]
fn rating_tools_read_what_is_rated_together_and_no_more() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let bots = ["--bot", "a=house:greedy", "--bot", "b=house:random", "--bot", "c=house:random"];
    let play = ["play", "--game", "haleakala", "--matches", "12", "--seed", "1", "--data", data];
    let _table = KAHUA.run(&[&play[..], &bots].concat()).good();
    keep_another_season(&dir.path().join("arena.db"));
    let export = |flags: &[&str]| {
        let ran = KAHUA.run(&[&["match", "export", "--format", "pgn", "--data", data], flags].concat());
        let file = dir.path().join("matches.pgn");
        std::fs::write(&file, &ran.out).unwrap();
        (ran, file)
    };
    let (present, file) = export(&[]);
    assert_eq!((present.out.matches("[Event ").count(), present.err.as_str()), (12, ""));
    assert!(!present.out.contains("season 2"), "the store's present season is the first");
    let of_present = python(&file);
    let (all, file) = export(&["--season", "all"]);
    assert_eq!(all.out.matches("[Event ").count(), 24);
    assert!(all.err.contains("belong to 2 tables of `kahua standings`"), "{}", all.err);
    let (of_all, rated) = (python(&file), ordo(&file));
    if let (Some(of_present), Some(of_all)) = (of_present, of_all) {
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!((of_present.len(), of_all.len()), (12, 24));
        let event = " | play, season 1 | ";
        assert!(of_present.iter().all(|game| game.contains(event)), "{of_present:?}");
        let names = of_all.iter().flat_map(|game| game.split(" | ").take(2));
        let names: std::collections::BTreeSet<&str> = names.collect();
        let [a, b, c] = ["a greedy", "b random", "c random"].map(|bot| format!("{bot} {version}"));
        // python-chess leaves the escapes in the text.
        let expected = [r#"a 2 \"b\\"#, &a, &b, &c];
        assert_eq!(names.into_iter().collect::<Vec<_>>(), expected);
    }
    if let Some(rated) = rated {
        assert_eq!(rated.matches("\"a ").count(), 2, "two versions are two players: {rated}");
    }
}

/// The games of a file as python-chess reads them.
fn python(file: &Path) -> Option<Vec<String>> {
    let python = root().join("target/tools/bin/python");
    if !has_tool("reading a PGN file", python.to_str().unwrap(), &["-c", "import chess"]) {
        return None;
    }
    let read = Command::new(&python).args(["-c", READER]).arg(file).output().expect("python can be started");
    Some(Ran::of(&read).good().lines().map(str::to_owned).collect())
}

/// Ordo's table as CSV, if it is there.
fn ordo(file: &Path) -> Option<String> {
    let table = file.with_extension("csv");
    let rated = Command::new("ordo").args(["-q", "-G", "-p"]).arg(file).arg("-c").arg(&table).output().ok()?;
    let _text = Ran::of(&rated).good();
    Some(std::fs::read_to_string(table).expect("Ordo has written its table"))
}
