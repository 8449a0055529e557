//! `/sign-in/`: where a visitor enters a token; from then on a cookie holds it.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use kahua_server::{App, SignInError};
use maud::{Markup, html};

use crate::cookie::{self, with_cookie};
use crate::csrf;
use crate::failure::Failure;
use crate::form::Sent;
use crate::frame::Section;
use crate::guest::Guest;

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
            let mut refused = sent.guest.answer(Ok(page(&sent.guest, Some(&problem))));
            *refused.status_mut() = Failure::of_sign_in(&problem).status;
            refused
        }
    }
}

async fn sign_out(sent: Sent) -> Response {
    with_cookie(sent.then(Ok("sign-in/".to_owned())), cookie::none(sent.guest.headers()))
}

fn page(guest: &Guest, problem: Option<&SignInError>) -> Markup {
    let (frame, csrf) = (&guest.frame, csrf::field(guest.headers()));
    let who = guest.visitor.who();
    let content = html! {
        h1 { "Sign in" }
        @if let Some(problem) = problem { p role="alert" { strong { "You aren't signed in: " (problem) "." } } }
        @if let Some(who) = &who {
            p { "You are signed in as " strong { (who) } "." }
            form method="post" action=(frame.link("sign-in/out/")) { (csrf) button type="submit" { "Sign out" } }
        } @else {
            p {
                "A token shows the arena who you are: an organizer, a watcher, or the author of a bot. Organizers get theirs with "
                code { "kahua organizer token" } ", and give each bot its own."
            }
            form method="post" action=(frame.link("sign-in/")) {
                (csrf)
                // Password managers store a token under this name.
                input type="text" name="username" value="kahua" autocomplete="username" hidden;
                p {
                    label for="token" { "Token" } " "
                    input #token type="password" name="token" autocomplete="current-password" required size="40";
                }
                p { button type="submit" { "Sign in" } }
            }
            p.faint { "The browser keeps the token until it is closed, and shows it to this arena only." }
        }
    };
    frame.page("Sign in", Section::SignIn, content)
}
