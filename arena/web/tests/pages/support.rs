//! An arena with pages, bots that answer on command, and a browser's requests.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_server::App;
use kahua_server::host::Host;
use kahua_settings::config::{LeagueSettings, MatchTerms};
use kahua_settings::{Config, Rulesets};
use kahua_store::Store;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;
use tonic::transport::Channel;

/// Long enough for anything that happens at all.
const PATIENCE: Duration = Duration::from_secs(60);

/// A serving arena with one league between a and b.
pub(crate) struct Arena {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    host: Host,
}

impl Arena {
    /// With a league of this game and this rule for spectators.
    pub(crate) async fn open(game: &str, watch: &str) -> Arena {
        Arena::with(league(game, watch)).await
    }

    /// With this league.
    pub(crate) async fn with(league: LeagueSettings) -> Arena {
        let any_port = "127.0.0.1:0".parse().unwrap();
        let config = Config {
            listen: any_port,
            metrics: Some(any_port),
            leagues: vec![league],
            matches_at_once: NonZeroUsize::MIN,
            ..Config::default()
        };
        let store = Store::open_in_memory().unwrap();
        let host = Host::start_with_pages(&config, Rulesets::built_in(), store, kahua_web::pages).await.unwrap();
        Arena { app: host.app.clone(), address: host.addr, host }
    }

    pub(crate) async fn stop(self) {
        self.host.stop().await.unwrap();
    }

    /// Waits until this many matches have finished.
    pub(crate) async fn finished(&self, count: u64) {
        let reached = self.app.wait_for(|progress| progress.finished >= count);
        timeout(PATIENCE, reached).await.expect("the matches end");
    }

    /// How many streams of WatchMatch are open.
    pub(crate) async fn spectators(&self) -> usize {
        let (_, metrics) = get_from(self.host.metrics_addr.unwrap(), "/metrics", "Connection: close\r\n").await;
        let count = metrics.lines().find_map(|line| line.strip_prefix("kahua_spectators "));
        count.expect("a metric of spectators").parse().unwrap()
    }

    /// The head and the body of the answer to a request for this path. A page that isn't drawn in time on a slow machine is asked
    /// for again, as it says.
    pub(crate) async fn get(&self, path: &str) -> (String, String) {
        self.get_with(path, "").await
    }

    /// The same for a request with these headers.
    pub(crate) async fn get_with(&self, path: &str, headers: &str) -> (String, String) {
        let headers = format!("Connection: close\r\n{headers}");
        let drawn = async {
            loop {
                let (head, body) = get_from(self.address, path, &headers).await;
                if !head.starts_with("HTTP/1.1 503 ") {
                    return (head, body);
                }
                assert!(head.contains("retry-after: 1"), "{head}");
                sleep(Duration::from_secs(1)).await;
            }
        };
        timeout(PATIENCE, drawn).await.expect("the page is drawn")
    }

    /// An answer that is read as it comes.
    pub(crate) async fn open_at(&self, path: &str, headers: &str) -> Reading {
        Reading::open(self.address, path, headers).await
    }
}

async fn get_from(address: SocketAddr, path: &str, headers: &str) -> (String, String) {
    let mut reading = Reading::open(address, path, headers).await;
    let mut answer = Vec::new();
    timeout(PATIENCE, reading.stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    // A picture isn't text, but its beginning can be read.
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

/// One set of two matches between a and b, without time limit, with this rule for spectators.
pub(crate) fn league(game: &str, watch: &str) -> LeagueSettings {
    let bots = vec!["a".parse().unwrap(), "b".parse().unwrap()];
    let terms = MatchTerms { time: "none".parse().unwrap(), ..MatchTerms::new(game) };
    LeagueSettings { watch: Some(watch.parse().unwrap()), ..LeagueSettings::new("l", terms, bots) }
}

/// An answer that is being read.
pub(crate) struct Reading {
    stream: TcpStream,
    pub(crate) read: String,
}

impl Reading {
    /// The answer of this arena to a request for this path.
    pub(crate) async fn open(arena: SocketAddr, path: &str, headers: &str) -> Reading {
        let mut stream = TcpStream::connect(arena).await.unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {arena}\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        Reading { stream, read: String::new() }
    }

    /// Reads until this text has come, and drops everything up to its end.
    pub(crate) async fn until(&mut self, text: &str) -> String {
        loop {
            if let Some(start) = self.read.find(text) {
                let rest = self.read.split_off(start + text.len());
                return std::mem::replace(&mut self.read, rest);
            }
            assert!(self.more().await, "{text:?} was expected after {:?}", self.read);
        }
    }

    /// Reads more; `false` at the end.
    pub(crate) async fn more(&mut self) -> bool {
        let mut bytes = [0; 16384];
        let read = timeout(PATIENCE, self.stream.read(&mut bytes)).await.expect("the arena says something").unwrap();
        self.read.push_str(&String::from_utf8_lossy(&bytes[..read]));
        read > 0
    }
}

/// A connected bot that takes the first legal action when a test wants it to.
pub(crate) struct Bot {
    sender: mpsc::Sender<pb::BotMessage>,
    stream: Streaming<pb::ArenaMessage>,
}

impl Bot {
    pub(crate) async fn enter(arena: &Arena, name: &str, version: &str) -> Bot {
        let channel = Channel::from_shared(format!("http://{}", arena.address)).unwrap().connect().await.unwrap();
        let (sender, inbound) = mpsc::channel(64);
        let hello = pb::Hello { name: name.into(), version: version.into(), ..pb::Hello::default() };
        sender.send(pb::BotMessage { message: Some(ToArena::Hello(hello)) }).await.unwrap();
        let stream = BotServiceClient::new(channel).play(ReceiverStream::new(inbound)).await.unwrap().into_inner();
        Bot { sender, stream }
    }

    /// What the bot is asked next; `None` if its match ends instead.
    pub(crate) async fn ask(&mut self) -> Option<pb::Ask> {
        loop {
            let next = timeout(PATIENCE, self.stream.message()).await.expect("the arena says something").unwrap();
            match next.expect("the stream goes on").message {
                Some(FromArena::Ask(ask)) => return Some(ask),
                Some(FromArena::Ended(_)) => return None,
                _ => {}
            }
        }
    }

    pub(crate) async fn answer(&self, ask: &pb::Ask, comment: &str) {
        self.answer_so(ask, pb::answer::Choice::Index(0), comment).await;
    }

    /// Answers with this choice, legal or not.
    pub(crate) async fn answer_so(&self, ask: &pb::Ask, choice: pb::answer::Choice, comment: &str) {
        let answer = pb::Answer {
            match_id: ask.match_id.clone(),
            ticket: ask.ticket,
            choice: Some(choice),
            comment: comment.to_owned(),
        };
        self.sender.send(pb::BotMessage { message: Some(ToArena::Answer(answer)) }).await.unwrap();
    }

    /// Answers until this many matches have ended.
    pub(crate) async fn play(&mut self, matches: usize, comment: &str) {
        for _ in 0..matches {
            while let Some(ask) = self.ask().await {
                self.answer(&ask, comment).await;
            }
        }
    }
}

/// Both bots of an arena, and the first ask, which went to one of them.
pub(crate) async fn begun(arena: &Arena) -> (Bot, Bot, pb::Ask) {
    let (mut a, mut b) = (Bot::enter(arena, "a", "1").await, Bot::enter(arena, "b", "1").await);
    tokio::select! {
        ask = a.ask() => (a, b, ask.unwrap()),
        ask = b.ask() => (b, a, ask.unwrap()),
    }
}
