//! What must hold after a storm, seen from outside.

use std::collections::BTreeMap;

use kahua_core::verify::verify;
use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;

use crate::bot::Notes;

/// Checks the records of a league that was played to its end: each match has exactly one record, all follow from the
/// rules, and no bot has lost anything to the storm.
pub(crate) fn check_records(store: &Store, matches: u64, notes: &Notes) {
    assert!(notes.faults.is_empty(), "{:#?}", notes.faults);
    let mut records = BTreeMap::new();
    for record in store.reader().records().map(Result::unwrap) {
        verify(&record, &(Toy::ruleset() as _)).unwrap_or_else(|problem| panic!("{problem}: {record:?}"));
        let kind = record.termination.as_ref().map(pb::Termination::kind);
        assert_eq!(kind, Some(pb::termination::Kind::Finished), "{record:?}");
        for result in &record.results {
            assert_eq!((result.strikes, result.given_up), (0, None), "{record:?}");
        }
        let earlier = records.insert(record.match_id.clone(), record);
        assert!(earlier.is_none(), "{earlier:?} counts twice");
    }
    assert_eq!(records.len() as u64, matches, "the league is complete");
    for (id, ended) in &notes.ends {
        let record = records.get(id).unwrap_or_else(|| panic!("match {id} was told as ended and is lost"));
        assert_eq!(record.results, ended.results, "match {id}");
    }
}

/// Checks that the standings follow from the records alone, and not from what a run of the arena remembers.
pub(crate) fn check_standings(store: &Store, standings: &[pb::PoolStandings]) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let (config, rulesets) = (Config::default(), Rulesets::of([Toy::ruleset() as _]));
        let rebuilt = App::build(&config, rulesets, store.clone()).await.unwrap();
        assert_eq!(rebuilt.standings(), standings);
        rebuilt.drain().await;
    });
}
