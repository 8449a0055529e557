//! A form that a visitor has sent: read within limits, and only from the arena's own pages.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Form;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::LOCATION;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use kahua_server::App;

use crate::csrf;
use crate::failure::Failure;
use crate::guest::Guest;
use crate::language::say;

/// A form: the visitor who sent it, and its fields.
#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) guest: Guest,
    pub(crate) fields: BTreeMap<String, String>,
}

impl Sent {
    /// The value of this field; empty if there is none.
    pub(crate) fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    /// Redirects the browser to the page at this path, such as `play/`, which shows the result. On failure it shows the
    /// reason.
    pub(crate) fn then(&self, done: Result<String, Failure>) -> Response {
        match done {
            Ok(path) => (StatusCode::SEE_OTHER, [(LOCATION, self.guest.frame.link(&path))]).into_response(),
            Err(failure) => self.guest.answer(Err(failure)),
        }
    }
}

impl FromRequest<Arc<App>> for Sent {
    type Rejection = Response;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Sent, Response> {
        let (mut parts, body) = request.into_parts();
        let Ok(guest) = Guest::from_request_parts(&mut parts, app).await;
        let authority = Uri::authority(&parts.uri).cloned();
        let form = Form::<BTreeMap<String, String>>::from_request(Request::from_parts(parts, body), app).await;
        let language = guest.frame.language;
        let Form(fields) = form.map_err(|problem| {
            guest.answer(Err(Failure::bad_request(say!(language, "The form can't be read: {0}", problem))))
        })?;
        let given = fields.get(csrf::FIELD).map(String::as_str);
        match csrf::check(language, guest.headers(), authority.as_ref(), given) {
            Ok(()) => Ok(Sent { guest, fields }),
            Err(failure) => Err(guest.answer(Err(failure))),
        }
    }
}
