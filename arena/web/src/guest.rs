//! The visitor who asks for a page: their rights, and the page's surroundings.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect, Response};
use kahua_server::{App, Visitor};
use maud::Markup;

use crate::answer;
use crate::cookie;
use crate::failure::Failure;
use crate::frame::{self, Frame, Served};
use crate::language::{asked_for, say};

/// The visitor who asks for a page.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) visitor: Visitor,
    pub(crate) frame: Frame,
    headers: HeaderMap,
}

impl FromRequestParts<Arc<App>> for Guest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Guest, Infallible> {
        let visitor = Visitor::new(app, &parts.extensions, cookie::token(&parts.headers));
        let served = Served { organizer: visitor.is_organizer() };
        let language = asked_for(&parts.headers);
        let frame = Frame::at(parts.uri.path(), Some(served)).in_language(language);
        let guest = Guest { visitor, frame, headers: parts.headers.clone() };
        let host = guest.host();
        Ok(Guest { frame: guest.frame.called(host), ..guest })
    }
}

impl Guest {
    /// The request's headers.
    pub(crate) fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The arena's address as the browser calls it; empty if it doesn't say.
    fn host(&self) -> String {
        let host = self.headers.get(HOST).and_then(|host| host.to_str().ok());
        host.map(|host| format!("{}://{host}", if self.is_secure() { "https" } else { "http" })).unwrap_or_default()
    }

    /// Whether the browser has come over TLS, either to the arena or to a proxy in front of it. For a proxy, the
    /// browser says so only with forms, and the proxy always. A visitor who claims it falsely harms only their own
    /// cookie.
    pub(crate) fn is_secure(&self) -> bool {
        let begins = |name: &str, start: &[u8]| {
            self.headers.get(name).is_some_and(|value| HeaderValue::as_bytes(value).starts_with(start))
        };
        self.visitor.is_over_tls() || begins(ORIGIN.as_str(), b"https://") || begins("x-forwarded-proto", b"https")
    }

    /// The page, or the page with the reason why it can't be shown.
    pub(crate) fn answer(&self, page: Result<Markup, Failure>) -> Response {
        match page {
            Ok(page) => answer::page(&self.headers, page),
            Err(failure) => self.refuse(failure.status, failure.page(&self.frame)),
        }
    }

    /// A page with a reason, which no browser stores.
    pub(crate) fn refuse(&self, status: StatusCode, page: Markup) -> Response {
        // With the request's own headers, the answer could be that the browser's copy is current, and the status would
        // be lost.
        let mut response = answer::page(&HeaderMap::new(), page);
        *response.status_mut() = status;
        response
    }

    /// Whether the visitor's browser has this version already.
    pub(crate) fn has(&self, tag: &str) -> bool {
        answer::is_known(&self.headers, tag)
    }
}

/// The page for a path without a page. If only the last slash is missing, a redirect to the page that was meant.
pub(crate) async fn nowhere(guest: Guest, uri: Uri) -> Response {
    let path = uri.path();
    if !path.ends_with('/') && frame::is_within(path) {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        return Redirect::permanent(&format!("{path}/{query}")).into_response();
    }
    no_page(&guest)
}

/// The page that says that there is none at this path.
pub(crate) fn no_page(guest: &Guest) -> Response {
    guest.answer(Err(Failure::not_found(say!(guest.frame.language, "There is no page at this path"))))
}
