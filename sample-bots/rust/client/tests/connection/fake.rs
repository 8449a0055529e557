//! An arena that sends what a test wants, over real gRPC on loopback.

use std::fs;
use std::net::SocketAddr;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use kahua_client::{ArenaEvent, BotMessage, pb};
use kahua_proto::pb::arena::v1::bot_service_server::{BotService, BotServiceServer};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tonic::transport::{Identity, Server, ServerTlsConfig};
use tonic::{Request, Response, Status, Streaming};

use crate::tls::fixture;

pub(crate) struct FakeArena {
    pub(crate) addr: SocketAddr,
    calls: mpsc::Receiver<Call>,
    runtime: Option<Runtime>,
}

impl FakeArena {
    pub(crate) async fn start() -> FakeArena {
        FakeArena::start_at("127.0.0.1:0".parse().expect("an address"), None).await
    }

    /// An arena with the certificate of the fixtures.
    pub(crate) async fn start_with_tls() -> FakeArena {
        let read = |name| fs::read(fixture(name)).expect("the fixture is in the repository");
        let tls = ServerTlsConfig::new().identity(Identity::from_pem(read("arena.pem"), read("arena.key")));
        let server = Server::builder().tls_config(tls).expect("the certificate is sound");
        FakeArena::start_server(server, "127.0.0.1:0".parse().expect("an address"), None).await
    }

    /// An arena that refuses every bot with this status.
    pub(crate) async fn start_refusing(status: Status) -> FakeArena {
        FakeArena::start_at("127.0.0.1:0".parse().expect("an address"), Some(status)).await
    }

    pub(crate) async fn start_at(addr: SocketAddr, refusal: Option<Status>) -> FakeArena {
        FakeArena::start_server(Server::builder(), addr, refusal).await
    }

    async fn start_server(mut server: Server, addr: SocketAddr, refusal: Option<Status>) -> FakeArena {
        // It has its own runtime, since the tasks of its connections end only with it.
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        let (accept, calls) = mpsc::channel(64);
        let service = BotServiceServer::new(Service { accept, refusal });
        let (bound, addr_bound) = oneshot::channel();
        runtime.spawn(async move {
            let listener = TcpListener::bind(addr).await.expect("a free port");
            bound.send(listener.local_addr().expect("a bound socket")).expect("the test waits");
            let incoming = TcpListenerStream::new(listener);
            server.add_service(service).serve_with_incoming(incoming).await.expect("the server runs");
        });
        let addr = addr_bound.await.expect("the server starts");
        FakeArena { addr, calls, runtime: Some(runtime) }
    }

    /// The next stream that a bot opens.
    pub(crate) async fn accept(&mut self) -> Call {
        let coming = tokio::time::timeout(Duration::from_secs(60), self.calls.recv());
        coming.await.expect("a bot connects").expect("the server runs")
    }

    /// Breaks every connection at once, like `kill -9`.
    pub(crate) fn kill(self) -> SocketAddr {
        self.addr
    }
}

impl Drop for FakeArena {
    fn drop(&mut self) {
        let runtime = self.runtime.take().expect("taken only here");
        // Dropping a runtime blocks until its tasks are gone, which is not allowed on a thread of another runtime.
        std::thread::spawn(move || drop(runtime)).join().expect("the runtime ends");
    }
}

struct Service {
    accept: mpsc::Sender<Call>,
    refusal: Option<Status>,
}

#[tonic::async_trait]
impl BotService for Service {
    type PlayStream = ReceiverStream<Result<pb::ArenaMessage, Status>>;
    type ListenStream = ReceiverStream<Result<pb::ArenaMessage, Status>>;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<Self::PlayStream>, Status> {
        if let Some(status) = &self.refusal {
            return Err(status.clone());
        }
        let authorization =
            request.metadata().get("authorization").map(|value| value.to_str().expect("ASCII").to_owned());
        let (outbound, sent) = mpsc::channel(16);
        let call = Call { inbound: request.into_inner(), outbound, authorization };
        self.accept.send(call).await.map_err(|_| Status::unavailable("the test is over"))?;
        Ok(Response::new(ReceiverStream::new(sent)))
    }

    async fn listen(&self, _: Request<pb::ListenRequest>) -> Result<Response<Self::ListenStream>, Status> {
        Err(Status::unimplemented("listen"))
    }

    async fn submit(&self, _: Request<pb::SubmitRequest>) -> Result<Response<pb::SubmitResponse>, Status> {
        Err(Status::unimplemented("answer"))
    }
}

/// The arena's end of one stream. Dropped, it closes the stream with OK.
pub(crate) struct Call {
    inbound: Streaming<pb::BotMessage>,
    outbound: mpsc::Sender<Result<pb::ArenaMessage, Status>>,
    pub(crate) authorization: Option<String>,
}

impl Call {
    /// Receives Hello and sends Welcome.
    pub(crate) async fn greet(&mut self, resume_token: &str) -> pb::Hello {
        self.greet_back(resume_token, 0).await
    }

    /// As [`Call::greet`], for a connection that takes over open matches.
    pub(crate) async fn greet_back(&mut self, resume_token: &str, resumed_matches: u32) -> pb::Hello {
        let Some(BotMessage::Hello(hello)) = self.receive().await else { panic!("a bot sends Hello first") };
        let resume_token = resume_token.to_owned();
        self.send(ArenaEvent::Welcome(pb::Welcome { resume_token, resumed_matches, ..Default::default() })).await;
        hello
    }

    pub(crate) async fn ask(&self, match_id: &str, ticket: u32) {
        self.send(ask(match_id, ticket)).await;
    }

    pub(crate) async fn answer(&mut self) -> pb::Answer {
        match self.receive().await {
            Some(BotMessage::Answer(answer)) => answer,
            other => panic!("expected an answer, got {other:?}"),
        }
    }

    /// The next message of the bot; `None` when it has closed its half.
    pub(crate) async fn receive(&mut self) -> Option<BotMessage> {
        self.inbound
            .message()
            .await
            .expect("a sound stream")
            .map(|message| message.message.expect("a message that is set"))
    }

    pub(crate) async fn send(&self, message: ArenaEvent) {
        self.outbound.send(Ok(pb::ArenaMessage { message: Some(message) })).await.expect("the stream is open");
    }

    pub(crate) async fn fail(self, status: Status) {
        self.outbound.send(Err(status)).await.expect("the stream is open");
    }
}

pub(crate) fn ask(match_id: &str, ticket: u32) -> ArenaEvent {
    ArenaEvent::Ask(pb::Ask { match_id: match_id.to_owned(), ticket, ..template() })
}

/// The fields that all asks have in common.
fn template() -> pb::Ask {
    pb::Ask { game: "hawaii".to_owned(), seat: 1, legal_total: 12, ..Default::default() }
}

pub(crate) fn seated(match_id: &str, resumed: bool) -> ArenaEvent {
    let (match_id, game) = (match_id.to_owned(), "hawaii".to_owned());
    ArenaEvent::Seated(pb::Seated { match_id, game, seat: 1, resumed, ..Default::default() })
}

pub(crate) fn ended(match_id: &str) -> ArenaEvent {
    ArenaEvent::Ended(pb::Ended { match_id: match_id.to_owned(), ..Default::default() })
}

/// Events with these numbers.
pub(crate) fn events(numbers: Range<u32>) -> Vec<pb::MatchEvent> {
    numbers.map(|number| pb::MatchEvent { number, event: None }).collect()
}

/// A switch for `play_until`.
#[derive(Clone, Default)]
pub(crate) struct Switch(Arc<AtomicBool>, Arc<tokio::sync::Notify>);

impl Switch {
    pub(crate) fn flip(&self) {
        self.0.store(true, Ordering::SeqCst);
        self.1.notify_one();
    }

    pub(crate) async fn flipped(self) {
        while !self.0.load(Ordering::SeqCst) {
            self.1.notified().await;
        }
    }
}
