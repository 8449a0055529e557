//! The arena's service for bots with an ear in its wall: it notes what passes, and can do to a bot what a network may do.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use pb::bot_service_server::BotService;
use tokio_stream::{Stream, StreamExt};
use tonic::{Request, Response, Status, Streaming};

use super::interceptor::{Interceptor, Line};
use super::notes::Way;
use kahua_server::app::App;
use kahua_server::harness::{self, BotStream, Bots, credentials};

/// The service that the bot under check meets.
#[derive(Debug)]
pub(crate) struct Examiner {
    pub(crate) app: Arc<App>,
    pub(crate) desk: Interceptor,
}

#[tonic::async_trait]
impl BotService for Examiner {
    type PlayStream = Told;
    type ListenStream = Told;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<Told>, Status> {
        let line = self.desk.called(Way::Play, authorization(&request), None);
        let (credentials, desk) = (credentials(&request), self.desk.clone());
        let heard = request.into_inner().then(move |message| {
            let desk = desk.clone();
            async move {
                match message {
                    Ok(message) => desk.hear(message).await.map(Ok),
                    Err(status) => Some(Err(status)),
                }
            }
        });
        let outbound = harness::play(&self.app, credentials, Box::pin(heard.filter_map(|heard| heard)));
        Ok(Response::new(Told { outbound, line }))
    }

    async fn listen(&self, request: Request<pb::ListenRequest>) -> Result<Response<Told>, Status> {
        let line = self.desk.called(Way::Listen, authorization(&request), request.get_ref().hello.clone());
        match Bots::new(&self.app).listen(request).await {
            Ok(outbound) => Ok(Response::new(Told { outbound: outbound.into_inner(), line })),
            Err(status) => {
                line.refused(&status);
                Err(status)
            }
        }
    }

    async fn answer(&self, request: Request<pb::AnswerRequest>) -> Result<Response<pb::AnswerResponse>, Status> {
        let mut request = request;
        if let Some(message) = request.get_mut().message.take() {
            let Some(message) = self.desk.hear(message).await else {
                return Err(Status::unavailable("the connection was lost"));
            };
            request.get_mut().message = Some(message);
        }
        Bots::new(&self.app).answer(request).await
    }
}

fn authorization<T>(request: &Request<T>) -> Option<String> {
    request.metadata().get("authorization")?.to_str().ok().map(str::to_owned)
}

/// What the arena says, noted on the way, with what is slipped in.
#[derive(Debug)]
pub(crate) struct Told {
    outbound: BotStream,
    line: Line,
}

impl Stream for Told {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Poll::Ready(Some(slip)) = this.line.poll_injected(context) {
            return Poll::Ready(Some(Ok(slip)));
        }
        let next = Pin::new(&mut this.outbound).poll_next(context);
        match &next {
            Poll::Ready(Some(Ok(message))) => this.line.told(message),
            Poll::Ready(Some(Err(status))) => this.line.refused(status),
            Poll::Ready(None) | Poll::Pending => {}
        }
        next
    }
}
