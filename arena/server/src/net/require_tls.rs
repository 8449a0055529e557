//! The answer to clients that don't use TLS although the arena serves it.

use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_http::validate_request::ValidateRequest;

use super::connection::lacks_tls;

/// The message for a client that should use TLS.
pub(super) const TLS_NEEDED: &str = "this arena serves TLS only: write https:// in front of its address";

/// Refuses the calls of clients without TLS, with a status that every gRPC client shows. A failed handshake would look
/// like a lost connection, and they would try again and again.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequireTls;

impl<B> ValidateRequest<B> for RequireTls {
    type ResponseBody = Body;

    fn validate(&mut self, request: &mut Request<B>) -> Result<(), Response<Body>> {
        if lacks_tls(request) { Err(Status::failed_precondition(TLS_NEEDED).into_http()) } else { Ok(()) }
    }
}
