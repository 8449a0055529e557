//! Whole matches.

use kahua_proto::pb::arena::v1 as pb;
use kahua_store::Store;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Say;
use pb::termination::Kind;

use crate::support::{Bot, Hall, config, first, hello, league};

#[tokio::test]
async fn two_bots_play_a_set_and_it_is_recorded() {
    let hall = Hall::open().await;
    let (a, b) = (Bot::enter(&hall, "a").await, Bot::enter(&hall, "b").await);
    let _bots = tokio::join!(a.play(2), b.play(2));
    hall.finished(2).await;

    let mut leagues = hall.leagues().await;
    let matches = leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner().matches;
    assert_eq!(matches.len(), 2);
    let mut seats = Vec::new();
    for summary in &matches {
        assert!(!summary.running);
        let request = pb::GetMatchRequest { match_id: summary.match_id.clone() };
        let record = leagues.get_match(request).await.unwrap().into_inner().record.unwrap();
        assert_eq!(record.termination.unwrap().kind(), Kind::Finished);
        assert_eq!(record.events.len(), 12, "six dice and six decisions");
        assert_eq!(record.seed.len(), 32, "the whole set was played");
        seats.push(summary.players.clone());
    }
    seats.sort();
    assert_eq!(seats, [["a", "b"], ["b", "a"]], "everybody sits in every seat");
    hall.stop().await;
}

#[tokio::test]
async fn a_match_is_told_from_seated_to_ended() {
    let hall = Hall::open().await;
    let (mut a, b) = (Bot::enter(&hall, "a").await, Bot::enter(&hall, "b").await);
    let other = tokio::spawn(b.play(2));
    let seated = a.seated().await;
    assert_eq!((seated.game.as_str(), seated.league.as_str(), seated.rated, seated.resumed), ("toy", "l", true, false));
    assert_eq!(seated.players.len(), 2);
    let (mut tickets, mut next_event) = (Vec::new(), 0);
    let mut heard = |events: &[pb::SeenEvent]| {
        for event in events {
            assert_eq!(event.number, next_event, "every event is told once, in order");
            next_event += 1;
        }
    };
    let ended = loop {
        match a.next().await {
            Said::Ask(ask) => {
                assert_eq!(ask.match_id, seated.match_id);
                assert_eq!(ask.legal_total, 2);
                heard(&ask.since);
                tickets.push(ask.ticket);
                a.answer(&ask, first()).await;
            }
            Said::Seen(seen) => heard(&seen.events),
            Said::Ended(ended) => break ended,
            other => panic!("nothing else is said: {other:?}"),
        }
    };
    assert_eq!(next_event, 12);
    assert_eq!(tickets.len(), 3);
    assert!(tickets.is_sorted_by(|one, next| one < next));
    assert_eq!(ended.results.len(), 2);
    assert_eq!(ended.ratings.len(), 2);
    assert!(ended.seed.is_empty(), "the set's other match has the same seed");
    a.play(1).await;
    other.await.unwrap();
    hall.stop().await;
}

#[tokio::test]
async fn a_bot_that_pauses_gets_no_match_until_it_is_ready() {
    let mut others = league();
    (others.name, others.bots) = ("others".into(), ["b", "c"].map(|name| name.parse().unwrap()).to_vec());
    let hall = Hall::with(config([league(), others]), Store::open_in_memory().unwrap()).await;
    let mut a = Bot::enter(&hall, "a").await;
    a.say(Say::Pause(pb::Pause {})).await;
    heard_until_here(&mut a).await;
    let (b, c) = (Bot::enter(&hall, "b").await, Bot::enter(&hall, "c").await);
    let (b, _c) = tokio::join!(b.play(2), c.play(2));
    // The others have played all that they could without a, and a was told of nothing.
    heard_until_here(&mut a).await;
    a.say(Say::Ready(pb::Ready {})).await;
    let _played = tokio::join!(a.play(2), b.play(2));
    hall.stop().await;
}

#[tokio::test]
async fn a_bot_that_says_bye_leaves_after_its_match() {
    let hall = Hall::open().await;
    let (mut a, b) = (Bot::enter(&hall, "a").await, Bot::enter(&hall, "b").await);
    let other = tokio::spawn(b.play(1));
    a.seated().await;
    a.say(Say::Bye(pb::Bye {})).await;
    loop {
        match a.try_next().await.unwrap() {
            Some(Said::Ask(ask)) => a.answer(&ask, first()).await,
            Some(_) => {}
            None => break,
        }
    }
    other.await.unwrap();
    hall.finished(1).await;
    assert_eq!(hall.app.running(), 0, "the second match waits for a bot that wants it");
    hall.stop().await;
}

/// Everything that the bot said until now was heard, and it was told nothing in between.
async fn heard_until_here(bot: &mut Bot) {
    bot.say(Say::Hello(hello("again"))).await;
    assert!(bot.fault().await.problem.contains("sent its Hello already"));
}

#[tokio::test]
async fn a_league_of_nobody_in_particular_takes_everybody_who_connects() {
    let mut league = league();
    league.bots = Vec::new();
    let hall = Hall::with(config([league]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&hall, "a").await, Bot::enter(&hall, "b").await);
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    let c = Bot::enter(&hall, "c").await;
    let _bots = tokio::join!(a.play(2), b.play(2), c.play(4));
    hall.finished(6).await;
    hall.stop().await;
}

#[tokio::test]
async fn five_seats_are_played_too() {
    let names = ["a", "b", "c", "d", "e"];
    let mut league = league();
    (league.seats, league.bots) = (5, names.iter().map(|name| name.parse().unwrap()).collect());
    let hall = Hall::with(config([league]), Store::open_in_memory().unwrap()).await;
    let mut playing = Vec::new();
    for name in names {
        playing.push(tokio::spawn(Bot::enter(&hall, name).await.play(5)));
    }
    for bot in playing {
        bot.await.unwrap();
    }
    hall.finished(5).await;
    hall.stop().await;
}

#[tokio::test]
async fn a_league_without_a_list_is_for_whoever_comes() {
    let mut league = league();
    league.bots.clear();
    let hall = Hall::with(config([league]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&hall, "a").await, Bot::enter(&hall, "b").await);
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    let c = Bot::enter(&hall, "c").await;
    let _bots = tokio::join!(a.play(2), b.play(2), c.play(4));
    hall.finished(6).await;
    hall.stop().await;
}
