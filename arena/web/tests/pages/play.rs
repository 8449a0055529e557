//! A person plays whole games by sending forms. Acts on other people's seats are refused.

use std::time::Duration;

use axum::http::StatusCode;
use kahua_core::limits;
use kahua_engine::registry;
use kahua_proto::pb::arena::v1::termination::Kind;
use kahua_server::host::Host;
use kahua_settings::Config;
use kahua_store::Store;
use tokio::time::sleep;

use crate::browser::{Browser, Page, arena, arena_with};
use crate::support::{Arena, Bot};

/// Opens a table of this game, whose first seat is the browser's own and whose others are these.
pub(crate) async fn table(browser: &mut Browser, game: &str, others: &[&str]) -> Page {
    let seats = others.len() + 1;
    let form = browser.get(&format!("/play/?game={game}&seats={seats}")).await;
    let (_, mut fields) = form.form_with("Begin");
    fields.insert("seat-0".into(), "person".into());
    for (seat, other) in others.iter().enumerate() {
        fields.insert(format!("seat-{}", seat + 1), (*other).to_owned());
    }
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    browser.post("/play/", &fields).await
}

fn version(page: &Page) -> u64 {
    let rest = page.text.split("data-version=\"").nth(1).unwrap_or_else(|| panic!("no table:\n{}", page.text));
    rest.split('"').next().unwrap().parse().unwrap()
}

/// Waits until the person in this seat can decide, or the match is over.
pub(crate) async fn until_my_turn(browser: &mut Browser, mut page: Page) -> Page {
    while !page.text.contains("name=\"try\"") && !page.text.contains("data-over") {
        let path = page.at.split("&after").next().unwrap().replace("&late=true", "");
        page = browser.get(&format!("{path}&after={}", version(&page))).await;
        page.at = path;
    }
    page
}

/// Plays to the end, and always chooses the action in the middle of the list.
pub(crate) async fn play_on(browser: &mut Browser, page: Page) -> Page {
    let page = until_my_turn(browser, page).await;
    let mut page = browser.press(&page, "do", "at-once").await;
    loop {
        page = until_my_turn(browser, page).await;
        if page.text.contains("data-over") {
            return page;
        }
        let actions = page.values_after("name=\"try\" ");
        page = browser.press(&page, "try", &actions[actions.len() / 2]).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    }
}

async fn open() -> (Host, Browser) {
    let host = arena(Config::default()).await;
    let browser = Browser::new(&host.app);
    (host, browser)
}

async fn whole_game(number: usize) {
    let (host, mut browser) = open().await;
    let info = registry::all()[number].info();
    let first = table(&mut browser, info.name, &["first-legal"]).await;
    assert!(first.text.contains("<svg") && first.text.contains("role=\"group\""), "{}", first.text);
    let last = play_on(&mut browser, first).await;
    let log = last.text.split("What has happened before").nth(1).unwrap();
    assert!(log.contains("</svg> You "), "a player's own acts are told in the second person: {log}");
    assert!(log.contains("<li class=\"mine\"><svg class=\"board shape "), "the seat's shape stands first: {log}");
    let id = last.at.split('/').nth(2).unwrap();
    assert!(last.text.contains(&format!("matches/{id}/")), "the replay is linked");
    assert!(last.text.contains("The match is over"), "{}", last.text);
    let record = host.app.reader().record(id.parse().unwrap()).unwrap().unwrap();
    assert!(!record.rated && record.league.is_empty() && record.results.len() == 2);
    let house_bot = browser.get("/bots/house-first-legal/").await;
    assert!(house_bot.status == StatusCode::OK && house_bot.text.contains(id), "{}", house_bot.text);
    assert_eq!(browser.get("/bots/house-greedy/").await.status, StatusCode::NOT_FOUND, "it hasn't played");
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_the_first() {
    whole_game(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_the_second() {
    whole_game(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_the_third() {
    whole_game(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connected_bot_plays_at_a_table() {
    let arena = Arena::open("haleakala", "open").await;
    let (mut bot, mut browser) = (Bot::enter(&arena, "ann", "1").await, Browser::new(&arena.app));
    let offered = "<option value=\"bot:ann\" selected>ann</option>";
    while !browser.get("/play/?game=haleakala&seats=2&bots=ann,nobody").await.text.contains(offered) {}
    for (others, name) in [(&["bot:bob"][..], "bob"), (&["bot:ann", "bot:ann"], "ann")] {
        let refused = table(&mut browser, "kanaloa", others).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{}", refused.text);
        assert!(refused.text.contains(&format!("bot {name} can't play now")), "{}", refused.text);
    }
    let playing = tokio::spawn(async move { bot.play(1, "").await });
    let first = table(&mut browser, "haleakala", &["bot:ann"]).await;
    let last = play_on(&mut browser, first).await;
    playing.await.unwrap();
    let id = last.at.split('/').nth(2).unwrap();
    let record = arena.app.reader().record(id.parse().unwrap()).unwrap().unwrap();
    let ann = &record.players[1];
    assert_eq!((ann.name.as_str(), ann.version.as_str(), record.rated), ("ann", "1", false));
    assert_eq!(record.termination.unwrap().kind(), Kind::Finished);
    arena.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_tried_is_shown_and_taken_back() {
    let (host, mut browser) = open().await;
    let page = table(&mut browser, "haleakala", &["first-legal"]).await;
    let before = until_my_turn(&mut browser, page).await;
    let place = |text: &str| before.text.find(text).unwrap_or_else(|| panic!("{text} in {}", before.text));
    assert!(place("You can do this") < place("Points if the final scoring came now"), "what can be done comes first");
    let tried = browser.press(&before, "try", "0").await;
    assert!(tried.text.contains("Preview: not sent yet") && !before.text.contains("Preview: not sent yet"));
    assert!(before.text.contains("<title>Your turn: Haleakala table"), "{}", before.text);
    let bar = tried.text.split("class=\"action-bar\"").nth(1).unwrap().split("</form>").next().unwrap();
    assert!(bar.contains("value=\"send\"") && bar.contains("value=\"back\""), "{bar}");
    assert!(tried.text.contains("aria-label=\"A preview of what you have chosen."), "it isn't the other's turn yet");
    let again = browser.press(&tried, "do", "back").await;
    let actions = |page: &Page| page.text.split("You can do this").nth(1).unwrap().to_owned();
    assert_eq!(actions(&again), actions(&before));
    let stale = browser.press(&tried, "do", "send").await;
    assert!(stale.text.contains("so it wasn't done"), "a form of a page that has passed does nothing");
    host.stop().await.unwrap();
}

/// The paths of the links on this page to the seats of other people.
fn links(page: &Page) -> Vec<String> {
    let invitations =
        page.text.split("class=\"invitations\"").nth(1).map_or("", |rest| rest.split("</p>").next().unwrap());
    let addresses = invitations.split("data-copy=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    addresses.map(|address| address[address.find("/play/").unwrap()..].to_owned()).collect()
}

/// Opens a link, and follows where it leads.
async fn open_link(browser: &mut Browser, link: &str) -> Page {
    let answer = browser.get(link).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
    let to = answer.headers["location"].to_str().unwrap().trim_start_matches("../").to_owned();
    browser.get(&format!("/{to}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_by_two_links_and_see_only_their_own() {
    let (host, mut browser) = open().await;
    let mut friend = browser.another();
    let host_page = table(&mut browser, "haleakala", &["person"]).await;
    let folder = host_page.at.split('?').next().unwrap().to_owned();
    let link = links(&host_page).remove(0);
    // As a messenger does that draws a preview of the link.
    assert_eq!(browser.another().get(&link).await.status, StatusCode::SEE_OTHER);
    assert_eq!(links(&browser.get(&host_page.at).await), [&*link], "nobody has come yet");
    let guest_page = open_link(&mut friend, &link).await;
    assert!(links(&browser.get(&host_page.at).await).is_empty());
    assert_eq!((guest_page.status, &*guest_page.at), (StatusCode::OK, &*format!("{folder}?seat=1")));
    assert!(links(&guest_page).is_empty());
    assert!(host.app.bots().is_empty(), "nobody at a table can be paired by a league");
    let is_asked = |page: &Page| page.text.contains("name=\"try\"");
    // The table is there before the arena has asked the first question.
    let (host_page, guest_page) = loop {
        let pages = (browser.get(&host_page.at).await, friend.get(&guest_page.at).await);
        if is_asked(&pages.0) || is_asked(&pages.1) {
            break pages;
        }
    };
    assert!(!(is_asked(&host_page) && is_asked(&guest_page)), "only one of them begins");
    let wrong = "?key=0123456789abcdef0123456789abcdef";
    assert_eq!(friend.get(&format!("{folder}{wrong}")).await.status, StatusCode::NOT_FOUND);
    let given_up = friend.press(&guest_page, "do", "resign").await;
    // The guest may have been asked, and stays so until the arena has processed the resignation.
    let mut over = given_up;
    while !over.text.contains("data-over") {
        over = friend.get(&guest_page.at).await;
    }
    assert!(over.text.contains("you gave it up"), "{}", over.text);
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_a_table_gives_no_seat_away() {
    let (host, mut browser) = open().await;
    let page = table(&mut browser, "haleakala", &["person"]).await;
    assert!(page.at.ends_with("/?seat=0"), "{}", page.at);
    let folder = page.at.split('?').next().unwrap();
    let mut other = browser.another();
    other.get("/play/?game=haleakala&seats=2").await;
    for address in [folder.to_owned(), page.at.clone(), format!("{folder}?seat=1"), format!("{folder}?seat=x")] {
        let refused = other.get(&address).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{address}");
        assert!(refused.text.contains("no seat at this table") && refused.text.contains("Watch the match"));
    }
    let page = until_my_turn_or_theirs(&mut browser, &page).await;
    let (_, mut fields) = page.form_with("value=\"resign\"");
    let word = other.get("/play/?game=haleakala&seats=2").await.form_with("Begin").1["csrf"].clone();
    fields.extend([("csrf".to_owned(), word), ("do".to_owned(), "resign".to_owned())]);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let refused = other.post(&format!("{folder}act/"), &fields).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN, "{}", refused.text);
    assert!(!browser.get(&page.at).await.text.contains("data-over"));
    host.stop().await.unwrap();
}

/// Waits until the match has begun.
async fn until_my_turn_or_theirs(browser: &mut Browser, page: &Page) -> Page {
    loop {
        let page = browser.get(&page.at).await;
        if page.text.contains("value=\"resign\"") {
            return page;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_holds_several_seats_and_another_device_takes_one_by_its_link() {
    let (host, mut browser) = open().await;
    let first = table(&mut browser, "haleakala", &["person"]).await;
    let second = open_link(&mut browser, &links(&first)[0]).await;
    assert_eq!((second.status, browser.get(&first.at).await.status), (StatusCode::OK, StatusCode::OK));
    let details = first.text.split("open your own link there: ").nth(1).unwrap();
    let own = &details[details.find("/play/").unwrap()..details.find("\">").unwrap()];
    let mut phone = browser.another();
    let there = open_link(&mut phone, own).await;
    assert_eq!((there.status, &there.at), (StatusCode::OK, &first.at));
    assert_eq!(browser.get(&first.at).await.status, StatusCode::OK, "and the first browser keeps it");
    assert_eq!(phone.get(&second.at).await.status, StatusCode::FORBIDDEN);
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn ones_own_tables_are_listed_where_tables_are_opened() {
    let (host, mut browser) = open().await;
    assert!(!browser.get("/play/").await.text.contains("Your tables"));
    let page = table(&mut browser, "haleakala", &["first-legal"]).await;
    until_my_turn(&mut browser, page.clone()).await;
    let list = browser.get("/play/").await;
    let own = list.text.split("Your tables").nth(1).unwrap().split("</ul>").next().unwrap();
    assert!(own.contains(&page.at["/play".len()..]) && own.contains("it is your turn"), "{own}");
    assert!(!browser.another().get("/play/").await.text.contains("Your tables"));
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_refuses_cookies_is_told_so_before_it_loses_a_seat() {
    let (host, mut browser) = open().await;
    let form = browser.get("/play/?game=haleakala&seats=2").await;
    let word = form.form_with("Begin").1["csrf"].clone();
    let fields = [("game", "haleakala"), ("seats", "2"), ("seat-0", "person"), ("seat-1", "person"), ("csrf", &*word)];
    browser.player = None;
    let refused = browser.post("/play/", &fields).await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(refused.text.contains("Allow cookies"), "{}", refused.text);
    let mut friend = browser.another();
    let page = table(&mut friend, "haleakala", &["person"]).await;
    browser.get(&links(&page)[0]).await;
    browser.player = None;
    let refused = browser.get(&page.at).await;
    assert!(refused.status == StatusCode::FORBIDDEN && refused.text.contains("Allow cookies"), "{}", refused.text);
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_at_a_table_ends_without_result_when_the_arena_is_started_again() {
    let store = Store::open_in_memory().unwrap();
    let host = arena_with(Config::default(), store.clone()).await;
    let page = table(&mut Browser::new(&host.app), "haleakala", &["person"]).await;
    let id = page.at.split('/').nth(2).unwrap().parse().unwrap();
    host.stop().await.unwrap();
    let host = arena_with(Config::default(), store).await;
    let record = loop {
        if let Some(record) = host.app.reader().record(id).unwrap() {
            break record;
        }
        sleep(Duration::from_millis(10)).await;
    };
    let termination = record.termination.unwrap();
    assert_eq!(termination.kind(), Kind::Aborted);
    assert!(termination.reason.contains("the table was gone") && host.app.bots().is_empty(), "{}", termination.reason);
    host.stop().await.unwrap();
}

/// Advances the time by this much at once. At other times it runs: stopped time would jump whenever all tasks wait for
/// a thread.
async fn pass(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

/// The match goes on without a player who gives up in the middle of a turn, and so does the page.
#[tokio::test]
async fn who_gives_up_with_something_tried_sees_the_match_to_its_end() {
    let (host, mut browser) = open().await;
    let page = table(&mut browser, "kanaloa", &["first-legal", "first-legal"]).await;
    let page = until_my_turn(&mut browser, page).await;
    let actions = page.values_after("name=\"try\" ");
    let page = browser.press(&page, "try", actions.last().unwrap()).await;
    let page = browser.press(&page, "do", "resign").await;
    let mut page = browser.get(&page.at).await;
    while !page.text.contains("data-over") {
        page = browser.get(&format!("{}&after={}", page.at.split("&after").next().unwrap(), version(&page))).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    }
    host.stop().await.unwrap();
}

#[tokio::test]
async fn a_match_ends_when_everybody_has_left_the_table() {
    for (left, looks) in [(limits::TABLE_UNSEEN_MAX, false), (limits::TABLE_UNMOVED_MAX, true)] {
        let (host, mut browser) = open().await;
        let page = table(&mut browser, "haleakala", &["person"]).await;
        let id = page.at.split('/').nth(2).unwrap().parse().unwrap();
        let step = limits::TABLE_UNSEEN_MAX / 2;
        for _ in 1..left.div_duration_f64(step) as u32 {
            pass(step).await;
            if looks {
                assert!(!browser.get(&page.at).await.text.contains("data-over"));
            }
            assert_eq!(host.app.reader().record(id).unwrap(), None, "somebody may still come back");
        }
        pass(step + limits::TABLES_LOOK_INTERVAL).await;
        let record = loop {
            if let Some(record) = host.app.reader().record(id).unwrap() {
                break record;
            }
            sleep(Duration::from_millis(10)).await;
        };
        let termination = record.termination.unwrap();
        assert_eq!((termination.kind(), &*termination.reason), (Kind::Aborted, "everybody has left the table"));
        host.stop().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_all_tables_and_those_whose_match_is_over_are_free_again() {
    let host = arena(Config { tables_at_once: 6.try_into().unwrap(), ..Config::default() }).await;
    let mut browser = Browser::new(&host.app);
    let mut tables = Vec::new();
    let refused = loop {
        let page = table(&mut browser, "haleakala", &["person"]).await;
        match page.status {
            StatusCode::OK => tables.push(page),
            _ => break page,
        }
    };
    assert_eq!((tables.len(), refused.status), (3, StatusCode::TOO_MANY_REQUESTS));
    assert!(refused.text.contains("too many tables are taken"), "{}", refused.text);
    let page = browser.press(&tables[0], "do", "resign").await;
    until_my_turn(&mut browser, page).await;
    // The place becomes free just after the end is reported.
    while table(&mut browser, "haleakala", &["person"]).await.status != StatusCode::OK {}
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn links_for_others_are_those_of_the_proxy_before_the_arena() {
    let (host, mut browser) = open().await;
    let page = table(&mut browser, "haleakala", &["person"]).await;
    browser.headers = vec![("host", "arena.example")];
    assert!(browser.get(&page.at).await.text.contains("href=\"http://arena.example/play/"));
    browser.headers.push(("x-forwarded-proto", "https"));
    assert!(browser.get(&page.at).await.text.contains("href=\"https://arena.example/play/"));
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_waits_at_a_table_is_answered_at_once_and_takes_a_spectators_place() {
    let (host, mut browser) = open().await;
    let page = table(&mut browser, "haleakala", &["person"]).await;
    let path = format!("{}&after=1000000", page.at);
    let mut waiting = Vec::new();
    // Each of them waits until the last byte of its body is read.
    let refused = loop {
        let answer = browser.begin(&path).await;
        if answer.status() != StatusCode::OK {
            break answer.status();
        }
        waiting.push(answer);
    };
    assert_eq!((refused, waiting.len()), (StatusCode::TOO_MANY_REQUESTS, limits::SPECTATORS_MAX / 2));
    assert_eq!(browser.get(&page.at).await.status, StatusCode::OK, "who doesn't wait needs no place");
    waiting.pop();
    assert_eq!(browser.begin(&path).await.status(), StatusCode::OK);
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_drawn_anew_once_for_what_all_its_seats_are_told() {
    let (host, mut browser) = open().await;
    let page = table(&mut browser, "haleakala", &["first-legal"]).await;
    let before = until_my_turn(&mut browser, page).await;
    let path = before.at.split("&after").next().unwrap().to_owned();
    sleep(Duration::from_millis(100)).await;
    let now = browser.get(&path).await;
    assert_eq!(version(&now), version(&before), "nothing has happened since");
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_without_its_last_slash_leads_to_the_page() {
    let (host, mut browser) = open().await;
    for (path, page) in
        [("/bots", "/bots/"), ("/bots/ann", "/bots/ann/"), ("/matches?game=hawaii", "/matches/?game=hawaii")]
    {
        let answer = browser.get(path).await;
        assert_eq!(
            (answer.status, answer.headers["location"].to_str().unwrap()),
            (StatusCode::PERMANENT_REDIRECT, page)
        );
    }
    for nowhere in ["/robots.txt", "//example.org", "/nothing"] {
        assert_eq!(browser.get(nowhere).await.status, StatusCode::NOT_FOUND, "{nowhere}");
    }
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_of_foreign_pages_and_without_their_word_are_refused() {
    let (host, mut browser) = open().await;
    browser.headers = vec![("host", "127.0.0.1:7700")];
    let form = browser.get("/play/?game=haleakala&seats=2").await;
    let (_, hidden) = form.form_with("Begin");
    let word = hidden["csrf"].clone();
    let fields = |word: &'static str| {
        vec![("game", "haleakala"), ("seats", "2"), ("seat-0", "person"), ("seat-1", "random"), ("csrf", word)]
    };
    for word in ["", "0000"] {
        let refused = browser.post("/play/", &fields(word)).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN);
    }
    let word: &'static str = word.leak();
    for foreign in [("sec-fetch-site", "cross-site"), ("origin", "http://evil.example")] {
        browser.headers = vec![("host", "127.0.0.1:7700"), foreign];
        assert_eq!(browser.post("/play/", &fields(word)).await.status, StatusCode::FORBIDDEN, "{foreign:?}");
    }
    browser.headers = vec![("host", "127.0.0.1:7700"), ("origin", "http://127.0.0.1:7700")];
    assert_eq!(browser.post("/play/", &fields(word)).await.status, StatusCode::OK);
    host.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_played_is_refused_with_a_reason() {
    let (host, mut browser) = open().await;
    let form = browser.get("/play/?game=haleakala&seats=2").await;
    let (_, hidden) = form.form_with("Begin");
    let word: &'static str = hidden["csrf"].clone().leak();
    for (fields, reason) in [
        (vec![("game", "chess"), ("seats", "2")], "Choose one of these games"),
        (vec![("game", "haleakala"), ("seats", "3")], "haleakala needs"),
        (vec![("game", "haleakala"), ("seats", "2"), ("seat-0", "person")], "who sits in seat 1"),
        (
            vec![("game", "haleakala"), ("seats", "2"), ("seat-0", "greedy"), ("seat-1", "greedy")],
            "Nobody would play but bots",
        ),
        (vec![("game", "haleakala"), ("seats", "2"), ("seat-0", "person"), ("seat-1", "gpt")], "who sits in seat 1"),
        (
            vec![("game", "haleakala"), ("seats", "2"), ("seat-0", "person"), ("seat-1", "random"), ("option-x", "y")],
            "there is no option",
        ),
    ] {
        let fields: Vec<_> = fields.into_iter().chain([("csrf", word)]).collect();
        let refused = browser.post("/play/", &fields).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{fields:?}");
        assert!(refused.text.contains(reason), "{fields:?}: {}", refused.text);
    }
    host.stop().await.unwrap();
}
