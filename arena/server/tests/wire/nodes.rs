//! Arenas that share a store: what callers of one node can see and do with a match that another node plays.

use std::time::Duration;

use kahua_cluster::OpenStore;
use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::{NodeSettings, Tokens};
use kahua_store::{Location, NodesReader, PostgresUrl};
use kahua_tests::postgres::Postgres;
use pb::termination::Kind;
use tokio::time::{sleep, timeout};
use tonic::{Code, Streaming};

use crate::access::{Leagues, leagues_with};
use crate::support::{Bot, PATIENCE, TestArena, assert_refused, config, first, hello, league};

/// Two nodes that play one league. Each has one of its bots.
pub(crate) struct Two {
    pub(crate) nodes: [TestArena; 2],
    /// An organizer's calls at each node.
    pub(crate) leagues: [Leagues; 2],
    /// The one that is asked first.
    first: Bot,
    second: Bot,
    /// A bot that plays nowhere.
    watcher: String,
}

impl Two {
    /// `None` without PostgreSQL.
    pub(crate) async fn start(test: &str) -> Option<Two> {
        let url = Postgres::shared(test)?.new_database();
        let Ok(Location::Postgres(url)) = url.parse() else { panic!("{url} is the address of a database") };
        let nodes = [node(&url, "one").await, node(&url, "two").await];
        let mut leagues = [leagues_with(&nodes[0], "organizer").await, leagues_with(&nodes[1], "organizer").await];
        let [a, b, watcher] = ["a", "b", "watcher"];
        let mut tokens = Vec::new();
        for name in [a, b, watcher] {
            let made = leagues[0].create_bot(pb::CreateBotRequest { name: name.into() }).await.unwrap();
            tokens.push(made.into_inner().token);
        }
        let mut a = enter(&nodes[0], a, &tokens[0]).await;
        let mut b = enter(&nodes[1], b, &tokens[1]).await;
        let is_first = a.seated().await.seat == 0;
        b.seated().await;
        let (first, second) = if is_first { (a, b) } else { (b, a) };
        Some(Two { nodes, leagues, first, second, watcher: tokens.remove(2) })
    }

    /// Lets the match go on by one event, and returns its id, the index of the node that plays it, and that of the other.
    pub(crate) async fn begun(&mut self) -> (String, usize, usize) {
        let ask = self.first.ask().await;
        self.first.answer(&ask, first()).await;
        let told = [told_player(&mut self.leagues[0]).await, told_player(&mut self.leagues[1]).await];
        assert_eq!(told[0], told[1]);
        match &*told[0] {
            "one" => (ask.match_id, 0, 1),
            "two" => (ask.match_id, 1, 0),
            other => panic!("no node is called {other:?}"),
        }
    }

    /// Plays so many matches to their end.
    pub(crate) async fn finish(self, matches: usize) -> Two {
        let (first, second) = tokio::join!(self.first.play(matches), self.second.play(matches));
        for node in &self.nodes {
            node.finished(matches as u64).await;
        }
        Two { first, second, ..self }
    }

    pub(crate) async fn stop(self) {
        for node in self.nodes {
            node.stop().await;
        }
    }
}

async fn node(url: &PostgresUrl, name: &str) -> TestArena {
    let organizers = vec![token::hash_of("organizer")];
    let settings = Config { tokens: Tokens::Required, organizers, ..config([league()]) };
    TestArena::node(settings, name, url).await
}

/// Enters with a token that another node may just have made.
async fn enter(node: &TestArena, name: &str, token: &str) -> Bot {
    let entered = async {
        loop {
            match Bot::try_enter(node, hello(name), Some(token)).await {
                Ok(bot) => return bot,
                Err(refusal) => assert_refused(&refusal, Code::Unauthenticated, "TOKEN_UNKNOWN"),
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, entered).await.expect("all nodes know the token soon")
}

/// The node that plays the only match, as this node reports it.
async fn told_player(leagues: &mut Leagues) -> String {
    let wanted = pb::ListMatchesRequest { running: Some(true), ..pb::ListMatchesRequest::default() };
    let mut listed = leagues.list_matches(wanted).await.unwrap().into_inner().matches;
    assert_eq!(listed.len(), 1, "{listed:?}");
    listed.remove(0).node
}

async fn watch(leagues: &mut Leagues, id: &str) -> Streaming<pb::WatchMatchResponse> {
    leagues.watch_match(pb::WatchMatchRequest { match_id: id.into() }).await.unwrap().into_inner()
}

#[tokio::test]
async fn a_match_is_seen_and_ended_from_every_node() {
    let Some(mut two) = Two::start("a_match_is_seen_and_ended_from_every_node").await else { return };
    let (id, near, far) = two.begun().await;

    let mut shown = [watch(&mut two.leagues[near], &id).await, watch(&mut two.leagues[far], &id).await];
    for shown in &mut shown {
        let so_far = shown.message().await.unwrap().expect("the match so far");
        assert!(!so_far.events.is_empty() && so_far.view.is_some(), "{so_far:?}");
    }
    for leagues in &mut two.leagues {
        let refusal = leagues.get_match(pb::GetMatchRequest { match_id: id.clone() }).await.unwrap_err();
        assert_refused(&refusal, Code::FailedPrecondition, "MATCH_RUNNING");
    }

    let abort = pb::AbortMatchRequest { match_id: id.clone(), reason: "enough".into() };
    two.leagues[far].abort_match(abort.clone()).await.unwrap();
    let termination = two.first.ended().await.termination.unwrap();
    assert_eq!((termination.kind(), &*termination.reason), (Kind::Aborted, "enough"));
    for mut shown in shown {
        let mut last = None;
        while let Some(update) = timeout(PATIENCE, shown.message()).await.expect("something").unwrap() {
            last = update.ended;
        }
        assert_eq!(last.expect("the end").termination, Some(termination.clone()));
    }
    for leagues in &mut two.leagues {
        assert_refused(&leagues.abort_match(abort.clone()).await.unwrap_err(), Code::FailedPrecondition, "MATCH_ENDED");
    }
    two.stop().await;
}

#[tokio::test]
async fn every_node_tells_of_all_running_matches_of_a_league() {
    let Some(mut two) = Two::start("every_node_tells_of_all_running_matches_of_a_league").await else { return };
    two.begun().await;
    for leagues in &mut two.leagues {
        let all_told = async {
            loop {
                let status =
                    leagues.get_league_status(pb::GetLeagueStatusRequest::default()).await.unwrap().into_inner();
                if status.leagues[0].running == 1 {
                    return status.leagues[0].state();
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        let state = timeout(PATIENCE, all_told).await.expect("nodes tell of their matches");
        assert_eq!(state, pb::league_status::State::Playing);
    }
    for node in &two.nodes {
        let told = node.app.nodes().expect("it is a node");
        assert_eq!(told.iter().map(|node| &*node.name).collect::<Vec<_>>(), ["one", "two"]);
        assert_eq!(told.iter().filter(|node| node.pairs).count(), 1);
    }
    two.stop().await;
}

#[tokio::test]
async fn who_may_not_watch_any_more_is_shown_nothing_of_another_node_either() {
    let Some(mut two) = Two::start("who_may_not_watch_any_more").await else { return };
    let (id, _, far) = two.begun().await;
    let mut watcher = leagues_with(&two.nodes[far], &two.watcher).await;
    let mut shown = watch(&mut watcher, &id).await;
    shown.message().await.unwrap().expect("the match so far");
    two.leagues[0].revoke_token(pb::RevokeTokenRequest { name: "watcher".into() }).await.unwrap();
    let refusal = timeout(PATIENCE, async {
        loop {
            if let Err(refusal) = shown.message().await {
                return refusal;
            }
        }
    });
    assert_refused(&refusal.await.expect("the stream ends"), Code::Unauthenticated, "TOKEN_REVOKED");
    two.stop().await;
}

#[tokio::test]
async fn a_node_keeps_its_lease_while_it_starts_and_pairs_nothing_yet() {
    let Some(server) = Postgres::shared("a_node_keeps_its_lease_while_it_starts") else { return };
    let Ok(Location::Postgres(url)) = server.new_database().parse() else { panic!("it is the address of a database") };
    let node = NodeSettings { name: Some("one".into()), ..NodeSettings::default() };
    let _starting = OpenStore::join(&url, &Config { node, ..config([league()]) }, None).await.unwrap();
    let nodes = NodesReader::open(&url).unwrap();
    let renewed = async {
        let mut least = i64::MAX;
        loop {
            let sight = nodes.look().unwrap();
            assert_eq!(sight.pairing, None, "it can't pair yet");
            let left = sight.nodes[0].lease_left_ms.expect("it isn't alone");
            if left > least {
                return;
            }
            least = left;
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, renewed).await.expect("its lease lasts longer again");
}
