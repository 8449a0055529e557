//! How requests are answered: as pages with an entity tag, under a strict policy, compressed.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use maud::Markup;
use sha2::{Digest, Sha256};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

/// What a browser may do with a page: show it with the arena's own style, scripts and pictures, and nothing else. No name of a bot
/// that looks like markup becomes any.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const HEADERS: [(&str, &str); 4] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// These routes, with the headers that every answer has.
pub(crate) fn with_headers(routes: Router) -> Router {
    routes
        .layer(from_fn(async |request: Request, next: Next| {
            let mut response = next.run(request).await;
            for (name, value) in HEADERS {
                response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            response
        }))
        // The fastest: what a page costs counts more than its last bytes.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
}

/// A page, or that the asker's copy of it is still right.
pub(crate) fn page(asked: &HeaderMap, page: Markup) -> Response {
    let text = page.into_string();
    let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&text)[..12]));
    // Asked for anew each time, since it depends on who looks and what has happened, but only sent if it has changed.
    let headers = [(ETAG, tag.as_str()), (CACHE_CONTROL, "private, no-cache")];
    if is_known(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// Whether the asker's copy has this entity tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag))
}
