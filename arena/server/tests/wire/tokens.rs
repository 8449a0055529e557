//! Tokens that are replaced or revoked while their bots are connected.

use kahua_proto::pb::arena::v1 as pb;
use kahua_settings::config::LeagueSettings;
use tonic::{Code, Status, Streaming};

use crate::access::{arena_with_tokens, leagues_with, pair_with_tokens};
use crate::reason::{CallError, call_error};
use crate::support::{Bot, TestArena, first, hello, league};

fn refusal(reason: &str) -> CallError {
    CallError::for_good(Code::Unauthenticated, reason)
}

/// How the bot's stream ends.
async fn end(mut bot: Bot) -> CallError {
    call_error(&bot.rest().await.expect_err("the stream ends with a status"))
}

async fn refused(arena: &TestArena, hello: pb::Hello, token: &str) -> Status {
    Bot::try_enter(arena, hello, Some(token)).await.err().expect("the bot isn't let in")
}

#[tokio::test]
async fn a_token_that_is_replaced_ends_its_connection_and_its_resume_token() {
    let arena = arena_with_tokens([league()]).await;
    let (first_seat, _second_seat) = pair_with_tokens(&arena).await;
    let (name, resume_token) = (first_seat.welcome.name.clone(), first_seat.welcome.resume_token.clone());
    let mut organizer = leagues_with(&arena, "organizer").await;
    let request = pb::CreateBotRequest { name: name.clone() };
    let token = organizer.create_bot(request).await.unwrap().into_inner().token;
    assert_eq!(end(first_seat).await, refusal("TOKEN_REVOKED"));

    let resumes = || pb::Hello { resume_token: resume_token.clone(), ..hello(&name) };
    assert_eq!(call_error(&refused(&arena, resumes(), &name).await), refusal("TOKEN_UNKNOWN"));
    assert_eq!(call_error(&refused(&arena, resumes(), &token).await), refusal("RESUME_TOKEN_UNKNOWN"));
    let mut back = loop {
        match Bot::try_enter(&arena, hello(&name), Some(&token)).await {
            Ok(back) => break back,
            // The arena may not have noticed yet that the connection is gone.
            Err(status) => assert!(status.message().contains("is connected already"), "{status:?}"),
        }
    };
    assert_eq!(back.welcome.resumed_matches, 1);
    assert!(back.seated().await.resumed);
    arena.stop().await;
}

#[tokio::test]
async fn a_token_that_is_revoked_lets_nobody_in() {
    let arena = arena_with_tokens([league()]).await;
    let (first_seat, second_seat) = pair_with_tokens(&arena).await;
    let name = first_seat.welcome.name.clone();
    let revoke = || pb::RevokeTokenRequest { name: name.clone() };
    let refusal_of_bot = leagues_with(&arena, &name).await.revoke_token(revoke()).await.unwrap_err();
    assert_eq!(call_error(&refusal_of_bot), CallError::for_good(Code::PermissionDenied, "ROLE_TOO_LOW"));
    let mut organizer = leagues_with(&arena, "organizer").await;
    organizer.revoke_token(revoke()).await.unwrap();
    assert_eq!(end(first_seat).await, refusal("TOKEN_REVOKED"));
    let status = refused(&arena, hello(&name), &name).await;
    assert_eq!(call_error(&status), refusal("TOKEN_UNKNOWN"));
    assert!(status.message().contains("no bot named"), "{status:?}");
    let read = leagues_with(&arena, &name).await.list_bots(pb::ListBotsRequest::default()).await.unwrap_err();
    assert_eq!(call_error(&read), refusal("TOKEN_UNKNOWN"));
    let nobody = pb::RevokeTokenRequest { name: "nobody".into() };
    let unknown = organizer.revoke_token(nobody).await.unwrap_err();
    assert_eq!(call_error(&unknown), CallError::for_good(Code::NotFound, "BOT_UNKNOWN"));
    drop(second_seat);
    arena.stop().await;
}

/// What a caller with this token sees of a match.
async fn watch(arena: &TestArena, token: &str, match_id: &str) -> Streaming<pb::WatchMatchResponse> {
    let request = pb::WatchMatchRequest { match_id: match_id.into() };
    leagues_with(arena, token).await.watch_match(request).await.unwrap().into_inner()
}

#[tokio::test]
async fn a_token_that_counts_no_more_ends_what_is_watched_with_it() {
    // With a delay, the events that wait aren't shown any more either.
    for rule in ["players-never", "delayed 86400"] {
        let arena = arena_with_tokens([LeagueSettings { watch: Some(rule.parse().unwrap()), ..league() }]).await;
        let (mut first_seat, _second_seat) = pair_with_tokens(&arena).await;
        let ask = first_seat.ask().await;
        let mut organizer = leagues_with(&arena, "organizer").await;
        let request = || pb::CreateBotRequest { name: "c".into() };
        let first_token = organizer.create_bot(request()).await.unwrap().into_inner().token;
        let mut with_first = watch(&arena, &first_token, &ask.match_id).await;
        let mut by_organizer = watch(&arena, "organizer", &ask.match_id).await;
        by_organizer.message().await.unwrap().unwrap();

        let second_token = organizer.create_bot(request()).await.unwrap().into_inner().token;
        assert_eq!(end_of(&mut with_first).await, refusal("TOKEN_REVOKED"), "replaced, {rule}");
        let mut with_second = watch(&arena, &second_token, &ask.match_id).await;
        organizer.revoke_token(pb::RevokeTokenRequest { name: "c".into() }).await.unwrap();
        assert_eq!(end_of(&mut with_second).await, refusal("TOKEN_REVOKED"), "revoked, {rule}");

        first_seat.answer(&ask, first()).await;
        assert!(!by_organizer.message().await.unwrap().unwrap().events.is_empty(), "others go on watching");
        arena.stop().await;
    }
}

/// The status that ends a stream while its match goes on.
async fn end_of(shown: &mut Streaming<pb::WatchMatchResponse>) -> CallError {
    loop {
        match shown.message().await {
            Ok(shown) => assert!(shown.is_some(), "the stream ends with a status"),
            Err(status) => return call_error(&status),
        }
    }
}
