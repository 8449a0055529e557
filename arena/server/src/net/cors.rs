//! Which web pages may call the arena: a browser asks the arena before it lets a page of another origin call.

use std::time::Duration;

use tonic::codegen::http::{HeaderName, Method};
use tower_http::cors::CorsLayer;

use kahua_settings::config::Origin;

/// How long a browser may cache the arena's permission.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// Tells browsers that only pages of these origins may call over gRPC-Web and read the responses.
pub(super) fn cors(origins: &[Origin]) -> CorsLayer {
    let names = |names: &[&'static str]| names.iter().copied().map(HeaderName::from_static).collect::<Vec<_>>();
    CorsLayer::new()
        .allow_origin(origins.iter().map(|origin| origin.header().clone()).collect::<Vec<_>>())
        .allow_methods([Method::POST])
        .allow_headers(names(&["authorization", "content-type", "grpc-timeout", "x-grpc-web", "x-user-agent"]))
        // A response without a body has its status in these headers.
        .expose_headers(names(&["grpc-status", "grpc-message", "grpc-status-details-bin"]))
        .max_age(MAX_AGE)
}
