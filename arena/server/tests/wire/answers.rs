//! Answers that are not accepted: the bot is told what was wrong, and nothing else changes.

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::LeagueSettings;
use kahua_store::Store;
use pb::FaultCause;
use pb::answer::Choice;
use pb::bot_message::Message as ToArena;
use pb::termination::Kind;
use tonic::Code;

use crate::reason::{CallError, call_error};
use crate::support::{Bot, TestArena, answer_to, config, first, league, league_with_strikes, notation, pair};

async fn arena(league: LeagueSettings) -> TestArena {
    TestArena::with(config([league]), Store::open_in_memory().unwrap()).await
}

/// Sends this in place of an answer; returns the fault, and checks that the match goes on.
async fn strike(choice: Option<Choice>, cause: FaultCause) -> pb::FaultNotice {
    let arena = arena(league_with_strikes()).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    let answer = pb::Answer { choice, ..answer_to(&ask, first()) };
    first_seat.send(ToArena::Answer(answer)).await;
    let fault = first_seat.fault().await;
    assert_eq!((fault.cause(), fault.ticket), (cause, Some(ask.ticket)));
    assert_eq!(fault.match_id(), ask.match_id);
    assert!(fault.consequence.starts_with("strike 1 of 3"), "{}", fault.consequence);
    let next = second_seat.ask().await;
    assert!(matches!(
        &next.events[1].event,
        Some(pb::match_event::Event::ActionTaken(pb::ActionTaken { substitute: true, seat: 0, .. }))
    ));
    arena.stop().await;
    fault
}

#[tokio::test]
async fn an_illegal_answer_costs_a_strike_and_says_why() {
    let fault = strike(Some(notation("steal")), FaultCause::Unreadable).await;
    assert!(fault.problem.contains("steal"), "{}", fault.problem);
}

#[tokio::test]
async fn an_answer_out_of_range_says_the_range() {
    let fault = strike(Some(Choice::Index(2)), FaultCause::Illegal).await;
    assert!(fault.problem.contains("0 to 1"), "{}", fault.problem);
}

#[tokio::test]
async fn an_answer_with_nothing_set_is_unreadable() {
    strike(None, FaultCause::Unreadable).await;
}

#[tokio::test]
async fn another_games_action_is_unreadable() {
    strike(Some(Choice::Action(pb::Action::default())), FaultCause::Unreadable).await;
}

#[tokio::test]
async fn under_forfeit_an_illegal_answer_loses_the_match() {
    let arena = arena(league()).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    first_seat.answer(&ask, Choice::Index(9)).await;
    assert_eq!(first_seat.fault().await.cause(), FaultCause::Illegal);
    let ended = second_seat.ended().await;
    assert_eq!(ended.termination.unwrap().kind(), Kind::Forfeited);
    assert_eq!(ended.results.iter().map(|result| result.place).collect::<Vec<_>>(), [2, 1]);
    arena.stop().await;
}

#[tokio::test]
async fn old_foreign_and_repeated_tickets_cost_nothing() {
    let arena = arena(league()).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    let stale = |fault: &pb::FaultNotice| fault.cause() == FaultCause::StaleTicket && !fault.expected.is_empty();

    // The other seat answers in this one's place.
    second_seat.answer(&ask, first()).await;
    assert!(stale(&second_seat.fault().await));
    // A ticket that was never given out.
    first_seat.send(ToArena::Answer(pb::Answer { ticket: ask.ticket + 1, ..answer_to(&ask, first()) })).await;
    assert!(stale(&first_seat.fault().await));
    // Twice the same.
    first_seat.answer(&ask, first()).await;
    first_seat.answer(&ask, first()).await;
    assert!(stale(&first_seat.fault().await));
    // An old one, after the next ask.
    let theirs = second_seat.ask().await;
    second_seat.answer(&theirs, first()).await;
    let next = first_seat.ask().await;
    first_seat.answer(&ask, first()).await;
    assert!(stale(&first_seat.fault().await));
    // After all that the match goes on, and no seat has a strike.
    assert_eq!(next.strikes, 0);
    first_seat.answer(&next, first()).await;
    assert_eq!(second_seat.ask().await.strikes, 0);
    arena.stop().await;
}

#[tokio::test]
async fn answers_after_the_end_or_to_no_match_are_passed_over() {
    let arena = arena(league()).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    let ask = first_seat.ask().await;
    first_seat.send(ToArena::Resign(pb::Resign { match_id: ask.match_id.clone() })).await;
    first_seat.ended().await;
    second_seat.ended().await;
    // The next match of the set may have begun by now.
    first_seat.answer(&ask, first()).await;
    first_seat.send(ToArena::Answer(pb::Answer { match_id: "soup".into(), ..pb::Answer::default() })).await;
    let mut faults = Vec::new();
    while faults.len() < 2 {
        if let pb::arena_message::Message::Fault(fault) = first_seat.next().await {
            faults.push(fault);
        }
    }
    assert!(faults.iter().all(|fault| fault.cause() == FaultCause::StaleTicket));
    assert_eq!(faults[0].match_id(), ask.match_id);
    assert!(faults[1].problem.contains("soup"), "{}", faults[1].problem);
    arena.stop().await;
}

#[tokio::test]
async fn a_late_answer_is_late() {
    let mut league = league();
    league.terms.time = "/30ms".parse().unwrap();
    let arena = arena(league).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    first_seat.ask().await;
    assert_eq!(first_seat.fault().await.cause(), FaultCause::Late);
    assert_eq!(second_seat.ended().await.results[0].given_up(), FaultCause::Late);
    arena.stop().await;
}

#[tokio::test]
async fn a_message_that_is_too_large_ends_the_connection_with_words() {
    let arena = arena(league()).await;
    let mut a = Bot::enter(&arena, "a").await;
    let comment = "x".repeat(kahua_core::limits::MESSAGE_BYTES_MAX);
    a.send(ToArena::Answer(pb::Answer { comment, ..pb::Answer::default() })).await;
    let status = a.try_next().await.unwrap_err();
    assert_eq!(call_error(&status), CallError::for_good(Code::InvalidArgument, "MESSAGE_UNREADABLE"));
    assert!(status.message().contains("larger than the 65536 bytes"), "{}", status.message());
    // The name is free again.
    Bot::enter(&arena, "a").await;
    arena.stop().await;
}

#[tokio::test]
async fn a_flood_ends_the_connection_and_costs_the_match_a_fault() {
    let arena = arena(league()).await;
    let (mut first_seat, mut second_seat) = pair(&arena).await;
    first_seat.ask().await;
    let flood = first_seat.flood(ToArena::Ready(pb::Ready {}));
    let (ended, ()) = tokio::join!(second_seat.ended(), flood);
    assert_eq!(ended.results[0].given_up(), FaultCause::Flooding);
    let status = first_seat.rest().await.unwrap_err();
    assert_eq!(call_error(&status), CallError::for_good(Code::ResourceExhausted, "FLOODING"));
    arena.stop().await;
}

#[tokio::test]
async fn messages_without_meaning_get_a_fault_and_are_dropped() {
    let arena = arena(league()).await;
    let mut a = Bot::enter(&arena, "a").await;
    a.send(ToArena::Hello(crate::support::hello("a"))).await;
    assert!(a.fault().await.problem.contains("sent its Hello already"));
    let b = Bot::enter(&arena, "b").await;
    let _played = tokio::join!(a.play(2), b.play(2));
    arena.stop().await;
}
