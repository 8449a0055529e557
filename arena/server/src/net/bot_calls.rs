//! The service for bots: the arena's own, or one that a check puts in front of it.

use std::convert::Infallible;
use std::task::{Context, Poll};

use kahua_core::limits;
use kahua_proto::pb::arena::v1::bot_service_server::{BotService, BotServiceServer, SERVICE_NAME};
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::server::NamedService;
use tower::Service;
use tower::util::BoxCloneSyncService;

type Calls = BoxCloneSyncService<Request<Body>, Response<Body>, Infallible>;

/// A service for bots. All have this type, so that the server is compiled once, in this crate.
#[derive(Clone, Debug)]
pub(crate) struct BotCalls(Calls);

impl BotCalls {
    pub(crate) fn new(bots: impl BotService) -> BotCalls {
        BotCalls(Calls::new(BotServiceServer::new(bots).max_decoding_message_size(limits::MESSAGE_BYTES_MAX)))
    }
}

impl NamedService for BotCalls {
    const NAME: &'static str = SERVICE_NAME;
}

impl Service<Request<Body>> for BotCalls {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = <Calls as Service<Request<Body>>>::Future;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, call: Request<Body>) -> Self::Future {
        self.0.call(call)
    }
}
