//! What an arena relies on, with either database.

use super::test_store::{TestStore, over_each_database};
use super::*;

over_each_database!(
    a_match_is_open_until_its_record_is_kept,
    those_of_many_matches_that_have_records_are_told_at_once,
    the_same_record_again_changes_nothing_and_another_one_is_refused,
    a_record_with_a_wrong_digest_or_id_is_refused_and_its_match_stays_open,
    begin_wants_a_new_match_and_its_own_ruleset,
    the_journal_takes_events_once_and_without_gaps,
    events_that_wait_when_their_match_ends_do_not_come_back,
    events_are_written_soon_without_anybody_asking,
    one_arena_at_a_time,
    a_damaged_journal_concerns_its_own_match_only,
    bots_and_settings_are_kept,
    suspensions_are_kept_until_they_end,
);

async fn a_match_is_open_until_its_record_is_kept(place: TestStore) {
    let store = place.open();
    store.begin(&header(1), RULESET).await.unwrap();
    journal(&store, id(1), 0..3).unwrap();
    journal(&store, id(1), 3..4).unwrap();
    drop(store);

    let store = place.open();
    assert_eq!(open_matches(&store), [OpenMatch { header: header(1), events: events(0..4) }]);
    journal(&store, id(1), 4..6).unwrap();
    store.sync().await.unwrap();
    assert_eq!(open_matches(&store)[0].events, events(0..6));
    assert_eq!(store.reader().record(id(1)).unwrap(), None);

    store.finish(&finished(1, 7)).await.unwrap();
    drop(store);
    let reader = place.reader();
    assert_eq!(reader.open_matches().unwrap().len(), 0);
    assert_eq!(reader.record(id(1)).unwrap(), Some(finished(1, 7)));
    assert_eq!(reader.ruleset(RulesetHash::of(RULESET)).unwrap().as_deref(), Some(RULESET));
    assert_eq!(place.tamper("DELETE FROM journal"), 0, "the journal of a finished match is gone");
}

async fn those_of_many_matches_that_have_records_are_told_at_once(place: TestStore) {
    let store = place.open();
    for n in 1..4 {
        store.begin(&header(n), RULESET).await.unwrap();
    }
    store.finish(&finished(2, 3)).await.unwrap();
    let recorded = |ids: &[MatchId]| store.reader().recorded_among(ids).unwrap();
    assert_eq!(recorded(&[id(1), id(2), id(3), id(9)]), [id(2)]);
    assert!(recorded(&[]).is_empty());
}

async fn the_same_record_again_changes_nothing_and_another_one_is_refused(place: TestStore) {
    let store = place.open();
    store.begin(&header(1), RULESET).await.unwrap();
    assert_eq!(store.finish(&finished(1, 5)).await.unwrap(), 1);
    assert_eq!(store.finish(&finished(2, 5)).await.unwrap(), 2);
    assert_eq!(store.finish(&finished(1, 5)).await.unwrap(), 1);
    assert_eq!(store.reader().last_number().unwrap(), 2);
    let error = store.finish(&finished(1, 6)).await.unwrap_err();
    assert!(matches!(error, StoreError::OtherRecord(of) if of == id(1)), "{error}");
    let kept: Vec<_> = store.reader().records().map(Result::unwrap).collect();
    assert_eq!(kept, [finished(1, 5), finished(2, 5)]);
}

async fn a_record_with_a_wrong_digest_or_id_is_refused_and_its_match_stays_open(place: TestStore) {
    let store = place.open();
    store.begin(&header(1), RULESET).await.unwrap();
    let wrong_digest = pb::MatchRecord { rated: true, ..finished(1, 5) };
    assert!(matches!(store.finish(&wrong_digest).await, Err(StoreError::BadRecord { .. })));
    let wrong_id = sealed(pb::MatchRecord { match_id: "one".into(), ..finished(1, 5) });
    assert!(matches!(store.finish(&wrong_id).await, Err(StoreError::BadRecord { .. })));
    journal(&store, id(1), 0..1).unwrap();
}

async fn begin_wants_a_new_match_and_its_own_ruleset(place: TestStore) {
    let store = place.open();
    let error = store.begin(&header(1), "id = 'y'").await.unwrap_err();
    assert!(error.to_string().contains("isn't the one that its header names"), "{error}");
    store.begin(&header(1), RULESET).await.unwrap();
    assert!(matches!(store.begin(&header(1), RULESET).await, Err(StoreError::BegunBefore(_))));
    store.finish(&finished(3, 1)).await.unwrap();
    assert!(matches!(store.begin(&header(3), RULESET).await, Err(StoreError::BegunBefore(_))));
    store.begin(&header(2), RULESET).await.unwrap();
    assert_eq!(open_matches(&store).len(), 2);
}

async fn the_journal_takes_events_once_and_without_gaps(place: TestStore) {
    let store = place.open();
    assert!(matches!(journal(&store, id(1), 0..1), Err(StoreError::NotOpen(_))));
    store.begin(&header(1), RULESET).await.unwrap();
    journal(&store, id(1), 0..3).unwrap();
    journal(&store, id(1), 1..3).unwrap();
    journal(&store, id(1), 2..5).unwrap();
    assert!(matches!(journal(&store, id(1), 6..7), Err(StoreError::Gap { given: 6, expected: 5, .. })));
    store.sync().await.unwrap();
    journal(&store, id(1), 4..6).unwrap();
    store.sync().await.unwrap();
    assert_eq!(open_matches(&store)[0].events, events(0..6));
}

async fn events_that_wait_when_their_match_ends_do_not_come_back(place: TestStore) {
    let store = place.open();
    store.begin(&header(1), RULESET).await.unwrap();
    journal(&store, id(1), 0..4).unwrap();
    store.finish(&finished(1, 5)).await.unwrap();
    assert!(matches!(journal(&store, id(1), 5..6), Err(StoreError::NotOpen(_))));
    store.sync().await.unwrap();
    assert_eq!(open_matches(&store), []);
}

async fn events_are_written_soon_without_anybody_asking(place: TestStore) {
    let store = place.open();
    store.begin(&header(1), RULESET).await.unwrap();
    journal(&store, id(1), 0..2).unwrap();
    let other = place.reader();
    for _ in 0..9_000 {
        if other.open_matches().unwrap()[0].as_ref().unwrap().events == events(0..2) {
            return;
        }
        tokio::time::sleep(FLUSH_INTERVAL).await;
    }
    panic!("the events never came to the disk");
}

async fn one_arena_at_a_time(place: TestStore) {
    let first = place.open();
    let error = Store::open(&place.location).unwrap_err();
    assert!(matches!(error, StoreError::InUse { .. }), "{error}");
    drop(place.reader());
    assert!(Store::is_in_use(&place.location).unwrap());
    let handle = first.clone();
    drop(first);
    Store::open(&place.location).unwrap_err();
    drop(handle);
    assert!(!Store::is_in_use(&place.location).unwrap());
    place.open();
}

async fn a_damaged_journal_concerns_its_own_match_only(place: TestStore) {
    let store = place.open();
    for n in 0..3 {
        store.begin(&header(n), RULESET).await.unwrap();
        for number in 0..3 {
            journal(&store, id(n), number..number + 1).unwrap();
            store.sync().await.unwrap();
        }
    }
    drop(store);
    let sql = "DELETE FROM journal
        WHERE match_key = (SELECT max(key) FROM open_matches) AND first_event = 1";
    assert_eq!(place.tamper(sql), 1);
    let store = place.open();
    let open = store.reader().open_matches().unwrap();
    assert_eq!(open.iter().filter(|open| open.is_ok()).count(), 2);
    let error = open[2].as_ref().unwrap_err().to_string();
    assert!(error.contains("goes on with event 2 after 1 events"), "{error}");
    store.begin(&header(3), RULESET).await.unwrap();
    assert_eq!(store.reader().open_matches().unwrap().len(), 4);
}

async fn bots_and_settings_are_kept(place: TestStore) {
    let store = place.open();
    store.set_version(&name("bob"), "2").await.unwrap();
    store.set_token(&name("bob"), TokenHash([1; 32])).await.unwrap();
    store.set_token(&name("ann"), TokenHash([2; 32])).await.unwrap();
    store.set_token(&name("ann"), TokenHash([3; 32])).await.unwrap();
    let ann = KnownBot { name: name("ann"), version: String::new(), token: Some(TokenHash([3; 32])) };
    let bob = KnownBot { name: name("bob"), version: "2".into(), token: Some(TokenHash([1; 32])) };
    assert_eq!(store.reader().bots().unwrap(), [ann.clone(), bob]);
    assert_eq!(store.reader().bot(&name("ann")).unwrap(), Some(ann));
    assert_eq!(store.reader().bot(&name("cid")).unwrap(), None);
    store.set_meta("seed", b"1").await.unwrap();
    store.set_meta("seed", b"2").await.unwrap();
    assert_eq!(store.reader().meta("seed").unwrap().as_deref(), Some(&b"2"[..]));
    assert_eq!(store.reader().meta("sand").unwrap(), None);
}

async fn suspensions_are_kept_until_they_end(place: TestStore) {
    let store = place.open();
    let suspension = pb::Suspension { reason: "it hangs".into(), ..Default::default() };
    store.suspend(&name("bob"), &suspension).await.unwrap();
    store.suspend(&name("ann"), &suspension).await.unwrap();
    store.set_meta("suspender", b"no suspension").await.unwrap();
    assert_eq!(store.reader().suspensions().unwrap(), [(name("ann"), suspension.clone()), (name("bob"), suspension)]);
    store.let_back(&name("ann")).await.unwrap();
    let left = place.reader().suspensions().unwrap();
    assert_eq!(left.into_iter().map(|(bot, _)| bot).collect::<Vec<_>>(), [name("bob")]);
}
