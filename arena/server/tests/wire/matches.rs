//! Whole matches.

use std::num::NonZeroUsize;

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::Config;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use pb::termination::Kind;
use tokio::task::JoinSet;

use crate::support::{Bot, TestArena, config, first, hello, league};

#[tokio::test]
async fn two_bots_play_a_set_and_it_is_recorded() {
    let arena = TestArena::open().await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let _bots = tokio::join!(a.play(2), b.play(2));
    arena.finished(2).await;

    let mut leagues = arena.leagues().await;
    let matches = leagues.list_matches(pb::ListMatchesRequest::default()).await.unwrap().into_inner().matches;
    assert_eq!(matches.len(), 2);
    let mut seats = Vec::new();
    for summary in &matches {
        assert!(!summary.running);
        let request = pb::GetMatchRequest { match_id: summary.match_id.clone() };
        let record = leagues.get_match(request).await.unwrap().into_inner().record.unwrap();
        assert_eq!(record.termination.unwrap().kind(), Kind::Finished);
        assert_eq!(record.events.len(), 12, "six dice and six decisions");
        assert_eq!(record.seed.len(), 32);
        seats.push([0, 1].map(|seat| summary.players[seat].name.clone()));
    }
    seats.sort();
    assert_eq!(seats, [["a", "b"], ["b", "a"]], "everybody sits in every seat");
    arena.stop().await;
}

#[tokio::test]
async fn a_match_goes_from_seated_to_ended() {
    let arena = TestArena::open().await;
    let (mut a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let other = tokio::spawn(b.play(2));
    let seated = a.seated().await;
    assert_eq!((seated.game.as_str(), seated.league.as_str(), seated.rated, seated.resumed), ("toy", "l", true, false));
    assert_eq!(seated.players.len(), 2);
    let (mut tickets, mut next_event) = (Vec::new(), 0);
    let mut check = |events: &[pb::MatchEvent]| {
        for event in events {
            assert_eq!(event.number, next_event, "every event is sent once, in order");
            next_event += 1;
        }
    };
    let ended = loop {
        match a.next().await {
            FromArena::Ask(ask) => {
                assert_eq!(ask.match_id, seated.match_id);
                assert_eq!(ask.legal_total, 2);
                check(&ask.events);
                tickets.push(ask.ticket);
                a.answer(&ask, first()).await;
            }
            FromArena::Events(events) => check(&events.events),
            FromArena::Ended(ended) => break ended,
            other => panic!("nothing else is said: {other:?}"),
        }
    };
    assert_eq!(next_event, 12);
    assert_eq!(tickets.len(), 3);
    assert!(tickets.is_sorted_by(|one, next| one < next));
    assert_eq!(ended.results.len(), 2);
    assert_eq!(ended.ratings.len(), 2);
    assert_eq!(ended.seed.len(), 32, "no other match has this seed");
    a.play(1).await;
    other.await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_pauses_gets_no_match_until_it_is_ready() {
    let mut others = league();
    (others.name, others.bots) = ("others".into(), ["b", "c"].map(|name| name.parse().unwrap()).to_vec());
    let arena = TestArena::with(config([league(), others]), Store::open_in_memory().unwrap()).await;
    let mut a = Bot::enter(&arena, "a").await;
    a.send(ToArena::Pause(pb::Pause {})).await;
    caught_up(&mut a).await;
    let (b, c) = (Bot::enter(&arena, "b").await, Bot::enter(&arena, "c").await);
    let (b, _c) = tokio::join!(b.play(2), c.play(2));
    // The others have played everything that they could without a, and a got no messages.
    caught_up(&mut a).await;
    a.send(ToArena::Ready(pb::Ready {})).await;
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.stop().await;
}

#[tokio::test]
async fn a_bot_that_says_bye_leaves_after_its_match() {
    let arena = TestArena::open().await;
    let (mut a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let other = tokio::spawn(b.play(1));
    a.seated().await;
    a.send(ToArena::Bye(pb::Bye {})).await;
    loop {
        match a.try_next().await.unwrap() {
            Some(FromArena::Ask(ask)) => a.answer(&ask, first()).await,
            Some(_) => {}
            None => break,
        }
    }
    other.await.unwrap();
    arena.finished(1).await;
    assert_eq!(arena.app.running(), 0, "the second match waits for a bot that wants it");
    arena.stop().await;
}

/// Waits until the arena has read everything that the bot sent. Checks that the bot got no other message.
async fn caught_up(bot: &mut Bot) {
    bot.send(ToArena::Hello(hello("again"))).await;
    assert!(bot.fault().await.problem.contains("sent its Hello already"));
}

#[tokio::test]
async fn a_league_of_nobody_in_particular_takes_everybody_who_connects() {
    let mut league = league();
    league.bots = Vec::new();
    let arena = TestArena::with(config([league]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    let c = Bot::enter(&arena, "c").await;
    let _bots = tokio::join!(a.play(2), b.play(2), c.play(4));
    arena.finished(6).await;
    arena.stop().await;
}

#[tokio::test]
async fn five_seats_are_played_too() {
    let names = ["a", "b", "c", "d", "e"];
    let mut league = league();
    (league.terms.seats, league.bots) = (5, names.iter().map(|name| name.parse().unwrap()).collect());
    let arena = TestArena::with(config([league]), Store::open_in_memory().unwrap()).await;
    let mut playing = Vec::new();
    for name in names {
        playing.push(tokio::spawn(Bot::enter(&arena, name).await.play(5)));
    }
    for bot in playing {
        bot.await.unwrap();
    }
    arena.finished(5).await;
    arena.stop().await;
}

#[tokio::test]
async fn a_league_without_a_list_is_for_whoever_comes() {
    let mut league = league();
    league.bots.clear();
    let arena = TestArena::with(config([league]), Store::open_in_memory().unwrap()).await;
    let (a, b) = (Bot::enter(&arena, "a").await, Bot::enter(&arena, "b").await);
    let (a, b) = tokio::join!(a.play(2), b.play(2));
    let c = Bot::enter(&arena, "c").await;
    let _bots = tokio::join!(a.play(2), b.play(2), c.play(4));
    arena.finished(6).await;
    arena.stop().await;
}

#[tokio::test]
async fn no_more_matches_are_played_at_once_than_the_settings_allow() {
    let names = ["a", "b", "c", "d"];
    let league = LeagueSettings { bots: names.map(|name| name.parse().unwrap()).into(), ..league() };
    let settings = Config { matches_at_once: NonZeroUsize::MIN, ..config([league]) };
    let arena = TestArena::with(settings, Store::open_in_memory().unwrap()).await;
    let mut playing = JoinSet::new();
    for name in names {
        playing.spawn(Bot::enter(&arena, name).await.play(6));
    }
    let never_two = async {
        loop {
            assert!(arena.app.running() <= 1);
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = arena.finished(12) => {}
        () = never_two => {}
    }
    arena.stop().await;
}
