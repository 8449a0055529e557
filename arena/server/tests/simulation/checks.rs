//! What must hold for everything on the disk.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kahua_core::verify::verify;
use kahua_engine::DynRuleset;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Rulesets;
use kahua_settings::config::LeagueSettings;
use kahua_store::Reader;
use pb::recorded_event::Event;

use crate::clocks;
use crate::story::SeenEvent;
use crate::witness::Witness;

/// Checks the disk between two lives of the arena, however the first one ended.
pub(crate) fn at_rest(disk: &Reader, witness: &Witness) {
    for open in disk.open_matches().unwrap() {
        let id = open.unwrap().header.match_id;
        assert!(!disk.has_record(id.parse().unwrap()).unwrap(), "match {id} is open and finished");
    }
    for id in &witness.new_ends {
        ended(&witness.ends[id], disk.record(id.parse().unwrap()).unwrap().as_ref());
    }
    disk.check_chain(|fault| panic!("{fault}")).unwrap();
}

/// Bots were told the same end of a match as the record has.
fn ended(told: &pb::Ended, record: Option<&pb::MatchRecord>) {
    let id = &told.match_id;
    let record = record.unwrap_or_else(|| panic!("match {id} was told as ended, and is lost"));
    assert_eq!((&record.termination, &record.results), (&told.termination, &told.results), "match {id}");
    for (opened, kept) in [(&told.seed, &record.seed), (&told.seed_nonce, &record.seed_nonce)] {
        assert!(opened.is_empty() || opened == kept, "match {id}: its luck was told wrong");
    }
}

/// After a clean shutdown, the store has every event of an open match that a bot was told.
pub(crate) fn told_is_kept(disk: &Reader, witness: &Witness) {
    for open in disk.open_matches().unwrap() {
        let open = open.unwrap();
        if let Some(told) = witness.last_told.get(&open.header.match_id) {
            assert!(open.events.len() > *told as usize, "match {}: event {told} is lost", open.header.match_id);
        }
    }
}

/// Checks the disk at the very end.
pub(crate) fn all(
    disk: &Reader,
    rulesets: &Rulesets,
    leagues: &[LeagueSettings],
    innocent: &BTreeSet<String>,
    versions: &BTreeMap<String, String>,
    witness: &Witness,
) {
    assert!(disk.open_matches().unwrap().is_empty(), "a match is open, and nobody plays it");
    let records = records(disk);
    for record in records.values() {
        self::record(record, rulesets, innocent);
    }
    for (id, told) in &witness.ends {
        ended(told, records.get(id));
    }
    for (id, story) in &witness.stories {
        self::story(&records[id], story);
    }
    for league in leagues {
        let of_league: Vec<_> = records.values().filter(|record| record.league == league.name).collect();
        self::league(league, &of_league, versions);
    }
}

fn records(disk: &Reader) -> BTreeMap<String, pb::MatchRecord> {
    disk.records().map(|record| record.unwrap()).map(|record| (record.match_id.clone(), record)).collect()
}

fn record(record: &pb::MatchRecord, rulesets: &Rulesets, innocent: &BTreeSet<String>) {
    let id = &record.match_id;
    let ruleset: &Arc<dyn DynRuleset> = rulesets.find(&record.game).unwrap();
    verify(record, ruleset).unwrap_or_else(|problem| panic!("match {id} doesn't verify: {problem}"));
    clocks::check(record);
    assert!(record.started_unix_ms <= record.ended_unix_ms);
    for (player, result) in record.players.iter().zip(&record.results) {
        let is_unharmed = (result.strikes, result.given_up) == (0, None);
        assert!(
            is_unharmed || !innocent.contains(&player.name),
            "{} suffers in match {id}: {:?}",
            player.name,
            faults(record)
        );
    }
}

fn faults(record: &pb::MatchRecord) -> Vec<&pb::Fault> {
    let faults = record.events.iter().filter_map(|event| match &event.event {
        Some(Event::Fault(fault)) => Some(fault),
        _ => None,
    });
    faults.collect()
}

/// A bot that was told the end was told the whole match, as it is recorded.
fn story(record: &pb::MatchRecord, story: &[SeenEvent]) {
    let public = (0u32..).zip(&record.events).filter_map(|(number, event)| match event.event.as_ref()? {
        Event::Decision(decision) => {
            Some(SeenEvent { number, seat: Some(decision.seat), notation: decision.action.clone() })
        }
        Event::Chance(outcome) => Some(SeenEvent { number, seat: None, notation: outcome.clone() }),
        Event::Fault(_) | Event::Resumption(_) => None,
    });
    let public: Vec<SeenEvent> = public.collect();
    assert_eq!(public.len(), story.len(), "match {}: another story was told", record.match_id);
    for (recorded, told) in public.iter().zip(story) {
        // In some forms, actions have no notation.
        let notation = if told.notation.is_empty() { "" } else { &recorded.notation };
        let recorded = (recorded.number, recorded.seat, notation);
        assert_eq!(recorded, (told.number, told.seat, told.notation.as_str()), "match {}", record.match_id);
    }
}

/// Each match of a set counts once, and the seats are rotated. For the present versions of the bots, all sets are
/// complete, and every group has played its sets. An earlier version may have left some unfinished.
fn league(league: &LeagueSettings, records: &[&pb::MatchRecord], versions: &BTreeMap<String, String>) {
    let mut sets: BTreeMap<&str, BTreeMap<u32, Vec<&pb::MatchRecord>>> = BTreeMap::new();
    for record in records {
        let set = record.set.as_ref().expect("a league's match is of a set");
        assert_eq!(set.size as usize, league.terms.seats);
        sets.entry(&set.set_id).or_default().entry(set.rotation).or_default().push(record);
    }
    let mut complete = 0;
    for (id, rotations) in &sets {
        let seated = |rotation: u32, record: &pb::MatchRecord| {
            let mut players = record.players.clone();
            players.rotate_right(rotation as usize);
            players
        };
        let all = rotations.iter().flat_map(|(rotation, records)| records.iter().map(|one| (*rotation, *one)));
        let orders: Vec<_> = all.map(|(rotation, record)| seated(rotation, record)).collect();
        assert!(orders.iter().all(|order| *order == orders[0]), "the seats of set {id} aren't rotated: {orders:?}");
        for (rotation, records) in rotations {
            let with_places = records.iter().filter(|record| !record.results.is_empty()).count();
            assert!(with_places <= 1, "rotation {rotation} of set {id} counts {with_places} times");
        }
        if orders[0].iter().all(|player| versions[&player.name] == player.version) {
            assert_eq!(rotations.len(), league.terms.seats, "set {id} of {} isn't complete", league.name);
            complete += 1;
        }
    }
    let (bots, sets_each) = (league.bots.len(), league.sets.map_or(1, std::num::NonZeroU32::get) as usize);
    let groups = (0..league.terms.seats).fold(1, |groups, n| groups * (bots - n) / (n + 1));
    assert_eq!(complete, groups * sets_each, "{}: sets that {groups} groups have played", league.name);
}
