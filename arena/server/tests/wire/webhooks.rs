//! Webhooks: what a receiver is sent by a whole arena.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::{FormatKind, LeagueSettings, WebhookSettings};
use kahua_store::{Location, Store};
use kahua_tests::postgres::Postgres;
use kahua_tests::receiver::{Received, Receiver};
use pb::league_status::State;
use serde_json::json;

use crate::corrections::{annul, correct};
use crate::overrides::{between, until};
use crate::support::{Bot, TestArena, config, league, pair};

/// Settings with this league, and a webhook for this receiver.
fn settings(league: LeagueSettings, folder: &Path, receiver: &Receiver, events: &[&str]) -> Config {
    let secret = folder.join("relay.secret");
    fs::write(&secret, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n").unwrap();
    let text =
        format!("[[webhook]]\nname = 'relay'\nurl = '{}'\nsecret_file = 'x'\nevents = {events:?}\n", receiver.url());
    let webhook = Config::parse(&text).unwrap().webhooks.remove(0);
    Config { webhooks: vec![WebhookSettings { secret_file: secret, ..webhook }], ..config([league]) }
}

const ALL: [&str; 6] = ["result", "round", "league_over", "suspension", "correction", "health"];

#[tokio::test]
async fn a_receiver_is_sent_what_happens_until_it_takes_it() {
    let (folder, mut receiver) = (tempfile::tempdir().unwrap(), Receiver::start("500 Oh").await);
    let config = settings(league(), folder.path(), &receiver, &ALL);
    let arena = TestArena::with(config, Store::open_in_memory().unwrap()).await;
    let (a, b) = pair(&arena).await;
    let bots = tokio::join!(a.play(2), b.play(2));
    let tries = [receiver.next().await, receiver.next().await];
    receiver.answer("204 No Content");
    let first = receiver.taken().await;
    assert!(tries.iter().all(|earlier| earlier.id() == first.id() && earlier.body == first.body), "{tries:?}");
    let mut taken = vec![first, receiver.taken().await, receiver.taken().await];
    assert_eq!(kinds(&taken), ["result", "result", "league_over"]);
    assert_eq!(taken[0].json()["data"]["players"].as_array().unwrap().len(), 2);
    assert_eq!(taken[2].json()["data"], json!({"league": "l", "season": 1, "played": 2}));

    let match_id = taken[1].json()["data"]["match_id"].as_str().unwrap().to_owned();
    correct(&arena, annul(&match_id)).await.unwrap();
    taken.push(receiver.taken().await);
    assert_eq!(taken[3].json()["text"], format!("match {match_id} is annulled: a reason"));
    assert_eq!(taken[3].json()["data"]["annulled"]["match_id"], match_id);
    arena.app.suspend("a".parse().unwrap(), "it fails".into()).await;
    taken.push(receiver.taken().await);
    assert_eq!(taken[4].json()["data"], json!({"bot": "a", "suspended": true, "reason": "it fails"}));
    arena.app.let_back("a".parse().unwrap()).await.unwrap();
    taken.push(receiver.taken().await);
    assert_eq!(taken[5].json()["data"]["suspended"], false);
    assert_eq!(kinds(&taken[3..]), ["correction", "suspension", "suspension"]);
    assert_eq!(by_id(&taken).len(), taken.len(), "each event has an id of its own");
    drop(bots);
    arena.stop().await;
}

#[tokio::test]
async fn what_could_not_be_sent_is_sent_after_a_restart() {
    let (folder, mut receiver) = (tempfile::tempdir().unwrap(), Receiver::start("503 Later").await);
    let file = folder.path().join("arena.db");
    // More results than may wait in memory.
    let long = LeagueSettings { sets: 30.try_into().ok(), ..league() };
    let config = settings(long, folder.path(), &receiver, &["result", "league_over"]);
    let arena = TestArena::with(config.clone(), Store::open(&file).unwrap()).await;
    let (a, b) = pair(&arena).await;
    let bots = tokio::join!(a.play(60), b.play(60));
    until(&arena, State::Over).await;
    let tried = receiver.next().await;
    drop(bots);
    arena.stop().await;

    let arena = TestArena::with(config, Store::open(&file).unwrap()).await;
    receiver.answer("200 OK");
    let mut taken = vec![receiver.taken().await];
    assert_eq!(taken[0].id(), tried.id());
    while taken.len() < 61 {
        taken.push(receiver.taken().await);
    }
    let taken = by_id(&taken);
    let results = taken.values().filter(|taken| taken.kind() == "result").count();
    assert_eq!((results, taken.len()), (60, 61), "60 results, and the end of the league");
    assert!(taken.values().all(|taken| taken.json()["missed"] == 0));
    arena.stop().await;
}

#[tokio::test]
async fn rounds_are_told_as_they_are_announced() {
    let (folder, mut receiver) = (tempfile::tempdir().unwrap(), Receiver::start("204 No Content").await);
    let three = between(&["a", "b", "c"]);
    let swiss = LeagueSettings { format: FormatKind::Swiss, rounds: 2.try_into().ok(), announce_s: Some(1), ..three };
    let config = settings(swiss, folder.path(), &receiver, &["round"]);
    let arena = TestArena::with(config, Store::open_in_memory().unwrap()).await;
    let mut bots = BTreeMap::new();
    for name in ["a", "b", "c"] {
        bots.insert(name.to_owned(), Bot::enter(&arena, name).await);
    }
    for number in 1..=2 {
        let told = receiver.taken().await.json();
        let round = &told["data"]["round"];
        assert_eq!((&told["data"]["league"], &round["number"]), (&json!("l"), &json!(number)));
        let table: Vec<String> = serde_json::from_value(round["tables"][0]["bots"].clone()).unwrap();
        assert_eq!(told["text"], format!("round {number} of league l: {}", table.join(" - ")));
        let [one, other] = [0, 1].map(|at| bots.remove(&table[at]).unwrap());
        let (one, other) = tokio::join!(one.play(2), other.play(2));
        bots.extend([(table[0].clone(), one), (table[1].clone(), other)]);
    }
    arena.stop().await;
}

#[tokio::test]
async fn of_several_nodes_one_sends() {
    let Some(server) = Postgres::shared("of_several_nodes_one_sends") else { return };
    let Ok(Location::Postgres(url)) = server.new_database().parse() else { panic!("it is the address of a database") };
    let (folder, mut receiver) = (tempfile::tempdir().unwrap(), Receiver::start("204 No Content").await);
    let config = settings(league(), folder.path(), &receiver, &["result", "league_over", "suspension"]);
    let nodes = [TestArena::node(config.clone(), "one", &url).await, TestArena::node(config, "two", &url).await];
    let (a, b) = (Bot::enter(&nodes[0], "a").await, Bot::enter(&nodes[1], "b").await);
    let bots = tokio::join!(a.play(2), b.play(2));
    let taken = [receiver.taken().await, receiver.taken().await, receiver.taken().await];
    assert_eq!(kinds(&taken), ["result", "result", "league_over"]);
    assert!(receiver.next_within(Duration::from_secs(3)).await.is_none(), "the other node sends nothing");
    // The node that pairs next goes on where the other one has ended.
    let told = nodes[0].app.nodes().expect("it is a node");
    let mut nodes = Vec::from(nodes);
    let pairing = told.iter().position(|node| node.pairs).expect("one of them pairs");
    nodes.remove(pairing).stop().await;
    nodes[0].app.suspend("b".parse().unwrap(), "it fails".into()).await;
    assert_eq!(kinds(&[receiver.taken().await]), ["suspension"]);
    drop(bots);
    nodes.remove(0).stop().await;
}

fn kinds(received: &[Received]) -> Vec<String> {
    received.iter().map(Received::kind).collect()
}

fn by_id(received: &[Received]) -> BTreeMap<&str, &Received> {
    received.iter().map(|received| (received.id(), received)).collect()
}
