//! The service that the bot calls: it hands every call on to the conversation.

use std::pin::Pin;

use kahua_play::Credentials;
use kahua_proto::pb::arena::v1 as pb;
use kahua_server::harness::credentials;
use parking_lot::Mutex;
use pb::bot_message::Message as FromBot;
use pb::bot_service_server::BotService;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use tonic::{Request, Response, Status, Streaming};

use super::limits::MESSAGES_MAX;

/// What the bot sends over one call, its Hello first. It ends with the call.
pub(super) type Inbound = Pin<Box<dyn Stream<Item = FromBot> + Send>>;

type Outbound = ReceiverStream<Result<pb::ArenaMessage, Status>>;

/// One connection of the bot. When `outbound` is dropped, the bot is dismissed.
pub(super) struct Call {
    pub(super) inbound: Inbound,
    pub(super) outbound: mpsc::Sender<Result<pb::ArenaMessage, Status>>,
}

/// The service for one bot, which must show this token.
pub(super) struct AskingService {
    pub(super) token: String,
    pub(super) calls: mpsc::Sender<Call>,
    /// Where messages of Submit go, while the bot listens.
    pub(super) submitted: Mutex<Option<mpsc::Sender<FromBot>>>,
}

impl AskingService {
    fn admit<T>(&self, request: &Request<T>) -> Result<(), Status> {
        match credentials(request).token() == Credentials::of(&self.token).token() {
            true => Ok(()),
            false => Err(Status::unauthenticated("this token isn't the one in KAHUA_TOKEN")),
        }
    }

    async fn open(&self, inbound: Inbound) -> Result<Response<Outbound>, Status> {
        let (outbound, sent) = mpsc::channel(MESSAGES_MAX);
        let taken = self.calls.send(Call { inbound, outbound }).await;
        taken.map_err(|_| Status::unavailable("all asks have been answered"))?;
        Ok(Response::new(ReceiverStream::new(sent)))
    }
}

#[tonic::async_trait]
impl BotService for AskingService {
    type PlayStream = Outbound;
    type ListenStream = Outbound;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<Outbound>, Status> {
        self.admit(&request)?;
        let messages = request.into_inner().map_while(Result::ok).filter_map(|message| message.message);
        self.open(Box::pin(messages)).await
    }

    async fn listen(&self, request: Request<pb::ListenRequest>) -> Result<Response<Outbound>, Status> {
        self.admit(&request)?;
        let hello = request.into_inner().hello.unwrap_or_default();
        let (submit, messages) = mpsc::channel(MESSAGES_MAX);
        *self.submitted.lock() = Some(submit);
        let messages = tokio_stream::once(FromBot::Hello(hello)).chain(ReceiverStream::new(messages));
        self.open(Box::pin(messages)).await
    }

    async fn submit(&self, request: Request<pb::SubmitRequest>) -> Result<Response<pb::SubmitResponse>, Status> {
        self.admit(&request)?;
        let listening = self.submitted.lock().clone();
        let listening = listening.ok_or_else(|| Status::not_found("no stream is open: call Listen first"))?;
        if let Some(message) = request.into_inner().message.and_then(|message| message.message) {
            let _its_stream_may_be_gone = listening.send(message).await;
        }
        Ok(Response::new(pb::SubmitResponse {}))
    }
}
