//! Leagues that lack bots, and what their connected bots are told.

use std::num::NonZeroU32;

use kahua_play::time::Time;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::notice::Kind;
use kahua_settings::config::{Calendar, Config, LeagueSettings};
use kahua_store::Store;
use pb::league_status::State;

use crate::overrides::{between, set_withdrawn, status, until};
use crate::support::{Bot, TestArena, config, league};
use kahua_proto::pb::arena::v1::arena_message::Message as FromArena;

async fn notice(bot: &mut Bot) -> (Kind, String) {
    match bot.next().await {
        FromArena::Notice(notice) => (notice.kind(), notice.text),
        other => panic!("a notice was expected, not {other:?}"),
    }
}

#[tokio::test]
async fn a_bot_is_told_for_whom_its_league_waits() {
    let bots = ["a", "nobody-else"].map(|name| name.parse().unwrap()).into();
    let settings = LeagueSettings { bots, ..league() };
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    let mut bot = Bot::enter(&arena, "a").await;
    assert_eq!(notice(&mut bot).await, (Kind::Waiting, "league l is still waiting for nobody-else".into()));
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_is_alone_in_an_open_arena_is_told_so() {
    let settings = LeagueSettings { bots: Vec::new(), ..league() };
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    let mut bot = Bot::enter(&arena, "a").await;
    let expected = "still waiting for more bots that play the same game";
    assert_eq!(notice(&mut bot).await, (Kind::Waiting, expected.into()));
    arena.stop().await;
}

#[tokio::test]
async fn the_bots_of_a_league_are_told_once_that_it_is_paused_and_goes_on() {
    let bots = ["a", "nobody-else"].map(|name| name.parse().unwrap()).into();
    let arena = TestArena::with(config([LeagueSettings { bots, ..league() }]), Store::open_in_memory().unwrap()).await;
    let mut bot = Bot::enter(&arena, "a").await;
    let mut leagues = arena.leagues().await;
    for paused in [true, true, false, false] {
        let wanted = pb::SetLeaguePausedRequest { league: "l".into(), paused: Some(paused) };
        leagues.set_league_paused(wanted).await.unwrap();
    }
    let mut told = Vec::new();
    while told.len() < 2 {
        let (kind, text) = notice(&mut bot).await;
        // It is told for whom the league waits, too.
        told.extend((kind != Kind::Waiting).then_some((kind, text)));
    }
    let paused = "an organizer has paused league l; its open matches go on".to_owned();
    assert_eq!(told, [(Kind::Paused, paused), (Kind::Unpaused, "new matches of league l are paired again".to_owned())]);
    arena.stop().await;
}

/// The calendar of a league that is open for an hour each day, and closed now.
fn closed_now() -> Calendar {
    let hour = (Time::unix_ms() / 3_600_000 + 6) % 24;
    let league = format!("[[league]]\nname = 'l'\ngame = 'g'\ncalendar = {{ hours = ['{hour:02}:00-{hour:02}:59'] }}");
    Config::parse(&league).unwrap().leagues.pop().unwrap().calendar.unwrap()
}

#[tokio::test]
async fn a_league_begins_no_match_while_its_calendar_has_closed_it() {
    let bots = ["a", "b"];
    let settings = LeagueSettings { calendar: Some(closed_now()), ..between(&bots) };
    let open = LeagueSettings { name: "open".into(), ..between(&bots) };
    let arena = TestArena::with(config([settings, open]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    // The matches of the other league.
    let (mut a, _b) = tokio::join!(a.play(2), b.play(2));
    let text = loop {
        match notice(&mut a).await {
            (Kind::Paused, text) => break text,
            (kind, text) => assert_eq!(kind, Kind::Waiting, "{text}"),
        }
    };
    assert!(text.starts_with("league l is closed: its matches begin again "), "{text}");
    let closed = status(&arena).await;
    assert_eq!((closed.state(), closed.played, closed.running), (State::Closed, 0, 0));
    let calendar = closed.calendar.unwrap();
    let opens = kahua_proto::time::unix_ms(&calendar.opens.unwrap()).unwrap();
    assert!((0..24 * 3_600_000).contains(&(opens - Time::unix_ms())), "{opens}");
    assert_eq!((calendar.hours.len(), calendar.time_zone.as_str()), (1, "UTC"));
    arena.stop().await;
}

/// What the bot is told of a withdrawal.
async fn withdrawn(bot: &mut Bot) -> String {
    loop {
        match notice(bot).await {
            (Kind::Withdrawn, text) => return text,
            // Before, it is told for whom the league waits.
            (kind, text) => assert_eq!(kind, Kind::Waiting, "{text}"),
        }
    }
}

#[tokio::test]
async fn all_bots_of_a_league_are_told_that_an_organizer_has_withdrawn_one_and_it_is_told_that_it_plays_again() {
    let settings = between(&["a", "b", "nobody-else"]);
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (mut a, mut b) = tokio::join!(a.play(2), b.play(2));
    for undone in [false, true] {
        // What changes nothing isn't told.
        set_withdrawn(&arena, "b", !undone).await.unwrap();
        set_withdrawn(&arena, "b", !undone).await.unwrap();
    }
    let expected = "b plays no more in league l: an organizer has withdrawn it";
    assert_eq!([withdrawn(&mut a).await, withdrawn(&mut b).await], [expected, expected]);
    let told = loop {
        match notice(&mut b).await {
            (Kind::Waiting, _) => {}
            told => break told,
        }
    };
    assert_eq!(told, (Kind::LetBack, "an organizer lets you play in league l again".to_owned()));
    arena.stop().await;
}

#[tokio::test]
async fn a_league_goes_on_without_a_bot_that_stays_away_until_an_organizer_lets_it_back() {
    let settings = LeagueSettings { withdraw_absent_after_s: NonZeroU32::new(1), ..between(&["a", "b", "c"]) };
    let arena = TestArena::with(config([settings]), Store::open_in_memory().unwrap()).await;
    // As long as nobody could play without c either, nobody is withdrawn.
    let a = Bot::enter(&arena, "a").await;
    let b = Bot::enter(&arena, "b").await;
    let (mut a, mut b) = tokio::join!(a.play(2), b.play(2));
    let text = withdrawn(&mut a).await;
    assert!(text.starts_with("c plays no more in league l: the league stood still for it for "), "{text}");
    assert_eq!(withdrawn(&mut b).await, text);
    let over = until(&arena, State::Over).await;
    assert_eq!((over.played, over.planned, over.changes.unwrap().withdrawn), (2, Some(2), vec!["c".to_owned()]));
    let act = loop {
        match arena.app.reader().acts(1).unwrap().pop() {
            Some(act) => break act,
            None => tokio::task::yield_now().await,
        }
    };
    assert_eq!((act.who.as_str(), act.what.as_str()), ("the arena", "SetWithdrawn"));
    set_withdrawn(&arena, "c", false).await.unwrap();
    assert_eq!(status(&arena).await.planned, Some(6));
    arena.stop().await;
}
