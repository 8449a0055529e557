//! The service that bots connect to.

use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_message::Message;
use kahua_proto::pb::arena::v1::bot_service_server::BotService;
use tonic::{Request, Response, Status, Streaming};

use super::connection::peer;
use super::credentials::credentials;
use crate::app::App;
use kahua_play::bots::{self, BotStream, DisconnectReason, NoSession, Session, SessionContext};
use kahua_play::reason::Reason;

/// The service for bots.
#[derive(Clone, Debug)]
pub struct Bots(Arc<SessionContext>);

impl Bots {
    /// The service of this arena.
    #[must_use]
    pub fn new(app: &App) -> Bots {
        Bots(app.sessions.clone())
    }
}

#[tonic::async_trait]
impl BotService for Bots {
    type PlayStream = BotStream;
    type ListenStream = BotStream;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<BotStream>, Status> {
        // Responds before the Hello comes, because some clients send nothing until they have the response's headers.
        let (peer, credentials) = (peer(&request), credentials(&request));
        Ok(Response::new(bots::play(&self.0, peer, credentials, request.into_inner())))
    }

    async fn listen(&self, request: Request<pb::ListenRequest>) -> Result<Response<BotStream>, Status> {
        let (peer, credentials) = (peer(&request), credentials(&request));
        let missing = || Reason::HelloMissing.status_of_field("hello", "is not set");
        let hello = request.into_inner().hello.ok_or_else(missing)?;
        bots::listen(&self.0, peer, credentials, hello).await.map(Response::new).map_err(|reason| refusal(&reason))
    }

    async fn submit(&self, request: Request<pb::SubmitRequest>) -> Result<Response<pb::SubmitResponse>, Status> {
        let credentials = credentials(&request);
        let pb::SubmitRequest { session, message } = request.into_inner();
        let session = Session::by_resume_token(&self.0, &session, &credentials).map_err(|problem| match problem {
            NoSession::Unknown => Reason::SessionUnknown.status(problem.to_string()),
            NoSession::NotAdmitted(problem) => problem.into(),
        })?;
        let message = message.ok_or_else(|| Reason::FieldInvalid.status_of_field("message", "is not set"))?;
        if let Some(Message::Hello(_)) = message.message {
            let problem = "a Hello belongs in the Listen call";
            return Err(Reason::FieldInvalid.status_of_field("message.hello", problem));
        }
        if let Err(reason) = session.receive(message).await {
            session.sender().disconnect(reason.clone());
            return Err(refusal(&reason));
        }
        Ok(Response::new(pb::SubmitResponse {}))
    }
}

fn refusal(reason: &DisconnectReason) -> Status {
    reason.status().unwrap_or_else(|| Reason::ConnectionLost.status(reason.to_string()))
}
