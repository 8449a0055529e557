//! The gRPC services: each call decoded, carried to the part that knows, and its answer encoded.

mod bot_service;
mod league_service;
pub(crate) mod server;

use tonic::{Request, Status};

use crate::auth::access::Credentials;

pub use bot_service::Bots;
pub(crate) use league_service::Leagues;

/// Reads the token that came with a call, for the calls to judge: who it must belong to depends on what is asked.
///
/// # Errors
/// `unauthenticated` if the entry is none.
pub(crate) fn identify(mut request: Request<()>) -> Result<Request<()>, Status> {
    let authorization = match request.metadata().get("authorization").map(|text| text.to_str()) {
        None => None,
        Some(Ok(text)) => Some(text),
        Some(Err(_)) => return Err(Status::unauthenticated("the metadata entry \"authorization\" is no plain text")),
    };
    let credentials = Credentials::read(authorization).map_err(Status::unauthenticated)?;
    request.extensions_mut().insert(credentials);
    Ok(request)
}

/// The token that [`identify`] found with this call.
pub fn credentials<T>(request: &Request<T>) -> Credentials {
    request.extensions().get().copied().unwrap_or_default()
}
