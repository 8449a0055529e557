//! Records with texts that must never be shown raw.

use std::path::Path;

use kahua_core::ids::MatchId;
use kahua_core::referee::seal;
use kahua_engine::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Reader, Store};
use pb::recorded_event::Event;
use pb::termination::Kind;

/// Puts records into a store in which matches were played, with a hostile text in every place that has one: a finished
/// match, an aborted one, and one with an action that can't be read. An arena of a later or an earlier version may have
/// accepted such texts. Returns their ids.
pub(crate) fn keep_hostile_records(path: &Path, text: &str) -> [String; 3] {
    let mut of_play: Vec<_> = Reader::open(path).unwrap().records().map(Result::unwrap).collect();
    let mut finished = of_play.remove(0);
    let bot = finished.players[0].name.clone();
    finished.players.iter_mut().for_each(|player| player.version = text.into());
    finished.league = text.into();
    finished.set.as_mut().expect("it is part of a set").set_id = text.into();
    let fault = pb::Fault { cause: pb::FaultCause::Illegal.into(), detail: text.into(), ..Default::default() };
    finished.events.insert(0, pb::RecordedEvent { event: Some(Event::Fault(fault)) });
    first_decision(&mut finished).comment = text.into();

    let mut aborted = finished.clone();
    aborted.termination = Some(pb::Termination { kind: Kind::Aborted.into(), reason: text.into() });
    let mut broken = finished.clone();
    broken.events.remove(0);
    first_decision(&mut broken).action = text.into();

    let mut records = [finished, aborted, broken];
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(path).unwrap();
        for (number, record) in records.iter_mut().enumerate() {
            record.match_id = MatchId::new(1_900_000_000_000 + number as u64, [7; 10]).to_string();
            seal(record);
            let hash = RulesetHash(record.ruleset_hash.as_slice().try_into().unwrap());
            let ruleset = store.reader().ruleset(hash).unwrap().unwrap();
            let header = pb::MatchRecord { events: Vec::new(), results: Vec::new(), ..record.clone() };
            store.begin(&header, &ruleset).await.unwrap();
            store.finish(record).await.unwrap();
        }
        store.set_version(&bot.parse().unwrap(), text).await.unwrap();
    });
    records.map(|record| record.match_id)
}

fn first_decision(record: &mut pb::MatchRecord) -> &mut pb::Decision {
    let decisions = record.events.iter_mut().filter_map(|event| match &mut event.event {
        Some(Event::Decision(decision)) => Some(decision),
        _ => None,
    });
    decisions.into_iter().next().expect("somebody decided")
}
