//! What an organizer can do by forms, and other visitors can't.

use std::num::NonZeroU32;

use axum::http::StatusCode;
use axum::http::header::CACHE_CONTROL;
use kahua_play::token;
use kahua_settings::Config;
use kahua_settings::config::{LeagueSettings, MatchTerms, Tokens};

use crate::browser::{Browser, Page, arena};

/// A league that waits for its bots.
fn league() -> LeagueSettings {
    let bots = ["ann", "bob"].map(|name| name.parse().unwrap());
    LeagueSettings::new("spring", MatchTerms::new("haleakala"), bots.into())
}

fn config() -> Config {
    Config {
        tokens: Tokens::Required,
        organizers: vec![token::hash_of("organizer")],
        watchers: vec![token::hash_of("watcher")],
        leagues: vec![league()],
        ..Config::default()
    }
}

/// Sends the form of this act on something of this name, with these fields.
pub(crate) async fn act(browser: &mut Browser, page: &Page, act: &str, fields: &[(&str, &str)]) -> Page {
    let (action, mut hidden) = page.form_with(&format!("name=\"do\" value=\"{act}\""));
    assert_eq!(action, "../organizer/");
    hidden.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let fields: Vec<(&str, &str)> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post("/organizer/", &fields).await
}

#[tokio::test]
async fn acts_say_what_was_done_and_are_in_the_audit_log() {
    let host = arena(config()).await;
    let mut browser = Browser::new(&host.app);
    browser.cookie = Some("kahua-token=organizer".to_owned());
    let page = browser.get("/organizer/").await;
    assert!(page.text.contains("It waits for") && page.text.contains("No match is being played"), "{}", page.text);

    let page = act(&mut browser, &page, "pause", &[]).await;
    assert!(page.text.contains("spring pairs no new matches") && page.text.contains("paused"), "{}", page.text);
    let page = act(&mut browser, &page, "resume", &[]).await;
    assert!(page.text.contains("spring pairs new matches again"));
    let page = act(&mut browser, &page, "extend", &[("length", "4")]).await;
    assert!(page.text.contains("spring is extended. It will have 8 matches"), "{}", page.text);
    let page = act(&mut browser, &page, "withdraw", &[("bot", "bob")]).await;
    assert!(page.text.contains("bob gets no more matches in spring"), "{}", page.text);
    let page = act(&mut browser, &page, "readmit", &[("bot", "bob")]).await;
    assert!(page.text.contains("bob plays in spring again"));
    let page = act(&mut browser, &page, "pause-all", &[]).await;
    assert!(host.app.is_paused());
    let page = act(&mut browser, &page, "resume-all", &[]).await;
    assert!(!host.app.is_paused());

    let page = act(&mut browser, &page, "create-bot", &[("name", "ann")]).await;
    assert_eq!(page.headers[CACHE_CONTROL], "no-store");
    let shown = page.text.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    assert_eq!(shown.len(), 64);
    assert!(!browser.get("/organizer/").await.text.contains(&shown), "a token is shown once");
    let page = act(&mut browser, &page, "suspend", &[("name", "ann"), ("reason", "<b>loud</b>")]).await;
    assert!(page.text.contains("&lt;b&gt;loud") && !page.text.contains("<b>loud"), "{}", page.text);
    let page = act(&mut browser, &page, "let-back", &[]).await;
    assert!(page.text.contains("ann is let back") && page.text.contains("No bot is suspended"), "{}", page.text);
    let page = act(&mut browser, &page, "revoke", &[]).await;
    assert!(page.text.contains("ann has no token any more"));

    let refused = act(&mut browser, &page, "suspend", &[("name", "nobody"), ("reason", "x")]).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
    assert!(refused.text.contains("Nothing was done"), "{}", refused.text);
    host.stop().await.unwrap();
}

#[tokio::test]
async fn a_match_is_ended_with_a_reason() {
    let host = arena(Config::default()).await;
    let mut browser = Browser::new(&host.app);
    let form = browser.get("/play/?game=haleakala&seats=2").await;
    let (_, hidden) = form.form_with("Begin");
    let fields =
        [("csrf", &*hidden["csrf"]), ("game", "haleakala"), ("seats", "2"), ("seat-0", "person"), ("seat-1", "person")];
    let table = browser.post("/play/", &fields).await;
    let page = browser.get("/organizer/").await;
    assert!(page.text.contains(" has thought for "), "it says who is waited for: {}", page.text);
    let page = act(&mut browser, &page, "abort", &[("reason", "the hall closes")]).await;
    assert!(page.text.contains("The match has ended without result"), "{}", page.text);
    let over = browser.get(&format!("{}&after=0", table.at)).await;
    assert!(over.text.contains("the hall closes") || over.text.contains("is gone"), "{}", over.text);
    host.stop().await.unwrap();
}

#[tokio::test]
async fn a_league_without_end_is_shown_and_cannot_be_extended() {
    let sets = Some(NonZeroU32::MAX);
    let endless = LeagueSettings::new("endless", MatchTerms::new("haleakala"), Vec::new());
    let endless = LeagueSettings { sets, ..endless };
    let host = arena(Config { leagues: vec![endless, league()], ..Config::default() }).await;
    let page = Browser::new(&host.app).get("/organizer/").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.text.contains("Haleakala, round-robin, waiting for bots: 0 matches played."), "{}", page.text);
    assert!(page.text.contains("id=\"extend-spring\"") && !page.text.contains("extend-endless"), "{}", page.text);
    host.stop().await.unwrap();
}

#[tokio::test]
async fn nobody_else_sees_the_page_or_acts() {
    let host = arena(config()).await;
    let mut browser = Browser::new(&host.app);
    for (cookie, status) in [(None, StatusCode::UNAUTHORIZED), (Some("kahua-token=watcher"), StatusCode::FORBIDDEN)] {
        browser.cookie = cookie.map(str::to_owned);
        let refused = browser.get("/organizer/").await;
        assert_eq!(refused.status, status);
        assert!(
            !refused.text.contains("Pause all leagues") && refused.text.contains("sign-in/\">Sign in as an organizer")
        );
        // Other pages have the word of the form too, so the word alone must allow nothing.
        let (_, hidden) = browser.get("/sign-in/").await.form_with("csrf");
        let fields = [("csrf", &*hidden["csrf"]), ("do", "pause-all")];
        assert_eq!(browser.post("/organizer/", &fields).await.status, status);
        assert!(!host.app.is_paused());
    }
    host.stop().await.unwrap();
}
