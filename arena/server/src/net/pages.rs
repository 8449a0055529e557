//! Requests that aren't calls: a browser or curl gets the arena's pages, or a short text.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::http::Uri;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::time::timeout;
use tonic::body::Body;
use tonic::codegen::http::header::{CONTENT_TYPE, RETRY_AFTER};
use tonic::codegen::http::{HeaderValue, Request, Response, StatusCode};
use tower::{Layer, Service};

use super::connection::{lacks_tls, peer_of};
use super::require_tls::TLS_NEEDED;
use crate::app::App;
use crate::load::call_room::CallRoom;
use kahua_core::limits;
use kahua_play::auth::credentials::Credentials;
use kahua_play::auth::fair_slots::Slot;
use kahua_play::auth::host_guard::HostGuard;
use kahua_play::auth::peer::SlotOwner;

/// The text at the root path of an arena without pages.
const FRONT_PAGE: &str = concat!(
    "Kahua arena ",
    env!("CARGO_PKG_VERSION"),
    ": a gRPC service where bots play board games.\n\
     Write a bot: https://kahua.dev\n\
     See the services: grpcurl -plaintext HOST:PORT list (without -plaintext if the arena serves TLS)\n"
);

/// The beginning of the text at every other path.
const NOT_FOUND: &str = "There is no page at this path.\n";

/// The text in place of a page that isn't ready in time.
const TOO_SLOW: &str = "The arena is too busy to make this page now. Load it again in a moment.\n";

/// Short texts instead of pages.
pub(crate) fn words() -> Router {
    let not_found = async |_: Uri| (StatusCode::NOT_FOUND, format!("{NOT_FOUND}{FRONT_PAGE}"));
    Router::new().route("/", get(FRONT_PAGE)).fallback(not_found).method_not_allowed_fallback(not_found)
}

/// Gives calls over gRPC and gRPC-Web to the service below, and all other requests to the pages.
#[derive(Clone, Debug)]
pub(super) struct BesidePages {
    pub(super) pages: Router,
    pub(super) host_guard: Option<HostGuard>,
    /// The places of requests that are being answered.
    pub(super) room: CallRoom,
    pub(super) app: Arc<App>,
}

impl<S> Layer<S> for BesidePages {
    type Service = CallsBesidePages<S>;

    fn layer(&self, calls: S) -> CallsBesidePages<S> {
        CallsBesidePages { beside: self.clone(), calls }
    }
}

/// The service of [`BesidePages`].
#[derive(Clone, Debug)]
pub(super) struct CallsBesidePages<S> {
    beside: BesidePages,
    calls: S,
}

type Answering<E> = Pin<Box<dyn Future<Output = Result<Response<Body>, E>> + Send>>;

impl<S> Service<Request<Body>> for CallsBesidePages<S>
where
    S: Service<Request<Body>, Response = Response<Body>>,
    S::Future: Send + 'static,
    S::Error: 'static,
{
    type Response = Response<Body>;
    type Error = S::Error;
    type Future = Answering<S::Error>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.calls.poll_ready(cx)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        if is_call(&request) {
            return Box::pin(self.calls.call(request));
        }
        let page = self.beside.page(request);
        Box::pin(async move { Ok(page.await) })
    }
}

impl BesidePages {
    fn page(&self, request: Request<Body>) -> impl Future<Output = Response<Body>> + use<> {
        let place = self.admit(&request);
        let mut pages = self.pages.clone();
        async move {
            let answered = match place {
                Ok(_place) => match timeout(limits::PAGE_TIMEOUT, pages.call(request)).await {
                    Ok(answered) => answered.unwrap_or_else(|never: Infallible| match never {}),
                    Err(_) => (StatusCode::SERVICE_UNAVAILABLE, [(RETRY_AFTER, "1")], TOO_SLOW).into_response(),
                },
                Err((status, text)) => (status, format!("{text}\n")).into_response(),
            };
            answered.map(Body::new)
        }
    }

    /// Takes a place for the request while it is answered, so that one network can't take all.
    fn admit(&self, request: &Request<Body>) -> Result<Arc<Slot<SlotOwner>>, (StatusCode, String)> {
        if lacks_tls(request) {
            return Err((StatusCode::BAD_REQUEST, TLS_NEEDED.to_owned()));
        }
        if let Some(guard) = &self.host_guard {
            guard.check(request).map_err(|problem| (StatusCode::FORBIDDEN, problem))?;
        }
        // By network alone: a visitor's token is in a cookie, which only the pages read.
        let asker = SlotOwner::of(&peer_of(request.extensions()), &Credentials::NOTHING, &self.app.access);
        self.room.enter(asker).map_err(|refusal| (StatusCode::TOO_MANY_REQUESTS, refusal.message().to_owned()))
    }
}

/// Whether a request is a call over gRPC or gRPC-Web, well-formed or not.
fn is_call<B>(request: &Request<B>) -> bool {
    let content_type = request.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    content_type.is_some_and(|content_type| content_type.starts_with(b"application/grpc"))
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use kahua_engine::toy::Toy;
    use kahua_settings::Rulesets;
    use kahua_settings::config::Config;
    use kahua_store::Store;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_page_that_is_not_ready_in_time_does_not_look_like_a_success() {
        let rulesets = Rulesets::of([Toy::ruleset() as _]);
        let app = App::build(&Config::default(), rulesets, Store::open_in_memory().unwrap()).await.unwrap();
        let pages = Router::new().route("/", get(async || pending::<&str>().await));
        let beside = BesidePages { pages, host_guard: None, room: CallRoom::new(), app };
        let answered = beside.page(Request::new(Body::empty())).await;
        assert_eq!(
            (answered.status(), &answered.headers()[RETRY_AFTER]),
            (StatusCode::SERVICE_UNAVAILABLE, &"1".parse().unwrap())
        );
    }
}
