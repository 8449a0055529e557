//! How requests are answered: as pages with an entity tag, under a strict policy, compressed.

use std::panic::AssertUnwindSafe;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use kahua_settings::config::Origin;
use maud::Markup;
use sha2::{Digest, Sha256};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tracing::error;

use crate::failure::Failure;
use crate::frame::{Frame, Served};
use crate::language::{asked_for, say};

/// What a browser may do with a page: show it with the arena's own style, scripts and pictures, and nothing else. So a
/// bot's name that looks like markup does nothing. A blob is what a script of the page itself has made: a drawing that becomes a picture.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' blob:; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors ";

/// The folders of pages that other sites may show in a frame, if the settings name the sites. All other pages act for their
/// visitor, who could be made to click on what they don't see.
const EMBEDDABLE: [&str; 4] = ["/bots/", "/compare/", "/leagues/", "/matches/"];

const HEADERS: [(&str, &str); 3] = [
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// The policy of pages, and that of pages that other sites may show.
#[derive(Clone, Debug)]
struct Policies {
    alone: HeaderValue,
    embeddable: HeaderValue,
}

impl Policies {
    fn new(sites: &[Origin]) -> Policies {
        let alone = HeaderValue::from_str(&format!("{POLICY}'none'")).expect("plain text");
        let sites: Vec<String> = sites.iter().map(Origin::to_string).collect();
        let embeddable = match sites.is_empty() {
            true => alone.clone(),
            false => {
                HeaderValue::from_str(&format!("{POLICY}'self' {}", sites.join(" "))).expect("origins are headers")
            }
        };
        Policies { alone, embeddable }
    }

    fn of(&self, path: &str) -> HeaderValue {
        let is_embeddable = EMBEDDABLE.iter().any(|folder| path.starts_with(folder));
        if is_embeddable { self.embeddable.clone() } else { self.alone.clone() }
    }
}

/// These routes, with the headers that every answer has. These sites may show pages in a frame.
pub(crate) fn with_headers(routes: Router, sites: &[Origin]) -> Router {
    let policies = Policies::new(sites);
    routes
        // This is the innermost layer, so that the page about a panic has the headers, too.
        .layer(from_fn(caught))
        .layer(from_fn(move |mut request: Request, next: Next| {
            let policy = policies.of(request.uri().path());
            async move {
                name_host(&mut request);
                let mut response = next.run(request).await;
                response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
                for (name, value) in HEADERS {
                    response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
                }
                response
            }
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
    let (path, language) = (request.uri().path().to_owned(), asked_for(request.headers()));
    // The request is dropped with its answer. Pages change shared data only under locks that aren't held while they
    // draw.
    match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(_said_by_the_panic_itself) => {
            error!(%path, "a page could not be drawn: this is a defect of the arena");
            let failure = Failure::broken(say!(language, "The arena failed at this page. Its log says where"));
            let page = failure.page(&Frame::at(&path, Some(Served { organizer: false })).in_language(language));
            let headers = [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "text/html; charset=utf-8")];
            (failure.status, headers, page.into_string()).into_response()
        }
    }
}

/// The page, or the answer that the browser's copy is still current.
pub(crate) fn page(asked: &HeaderMap, page: Markup) -> Response {
    text(asked, "text/html; charset=utf-8", page.into_string())
}

/// This text, or the answer that the browser's copy is still current.
pub(crate) fn text(asked: &HeaderMap, media_type: &'static str, text: String) -> Response {
    let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&text)[..12]));
    // Browsers ask again each time, since the page depends on who looks and on what has happened. It is sent only if it
    // has changed.
    let headers = [(ETAG, tag.as_str()), (CACHE_CONTROL, "private, no-cache"), (VARY, ACCEPT_LANGUAGE.as_str())];
    if is_known(asked, &tag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, media_type)], text).into_response()
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
        let pages = with_headers(Router::new().route("/bots/{name}/", get(defect)), &[]);
        let answer = pages.oneshot(axum::http::Request::get("/bots/ann/").body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(answer.headers().contains_key("content-security-policy"));
        let page = String::from_utf8(to_bytes(answer.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap();
        assert!(page.contains("Something went wrong") && page.contains("../../assets/"), "{page}");
    }

    #[tokio::test]
    async fn only_named_sites_show_pages_in_a_frame_and_only_pages_that_change_nothing() {
        let policy_of = async |path: &str, sites: &[Origin]| {
            let pages = with_headers(Router::new().fallback(async || "a page"), sites);
            let answer = pages.oneshot(axum::http::Request::get(path).body(Body::empty()).unwrap()).await.unwrap();
            let policy = answer.headers()[CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
            policy.split_once("frame-ancestors ").unwrap().1.to_owned()
        };
        let sites: Vec<Origin> =
            ["https://a.example", "http://b.example:8080"].map(|site| site.parse().unwrap()).into();
        for embeddable in ["/leagues/spring/", "/matches/m1/?at=5", "/bots/ann/", "/compare/?bot=ann"] {
            assert_eq!(
                policy_of(embeddable, &sites).await,
                "'self' https://a.example http://b.example:8080",
                "{embeddable}"
            );
            assert_eq!(policy_of(embeddable, &[]).await, "'none'", "{embeddable}");
        }
        for acting in ["/", "/play/", "/play/t1/", "/organizer/", "/sign-in/", "/leagues"] {
            assert_eq!(policy_of(acting, &sites).await, "'none'", "{acting}");
        }
    }
}
