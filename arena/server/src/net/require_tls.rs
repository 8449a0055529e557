//! The layer that answers clients who speak in the clear although the arena serves TLS.

use std::future::{Ready, ready};
use std::task::{Context, Poll};

use tokio_util::either::Either;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower::{Layer, Service};

use super::incoming::LacksTls;

/// What a client is told that should speak TLS.
pub(super) const TLS_NEEDED: &str = "this arena serves TLS only: write https:// in front of its address";

/// Refuses the calls of clients who speak in the clear. They get a status that every gRPC client shows, where a failed
/// handshake would look like a lost connection, and they would try again and again.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequireTlsLayer;

impl<S> Layer<S> for RequireTlsLayer {
    type Service = RequireTls<S>;

    fn layer(&self, inner: S) -> RequireTls<S> {
        RequireTls { inner }
    }
}

/// The service that `RequireTlsLayer` makes.
#[derive(Clone, Debug)]
pub(super) struct RequireTls<S> {
    inner: S,
}

impl<S, B> Service<Request<B>> for RequireTls<S>
where
    S: Service<Request<B>, Response = Response<Body>>,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response<Body>, S::Error>>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        match request.extensions().get() {
            Some(LacksTls(true)) => Either::Right(ready(Ok(Status::failed_precondition(TLS_NEEDED).into_http()))),
            _ => Either::Left(self.inner.call(request)),
        }
    }
}
