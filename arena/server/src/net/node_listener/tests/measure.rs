//! Measures what the relay costs a decision: `cargo test --release -p kahua-server --lib cost_of_the_relay -- --ignored
//! --nocapture`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kahua_engine::registry;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use super::listener::serve;
use super::world::{Node, name};
use crate::net::server;
use kahua_settings::Rulesets;

const RUNS: usize = 3;
const RUN: Duration = Duration::from_secs(4);

/// A bot over a socket of its own that takes the first legal action.
struct FirstLegal {
    to: mpsc::Sender<pb::BotMessage>,
    from: Streaming<pb::ArenaMessage>,
}

impl FirstLegal {
    async fn enter(arena: SocketAddr, name: String) -> FirstLegal {
        let (to, messages) = mpsc::channel(64);
        to.send(message(ToArena::Hello(pb::Hello { name, ..pb::Hello::default() }))).await.unwrap();
        let mut client = BotServiceClient::connect(format!("http://{arena}")).await.unwrap();
        let mut from = client.play(ReceiverStream::new(messages)).await.unwrap().into_inner();
        assert!(matches!(from.message().await.unwrap().unwrap().message, Some(FromArena::Welcome(_))));
        FirstLegal { to, from }
    }

    /// Plays a match, and returns the time from each answer to the next ask.
    async fn play(&mut self) -> Vec<Duration> {
        let (mut waits, mut answered) = (Vec::new(), None::<Instant>);
        loop {
            match self.from.message().await.unwrap().unwrap().message {
                Some(FromArena::Ask(ask)) => {
                    waits.extend(answered.map(|at| at.elapsed()));
                    let choice = Some(pb::answer::Choice::Index(0));
                    let answer =
                        pb::Answer { match_id: ask.match_id, ticket: ask.ticket, choice, comment: String::new() };
                    answered = Some(Instant::now());
                    self.to.send(message(ToArena::Answer(answer))).await.unwrap();
                }
                Some(FromArena::Ended(_)) => return waits,
                _ => {}
            }
        }
    }
}

fn message(body: ToArena) -> pb::BotMessage {
    pb::BotMessage { message: Some(body) }
}

async fn listen(node: &Node) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(server::serve(listener, node.app.clone(), std::future::pending()));
    address
}

/// Pairs of bots. The first bot of each is connected as the name says.
async fn pairs(way: &str, count: usize, first: SocketAddr, second: SocketAddr) -> Vec<(String, [FirstLegal; 2])> {
    let mut pairs = Vec::new();
    for number in 0..count {
        let name = format!("{way}-{number}");
        let bots = [FirstLegal::enter(first, name.clone()), FirstLegal::enter(second, format!("{name}-near"))];
        let [far, near] = bots;
        pairs.push((name, [far.await, near.await]));
    }
    pairs
}

/// Lets all pairs play match after match, and returns the waits of the first bots.
async fn run(
    runner: &Arc<Node>,
    pairs: Vec<(String, [FirstLegal; 2])>,
) -> (Vec<Duration>, Vec<(String, [FirstLegal; 2])>) {
    let (mut playing, until) = (JoinSet::new(), Instant::now() + RUN);
    for (name, [mut far, mut near]) in pairs {
        let runner = runner.clone();
        playing.spawn(async move {
            let (near_name, mut waits) = (format!("{name}-near"), Vec::new());
            while Instant::now() < until {
                let ruleset = registry::all()[0].built_in_ruleset();
                runner.launch_of(ruleset, [&name, &near_name], "none").await;
                let (new, _) = tokio::join!(far.play(), near.play());
                waits.extend(new);
            }
            (waits, (name, [far, near]))
        });
    }
    let (waits, pairs): (Vec<_>, Vec<_>) = playing.join_all().await.into_iter().unzip();
    (waits.concat(), pairs)
}

/// The median and the 99th percentile, in microseconds.
fn figures(mut waits: Vec<Duration>) -> (u128, u128, usize) {
    waits.sort();
    let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_micros();
    (at(50), at(99), waits.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement: just measure relay"]
async fn cost_of_the_relay() {
    let rulesets = Rulesets::built_in;
    let (host, runner) = (Node::with(rulesets()).await, Arc::new(Node::with(rulesets()).await));
    let (at_host, at_runner, place) = (listen(&host).await, listen(&runner).await, serve(&host).await);
    for count in [1, 32, 256] {
        let mut direct = pairs(&format!("direct-{count}"), count, at_runner, at_runner).await;
        let mut relayed = pairs(&format!("relayed-{count}"), count, at_host, at_runner).await;
        runner.bot_locations.set(relayed.iter().map(|(bot, _)| (name(bot), place.clone())).collect());
        for _ in 0..RUNS {
            let waits;
            (waits, direct) = run(&runner, direct).await;
            let (median, p99, asks) = figures(waits);
            let waits;
            (waits, relayed) = run(&runner, relayed).await;
            let (relayed_median, relayed_p99, relayed_asks) = figures(waits);
            println!(
                "{count:4} matches: direct {median} us, p99 {p99} us, {asks} asks; relayed {relayed_median} us, p99 {relayed_p99} us, {relayed_asks} asks"
            );
        }
    }
}
