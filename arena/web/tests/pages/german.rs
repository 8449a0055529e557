//! Pages for a visitor whose browser asks for German: everything but rules and what strangers say is in German, games included.

use axum::http::StatusCode;
use axum::http::header::VARY;
use kahua_engine::registry;
use kahua_play::token;
use kahua_server::host::Host;
use kahua_settings::Config;
use kahua_settings::config::{LeagueSettings, MatchTerms};
use tokio::time::{Duration, sleep};

use crate::browser::{Browser, arena};
use crate::organizer;
use crate::play::{play_on, table, until_my_turn};

/// Words that no German sentence has, among them at least one of nearly every English sentence on a page.
const ENGLISH: &str = "the of and or is are it its with without no not to for from by be been has have this that these there \
                       they their you your who which what when how match matches league leagues seat seats score points \
                       turn game player players board step steps time decision decisions result results next show more \
                       left page pages against nobody rated unrated winner won lost none yes";

/// Elements whose text isn't the page's own: commands, notation, scripts, and what strangers have named.
const OF_OTHERS: [&str; 4] = ["bdi", "code", "script", "style"];

/// Attributes that a visitor reads or hears.
const READ: [&str; 5] = ["aria-label", "title", "placeholder", "alt", "content"];

/// The texts of a page that should be in its own language, attributes among them.
fn own_texts(page: &str) -> Vec<String> {
    let mut texts = Vec::new();
    // The element whose whole content is left out, and how deep inside of elements of the same name the reader is.
    let mut skipped: Option<(&str, usize)> = None;
    let inside = page.split_once("<head>").unwrap().1;
    for part in inside.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap();
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap();
        let (closes, is_empty) =
            (tag.starts_with('/'), tag.ends_with('/') || ["meta", "link", "input", "br"].contains(&name));
        match &mut skipped {
            Some((skipped, depth)) if *skipped == name && !is_empty => {
                if closes {
                    *depth -= 1
                } else {
                    *depth += 1
                }
            }
            Some(_) => {}
            None if closes || is_empty => {}
            None if tag.contains(" lang=\"en\"") || OF_OTHERS.contains(&name) => skipped = Some((name, 1)),
            None => {}
        }
        if skipped.is_some_and(|(_, depth)| depth == 0) {
            skipped = None;
        }
        if skipped.is_none() {
            let attributes = tag.split("=\"").collect::<Vec<_>>();
            for pair in attributes.windows(2) {
                let key = pair[0].rsplit([' ', '"']).next().unwrap();
                let value = pair[1].split('"').next().unwrap();
                if READ.contains(&key) || (key.starts_with("data-") && value.contains(' ')) {
                    texts.push(value.to_owned());
                }
            }
            texts.push(text.to_owned());
        }
    }
    texts
}

/// English words in the page's own texts, each with its text.
fn english_in(page: &str) -> Vec<String> {
    let english: Vec<&str> = ENGLISH.split_whitespace().collect();
    let is_english = |text: &String| {
        text.split(|c: char| !c.is_alphabetic()).any(|word| english.contains(&word.to_lowercase().as_str()))
    };
    own_texts(page).into_iter().filter(is_english).collect()
}

fn config() -> Config {
    let bots = ["house-greedy", "bob"].map(|name| name.parse().unwrap());
    Config {
        organizers: vec![token::hash_of("organizer")],
        leagues: vec![LeagueSettings::new("l", MatchTerms::new("haleakala"), bots.into())],
        ..Config::default()
    }
}

/// The English texts of the page at this path, and how it says on what it depends.
async fn english_at(browser: &mut Browser, path: &str) -> (Vec<String>, String) {
    let page = loop {
        let page = browser.get(path).await;
        if page.status != StatusCode::SERVICE_UNAVAILABLE {
            break page;
        }
        sleep(Duration::from_millis(100)).await;
    };
    assert!(page.text.contains("<html lang=\"de\">"), "{path}: {}", page.text);
    let english = english_in(&page.text).into_iter().map(|text| format!("{path}: {text}"));
    let varies = page.headers.get_all(VARY).iter().map(|by| by.to_str().unwrap().to_owned());
    (english.collect(), varies.collect())
}

/// A visitor who reads German, and who may do what an organizer may.
fn german(host: &Host) -> Browser {
    let mut browser = Browser::new(&host.app);
    browser.headers.push(("accept-language", "de-AT, en;q=0.5"));
    browser.cookie = Some("kahua-token=organizer".to_owned());
    browser
}

#[tokio::test]
async fn a_visitor_who_reads_german_gets_german_pages() {
    let host = arena(config()).await;
    let mut browser = german(&host);
    let mut english = Vec::new();
    let begun = table(&mut browser, "haleakala", &["greedy"]).await;
    let asked = until_my_turn(&mut browser, begun).await;
    let (id, seat) = (asked.at.split('/').nth(2).unwrap().to_owned(), asked.at.clone());
    for path in [&*seat, "/", &format!("/matches/{id}/"), "/play/", "/organizer/"] {
        english.extend(english_at(&mut browser, path).await.0);
    }
    play_on(&mut browser, asked).await;
    let replay = format!("/matches/{id}/");
    let (middle, seen) = (format!("{replay}?at=9"), format!("{replay}?at=start&seat=0"));
    let listed = [
        "/",
        "/leagues/",
        "/leagues/l/",
        "/bots/",
        "/bots/house-greedy/",
        "/bots/nobody/",
        "/matches/",
        "/corrections/",
        "/matches/?bot=x",
        "/matches/?bot=%20!",
        "/compare/?bot=house-greedy&other=bob",
        "/play/?game=kanaloa&seats=3",
        "/play/?game=hawaii&seats=5",
        "/play/?game=chess",
        "/play/x/",
        "/rules/hawaii/",
        "/rules/chess/",
        "/sign-in/",
        "/organizer/",
        "/nowhere/",
        "/matches/x/",
    ];
    let mut another = browser.another();
    for path in listed.into_iter().chain([&*replay, &*middle, &*seen, &*seat]) {
        let (found, varies) = english_at(&mut browser, path).await;
        assert!(varies.contains("accept-language"), "{path}: {varies}");
        english.extend(found);
        let without = another.get(path).await;
        assert!(
            without.text.contains("<html lang=\"en\">") && !english_in(&without.text).is_empty(),
            "{path} is in English"
        );
    }
    assert!(english.is_empty(), "{english:#?}");
    host.stop().await.unwrap();
}

/// How many decisions are made at a table of each game.
const DECISIONS: usize = 12;

#[tokio::test]
async fn every_game_is_told_in_german_at_its_table() {
    let host = arena(config()).await;
    for entry in registry::all() {
        let (mut browser, info) = (german(&host), entry.info());
        let mut page = table(&mut browser, info.name, &vec!["first-legal"; info.seats.end() - 1]).await;
        for _ in 0..DECISIONS {
            page = until_my_turn(&mut browser, page).await;
            let english = english_in(&page.text);
            assert!(english.is_empty(), "{}: {english:#?}", info.name);
            let actions = page.values_after("name=\"try\" ");
            page = browser.press(&page, "try", &actions[actions.len() / 2]).await;
            let english = english_in(&page.text);
            assert!(english.is_empty(), "{}: {english:#?}", info.name);
            if !page.text.contains("name=\"try\"") {
                page = browser.press(&page, "do", "send").await;
            }
        }
        // Whoever reads English sees the same table in English.
        browser.headers.clear();
        assert!(!english_in(&browser.get(&page.at).await.text).is_empty(), "{}", info.name);
    }
    host.stop().await.unwrap();
}

#[tokio::test]
async fn what_organizers_do_is_told_in_german() {
    let host = arena(config()).await;
    let mut browser = german(&host);
    let mut page = browser.get("/organizer/").await;
    for (act, fields) in [
        ("pause", vec![]),
        ("resume", vec![]),
        ("extend", vec![("length", "4")]),
        ("withdraw", vec![("bot", "bob")]),
        ("readmit", vec![("bot", "bob")]),
        ("pause-all", vec![]),
        ("resume-all", vec![]),
        ("create-bot", vec![("name", "ann")]),
        ("suspend", vec![("name", "ann"), ("reason", "laut")]),
        ("let-back", vec![]),
        ("revoke", vec![]),
    ] {
        page = organizer::act(&mut browser, &page, act, &fields).await;
        let english = english_in(&page.text);
        assert!(page.status == StatusCode::OK && english.is_empty(), "{act}: {english:#?}");
    }
    host.stop().await.unwrap();
}
