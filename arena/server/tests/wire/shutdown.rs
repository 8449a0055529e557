//! The arena stops and comes back: bots are told, and open matches go on where they were.

use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_settings::Rulesets;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use pb::arena_message::Message as FromArena;
use tonic::Code;

use crate::overrides::in_file;
use crate::reason::{CallError, call_error};
use crate::support::{Bot, TestArena, config, first, hello, league, pair, terms};

#[tokio::test]
async fn open_matches_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = TestArena::in_file(&file).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    first_seat.answer(&ask, first()).await;
    let open = second_seat.ask().await;
    let names = (first_seat.welcome.name.clone(), second_seat.welcome.name.clone());
    let token = second_seat.welcome.resume_token.clone();
    let stopping = tokio::spawn(arena.stop());
    let FromArena::Notice(notice) = second_seat.next().await else { panic!("the bots are told") };
    assert_eq!(notice.kind(), pb::notice::Kind::Draining);
    let status = second_seat.try_next().await.unwrap_err();
    assert_eq!(call_error(&status), CallError::later(Code::Unavailable, "DRAINING"));
    drop((first_seat, second_seat));
    stopping.await.unwrap();

    let arena = TestArena::in_file(&file).await;
    let back = pb::Hello { resume_token: token, ..hello(&names.1) };
    let mut second_seat = Bot::try_enter(&arena, back, None).await.expect("resume tokens outlive a restart");
    let seated = second_seat.seated().await;
    assert_eq!((seated.match_id.as_str(), seated.resumed), (open.match_id.as_str(), true));
    let FromArena::Events(events) = second_seat.next().await else { panic!("the story so far comes before the ask") };
    assert_eq!(events.events.len(), 3, "a die, a decision and a die");
    let again = second_seat.ask().await;
    assert!(again.ticket > open.ticket, "tickets from before are void");
    second_seat.answer(&again, first()).await;
    let first_seat = Bot::enter(&arena, &names.0).await;
    let _played = tokio::join!(first_seat.play(2), second_seat.play(2));
    arena.finished(2).await;
    arena.stop().await;

    // Everything was played exactly once, so the league has nothing left.
    let arena = TestArena::in_file(&file).await;
    assert_eq!((arena.app.progress().finished, arena.app.running()), (2, 0));
    arena.stop().await;
}

#[tokio::test]
async fn spectators_are_told_when_a_clock_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let league = || LeagueSettings { terms: terms("1h"), ..league() };
    let arena = in_file(&file, league()).await;
    let (mut first_seat, second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    let (name, resume_token) = (first_seat.welcome.name.clone(), first_seat.welcome.resume_token.clone());
    drop((first_seat, second_seat));
    arena.stop().await;

    let arena = in_file(&file, league()).await;
    let request = pb::WatchMatchRequest { match_id: ask.match_id };
    let mut shown = arena.leagues().await.watch_match(request).await.unwrap().into_inner();
    let counts = |shown: &pb::WatchMatchResponse| {
        let mut asked = shown.clocks.iter().filter_map(|clock| clock.ask);
        asked.next().map(|ask| ask.counts_down)
    };
    assert_eq!(counts(&shown.message().await.unwrap().unwrap()), Some(false), "the clock waits for the bot");
    let back = pb::Hello { resume_token, ..hello(&name) };
    let _first_seat = Bot::try_enter(&arena, back, None).await.expect("resume tokens outlive a restart");
    let told = shown.message().await.unwrap().unwrap();
    assert_eq!((told.events.len(), counts(&told)), (0, Some(true)), "{told:?}");
    arena.stop().await;
}

#[tokio::test]
async fn a_stopping_arena_lets_nobody_in_and_ends_in_time() {
    let arena = TestArena::open().await;
    let (_say, mut stream) = crate::support::open(&arena, None).await.unwrap();
    arena.stop().await;
    assert_eq!(call_error(&stream.message().await.unwrap_err()), CallError::later(Code::Unavailable, "DRAINING"));
}

#[tokio::test]
async fn an_arena_that_is_done_lets_its_bots_go_for_good() {
    let arena = TestArena::open().await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (mut a, mut b) = tokio::join!(a.play(2), b.play(2));
    arena.app.dismiss();
    assert_eq!(a.try_next().await.expect("a friendly end"), None);
    let (sender, mut stream) = crate::support::open(&arena, None).await.unwrap();
    sender.send(crate::support::message(pb::bot_message::Message::Hello(hello("late")))).await.unwrap();
    assert_eq!(stream.message().await.expect("a friendly end"), None);
    arena.stop().await;
    assert_eq!(b.try_next().await.expect("the first word stands"), None);
}

/// On two threads, as in the binary, so that a task that waits for the last match goes on while the match's own task
/// still works.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_dismisses_the_bots_after_the_last_match_lets_them_hear_its_end() {
    for round in 0..20 {
        let arena = TestArena::open().await;
        let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
        let bots = [a, b].map(|bot| tokio::spawn(ends_heard(bot)));
        arena.finished(2).await;
        arena.app.dismiss();
        for bot in bots {
            assert_eq!(bot.await.unwrap(), 2, "in round {round}");
        }
        arena.stop().await;
    }
}

/// Takes the first legal action until the stream ends without an error. Returns how many ends of matches the bot was
/// told.
async fn ends_heard(mut bot: Bot) -> usize {
    let mut ends = 0;
    while let Some(message) = bot.try_next().await.expect("a friendly end") {
        match message {
            FromArena::Ask(ask) => bot.answer(&ask, first()).await,
            FromArena::Ended(_) => ends += 1,
            _ => {}
        }
    }
    ends
}

#[tokio::test]
async fn a_match_whose_game_is_gone_waits_until_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let arena = TestArena::in_file(&file).await;
    let (mut first_seat, _second_seat) = pair(&arena).await;
    first_seat.ask().await;
    arena.stop().await;

    let app = App::build(&config([]), Rulesets::of([]), Store::open(&file).unwrap()).await.unwrap();
    assert_eq!(app.running(), 0);
    app.drain().await;
    drop(app);

    let arena = TestArena::in_file(&file).await;
    assert_eq!(arena.app.running(), 1);
    arena.stop().await;
}
