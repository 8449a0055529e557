//! What somebody is answered who finds the arena with a browser or with curl.

use tonic::body::Body;
use tonic::codegen::http::header::CONTENT_TYPE;
use tonic::codegen::http::{HeaderValue, Method, Request, Response, StatusCode};
use tower_http::validate_request::ValidateRequest;

use super::connection::lacks_tls;
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
pub(super) struct FrontPage;

impl<B> ValidateRequest<B> for FrontPage {
    type ResponseBody = Body;

    fn validate(&mut self, request: &mut Request<B>) -> Result<(), Response<Body>> {
        if is_call(request) { Ok(()) } else { Err(page(request)) }
    }
}

/// Whether a request is a call over gRPC or gRPC-Web, well-formed or not.
fn is_call<B>(request: &Request<B>) -> bool {
    let content_type = request.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    content_type.is_some_and(|content_type| content_type.starts_with(b"application/grpc"))
}

fn page<B>(request: &Request<B>) -> Response<Body> {
    let is_read = [Method::GET, Method::HEAD].contains(request.method());
    let (status, text) = match () {
        () if lacks_tls(request) => (StatusCode::BAD_REQUEST, format!("{TLS_NEEDED}\n")),
        _ if is_read && request.uri().path() == "/" => (StatusCode::OK, FRONT_PAGE.to_owned()),
        _ => (StatusCode::NOT_FOUND, format!("{NOT_FOUND}{FRONT_PAGE}")),
    };
    // The server itself leaves the body out of the response to HEAD.
    let mut response = Response::new(Body::new(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}
