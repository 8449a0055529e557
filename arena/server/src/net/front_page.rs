//! The layer that answers whoever finds the arena with a browser or with curl.

use std::future::{Ready, ready};
use std::task::{Context, Poll};

use tokio_util::either::Either;
use tonic::body::Body;
use tonic::codegen::http::header::CONTENT_TYPE;
use tonic::codegen::http::{HeaderValue, Method, Request, Response, StatusCode};
use tower::{Layer, Service};

use super::incoming::LacksTls;
use super::require_tls::TLS_NEEDED;

/// What the root path says.
const FRONT_PAGE: &str = concat!(
    "Kahua arena ",
    env!("CARGO_PKG_VERSION"),
    ": a gRPC service where bots play board games.\n\
     Write a bot: https://kahua.dev\n\
     See the services: grpcurl -plaintext HOST:PORT list (without -plaintext if the arena serves TLS)\n"
);

/// What every other path says first.
const NOT_FOUND: &str = "There is no page at this path.\n";

/// Answers requests that aren't gRPC calls with a few words of plain text.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrontPageLayer;

impl<S> Layer<S> for FrontPageLayer {
    type Service = FrontPage<S>;

    fn layer(&self, inner: S) -> FrontPage<S> {
        FrontPage { inner }
    }
}

/// The service that `FrontPageLayer` makes.
#[derive(Clone, Debug)]
pub(super) struct FrontPage<S> {
    inner: S,
}

impl<S, B> Service<Request<B>> for FrontPage<S>
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
        if is_call(&request) {
            Either::Left(self.inner.call(request))
        } else {
            Either::Right(ready(Ok(page(&request))))
        }
    }
}

/// Whether a request is a call over gRPC or gRPC-Web, well-formed or not.
fn is_call<B>(request: &Request<B>) -> bool {
    let content_type = request.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    content_type.is_some_and(|content_type| content_type.starts_with(b"application/grpc"))
}

fn page<B>(request: &Request<B>) -> Response<Body> {
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    let (status, text) = match request.extensions().get() {
        Some(LacksTls(true)) => (StatusCode::BAD_REQUEST, format!("{TLS_NEEDED}\n")),
        _ if is_read && request.uri().path() == "/" => (StatusCode::OK, FRONT_PAGE.to_owned()),
        _ => (StatusCode::NOT_FOUND, format!("{NOT_FOUND}{FRONT_PAGE}")),
    };
    // The server itself leaves the body out of the response to HEAD.
    let mut response = Response::new(Body::new(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
