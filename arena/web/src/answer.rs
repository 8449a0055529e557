//! How requests are answered: as pages with an entity tag, under a strict policy, compressed.

use std::panic::AssertUnwindSafe;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use maud::Markup;
use sha2::{Digest, Sha256};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tracing::error;

use crate::failure::Failure;
use crate::frame::{Frame, Served};

/// What a browser may do with a page: show it with the arena's own style, scripts and pictures, and nothing else. So a
/// bot's name that looks like markup does nothing.
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
        .layer(from_fn(caught))
        .layer(from_fn(async |mut request: Request, next: Next| {
            name_host(&mut request);
            let mut response = next.run(request).await;
            for (name, value) in HEADERS {
                response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
            }
            response
        }))
        // The fastest level: a page's CPU time matters more than its last bytes.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
}

/// HTTP/2 sends the host as a part of the address, and HTTP/1 in a header. The pages read the header.
fn name_host(request: &mut Request) {
    let host = request.uri().authority().and_then(|authority| HeaderValue::from_str(authority.as_str()).ok());
    if let Some(host) = host {
        request.headers_mut().entry(HOST).or_insert(host);
    }
}

/// Answers a request. A panic is a defect of the arena: the page and the log report it, and the connection stays open.
async fn caught(request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    // The request is dropped with its answer. Pages change shared data only under locks that aren't held while they
    // draw.
    match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(_said_by_the_panic_itself) => {
            error!(%path, "a page could not be drawn: this is a defect of the arena");
            let failure = Failure::broken("The arena failed at this page. Its log says where");
            let page = failure.page(&Frame::at(&path, Some(Served { organizer: false })));
            let headers = [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "text/html; charset=utf-8")];
            (failure.status, headers, page.into_string()).into_response()
        }
    }
}

/// The page, or the answer that the browser's copy is still current.
pub(crate) fn page(asked: &HeaderMap, page: Markup) -> Response {
    let text = page.into_string();
    let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&text)[..12]));
    // Browsers ask again each time, since the page depends on who looks and on what has happened. It is sent only if it
    // has changed.
    let headers = [(ETAG, tag.as_str()), (CACHE_CONTROL, "private, no-cache")];
    if is_known(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

/// Whether the browser's copy has this entity tag.
pub(crate) fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let known = asked.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    known.is_some_and(|known| known.split(',').any(|known| known.trim() == tag))
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    async fn defect() -> Response {
        panic!("this is a test of what a defect does")
    }

    #[tokio::test]
    async fn a_defect_in_a_page_is_a_page_that_says_so() {
        let pages = with_headers(Router::new().route("/bots/{name}/", get(defect)));
        let answer = pages.oneshot(axum::http::Request::get("/bots/ann/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(answer.headers().contains_key("content-security-policy"));
        let page = String::from_utf8(to_bytes(answer.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap();
        assert!(page.contains("Something went wrong") && page.contains("../../assets/"), "{page}");
    }
}
