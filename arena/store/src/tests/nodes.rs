//! Several arenas that write one store: leases, matches that move to another node, and what a node without a lease
//! can't do.

use kahua_tests::postgres::Postgres;
use kahua_tests::soon;

use super::test_store::TestStore;
use super::*;
use crate::postgres::Session;

/// An empty database for the nodes of a test, unless there is no PostgreSQL.
fn shared(test: &str) -> Option<(TestStore, PostgresUrl)> {
    let place = Postgres::shared(test).map(TestStore::on)?;
    let Location::Postgres(url) = place.location.clone() else { unreachable!("it is on a server") };
    Some((place, url))
}

fn join(url: &PostgresUrl, name: &str) -> (Store, Membership) {
    let card = NodeCard { name: name.into(), address: format!("{name}:1") };
    Store::join(url, &card, None).unwrap()
}

/// Lets the lease of this node end, as if it hadn't renewed it in time.
fn end_lease(place: &TestStore, node: &Membership) {
    let sql = format!("UPDATE nodes SET lease_until = now() - interval '1 s' WHERE number = {}", node.node().0);
    assert_eq!(place.tamper(&sql), 1);
}

/// Takes free matches, as many as this at most.
fn take(node: &mut Membership, limit: u32) -> Result<Vec<Result<OpenMatch, StoreError>>, StoreError> {
    let free = node.free_matches(limit)?;
    node.take_matches(&free.into_iter().map(|free| free.id).collect::<Vec<_>>())
}

fn matches_of(taken: Vec<Result<OpenMatch, StoreError>>) -> Vec<OpenMatch> {
    taken.into_iter().map(Result::unwrap).collect()
}

#[tokio::test]
async fn each_offered_match_is_taken_by_one_node() {
    let Some((_place, url)) = shared("each_offered_match") else { return };
    let (one, mut first) = join(&url, "one");
    let (_two, mut second) = join(&url, "two");
    for n in 0..10 {
        one.offer(&header(n), RULESET).await.unwrap();
    }
    assert_eq!(second.look().unwrap().free_matches, 10);
    let free = second.free_matches(100).unwrap();
    let by_first = matches_of(take(&mut first, 4).unwrap());
    let by_second = matches_of(take(&mut second, 100).unwrap());
    assert_eq!((by_first.len(), by_second.len()), (4, 6));
    let mut taken: Vec<_> = by_first.iter().chain(&by_second).map(|open| open.header.started_unix_ms).collect();
    taken.sort_unstable();
    assert_eq!(taken, (0..10).collect::<Vec<_>>());
    assert!(take(&mut first, 100).unwrap().is_empty());
    let seen: Vec<String> = free.into_iter().map(|free| free.id).collect();
    assert!(second.take_matches(&seen).unwrap().is_empty(), "what was free when it looked isn't any more");
}

#[tokio::test]
async fn the_matches_of_a_node_whose_lease_has_ended_go_on_elsewhere() {
    let Some((place, url)) = shared("the_matches_of_a_node") else { return };
    let (one, first) = join(&url, "one");
    one.begin(&header(1), RULESET).await.unwrap();
    journal(&one, id(1), 0..5).unwrap();
    one.sync().await.unwrap();
    let (two, mut second) = join(&url, "two");
    second.succeed().unwrap();
    assert!(take(&mut second, 9).unwrap().is_empty(), "its node has a lease");

    end_lease(&place, &first);
    second.succeed().unwrap();
    let taken = matches_of(take(&mut second, 9).unwrap());
    assert_eq!(taken, [OpenMatch { header: header(1), events: events(0..5) }]);
    journal(&two, id(1), 5..7).unwrap();
    two.finish(&finished(1, 7)).await.unwrap();
    assert_eq!(place.reader().record_count().unwrap(), 1);
    place.reader().check_chain(|fault| panic!("{fault}")).unwrap();
}

#[tokio::test]
async fn a_node_whose_lease_has_ended_writes_nothing_more() {
    let Some((place, url)) = shared("a_node_whose_lease_has_ended") else { return };
    let (one, mut first) = join(&url, "one");
    one.begin(&header(1), RULESET).await.unwrap();
    end_lease(&place, &first);
    let (two, mut second) = join(&url, "two");
    second.succeed().unwrap();
    assert_eq!(take(&mut second, 9).unwrap().len(), 1);

    // Both believe now that they play match 1, and the first one is even faster.
    let finishing = one.writer.queue().push(Work::Finish(Finished::of(&finished(1, 3)).unwrap()));
    assert!(matches!(first.renew(b"").unwrap_err(), StoreError::LeaseEnded));
    assert!(take(&mut first, 9).unwrap().is_empty());
    two.offer(&header(2), RULESET).await.unwrap();
    let refused = take(&mut first, 9).unwrap_err();
    assert!(refused.to_string().contains("foreign key"), "{refused}");
    two.finish(&finished(1, 4)).await.unwrap();
    drop(one);
    assert!(finishing.await.is_err(), "a match is told as kept that isn't");
    let kept: Vec<_> = place.reader().records().map(Result::unwrap).collect();
    assert_eq!(kept, [finished(1, 4)]);
}

#[tokio::test]
async fn a_node_that_is_lost_within_a_transaction_holds_nobody_up() {
    let Some((place, url)) = shared("a_node_that_is_lost_within_a_transaction") else { return };
    let (one, first) = join(&url, "one");
    one.begin(&header(1), RULESET).await.unwrap();
    one.sync().await.unwrap();
    let (_two, mut second) = join(&url, "two");
    end_lease(&place, &first);
    // Each transaction of a writer changes the row of its node first.
    let lost = Session::connect(&url).unwrap();
    lost.run("BEGIN").unwrap();
    lost.set("UPDATE kahua.nodes SET batch = batch WHERE number = $1", &[&first.node().0]).unwrap();

    second.renew(b"").unwrap();
    second.succeed().unwrap();
    assert_eq!(second.look().unwrap().pairing, Some(second.node()));
    assert!(take(&mut second, 9).unwrap().is_empty(), "it may be written yet");
    drop(lost);
    let taken = || {
        second.succeed().unwrap();
        take(&mut second, 9).unwrap().pop()
    };
    soon(taken).unwrap();
}

#[tokio::test]
async fn nodes_that_finish_matches_at_once_make_one_chain() {
    let Some((place, url)) = shared("nodes_that_finish_matches_at_once") else { return };
    let nodes = ["one", "two", "three"].map(|name| join(&url, name));
    let play = |at: u64, store: Store| async move {
        for n in at * 100..at * 100 + 40 {
            store.begin(&header(n), RULESET).await.unwrap();
            journal(&store, id(n), 0..3).unwrap();
            store.finish(&finished(n, 3)).await.unwrap();
        }
    };
    let playing: Vec<_> = (1..).zip(&nodes).map(|(at, (store, _))| tokio::spawn(play(at, store.clone()))).collect();
    for node in playing {
        node.await.unwrap();
    }
    let reader = place.reader();
    assert_eq!((reader.record_count().unwrap(), reader.last_number().unwrap()), (120, 120));
    assert_eq!(reader.head().unwrap().number, 120);
    reader.check_chain(|fault| panic!("{fault}")).unwrap();
}

#[test]
fn one_node_pairs_until_its_lease_ends() {
    let Some((place, url)) = shared("one_node_pairs") else { return };
    let (_one, mut first) = join(&url, "one");
    let (_two, mut second) = join(&url, "two");
    assert_eq!(second.look().unwrap().pairing, None);
    for (node, status) in [(&mut first, &b"busy"[..]), (&mut second, b"")] {
        node.renew(status).unwrap();
        node.succeed().unwrap();
    }
    let sight = second.look().unwrap();
    assert_eq!(sight.pairing, Some(first.node()));
    let told: Vec<_> = sight.nodes.iter().map(|node| (&*node.card.name, &*node.card.address, &*node.status)).collect();
    assert_eq!(told, [("one", "one:1", &b"busy"[..]), ("two", "two:1", b"")]);

    end_lease(&place, &first);
    second.succeed().unwrap();
    let sight = second.look().unwrap();
    assert_eq!((sight.pairing, sight.nodes.len()), (Some(second.node()), 1));
}

#[tokio::test]
async fn a_node_that_leaves_frees_its_matches_at_once() {
    let Some((_place, url)) = shared("a_node_that_leaves") else { return };
    let (one, first) = join(&url, "one");
    one.begin(&header(1), RULESET).await.unwrap();
    let (_two, mut second) = join(&url, "two");
    first.leave().unwrap();
    assert_eq!(take(&mut second, 9).unwrap().len(), 1);
}

#[tokio::test]
async fn a_node_takes_the_place_of_the_one_that_had_its_name() {
    let Some((_place, url)) = shared("a_node_takes_the_place") else { return };
    let (one, mut first) = join(&url, "one");
    one.begin(&header(1), RULESET).await.unwrap();
    let (_again, mut second) = join(&url, "one");
    assert_eq!(take(&mut second, 9).unwrap().len(), 1);
    assert!(matches!(first.renew(b"").unwrap_err(), StoreError::LeaseEnded));

    // Two that have one name must not take each other's place again and again.
    let card = NodeCard { name: "one".into(), address: "elsewhere:1".into() };
    let refused = Store::join(&url, &card, Some(first.node())).unwrap_err();
    assert!(matches!(&refused, StoreError::NameTaken { address, .. } if address == "one:1"), "{refused:?}");
    second.leave().unwrap();
    Store::join(&url, &card, Some(first.node())).unwrap();
}

#[tokio::test]
async fn an_arena_is_alone_or_a_node() {
    let Some((place, url)) = shared("an_arena_is_alone_or_a_node") else { return };
    let alone = place.open();
    alone.begin(&header(1), RULESET).await.unwrap();
    let card = NodeCard { name: "one".into(), address: String::new() };
    assert!(matches!(Store::join(&url, &card, None).unwrap_err(), StoreError::InUse { .. }));
    drop(alone);
    let (one, mut first) = join(&url, "one");
    assert!(matches!(Store::open(&place.location).unwrap_err(), StoreError::InUse { .. }));
    assert_eq!(take(&mut first, 9).unwrap().len(), 1, "nobody else plays it any more");
    drop((one, first));
    let again = place.open();
    journal(&again, id(1), 0..2).unwrap();
    again.finish(&finished(1, 2)).await.unwrap();
}

#[test]
fn nodes_know_where_bots_are() {
    let Some((_place, url)) = shared("nodes_know_where_bots_are") else { return };
    let (_one, mut first) = join(&url, "one");
    let (_two, mut second) = join(&url, "two");
    let told = |presence: Presence| (presence.bot.to_string(), presence.node, presence.profile);
    let seen_by = |node: &mut Membership, of: NodeNumber, after| {
        node.presence_since(&[(of, after)]).unwrap().into_iter().map(told).collect::<Vec<_>>()
    };
    first.report_presence(&[(name("ann"), Some(b"1".to_vec())), (name("bob"), Some(b"2".to_vec()))]).unwrap();
    let mut bots = seen_by(&mut second, first.node(), 0);
    bots.sort();
    assert_eq!(
        bots,
        [("ann".into(), first.node(), Some(b"1".to_vec())), ("bob".into(), first.node(), Some(b"2".to_vec()))]
    );
    // Ann goes to the other node before the first one notices that she has left.
    second.report_presence(&[(name("ann"), Some(b"3".to_vec()))]).unwrap();
    first.report_presence(&[(name("ann"), None), (name("bob"), None)]).unwrap();
    assert_eq!(seen_by(&mut second, first.node(), 1), [("bob".into(), first.node(), None)]);
    assert_eq!(seen_by(&mut first, second.node(), 0), [("ann".into(), second.node(), Some(b"3".to_vec()))]);
    assert_eq!(second.look().unwrap().nodes[0].arrivals, 2);
}

#[tokio::test]
async fn nodes_notice_each_others_settings() {
    let Some((_place, url)) = shared("nodes_notice") else { return };
    let (one, _first) = join(&url, "one");
    let (_two, mut second) = join(&url, "two");
    let settings = |node: &mut Membership| node.look().unwrap().nodes[0].settings;
    let before = settings(&mut second);
    one.begin(&header(1), RULESET).await.unwrap();
    assert_eq!(settings(&mut second), before);
    one.set_token(&name("ann"), TokenHash([1; 32])).await.unwrap();
    assert_eq!(settings(&mut second), before + 1);
}

#[tokio::test]
async fn everybody_sees_who_plays_a_match() {
    let Some((_place, url)) = shared("everybody_sees_who_plays_a_match") else { return };
    let (one, mut first) = join(&url, "one");
    let (_two, second) = join(&url, "two");
    one.begin(&header(1), RULESET).await.unwrap();
    one.offer(&header(2), RULESET).await.unwrap();
    let node_of = |number| {
        let held = second.nodes().held_matches(&[id(1), id(2), id(3)]).unwrap();
        held.get(&id(number)).map(|held| (held.header.match_id.clone(), held.node))
    };
    assert_eq!(node_of(1), Some((id(1).to_string(), Some(first.node()))));
    assert_eq!(node_of(2), Some((id(2).to_string(), None)), "no node has taken it yet");
    assert_eq!(node_of(3), None);
    take(&mut first, 9).unwrap();
    assert_eq!(node_of(2), Some((id(2).to_string(), Some(first.node()))));
    journal(&one, id(1), 0..2).unwrap();
    one.finish(&finished(1, 2)).await.unwrap();
    assert_eq!(node_of(1), None);
}
