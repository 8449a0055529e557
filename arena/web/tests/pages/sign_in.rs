//! Who has shown a token is known until they sign out, and nobody guesses one.

use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use kahua_core::limits;
use kahua_server::config::Tokens;
use kahua_server::{Config, token};

use crate::browser::{Browser, Page, arena};

/// An arena in which everybody needs a token.
fn closed() -> Config {
    Config { tokens: Tokens::Required, organizers: vec![token::hash_of("organizer's")], ..Config::default() }
}

async fn sign_in(browser: &mut Browser, token: &str) -> Page {
    let page = browser.get("/sign-in/").await;
    let (_, hidden) = page.form_with("password");
    browser.post("/sign-in/", &[("csrf", &hidden["csrf"]), ("token", token)]).await
}

#[tokio::test]
async fn an_organizer_signs_in_and_out() {
    let host = arena(closed()).await;
    let mut browser = Browser::new(&host.app);
    for (path, way) in [("/", "token"), ("/play/", "token"), ("/organizer/", "n organizer's token")] {
        let refused = browser.get(path).await;
        assert_eq!(refused.status, StatusCode::UNAUTHORIZED, "{path}");
        assert!(refused.text.contains("Sign in with a") && refused.text.contains(way), "{}", refused.text);
    }
    let page = sign_in(&mut browser, " organizer's ").await;
    assert_eq!((page.status, page.at.as_str()), (StatusCode::OK, "/organizer/"));
    assert!(browser.get("/").await.text.contains("organizer/"));
    let page = browser.get("/sign-in/").await;
    assert!(page.text.contains("signed in as <strong>an organizer"), "{}", page.text);
    let (_, hidden) = page.form_with("Sign out");
    browser.post("/sign-in/out/", &[("csrf", &hidden["csrf"])]).await;
    assert_eq!(browser.cookie, None);
    assert_eq!(browser.get("/organizer/").await.status, StatusCode::UNAUTHORIZED);
    host.stop().await.unwrap();
}

#[tokio::test]
async fn wrong_tokens_are_refused_and_bounded() {
    let host = arena(closed()).await;
    let mut browser = Browser::new(&host.app);
    for _ in 0..limits::SIGN_IN_TRIES_MAX {
        let refused = sign_in(&mut browser, "guess").await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert!(
            refused.text.contains("isn&#39;t one of this arena") || refused.text.contains("isn't one of this arena")
        );
        assert!(!refused.headers.contains_key(SET_COOKIE) && !refused.text.contains("guess"));
    }
    let refused = sign_in(&mut browser, "organizer's").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.text.contains("too many wrong tokens"), "{}", refused.text);
    host.stop().await.unwrap();
}

#[tokio::test]
async fn the_cookie_is_for_the_arenas_own_pages_only() {
    let host = arena(closed()).await;
    let mut browser = Browser::new(&host.app);
    browser.headers = vec![("host", "arena.example"), ("origin", "https://arena.example")];
    let page = browser.get("/sign-in/").await;
    let (_, hidden) = page.form_with("password");
    let (shown, cookie) = browser.post_only("/sign-in/", &[("csrf", &hidden["csrf"]), ("token", "organizer's")]).await;
    assert_eq!(shown, StatusCode::SEE_OTHER);
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure"), "{cookie}");
    host.stop().await.unwrap();
}
