//! Why a page can't be shown, as a page.

use std::fmt;

use axum::http::StatusCode;
use kahua_play::StartError;
use kahua_play::matches::matchmaker::StartTableError;
use kahua_server::SignInError;
use kahua_server::table::OpenTableError;
use maud::{Markup, html};
use tonic::{Code, Status};

use crate::frame::{Frame, Section};
use crate::language::{Language, compose, say};
use crate::words::safe;

/// Why a page can't be shown.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: StatusCode,
    /// A sentence, or part of one, for the visitor.
    text: String,
    /// Whether the text is the arena's own, which speaks English only.
    in_english: bool,
    /// Whether another token than a bot's or a watcher's is needed.
    for_organizers: bool,
}

impl Failure {
    fn new(status: StatusCode, text: impl Into<String>) -> Failure {
        Failure { status, text: text.into(), in_english: false, for_organizers: false }
    }

    /// What the arena itself says.
    fn of_arena(status: StatusCode, text: impl Into<String>) -> Failure {
        Failure { in_english: true, ..Failure::new(status, text) }
    }

    /// What the rules of a game say against a table.
    pub(crate) fn of_rules(problem: &impl fmt::Display) -> Failure {
        Failure::of_arena(StatusCode::BAD_REQUEST, problem.to_string())
    }

    pub(crate) fn not_found(text: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, text)
    }

    pub(crate) fn bad_request(text: impl Into<String>) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, text)
    }

    pub(crate) fn forbidden(text: impl Into<String>) -> Failure {
        Failure::new(StatusCode::FORBIDDEN, text)
    }

    /// Why a visitor can't see what is for organizers.
    pub(crate) fn of_others_than_organizers(refusal: Status) -> Failure {
        Failure { for_organizers: true, ..Failure::from(refusal) }
    }

    /// Why signing in failed.
    pub(crate) fn of_sign_in(language: Language, problem: &SignInError) -> Failure {
        match problem {
            SignInError::Unknown => Failure::forbidden(say!(
                language,
                "this token isn't one of this arena's; it may have been replaced, or copied incompletely"
            )),
        }
    }

    /// Why a visitor gets no table.
    pub(crate) fn of_table(language: Language, problem: &OpenTableError) -> Failure {
        let full = match problem {
            OpenTableError::NoTable => {
                say!(language, "too many tables are taken; come back when a match at one of them is over")
            }
            OpenTableError::Start(StartTableError::Full) => {
                say!(language, "the arena has as many matches as it can play; come back when some of them are over")
            }
            OpenTableError::NotAdmitted(problem) => {
                return Failure::of_arena(StatusCode::UNAUTHORIZED, problem.clone());
            }
            OpenTableError::NotYours(bot) => {
                let problem =
                    say!(language, "bot {0} isn't yours: sign in with its token, and it can play at your table", bot);
                return Failure::forbidden(problem);
            }
            OpenTableError::Start(StartTableError::NotFree(bot)) => {
                let problem = say!(
                    language,
                    "bot {0} can't play now: it is away, has paused, doesn't play this game with as many seats, or has as many \
                     matches as it wants",
                    bot
                );
                return Failure::new(StatusCode::CONFLICT, problem);
            }
            OpenTableError::Start(StartTableError::Start(problem)) => return Failure::of_start(problem),
        };
        Failure::new(StatusCode::TOO_MANY_REQUESTS, full)
    }

    fn of_start(problem: &StartError) -> Failure {
        let status = match problem {
            StartError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::BAD_REQUEST,
        };
        Failure::of_arena(status, problem.to_string())
    }

    /// The fault lies with the arena or its data.
    pub(crate) fn broken(text: impl Into<String>) -> Failure {
        Failure::new(StatusCode::INTERNAL_SERVER_ERROR, text)
    }

    /// The reason, as part of a sentence.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The reason on a page in this language.
    pub(crate) fn reason(&self, language: Language) -> Markup {
        html! { bdi lang=[language.of_english().filter(|_| self.in_english)] { (safe(&self.text)) } }
    }

    /// The page with the reason.
    pub(crate) fn page(&self, frame: &Frame) -> Markup {
        let language = frame.language;
        let title = match self.status {
            StatusCode::NOT_FOUND => say!(language, "There is no such page"),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => say!(language, "You may not see this page"),
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => say!(language, "Not now"),
            StatusCode::BAD_REQUEST | StatusCode::CONFLICT => say!(language, "This can't be shown"),
            _ => say!(language, "Something went wrong"),
        };
        let command = html! { code { "kahua organizer token" } };
        let needs_token = frame.served.is_some() && self.status == StatusCode::UNAUTHORIZED;
        let needs_another = frame.served.is_some() && self.for_organizers;
        frame.page(title, Section::None, html! {
            h1 { (title) }
            @if needs_another {
                p {
                    (compose!(
                        language,
                        "This page is for the organizers of the arena. Sign in with an organizer's token: whoever runs the arena \
                         makes one with {0}.",
                        command
                    ))
                }
                p { a href=(frame.link("sign-in/")) { (say!(language, "Sign in as an organizer")) } }
            } @else if needs_token {
                p {
                    (say!(
                        language,
                        "This arena is open to those who have one of its tokens: a bot's, a watcher's or an organizer's."
                    ))
                }
                p { a href=(frame.link("sign-in/")) { (say!(language, "Sign in with a token")) } }
            } @else {
                p { (self.reason(language)) "." }
            }
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
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
        Failure::of_arena(status, refusal.message())
    }
}
