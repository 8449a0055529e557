//! `/sign-in/`: where a visitor enters a token; from then on a cookie holds it.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use kahua_play::auth::caller::Caller;
use kahua_server::{App, SignInError};
use maud::{Markup, html};

use crate::cookie::{self, with_cookie};
use crate::csrf;
use crate::failure::Failure;
use crate::form::Sent;
use crate::frame::Section;
use crate::guest::Guest;
use crate::language::{Language, compose, say};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/sign-in/", get(look).post(sign_in)).route("/sign-in/out/", post(sign_out))
}

async fn look(guest: Guest) -> Response {
    guest.answer(Ok(page(&guest, None)))
}

async fn sign_in(sent: Sent) -> Response {
    let token = sent.field("token").trim();
    let showing = || cookie::showing(sent.guest.headers(), token, sent.guest.is_secure());
    let shown = sent.guest.visitor.sign_in(token).and_then(|signed_in| match showing() {
        Some(cookie) => Ok((signed_in, cookie)),
        None => Err(SignInError::Unknown),
    });
    match shown {
        Ok((signed_in, cookie)) => {
            let path = if signed_in.is_organizer() { "organizer/" } else { "" };
            with_cookie(sent.then(Ok(path.to_owned())), cookie)
        }
        Err(problem) => {
            let failure = Failure::of_sign_in(sent.guest.frame.language, &problem);
            sent.guest.refuse(failure.status, page(&sent.guest, Some(&failure)))
        }
    }
}

async fn sign_out(sent: Sent) -> Response {
    with_cookie(sent.then(Ok("sign-in/".to_owned())), cookie::none(sent.guest.headers()))
}

fn page(guest: &Guest, problem: Option<&Failure>) -> Markup {
    let (frame, csrf) = (&guest.frame, csrf::field(guest.headers()));
    let language = frame.language;
    let title = say!(language, "Sign in");
    let who = guest.visitor.who().map(|who| in_words(language, who));
    let command = html! { code { "kahua organizer token" } };
    let content = html! {
        h1 { (title) }
        @if let Some(problem) = problem {
            p role="alert" { strong { (say!(language, "You aren't signed in: {0}.", problem)) } }
        }
        @if let Some(who) = &who {
            p { (compose!(language, "You are signed in as {0}.", html! { strong { (who) } })) }
            form method="post" action=(frame.link("sign-in/out/")) { (csrf) button type="submit" { (say!(language, "Sign out")) } }
        } @else {
            p {
                (compose!(
                    language,
                    "A token shows the arena who you are: an organizer, a watcher, or the author of a bot. Organizers get theirs with \
                     {0}, and give each bot its own.",
                    command
                ))
            }
            form method="post" action=(frame.link("sign-in/")) {
                (csrf)
                // Password managers store a token under this name.
                input type="text" name="username" value="kahua" autocomplete="username" hidden;
                p {
                    label for="token" { (say!(language, "Token")) } " "
                    input #token type="password" name="token" autocomplete="current-password" required size="40";
                }
                p { button type="submit" { (say!(language, "Sign in")) } }
            }
            p.faint {
                (say!(language, "The browser keeps the token until it is closed, and shows it to this arena only."))
            }
        }
    };
    frame.page(title, Section::SignIn, content)
}

/// The owner of a token.
fn in_words(language: Language, who: Caller) -> String {
    match who {
        Caller::Anybody => say!(language, "a caller without a token").to_owned(),
        Caller::Bot(name) => say!(language, "the bot {0}", name),
        Caller::Watcher => say!(language, "a watcher").to_owned(),
        Caller::Organizer => say!(language, "an organizer").to_owned(),
        Caller::Worker(name) => say!(language, "the worker {0}", name),
    }
}
