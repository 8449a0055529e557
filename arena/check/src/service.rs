//! A `BotService` that passes every call on to the arena's own, and shows the messages to the interceptor.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use pb::bot_service_server::BotService;
use tokio_stream::{Stream, StreamExt};
use tonic::{Request, Response, Status, Streaming};

use super::interceptor::{Interceptor, OpenCall};
use super::notes::CallKind;
use kahua_play::BotStream;
use kahua_server::App;
use kahua_server::harness::{self, Bots, credentials};

/// The service that the bot under check calls.
#[derive(Debug)]
pub(crate) struct InterceptingService {
    pub(crate) app: Arc<App>,
    pub(crate) interceptor: Interceptor,
}

#[tonic::async_trait]
impl BotService for InterceptingService {
    type PlayStream = InterceptedStream;
    type ListenStream = InterceptedStream;

    async fn play(&self, request: Request<Streaming<pb::BotMessage>>) -> Result<Response<InterceptedStream>, Status> {
        let call = self.interceptor.called(CallKind::Play, authorization(&request), None);
        let (credentials, interceptor) = (credentials(&request), self.interceptor.clone());
        let received = request.into_inner().then(move |message| {
            let interceptor = interceptor.clone();
            async move {
                match message {
                    Ok(message) => interceptor.received(message, None).await.map(Ok),
                    Err(status) => Some(Err(status)),
                }
            }
        });
        let outbound = harness::play(&self.app, credentials, Box::pin(received.filter_map(|received| received)));
        Ok(Response::new(InterceptedStream { outbound, call }))
    }

    async fn listen(&self, request: Request<pb::ListenRequest>) -> Result<Response<InterceptedStream>, Status> {
        let hello = request.get_ref().hello.clone();
        let call = self.interceptor.called(CallKind::Listen, authorization(&request), hello);
        match Bots::new(&self.app).listen(request).await {
            Ok(outbound) => Ok(Response::new(InterceptedStream { outbound: outbound.into_inner(), call })),
            Err(status) => {
                call.refused(&status);
                Err(status)
            }
        }
    }

    async fn submit(&self, request: Request<pb::SubmitRequest>) -> Result<Response<pb::SubmitResponse>, Status> {
        let mut request = request;
        let session = request.get_ref().session.clone();
        if let Some(message) = request.get_mut().message.take() {
            let Some(message) = self.interceptor.received(message, Some(&session)).await else {
                return Err(Status::unavailable("the connection was lost"));
            };
            request.get_mut().message = Some(message);
        }
        Bots::new(&self.app).submit(request).await
    }
}

fn authorization<T>(request: &Request<T>) -> Option<String> {
    request.metadata().get("authorization")?.to_str().ok().map(str::to_owned)
}

/// The arena's messages to the bot, recorded as they pass, and the messages that a step injects.
#[derive(Debug)]
pub(crate) struct InterceptedStream {
    outbound: BotStream,
    call: OpenCall,
}

impl Stream for InterceptedStream {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        // Injected messages aren't recorded, since the arena didn't send them.
        if let Poll::Ready(Some(injected)) = this.call.poll_injected(context) {
            return Poll::Ready(Some(Ok(injected)));
        }
        let next = Pin::new(&mut this.outbound).poll_next(context);
        match &next {
            Poll::Ready(Some(Ok(message))) => this.call.sent(message),
            Poll::Ready(Some(Err(status))) => this.call.refused(status),
            Poll::Ready(None) | Poll::Pending => {}
        }
        next
    }
}
