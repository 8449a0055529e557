//! The yardstick of the arena's bench: a bare tonic two-way stream that sends an Ask and awaits a small answer.

use std::pin::Pin;
use std::sync::Arc;

use arena_proto::pb::arena::v1 as pb;
use pb::bot_service_server::{BotService, BotServiceServer};
use tokio::net::TcpListener;
use tokio_stream::{Stream, StreamExt};
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};

/// Serves the bare stream until the task is dropped.
pub(super) async fn serve(listener: TcpListener, ask: pb::Ask) -> Result<(), tonic::transport::Error> {
    let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
    let echo = Echo { ask: Arc::new(ask) };
    tonic::transport::Server::builder().add_service(BotServiceServer::new(echo)).serve_with_incoming(incoming).await
}

struct Echo {
    ask: Arc<pb::Ask>,
}

type Asks = Pin<Box<dyn Stream<Item = Result<pb::ArenaMessage, Status>> + Send>>;

#[tonic::async_trait]
impl BotService for Echo {
    type PlayStream = Asks;
    type ListenStream = Asks;

    /// An ask for every message, nothing between: no task, no queue.
    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<Asks>, Status> {
        let mut ask = (*self.ask).clone();
        // A match of its own for each stream: the bots tell matches apart by it.
        ask.match_id = format!("{:036}", request.remote_addr().map_or(0, |addr| addr.port()));
        let asks = request.into_inner().map(move |said| {
            said?;
            Ok(pb::ArenaMessage { message: Some(pb::arena_message::Message::Ask(ask.clone())) })
        });
        Ok(Response::new(Box::pin(asks)))
    }

    async fn listen(&self, _: Request<pb::ListenRequest>) -> Result<Response<Asks>, Status> {
        Err(Status::unimplemented("the bench plays over Play"))
    }

    async fn answer(&self, _: Request<pb::AnswerRequest>) -> Result<Response<pb::AnswerResponse>, Status> {
        Err(Status::unimplemented("the bench plays over Play"))
    }
}
