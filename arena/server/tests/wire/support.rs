//! An arena on a free port, and a bot that sends and reads exactly what a test wants.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kahua_cluster::OpenStore;
use kahua_engine::toy::Toy;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_service_client::ArenaServiceClient;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_proto::pb::arena::v1::league_service_client::LeagueServiceClient;
use kahua_server::App;
use kahua_server::host::Host;
use kahua_settings::Config;
use kahua_settings::Rulesets;
use kahua_settings::config::{FaultKind, LeagueSettings, MatchTerms, NodeSettings};
use kahua_store::{PostgresUrl, Store};
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::transport::Channel;
use tonic::{Code, Request, Status, Streaming};
use tonic_types::StatusExt;

/// Long enough for anything that happens at all.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A serving arena.
pub(crate) struct TestArena {
    pub(crate) app: Arc<App>,
    pub(crate) address: SocketAddr,
    /// Where the metrics are.
    pub(crate) metrics: SocketAddr,
    host: Host,
}

impl TestArena {
    /// With the toy league of [`league`] between a and b.
    pub(crate) async fn open() -> TestArena {
        TestArena::with(config([league()]), Store::open_in_memory().unwrap()).await
    }

    /// With these settings and this store.
    pub(crate) async fn with(config: Config, store: Store) -> TestArena {
        TestArena::start(config, Rulesets::of([Toy::ruleset() as _]), store).await
    }

    /// Without leagues, but with these rulesets and what was played in this store.
    pub(crate) async fn of_store(rulesets: Rulesets, store: Store) -> TestArena {
        TestArena::start(Config::default(), rulesets, store).await
    }

    /// One of several arenas that share the store in this database.
    pub(crate) async fn node(config: Config, name: &str, store: &PostgresUrl) -> TestArena {
        let node = NodeSettings { name: Some(name.into()), ..NodeSettings::default() };
        let config = Config { node, ..config };
        let joined = OpenStore::join(store, &config, None).await.unwrap();
        TestArena::start(config, Rulesets::of([Toy::ruleset() as _]), joined).await
    }

    async fn start(config: Config, rulesets: Rulesets, store: impl Into<OpenStore>) -> TestArena {
        let any_port = "127.0.0.1:0".parse().unwrap();
        let config = Config { listen: any_port, metrics: Some(any_port), ..config };
        let host = Host::start(&config, rulesets, store).await.unwrap();
        TestArena { app: host.app.clone(), address: host.addr, metrics: host.metrics_addr.unwrap(), host }
    }

    /// With the store in this file.
    pub(crate) async fn in_file(file: &Path) -> TestArena {
        TestArena::with(config([league()]), Store::open(file).unwrap()).await
    }

    /// Stops as on SIGTERM.
    pub(crate) async fn stop(self) {
        self.host.stop().await.unwrap();
    }

    pub(crate) async fn channel(&self) -> Channel {
        Channel::from_shared(format!("http://{}", self.address)).unwrap().connect().await.unwrap()
    }

    pub(crate) async fn leagues(&self) -> LeagueServiceClient<Channel> {
        LeagueServiceClient::new(self.channel().await)
    }

    pub(crate) async fn about(&self) -> ArenaServiceClient<Channel> {
        ArenaServiceClient::new(self.channel().await)
    }

    /// Waits until so many matches have been finished.
    pub(crate) async fn finished(&self, count: u64) {
        let reached = self.app.wait_for(|progress| progress.finished >= count);
        tokio::time::timeout(PATIENCE, reached).await.expect("the matches end");
    }
}

/// Settings with these leagues.
pub(crate) fn config(leagues: impl Into<Vec<LeagueSettings>>) -> Config {
    Config { leagues: leagues.into(), ..Config::default() }
}

/// One set of two toy matches between a and b, without time limit.
pub(crate) fn league() -> LeagueSettings {
    let bots = vec!["a".parse().unwrap(), "b".parse().unwrap()];
    LeagueSettings::new("l", terms("none"), bots)
}

/// Toy matches with this time control.
pub(crate) fn terms(time: &str) -> MatchTerms {
    MatchTerms { time: time.parse().unwrap(), ..MatchTerms::new("toy") }
}

/// The same, but faults cost strikes.
pub(crate) fn league_with_strikes() -> LeagueSettings {
    let mut league = league();
    league.terms.faults.policy = FaultKind::Substitute;
    league
}

pub(crate) fn hello(name: &str) -> pb::Hello {
    pb::Hello { name: name.into(), action_form: Some(pb::ActionForm::Notation.into()), ..pb::Hello::default() }
}

/// A connected bot.
pub(crate) struct Bot {
    sender: mpsc::Sender<pb::BotMessage>,
    stream: Streaming<pb::ArenaMessage>,
    pub(crate) welcome: pb::Welcome,
}

impl Bot {
    pub(crate) async fn enter(arena: &TestArena, name: &str) -> Bot {
        Bot::try_enter(arena, hello(name), None).await.unwrap()
    }

    pub(crate) async fn try_enter(arena: &TestArena, hello: pb::Hello, token: Option<&str>) -> Result<Bot, Status> {
        Bot::try_enter_over(arena.channel().await, hello, token).await
    }

    /// Over a connection of the test's own making.
    pub(crate) async fn try_enter_over(channel: Channel, hello: pb::Hello, token: Option<&str>) -> Result<Bot, Status> {
        let (sender, mut stream) = open_over(channel, token).await?;
        sender.send(message(ToArena::Hello(hello))).await.unwrap();
        match stream.message().await? {
            Some(pb::ArenaMessage { message: Some(FromArena::Welcome(welcome)) }) => {
                Ok(Bot { sender, stream, welcome })
            }
            other => panic!("Welcome comes first, not {other:?}"),
        }
    }

    /// What comes next; `Err` if the stream ends with a status, `Ok(None)` if it ends well.
    pub(crate) async fn try_next(&mut self) -> Result<Option<FromArena>, Status> {
        let next = tokio::time::timeout(PATIENCE, self.stream.message()).await.expect("the arena inbound something");
        Ok(next?.map(|message| message.message.expect("something known")))
    }

    pub(crate) async fn next(&mut self) -> FromArena {
        self.try_next().await.unwrap().expect("the stream goes on")
    }

    pub(crate) async fn send(&self, body: ToArena) {
        self.sender.send(message(body)).await.unwrap();
    }

    /// Sends the same message again and again until the arena ends the connection.
    pub(crate) async fn flood(&self, body: ToArena) {
        while self.sender.send(message(body.clone())).await.is_ok() {
            tokio::task::yield_now().await;
        }
    }

    pub(crate) async fn answer(&self, ask: &pb::Ask, choice: pb::answer::Choice) {
        let answer = answer_to(ask, choice);
        self.send(ToArena::Answer(answer)).await;
    }

    pub(crate) async fn seated(&mut self) -> pb::Seated {
        match self.next().await {
            FromArena::Seated(seated) => seated,
            other => panic!("Seated was expected, not {other:?}"),
        }
    }

    pub(crate) async fn ask(&mut self) -> pb::Ask {
        match self.next().await {
            FromArena::Ask(ask) => ask,
            other => panic!("an ask was expected, not {other:?}"),
        }
    }

    pub(crate) async fn fault(&mut self) -> pb::FaultNotice {
        match self.next().await {
            FromArena::Fault(fault) => fault,
            other => panic!("a fault was expected, not {other:?}"),
        }
    }

    /// Reads until the match ends.
    pub(crate) async fn ended(&mut self) -> pb::Ended {
        loop {
            match self.next().await {
                FromArena::Ended(ended) => return ended,
                FromArena::Ask(ask) => panic!("the end was expected, not {ask:?}"),
                _ => {}
            }
        }
    }

    /// Reads until the stream ends.
    pub(crate) async fn rest(&mut self) -> Result<(), Status> {
        while self.try_next().await?.is_some() {}
        Ok(())
    }

    /// Takes the first legal action until so many matches have ended.
    pub(crate) async fn play(mut self, matches: usize) -> Bot {
        let mut left = matches;
        while left > 0 {
            match self.next().await {
                FromArena::Ask(ask) => self.answer(&ask, first()).await,
                FromArena::Ended(_) => left -= 1,
                _ => {}
            }
        }
        self
    }
}

/// A stream on which the bot hasn't sent anything yet.
pub(crate) async fn open(
    arena: &TestArena,
    token: Option<&str>,
) -> Result<(mpsc::Sender<pb::BotMessage>, Streaming<pb::ArenaMessage>), Status> {
    open_over(arena.channel().await, token).await
}

async fn open_over(
    channel: Channel,
    token: Option<&str>,
) -> Result<(mpsc::Sender<pb::BotMessage>, Streaming<pb::ArenaMessage>), Status> {
    let (sender, inbound) = mpsc::channel(1024);
    let mut request = Request::new(ReceiverStream::new(inbound));
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    let stream = BotServiceClient::new(channel).play(request).await?.into_inner();
    Ok((sender, stream))
}

pub(crate) fn message(body: ToArena) -> pb::BotMessage {
    pb::BotMessage { message: Some(body) }
}

pub(crate) fn answer_to(ask: &pb::Ask, choice: pb::answer::Choice) -> pb::Answer {
    pb::Answer {
        match_id: ask.match_id.clone(),
        ticket: ask.ticket,
        choice: Some(choice),
        comment: "as planned".into(),
    }
}

pub(crate) fn first() -> pb::answer::Choice {
    pb::answer::Choice::Index(0)
}

pub(crate) fn notation(text: &str) -> pb::answer::Choice {
    pb::answer::Choice::Notation(text.into())
}

/// Checks that a call was refused with this code, this reason and a message.
#[track_caller]
pub(crate) fn assert_refused(status: &Status, code: Code, reason: &str) {
    let details = status.get_error_details();
    let info = details.error_info().unwrap_or_else(|| panic!("a reason is missing: {status:?}"));
    assert_eq!((status.code(), &*info.reason, &*info.domain), (code, reason, "kahua.dev"), "{status:?}");
    assert!(!status.message().is_empty(), "{status:?}");
    let waiting_helps = [Code::Unavailable, Code::ResourceExhausted, Code::AlreadyExists].contains(&code);
    assert_eq!(details.retry_info().is_some(), waiting_helps, "{status:?}");
}

/// Checks that a call was refused because of this field, and that the message contains `expected`.
#[track_caller]
pub(crate) fn assert_invalid(status: &Status, field: &str, expected: &str) {
    assert_refused(status, Code::InvalidArgument, "FIELD_INVALID");
    let details = status.get_error_details();
    let violations = &details.bad_request().expect("the field is named").field_violations;
    assert_eq!(violations.iter().map(|violation| &*violation.field).collect::<Vec<_>>(), [field]);
    assert!(violations[0].description.contains(expected), "{status:?}");
}

/// Both bots of the league. The first one is asked first.
pub(crate) async fn pair(arena: &TestArena) -> (Bot, Bot) {
    let (mut a, mut b) = (Bot::enter(arena, "a").await, Bot::enter(arena, "b").await);
    let seat = a.seated().await.seat;
    b.seated().await;
    if seat == 0 { (a, b) } else { (b, a) }
}

/// The whole answer to this request.
pub(crate) async fn over_http_1(arena: &TestArena, request: &[u8]) -> String {
    over_http_1_at(arena.address, request).await
}

/// As [`over_http_1`], at this address.
pub(crate) async fn over_http_1_at(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
