//! The call WatchMatch. The generated service would encode each message anew for each spectator.
//!
//! Here messages are already encoded: all spectators at the same point of a match get the same bytes.

use std::convert::Infallible;
use std::future::ready;
use std::task::{Context, Poll};

use bytes::{BufMut, Bytes};
use kahua_core::limits;
use kahua_proto::codec::Decoder;
use kahua_proto::pb::arena::v1 as pb;
use pb::league_service_server::LeagueServiceServer;
use tonic::body::Body;
use tonic::codec::{BufferSettings, Codec, EncodeBuf, Encoder};
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{BoxFuture, Service, StdError};
use tonic::server::{Grpc, NamedService, ServerStreamingService};
use tonic::{Status, codegen};

use super::connection::peer_of;
use super::league_service::{DelayedMatch, Leagues};
use crate::load::call_room::CallRoom;
use kahua_play::auth::peer::SlotOwner;

const WATCH_MATCH: &str = "/kahua.arena.v1.LeagueService/WatchMatch";

/// The service for all callers except bots: the generated one, with this WatchMatch.
#[derive(Clone, Debug)]
pub(super) struct LeagueServer {
    leagues: Leagues,
    generated: LeagueServiceServer<Leagues>,
    calls: CallRoom,
}

impl LeagueServer {
    pub(super) fn new(leagues: Leagues) -> LeagueServer {
        let generated = LeagueServiceServer::new(leagues.clone()).max_decoding_message_size(limits::MESSAGE_BYTES_MAX);
        LeagueServer { leagues, generated, calls: CallRoom::new() }
    }

    fn call_unary<B>(&mut self, request: Request<B>) -> BoxFuture<Response<Body>, Infallible>
    where
        B: codegen::Body + Send + 'static,
        B::Error: Into<StdError> + Send + 'static,
    {
        match self.calls.enter(self.caller(&request)) {
            Ok(place) => {
                let answer = self.generated.call(request);
                Box::pin(async move {
                    let _place = place;
                    answer.await
                })
            }
            Err(refusal) => Box::pin(ready(Ok(refusal.into_http()))),
        }
    }

    fn caller<B>(&self, request: &Request<B>) -> SlotOwner {
        let credentials = request.extensions().get().copied().unwrap_or_default();
        SlotOwner::of(&peer_of(request.extensions()), &credentials, &self.leagues.0.access)
    }
}

impl NamedService for LeagueServer {
    const NAME: &'static str = <LeagueServiceServer<Leagues> as NamedService>::NAME;
}

impl<B> Service<Request<B>> for LeagueServer
where
    B: codegen::Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, _cx: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        if request.uri().path() != WATCH_MATCH {
            return self.call_unary(request);
        }
        let watch = WatchMatch(self.leagues.clone());
        Box::pin(async move {
            let mut grpc = Grpc::new(EncodedCodec).apply_max_message_size_config(Some(limits::MESSAGE_BYTES_MAX), None);
            Ok(grpc.server_streaming(watch, request).await)
        })
    }
}

#[derive(Debug)]
struct WatchMatch(Leagues);

impl ServerStreamingService<pb::WatchMatchRequest> for WatchMatch {
    type Response = Bytes;
    type ResponseStream = DelayedMatch;
    type Future = BoxFuture<tonic::Response<DelayedMatch>, Status>;

    fn call(&mut self, request: tonic::Request<pb::WatchMatchRequest>) -> Self::Future {
        let leagues = self.0.clone();
        Box::pin(async move { leagues.watch(request).await })
    }
}

/// Sends messages that are encoded already.
#[derive(Debug)]
struct EncodedCodec;

impl Codec for EncodedCodec {
    type Encode = Bytes;
    type Decode = pb::WatchMatchRequest;
    type Encoder = SendEncoded;
    type Decoder = Decoder<pb::WatchMatchRequest>;

    fn encoder(&mut self) -> SendEncoded {
        SendEncoded
    }

    fn decoder(&mut self) -> Self::Decoder {
        Decoder::default()
    }
}

#[derive(Debug)]
struct SendEncoded;

impl Encoder for SendEncoded {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, message: Bytes, to: &mut EncodeBuf<'_>) -> Result<(), Status> {
        to.put(message);
        Ok(())
    }

    /// Small, because each of thousands of streams has a buffer. A stream sends one update at a time, and most updates
    /// are below this size.
    fn buffer_settings(&self) -> BufferSettings {
        BufferSettings::new(1024, 1024)
    }
}

#[cfg(test)]
mod tests {
    use kahua_store::Store;

    use super::*;
    use crate::app::App;
    use kahua_settings::config::Config;

    #[tokio::test]
    async fn who_has_many_calls_open_is_told_to_wait() {
        let config = Config::default();
        let store = Store::open_in_memory().unwrap();
        let app = App::build(&config, config.load_rulesets().unwrap(), store).await.unwrap();
        let mut server = LeagueServer::new(Leagues(app));
        let request = || Request::post("/kahua.arena.v1.LeagueService/ListBots").body(Body::empty()).unwrap();
        let caller = server.caller(&request());
        let open: Vec<_> = std::iter::from_fn(|| server.calls.enter(caller).ok()).collect();
        assert_eq!(open.len(), limits::CALLS_MAX / 2, "the rest is for others");
        let refused = Status::from_header_map(server.call(request()).await.unwrap().headers()).unwrap();
        assert_eq!(refused.code(), tonic::Code::ResourceExhausted);
        assert!(refused.message().contains("no more room for calls"), "{refused}");
        drop(open);
        let answered = server.call(request()).await.unwrap();
        // The request was empty, so the answer is an error. It shows that the call got past the check and read the
        // request.
        assert!(Status::from_header_map(answered.headers()).is_some_and(|status| status.code() != refused.code()));
    }
}
