//! Why a page can't be shown, as a page.

use axum::http::StatusCode;
use maud::{Markup, html};
use tonic::{Code, Status};

use crate::frame::{Frame, Section};

/// Why a page can't be shown.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    /// A sentence, or part of one, for whoever looks.
    text: String,
}

impl Failure {
    pub(crate) fn not_found(text: impl Into<String>) -> Failure {
        Failure { status: StatusCode::NOT_FOUND, text: text.into() }
    }

    /// The page that says so.
    pub(crate) fn page(&self, frame: &Frame) -> Markup {
        let title = match self.status {
            StatusCode::NOT_FOUND => "There is no such page",
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => "You may not see this page",
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => "Not now",
            StatusCode::BAD_REQUEST => "This can't be shown",
            _ => "Something went wrong",
        };
        frame.page(title, Section::None, html! { h1 { (title) } p { (self.text) "." } })
    }
}

impl From<Status> for Failure {
    fn from(refusal: Status) -> Failure {
        let status = match refusal.code() {
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::InvalidArgument | Code::OutOfRange => StatusCode::BAD_REQUEST,
            Code::Unauthenticated => StatusCode::UNAUTHORIZED,
            Code::PermissionDenied => StatusCode::FORBIDDEN,
            Code::ResourceExhausted => StatusCode::TOO_MANY_REQUESTS,
            Code::FailedPrecondition | Code::Aborted => StatusCode::CONFLICT,
            Code::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure { status, text: refusal.message().to_owned() }
    }
}
