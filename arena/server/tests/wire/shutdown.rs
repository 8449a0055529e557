//! The arena stops and comes back: bots are told, and open matches go on where they were.

use kahua_proto::pb::arena::v1 as pb;
use kahua_server::App;
use kahua_server::Rulesets;
use kahua_store::Store;
use pb::arena_message::Message as Said;
use tonic::Code;

use crate::support::{Bot, Hall, config, first, hello, pair};

#[tokio::test]
async fn open_matches_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let hall = Hall::in_file(&file).await;
    let (mut first_seat, mut second_seat) = pair(&hall).await;
    let ask = first_seat.ask().await;
    first_seat.answer(&ask, first()).await;
    let open = second_seat.ask().await;
    let names = (first_seat.welcome.name.clone(), second_seat.welcome.name.clone());
    let token = second_seat.welcome.resume_token.clone();
    let stopping = tokio::spawn(hall.stop());
    let Said::Notice(notice) = second_seat.next().await else { panic!("the bots are told") };
    assert_eq!(notice.kind(), pb::notice::Kind::Draining);
    assert_eq!(second_seat.try_next().await.unwrap_err().code(), Code::Unavailable);
    drop((first_seat, second_seat));
    stopping.await.unwrap();

    let hall = Hall::in_file(&file).await;
    let back = pb::Hello { resume_token: token, ..hello(&names.1) };
    let mut second_seat = Bot::try_enter(&hall, back, None).await.expect("resume tokens outlive a restart");
    let seated = second_seat.seated().await;
    assert_eq!((seated.match_id.as_str(), seated.resumed), (open.match_id.as_str(), true));
    let Said::Seen(seen) = second_seat.next().await else { panic!("the story so far comes before the ask") };
    assert_eq!(seen.events.len(), 3, "a die, a decision and a die");
    let again = second_seat.ask().await;
    assert!(again.ticket > open.ticket, "tickets from before are void");
    second_seat.answer(&again, first()).await;
    let first_seat = Bot::enter(&hall, &names.0).await;
    let _played = tokio::join!(first_seat.play(2), second_seat.play(2));
    hall.finished(2).await;
    hall.stop().await;

    // Everything was played once: the league has nothing left.
    let hall = Hall::in_file(&file).await;
    assert_eq!((hall.app.progress().finished, hall.app.running()), (2, 0));
    hall.stop().await;
}

#[tokio::test]
async fn a_stopping_arena_lets_nobody_in_and_ends_in_time() {
    let hall = Hall::open().await;
    let (_say, mut hear) = crate::support::open(&hall, None).await.unwrap();
    hall.stop().await;
    assert_eq!(hear.message().await.unwrap_err().code(), Code::Unavailable);
}

#[tokio::test]
async fn an_arena_that_is_done_lets_its_bots_go_for_good() {
    let hall = Hall::open().await;
    let (a, b) = (Bot::enter(&hall, "a").await, Bot::enter(&hall, "b").await);
    let (mut a, mut b) = tokio::join!(a.play(2), b.play(2));
    hall.app.dismiss();
    assert_eq!(a.try_next().await.expect("a friendly end"), None);
    let (say, mut hear) = crate::support::open(&hall, None).await.unwrap();
    say.send(crate::support::message(pb::bot_message::Message::Hello(hello("late")))).await.unwrap();
    assert_eq!(hear.message().await.expect("a friendly end"), None);
    hall.stop().await;
    assert_eq!(b.try_next().await.expect("the first word stands"), None);
}

#[tokio::test]
async fn a_match_whose_game_is_gone_waits_until_it_is_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.db");
    let hall = Hall::in_file(&file).await;
    let (mut first_seat, _second_seat) = pair(&hall).await;
    first_seat.ask().await;
    hall.stop().await;

    let app = App::build(&config([]), Rulesets::of([]), Store::open(&file).unwrap()).await.unwrap();
    assert_eq!(app.running(), 0);
    app.drain().await;
    drop(app);

    let hall = Hall::in_file(&file).await;
    assert_eq!(hall.app.running(), 1);
    hall.stop().await;
}
