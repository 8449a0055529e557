//! The baseline of the benches: a bare tonic two-way stream that sends an Ask and waits for a small answer. Its messages are encoded by
//! tonic-prost, as in a service that anybody generates. The arena has an encoder of its own.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::future::{Ready, ready};
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{self, Context, Poll};
use std::time::{Duration, Instant};

use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use parking_lot::Mutex;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Heard;
use pb::bot_service_server::SERVICE_NAME;
use tokio::net::TcpListener;
use tokio_stream::Stream;
use tonic::body::Body;
use tonic::codegen::{BoxFuture, http};
use tonic::server::{Grpc, NamedService, StreamingService};
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};
use tonic_prost::ProstCodec;
use tower::Service;

/// The times of the answers, each from handing on the ask to reading the answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Laps(Arc<Mutex<Vec<Duration>>>);

impl Laps {
    /// The times since the last call.
    pub(super) fn take(&self) -> Vec<Duration> {
        mem::take(&mut *self.0.lock())
    }

    fn add(&self, lap: Duration) {
        self.0.lock().push(lap);
    }
}

/// Serves the bare stream until the task is dropped. Every connection gets one of these asks again and again;
/// connections take the asks in turn. The answers' times go into `laps`, if the caller wants them.
pub(super) async fn serve(
    listener: TcpListener,
    asks: Vec<pb::Ask>,
    laps: Option<Laps>,
) -> Result<(), tonic::transport::Error> {
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let echo = Echo { asks: asks.into(), connections: Arc::default(), laps };
    tonic::transport::Server::builder().add_service(echo).serve_with_incoming(incoming).await
}

/// The service for bots with its Play call alone.
#[derive(Clone)]
struct Echo {
    asks: Arc<[pb::Ask]>,
    /// How many connections there were so far.
    connections: Arc<AtomicUsize>,
    laps: Option<Laps>,
}

impl NamedService for Echo {
    const NAME: &'static str = SERVICE_NAME;
}

impl Service<http::Request<Body>> for Echo {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Self::Response, Infallible>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: http::Request<Body>) -> Self::Future {
        let echo = self.clone();
        Box::pin(async move { Ok(Grpc::new(ProstCodec::new()).streaming(echo, call).await) })
    }
}

impl StreamingService<pb::BotMessage> for Echo {
    type Response = pb::ArenaMessage;
    type ResponseStream = Asks;
    type Future = Ready<Result<Response<Asks>, Status>>;

    /// An ask for every message, nothing between: no task, no queue.
    fn call(&mut self, request: Request<Streaming<pb::BotMessage>>) -> Self::Future {
        let number = self.connections.fetch_add(1, Ordering::Relaxed);
        let mut ask = self.asks[number % self.asks.len()].clone();
        // Each stream has its own match, by which the bots tell them apart.
        ask.match_id = format!("{:036}", request.remote_addr().map_or(0, |addr| addr.port()));
        let (laps, inbound) = (self.laps.clone(), request.into_inner());
        ready(Ok(Response::new(Asks { inbound, ask, laps, waiting: VecDeque::new(), asked: None })))
    }
}

/// What the bench sends on one stream: Welcome, a seat, and then the same ask without end.
struct Asks {
    inbound: Streaming<pb::BotMessage>,
    ask: pb::Ask,
    laps: Option<Laps>,
    waiting: VecDeque<Said>,
    /// When the open ask was handed on.
    asked: Option<Instant>,
}

impl Stream for Asks {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if let Some(said) = self.waiting.pop_front() {
                if self.laps.is_some() && matches!(said, Said::Ask(_)) {
                    self.asked = Some(Instant::now());
                }
                return Poll::Ready(Some(Ok(pb::ArenaMessage { message: Some(said) })));
            }
            match task::ready!(Pin::new(&mut self.inbound).poll_next(cx)) {
                Some(Ok(heard)) => self.hear(heard.message),
                Some(Err(status)) => return Poll::Ready(Some(Err(status))),
                None => return Poll::Ready(None),
            }
        }
    }
}

impl Asks {
    fn hear(&mut self, heard: Option<Heard>) {
        match heard {
            Some(Heard::Hello(hello)) => {
                let seated = pb::Seated {
                    match_id: self.ask.match_id.clone(),
                    players: vec![pb::Player { name: hello.name.clone(), ..Default::default() }],
                    ..Default::default()
                };
                let limits = pb::Limits {
                    message_bytes_max: limits::MESSAGE_BYTES_MAX as u32,
                    matches_max: 1,
                    messages_per_second_max: limits::MESSAGES_PER_SECOND_MAX,
                    legal_max: self.ask.legal_total,
                };
                let welcome = pb::Welcome { name: hello.name, limits: Some(limits), ..Default::default() };
                self.waiting.push_back(Said::Welcome(welcome));
                self.waiting.push_back(Said::Seated(seated));
            }
            Some(Heard::Answer(_)) => {
                if let (Some(laps), Some(asked)) = (&self.laps, self.asked.take()) {
                    laps.add(asked.elapsed());
                }
            }
            _ => return,
        }
        self.ask.ticket += 1;
        self.waiting.push_back(Said::Ask(self.ask.clone()));
    }
}
