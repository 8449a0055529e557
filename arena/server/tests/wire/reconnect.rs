//! Lost connections, and how bots resume them.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::arena_message::Message as FromArena;
use tonic::Code;

use crate::access::{arena_with_tokens, pair_with_tokens};
use crate::reason::{CallError, call_error};
use crate::support::{Bot, TestArena, first, hello, pair};

async fn again(arena: &TestArena, name: &str, resume_token: String) -> Bot {
    Bot::try_enter(arena, pb::Hello { resume_token, ..hello(name) }, None).await.unwrap()
}

#[tokio::test]
async fn the_open_ask_comes_again_with_its_old_ticket() {
    let arena = TestArena::open().await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    first_seat.answer(&ask, first()).await;
    let theirs = second_seat.ask().await;
    second_seat.answer(&theirs, first()).await;
    let open = first_seat.ask().await;

    let (name, token) = (first_seat.welcome.name.clone(), first_seat.welcome.resume_token.clone());
    drop(first_seat);
    let mut back = again(&arena, &name, token).await;
    assert_eq!(back.welcome.resumed_matches, 1);
    let seated = back.seated().await;
    assert!(seated.resumed);
    assert_eq!(seated.match_id, open.match_id);
    let FromArena::Events(events) = back.next().await else { panic!("the story so far comes before the ask") };
    assert_eq!(events.events.iter().map(|event| event.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
    let same = back.ask().await;
    assert_eq!((same.ticket, same.legal_total), (open.ticket, open.legal_total));
    assert!(same.events.is_empty(), "it was all sent just now");
    back.answer(&same, first()).await;
    second_seat.ask().await;
    arena.stop().await;
}

#[tokio::test]
async fn a_match_goes_on_in_the_version_with_which_it_began() {
    let arena = TestArena::open().await;
    let of_version = |name: &str, version: &str| pb::Hello { version: version.into(), ..hello(name) };
    let mut a = Bot::try_enter(&arena, of_version("a", "1"), None).await.unwrap();
    let b = Bot::enter(&arena, "b").await;
    let seated = a.seated().await;
    let resume_token = a.welcome.resume_token.clone();
    drop(a);
    let newer = pb::Hello { resume_token, ..of_version("a", "2") };
    let a = Bot::try_enter(&arena, newer, None).await.unwrap();
    assert_eq!(a.welcome.resumed_matches, 1);
    assert!(arena.app.bots().iter().any(|bot| bot.name.as_str() == "a" && bot.version == "2"));
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.finished(2).await;
    let versions: Vec<(bool, String)> = (arena.app.reader().records().map(Result::unwrap))
        .map(|record| {
            let a = record.players.iter().find(|player| player.name == "a").unwrap();
            (record.match_id == seated.match_id, a.version.clone())
        })
        .collect();
    assert_eq!(versions, [(true, "1".into()), (false, "2".into())]);
    arena.stop().await;
}

/// Answers once, so that the arena knows that the bot has its resume token. Returns the next ask, which is then open.
async fn play_one_round(first_seat: &mut Bot, second_seat: &mut Bot) -> pb::Ask {
    for bot in [&mut *first_seat, second_seat] {
        let ask = bot.ask().await;
        bot.answer(&ask, first()).await;
    }
    first_seat.ask().await
}

#[tokio::test]
async fn a_stranger_without_the_resume_token_gets_no_match_of_a_bot_that_dropped_out() {
    let arena = TestArena::open().await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let open = play_one_round(&mut first_seat, &mut second_seat).await;
    let (name, token) = (first_seat.welcome.name.clone(), first_seat.welcome.resume_token.clone());
    drop(first_seat);
    loop {
        let status = Bot::try_enter(&arena, hello(&name), None).await.err().expect("a stranger isn't let in");
        assert_eq!(call_error(&status), CallError::later(Code::AlreadyExists, "NAME_IN_USE"));
        // The arena may not have noticed yet that the connection is gone.
        if status.message().contains("its name is reserved") {
            break;
        }
    }
    let mut back = again(&arena, &name, token).await;
    back.seated().await;
    back.next().await;
    assert_eq!(back.ask().await.ticket, open.ticket);
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_restarts_without_its_resume_token_shows_its_token_instead() {
    let arena = arena_with_tokens([crate::support::league()]).await;
    let (mut first_seat, mut second_seat) = pair_with_tokens(&arena).await;
    let open = play_one_round(&mut first_seat, &mut second_seat).await;
    let name = first_seat.welcome.name.clone();
    drop(first_seat);
    let mut back = loop {
        match Bot::try_enter(&arena, hello(&name), Some(&name)).await {
            Ok(back) => break back,
            Err(status) => assert!(status.message().contains("is connected already"), "{status:?}"),
        }
    };
    back.seated().await;
    back.next().await;
    assert_eq!(back.ask().await.ticket, open.ticket);
    arena.stop().await;
}

#[tokio::test]
async fn every_connection_has_a_resume_token_of_its_own_and_the_newest_counts() {
    let arena = TestArena::open().await;
    let (mut older, mut other) = pair(&arena).await;
    older.ask().await;
    let (name, old) = (older.welcome.name.clone(), older.welcome.resume_token.clone());
    let mut newer = again(&arena, &name, old.clone()).await;
    assert_ne!(newer.welcome.resume_token, old);
    newer.seated().await;
    newer.next().await;
    // Until the bot has said something, its Welcome may have been lost; the old token would still let it in.
    play_one_round(&mut newer, &mut other).await;
    let stolen = pb::Hello { resume_token: old, ..hello(&name) };
    let status = Bot::try_enter(&arena, stolen, None).await.err().expect("an old resume token is worth nothing");
    assert_eq!(call_error(&status), CallError::for_good(Code::Unauthenticated, "RESUME_TOKEN_UNKNOWN"));
    assert!(status.message().contains("only the newest counts"), "{status:?}");
    let mut newest = again(&arena, &name, newer.welcome.resume_token.clone()).await;
    assert!(newest.seated().await.resumed);
    arena.stop().await;
}

#[tokio::test]
async fn resume_tokens_count_after_a_restart_of_the_arena() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = TestArena::in_file(&file).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let open = play_one_round(&mut first_seat, &mut second_seat).await;
    let (name, old) = (first_seat.welcome.name.clone(), first_seat.welcome.resume_token.clone());
    arena.stop().await;
    let arena = TestArena::in_file(&file).await;
    let mut back = again(&arena, &name, old.clone()).await;
    assert_eq!(back.welcome.resumed_matches, 1);
    assert_ne!(back.welcome.resume_token, old);
    assert_eq!(back.seated().await.match_id, open.match_id);
    arena.stop().await;
}

#[tokio::test]
async fn a_newer_connection_moves_the_older_one() {
    let arena = TestArena::open().await;
    let (mut older, _other) = pair(&arena).await;
    let open = older.ask().await;
    let mut newer = again(&arena, &older.welcome.name.clone(), older.welcome.resume_token.clone()).await;
    let FromArena::Notice(notice) = older.next().await else { panic!("the older connection is told") };
    assert_eq!(notice.kind(), pb::notice::Kind::Moved);
    let status = older.try_next().await.unwrap_err();
    assert_eq!(call_error(&status), CallError::for_good(Code::Aborted, "MOVED"));
    newer.seated().await;
    newer.next().await;
    assert_eq!(newer.ask().await.ticket, open.ticket);
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_stays_away_loses() {
    let mut league = crate::support::league();
    league.terms.faults.reconnect_s = 0;
    let store = kahua_store::Store::open_in_memory().unwrap();
    let arena = TestArena::with(crate::support::config([league]), store).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    first_seat.ask().await;
    drop(first_seat);
    let ended = second_seat.ended().await;
    assert_eq!(ended.results[0].given_up(), pb::FaultCause::Disconnected);
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_does_not_read_is_cut_off_and_nobody_else() {
    let arena = TestArena::open().await;
    let narrow = tonic::transport::Endpoint::from_shared(format!("http://{}", arena.address)).unwrap();
    let narrow = narrow.initial_stream_window_size(65_535).initial_connection_window_size(65_535);
    let mut client = BotServiceClient::new(narrow.connect().await.unwrap());
    let _never_read = client.listen(pb::ListenRequest { hello: Some(hello("a")) }).await.unwrap();
    let mut b = Bot::enter(&arena, "b").await;
    let reading = tokio::spawn(async move { while b.try_next().await.is_ok_and(|said| said.is_some()) {} });

    let a_is_there = || arena.app.bots().iter().any(|bot| bot.connected && bot.name.as_str() == "a");
    let mut paused = true;
    while a_is_there() {
        arena.app.set_paused(paused).await.unwrap();
        paused = !paused;
    }
    let _a = Bot::enter(&arena, "a").await;
    arena.stop().await;
    reading.await.unwrap();
}

#[tokio::test]
async fn without_a_clock_a_bot_that_stays_away_is_waited_for() {
    let mut league = crate::support::league();
    league.terms.faults.reconnect_s = 0;
    (league.terms.time, league.terms.rated) = ("/1ms stopped".parse().unwrap(), false);
    let store = kahua_store::Store::open_in_memory().unwrap();
    let arena = TestArena::with(crate::support::config([league]), store).await;
    let (mut away, other) = pair(&arena).await;
    let open = away.ask().await;
    assert_eq!(open.ask_ms, Some(1));
    let (name, token) = (away.welcome.name.clone(), away.welcome.resume_token.clone());
    drop(away);
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    let mut back = again(&arena, &name, token).await;
    assert!(back.seated().await.time_control.unwrap().stopped);
    back.next().await;
    let same = back.ask().await;
    assert_eq!((same.ticket, same.ask_ms), (open.ticket, Some(1)));
    back.answer(&same, first()).await;
    let _both = tokio::join!(back.play(2), other.play(2));
    arena.finished(2).await;
    assert_eq!(arena.app.progress().rated, 0);
    arena.stop().await;
}

#[tokio::test]
async fn a_rated_league_needs_a_clock() {
    let mut league = crate::support::league();
    league.terms.time = "none stopped".parse().unwrap();
    let store = kahua_store::Store::open_in_memory().unwrap();
    let games = kahua_settings::Rulesets::of([kahua_engine::toy::Toy::ruleset() as _]);
    let error = kahua_server::App::build(&crate::support::config([league]), games, store).await.unwrap_err();
    assert!(error.to_string().contains("set rated = false"), "{error}");
}
