//! What the store keeps when its process is killed in the middle of writing: everything that it had confirmed.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use kahua_core::ids::MatchId;
use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::recorded_event::What;
use kahua_store::{OpenMatch, Reader, Store};
use prost::Message;
use sha2::{Digest, Sha256};

/// Set for the process that is to be killed: its store.
const VICTIM: &str = "KAHUA_TEST_STORE_VICTIM";
const RULESET: &str = "id = 'x'\ngame = 'toy'\n";
/// Matches at once.
const TABLES: usize = 16;
/// Events in a finished match.
const LENGTH: u32 = 300;
/// After how many confirmations the victims are killed.
const KILLED_AFTER: [usize; 5] = [3, 40, 200, 411, 800];

#[test]
fn what_was_confirmed_is_there_after_a_kill() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("arena.db");
    let mut confirmed = Confirmed::default();
    for confirmations in KILLED_AFTER {
        confirmed.watch_and_kill(&path, confirmations);
        confirmed.check(&path);
    }
    assert!(confirmed.finished.len() > 10, "too little happened for a test: {} matches", confirmed.finished.len());
}

/// What the killed processes said that the store had confirmed to them.
#[derive(Default)]
struct Confirmed {
    /// Match -> how many of its events.
    journalled: BTreeMap<MatchId, u32>,
    finished: BTreeSet<MatchId>,
}

impl Confirmed {
    fn watch_and_kill(&mut self, path: &Path, confirmations: usize) {
        let mut victim = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_victim", "--ignored", "--nocapture", "--test-threads=1"])
            .env(VICTIM, path)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(victim.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut heard = 0;
        // What it said before it was killed counts, though it is read afterwards.
        for line in said {
            heard += usize::from(self.hear(&line));
            if heard == confirmations {
                victim.kill().unwrap();
            }
        }
        assert!(!victim.wait().unwrap().success());
        assert!(heard >= confirmations, "the victim ended by itself after {heard} confirmations");
    }

    fn hear(&mut self, line: &str) -> bool {
        match line.split(' ').collect::<Vec<_>>()[..] {
            ["journalled", id, events] => {
                self.journalled.insert(id.parse().unwrap(), events.parse().unwrap());
            }
            ["finished", id] => {
                self.finished.insert(id.parse().unwrap());
            }
            _ => return false,
        }
        true
    }

    fn check(&self, path: &Path) {
        let reader = Reader::open(path).unwrap();
        let mut kept = BTreeSet::new();
        for record in reader.records().map(Result::unwrap) {
            let id = record.match_id.parse().unwrap();
            assert_eq!(record, finished(id));
            assert!(kept.insert(id), "{id} counts twice");
        }
        assert!(self.finished.is_subset(&kept), "a finished match is lost");
        let mut open = BTreeMap::new();
        for OpenMatch { header: found, events: prefix } in
            reader.open_matches().unwrap().into_iter().map(Result::unwrap)
        {
            let id: MatchId = found.match_id.parse().unwrap();
            assert_eq!(found, header(id));
            assert_eq!(prefix, events(prefix.len() as u32), "{id}: not what was given first");
            assert!(!kept.contains(&id), "{id} is both open and finished");
            open.insert(id, prefix.len() as u32);
        }
        for (id, events) in &self.journalled {
            assert!(kept.contains(id) || open[id] >= *events, "{id}: {events} events were confirmed, not {}", open[id]);
        }
    }
}

#[tokio::test]
#[ignore = "runs for ever: it is started by the test above, to be killed"]
async fn the_victim() {
    let Some(path) = std::env::var_os(VICTIM) else { return };
    let store = Store::open(Path::new(&path)).unwrap();
    let mut fresh = store.reader().records().count() + store.reader().open_matches().unwrap().len();
    let mut tables: Vec<(MatchId, u32)> = Vec::new();
    for open in store.reader().open_matches().unwrap().into_iter().map(Result::unwrap) {
        tables.push((open.header.match_id.parse().unwrap(), open.events.len() as u32));
    }
    loop {
        while tables.len() < TABLES {
            let id = MatchId::new(1_700_000_000_000 + fresh as u64, [0; 10]);
            fresh += 1;
            store.begin(&header(id), RULESET).await.unwrap();
            tables.push((id, 0));
        }
        for (number, (id, length)) in tables.iter_mut().enumerate() {
            let more = 1 + number as u32;
            for next in *length..*length + more {
                store.journal(*id, next, &[event(next)]).unwrap();
            }
            *length += more;
        }
        store.sync().await.unwrap();
        for (id, length) in &tables {
            println!("journalled {id} {length}");
        }
        for (id, _) in tables.extract_if(.., |(_, length)| *length >= LENGTH) {
            store.finish(&finished(id)).await.unwrap();
            println!("finished {id}");
        }
    }
}

fn header(id: MatchId) -> pb::MatchRecord {
    pb::MatchRecord {
        format: 1,
        match_id: id.to_string(),
        game: "toy".into(),
        ruleset_hash: RulesetHash::of(RULESET).0.into(),
        players: ["ann", "bob"].map(|name| pb::Player { name: name.into(), version: String::new() }).into(),
        ..Default::default()
    }
}

fn finished(id: MatchId) -> pb::MatchRecord {
    let mut record = pb::MatchRecord { events: events(LENGTH), ..header(id) };
    record.digest = Sha256::digest(record.encode_to_vec()).to_vec();
    record
}

fn events(count: u32) -> Vec<pb::RecordedEvent> {
    (0..count).map(event).collect()
}

fn event(number: u32) -> pb::RecordedEvent {
    let action = format!("action-{number}");
    let think_us = u64::from(number) * 1000;
    pb::RecordedEvent { what: Some(What::Move(pb::Move { seat: number % 2, action, think_us, ..Default::default() })) }
}
