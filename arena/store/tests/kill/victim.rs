//! Writes matches to a store for ever, and prints what the store confirms. The test `kill` starts it, and kills it.

mod toy;

use std::path::Path;

use kahua_core::ids::MatchId;
use kahua_core::referee::EventLog;
use kahua_store::Store;

use self::toy::{LENGTH, RULESET, events, finished, header};

/// How many matches are open at once.
const OPEN_MATCHES: usize = 16;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let path = std::env::args_os().nth(1).expect("the path of a store");
    let store = Store::open(Path::new(&path)).unwrap();
    let mut fresh = store.reader().records().count() + store.reader().open_matches().unwrap().len();
    let mut open_matches: Vec<(MatchId, u32)> = Vec::new();
    for open in store.reader().open_matches().unwrap().into_iter().map(Result::unwrap) {
        open_matches.push((open.header.match_id.parse().unwrap(), open.events.len() as u32));
    }
    loop {
        while open_matches.len() < OPEN_MATCHES {
            let id = MatchId::new(1_700_000_000_000 + fresh as u64, [0; 10]);
            fresh += 1;
            store.begin(&header(id), RULESET).await.unwrap();
            open_matches.push((id, 0));
        }
        for (number, (id, length)) in open_matches.iter_mut().enumerate() {
            let more = 1 + number as u32;
            let log: EventLog = events(*length + more).iter().collect();
            for next in *length..*length + more {
                store.journal(*id, log.from(next as usize)).unwrap();
            }
            *length += more;
        }
        store.sync().await.unwrap();
        for (id, length) in &open_matches {
            println!("journalled {id} {length}");
        }
        for (id, _) in open_matches.extract_if(.., |(_, length)| *length >= LENGTH) {
            store.finish(&finished(id)).await.unwrap();
            println!("finished {id}");
        }
    }
}
