//! Reads the token of a call, and hands it to the call.

use std::sync::Arc;

use tonic::body::Body;
use tonic::codegen::http::header::AUTHORIZATION;
use tonic::codegen::http::{HeaderMap, Request, Response};
use tower_http::validate_request::ValidateRequest;

use super::connection::peer_of;
use crate::app::App;
use kahua_play::auth::credentials::Credentials;
use kahua_play::auth::tries::ShownBy;
use kahua_play::reason::Reason;

/// Puts the [`Credentials`] of each call into its extensions. Each call checks them itself, because the needed role
/// depends on the call.
#[derive(Clone, Debug)]
pub(super) struct ReadCredentials(pub(super) Arc<App>);

/// The credentials that came with this call.
pub fn credentials<T>(request: &tonic::Request<T>) -> Credentials {
    request.extensions().get().copied().unwrap_or_default()
}

impl<B> ValidateRequest<B> for ReadCredentials {
    type ResponseBody = Body;

    fn validate(&mut self, request: &mut Request<B>) -> Result<(), Response<Body>> {
        let unreadable = |problem: String| Reason::TokenUnreadable.status(problem).into_http();
        let credentials = read(request.headers()).map_err(unreadable)?;
        let (app, network) = (&self.0, peer_of(request.extensions()).network());
        app.wrong_tokens.look_at(&credentials, &app.access, network, ShownBy::Call);
        request.extensions_mut().insert(credentials);
        Ok(())
    }
}

fn read(headers: &HeaderMap) -> Result<Credentials, String> {
    let text = headers.get(AUTHORIZATION).map(|value| value.to_str()).transpose();
    Credentials::read(text.map_err(|_| "the metadata entry \"authorization\" must be printable ASCII".to_owned())?)
}
