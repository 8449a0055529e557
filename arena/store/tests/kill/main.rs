//! If a process is killed while it writes a store, the store keeps everything that it had confirmed.

mod toy;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use kahua_core::ids::MatchId;
use kahua_store::{OpenMatch, Reader};

use self::toy::{events, finished, header};

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

/// What the store had confirmed to the killed processes, as they printed it.
#[derive(Default)]
struct Confirmed {
    /// Match -> how many of its events.
    journalled: BTreeMap<MatchId, u32>,
    finished: BTreeSet<MatchId>,
}

impl Confirmed {
    fn watch_and_kill(&mut self, path: &Path, confirmations: usize) {
        let mut victim = Command::new(env!("CARGO_BIN_EXE_victim")).arg(path).stdout(Stdio::piped()).spawn().unwrap();
        let said = BufReader::new(victim.stdout.take().unwrap()).lines().map(Result::unwrap);
        let mut heard = 0;
        // Lines that it printed before it was killed count, even if they are read afterwards.
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
