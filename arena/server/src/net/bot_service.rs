//! The service that bots connect to.

use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_message::Message;
use kahua_proto::pb::arena::v1::bot_service_server::BotService;
use tonic::{Request, Response, Status, Streaming};

use super::presented;
use crate::app::App;
use crate::bots::{self, BotStream, DisconnectReason, Speaker};

/// The service for bots, over an arena.
#[derive(Clone, Debug)]
pub struct Bots(pub Arc<App>);

#[tonic::async_trait]
impl BotService for Bots {
    type PlayStream = BotStream;
    type ListenStream = BotStream;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<BotStream>, Status> {
        // Answered before the Hello is there: some clients send nothing until they have seen the answer's headers.
        let presented = presented(&request);
        Ok(Response::new(bots::play(&self.0, presented, request.into_inner())))
    }

    async fn listen(&self, request: Request<pb::ListenRequest>) -> Result<Response<BotStream>, Status> {
        let presented = presented(&request);
        let hello = request.into_inner().hello.ok_or_else(|| Status::invalid_argument("hello is not set"))?;
        bots::listen(&self.0, presented, hello).map(Response::new).map_err(|ending| refusal(&ending))
    }

    async fn answer(&self, request: Request<pb::AnswerRequest>) -> Result<Response<pb::AnswerResponse>, Status> {
        let pb::AnswerRequest { session, message } = request.into_inner();
        let speaker = Speaker::by_resume_token(&self.0, &session).ok_or_else(|| {
            Status::unauthenticated("session is not the resume token of a bot that is connected: call Listen first")
        })?;
        let message = message.ok_or_else(|| Status::invalid_argument("message is not set"))?;
        if let Some(Message::Hello(_)) = message.message {
            return Err(Status::invalid_argument("message is a Hello, which belongs into Listen"));
        }
        if let Err(ending) = speaker.hear(message).await {
            speaker.line().hang_up(ending.clone());
            return Err(refusal(&ending));
        }
        Ok(Response::new(pb::AnswerResponse {}))
    }
}

fn refusal(ending: &DisconnectReason) -> Status {
    ending.status().unwrap_or_else(|| Status::cancelled(ending.to_string()))
}
