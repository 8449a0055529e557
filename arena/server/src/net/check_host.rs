//! Refuses calls from foreign web pages.

use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tower_http::validate_request::ValidateRequest;

use kahua_play::auth::host_guard::HostGuard;
use kahua_play::reason::Reason;

/// Refuses the calls that the [`HostGuard`] keeps away, if there is one.
#[derive(Clone, Debug)]
pub(super) struct CheckHost(pub(super) Option<HostGuard>);

impl<B> ValidateRequest<B> for CheckHost {
    type ResponseBody = Body;

    fn validate(&mut self, request: &mut Request<B>) -> Result<(), Response<Body>> {
        let Some(guard) = &self.0 else { return Ok(()) };
        guard.check(request).map_err(|problem| Reason::HostRefused.status(problem).into_http())
    }
}
