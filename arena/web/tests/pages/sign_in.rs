//! A visitor who has entered a token stays signed in until they sign out. A token can't be guessed.

use axum::http::StatusCode;
use axum::http::header::SET_COOKIE;
use kahua_play::token;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::browser::{Browser, Page, arena, arena_with};
use crate::play::table;

/// An arena in which every caller needs a token.
fn closed() -> Config {
    Config {
        metrics: Some(([127, 0, 0, 1], 0).into()),
        tokens: Tokens::Required,
        organizers: vec![token::hash_of("organizer's")],
        ..Config::default()
    }
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
async fn wrong_tokens_are_refused_and_keep_no_right_one_out() {
    let host = arena(closed()).await;
    let mut browser = Browser::new(&host.app);
    for _ in 0..20 {
        let refused = sign_in(&mut browser, "guess").await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
        assert!(
            refused.text.contains("isn&#39;t one of this arena") || refused.text.contains("isn't one of this arena")
        );
        assert!(!refused.headers.contains_key(SET_COOKIE) && !refused.text.contains("guess"));
    }
    browser.cookie = Some("kahua-token=guess".to_owned());
    assert_eq!(browser.get("/").await.status, StatusCode::UNAUTHORIZED);
    browser.cookie = None;
    let page = sign_in(&mut browser, "organizer's").await;
    assert_eq!((page.status, page.at.as_str()), (StatusCode::OK, "/organizer/"));
    let metrics = host.metrics_addr.expect("the settings name an address for them");
    let mut scrape = TcpStream::connect(metrics).await.unwrap();
    scrape.write_all(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n").await.unwrap();
    let mut text = String::new();
    scrape.read_to_string(&mut text).await.unwrap();
    assert!(text.contains("\nkahua_wrong_tokens_total 21\n"), "20 by the form and one by a cookie: {text}");
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

#[tokio::test]
async fn the_author_of_a_bot_lets_no_other_bot_play_at_a_table() {
    let store = Store::open_in_memory().unwrap();
    store.set_token(&"ann".parse().unwrap(), token::hash_of("ann's")).await.unwrap();
    let host = arena_with(closed(), store).await;
    let mut author = Browser::new(&host.app);
    sign_in(&mut author, "ann's").await;
    let refused = table(&mut author, "haleakala", &["bot:bob"]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text);
    assert!(refused.text.contains("bot bob isn"), "{}", refused.text);
    // Neither of these is connected, but these visitors may let it play.
    let own = table(&mut author, "haleakala", &["bot:ann"]).await;
    let mut organizer = author.another();
    sign_in(&mut organizer, "organizer's").await;
    let any = table(&mut organizer, "haleakala", &["bot:bob"]).await;
    assert_eq!((own.status, any.status), (StatusCode::CONFLICT, StatusCode::CONFLICT));
    host.stop().await.unwrap();
}
