//! Pages and filters of the list of matches.

use super::test_store::{TestStore, over_each_database};
use super::*;

over_each_database!(
    pages_go_from_running_to_finished_and_from_new_to_old,
    each_filter_selects_among_running_and_finished_matches_alike,
    no_match_is_missed_while_others_end,
);

async fn pages_go_from_running_to_finished_and_from_new_to_old(place: TestStore) {
    let store = place.open();
    for n in 0..9 {
        store.begin(&header(n), RULESET).await.unwrap();
        journal(&store, id(n), 0..2).unwrap();
    }
    for n in 0..6 {
        store.finish(&finished(n, 3)).await.unwrap();
    }
    store.sync().await.unwrap();
    let all = Query { limit: 4, ..Query::default() };
    let pages = walk(&store, all);
    assert_eq!(
        pages.iter().map(|page| starts(page)).collect::<Vec<_>>(),
        [vec![8, 7, 6, 5], vec![4, 3, 2, 1], vec![0]]
    );
    for summary in pages.concat() {
        let running = starts(std::slice::from_ref(&summary))[0] >= 6;
        assert_eq!((summary.running, summary.ended_at.is_none()), (running, running));
        assert_eq!(summary.events, if running { 2 } else { 3 });
    }
    let whole_pages = Query { limit: 3, ..Query::default() };
    assert_eq!(walk(&store, whole_pages).len(), 3);
    assert_eq!("x7".parse::<Cursor>(), Err(ParseCursorError));
    assert_eq!("".parse::<Cursor>(), Err(ParseCursorError));
}

/// All pages that follow from this query, each fetched with the cursor of the one before as text.
fn walk(store: &Store, mut query: Query) -> Vec<Vec<pb::MatchSummary>> {
    let mut pages = Vec::new();
    loop {
        let page = store.reader().summaries(&query).unwrap();
        pages.push(page.matches.into_iter().map(Result::unwrap).collect());
        let Some(next) = page.next else { return pages };
        query.after = Some(next.to_string().parse().unwrap());
    }
}

/// When each match started, by which the tests tell them apart.
fn starts(summaries: &[pb::MatchSummary]) -> Vec<i64> {
    summaries.iter().map(|summary| unix_ms(summary.started_at.as_ref().unwrap()).unwrap()).collect()
}

async fn each_filter_selects_among_running_and_finished_matches_alike(place: TestStore) {
    let store = place.open();
    fill(&store).await;
    assert_filtered(store.reader());
}

/// Nine matches of [`header`]. The first six are finished, every third one is of league "l", and bob has version 2 in
/// match 1.
async fn fill(store: &Store) {
    let header = |n: u64| {
        let mut header = header(n);
        header.league = if n.is_multiple_of(3) { "l" } else { "" }.into();
        header.season = if n >= 3 { n as u32 / 3 } else { 0 };
        if n == 1 {
            header.players[1].version = "2".into();
        }
        header
    };
    for n in 0..9 {
        store.begin(&header(n), RULESET).await.unwrap();
    }
    for n in 0..6 {
        store.finish(&sealed(header(n))).await.unwrap();
    }
}

fn assert_filtered(reader: &Reader) {
    let found = |filter: Filter| {
        let page = reader.summaries(&Query { filter, limit: 100, ..Query::default() }).unwrap();
        assert_eq!(page.next, None);
        starts(&page.matches.into_iter().map(Result::unwrap).collect::<Vec<_>>())
    };
    let text = |text: &str| Some(text.to_owned());
    let any = Filter::default;
    assert_eq!(found(Filter { game: text("even"), ..any() }), [8, 6, 4, 2, 0]);
    assert_eq!(found(Filter { league: text("l"), ..any() }), [6, 3, 0]);
    assert_eq!(found(Filter { league: text(""), ..any() }), [8, 7, 5, 4, 2, 1]);
    assert_eq!(found(Filter { bot: Some(name("bob")), ..any() }), [2, 1, 0]);
    assert_eq!(found(Filter { bot: Some(name("cid")), ..any() }), [8, 7, 6, 5, 4, 3]);
    assert_eq!(found(Filter { version: text("2"), ..any() }), [1]);
    assert_eq!(found(Filter { version: text("1"), ..any() }), [8, 7, 6, 5, 4, 3, 2, 1, 0]);
    assert_eq!(found(Filter { bot: Some(name("bob")), version: text("1"), ..any() }), [2, 0]);
    assert_eq!(found(Filter { bot: Some(name("ann")), version: text("2"), ..any() }), [0; 0]);
    let season = |number: &str| Some(number.parse().unwrap());
    assert_eq!(found(Filter { season: season("2"), ..any() }), [8, 7, 6]);
    assert_eq!(found(Filter { season: season("1"), ..any() }), [5, 4, 3, 2, 1, 0], "records of old name no season");
    assert_eq!(found(Filter { season: season("1"), league: text("l"), ..any() }), [3, 0]);
    assert_eq!(found(Filter { running: Some(true), ..any() }), [8, 7, 6]);
    assert_eq!(found(Filter { running: Some(false), ..any() }), [5, 4, 3, 2, 1, 0]);
    assert_eq!(found(Filter { started_from_ms: Some(5), ..any() }), [8, 7, 6, 5]);
    assert_eq!(found(Filter { started_before_ms: Some(2), ..any() }), [1, 0]);
    let both = Filter { started_from_ms: Some(2), started_before_ms: Some(8), game: text("even"), ..any() };
    assert_eq!(found(both), [6, 4, 2]);
    assert!(reader.has_matches_of("l").unwrap());
    assert!(!reader.has_matches_of("m").unwrap());
}

async fn no_match_is_missed_while_others_end(place: TestStore) {
    let store = place.open();
    for n in 0..8 {
        store.begin(&header(n), RULESET).await.unwrap();
    }
    let (mut query, mut seen) = (Query { limit: 1, ..Query::default() }, Vec::new());
    // Between two pages two matches end: the newest one, which was listed as running, and the oldest one, which wasn't
    // listed yet.
    let mut ends = [[7, 0], [6, 1], [5, 2], [4, 3]].into_iter();
    loop {
        let page = store.reader().summaries(&query).unwrap();
        seen.extend(page.matches.into_iter().map(Result::unwrap));
        let Some(next) = page.next else { break };
        query.after = Some(next);
        for n in ends.next().into_iter().flatten() {
            store.finish(&finished(n, 1)).await.unwrap();
        }
    }
    let mut seen = starts(&seen);
    seen.sort();
    seen.dedup();
    assert_eq!(seen, (0..8).collect::<Vec<_>>());
}
