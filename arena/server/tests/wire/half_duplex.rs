//! Bots without two-way streams: Listen downwards, Submit upwards.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tonic::transport::Channel;
use tonic::{Code, Request, Streaming};

use crate::access::arena_with_tokens;
use crate::reason::{CallError, call_error};
use crate::support::{Bot, TestArena, answer_to, first, hello, league, message};

fn listen(name: &str) -> pb::ListenRequest {
    pb::ListenRequest { hello: Some(hello(name)) }
}

fn submit_request(session: &str, body: ToArena) -> pb::SubmitRequest {
    pb::SubmitRequest { session: session.into(), message: Some(message(body)) }
}

#[tokio::test]
async fn a_match_is_played_by_single_calls() {
    let arena = TestArena::open().await;
    let mut client = BotServiceClient::new(arena.channel().await);
    let mut stream = client.listen(listen("a")).await.unwrap().into_inner();
    let Some(FromArena::Welcome(welcome)) = stream.message().await.unwrap().unwrap().message else {
        panic!("Welcome comes first")
    };
    let other = tokio::spawn(Bot::enter(&arena, "b").await.play(2));
    let mut ended = 0;
    while ended < 2 {
        match stream.message().await.unwrap().unwrap().message.unwrap() {
            FromArena::Ask(ask) => {
                let answer = submit_request(&welcome.resume_token, ToArena::Answer(answer_to(&ask, first())));
                client.submit(answer).await.unwrap();
            }
            FromArena::Ended(_) => ended += 1,
            _ => {}
        }
    }
    other.await.unwrap();
    client.submit(submit_request(&welcome.resume_token, ToArena::Bye(pb::Bye {}))).await.unwrap();
    assert!(stream.message().await.unwrap().is_none(), "the stream ends well");
    arena.stop().await;
}

#[tokio::test]
async fn wrong_calls_say_what_is_wrong() {
    let arena = TestArena::open().await;
    let mut client = BotServiceClient::new(arena.channel().await);
    let submit = async |client: &mut BotServiceClient<_>, call| call_error(&client.submit(call).await.unwrap_err());
    let ready = ToArena::Ready(pb::Ready {});
    let unknown = CallError::for_good(Code::Unauthenticated, "SESSION_UNKNOWN");
    assert_eq!(submit(&mut client, submit_request("nobody", ready)).await, unknown);
    let status = client.listen(pb::ListenRequest { hello: None }).await.unwrap_err();
    assert_eq!(call_error(&status), CallError::field(Code::FailedPrecondition, "HELLO_MISSING", "hello"));
    let bad_name = client.listen(listen("no good")).await.unwrap_err();
    assert_eq!(call_error(&bad_name), CallError::field(Code::InvalidArgument, "HELLO_INVALID", "hello.name"));

    let mut stream = client.listen(listen("a")).await.unwrap().into_inner();
    let taken = client.listen(listen("a")).await.unwrap_err();
    assert_eq!(call_error(&taken), CallError::later(Code::AlreadyExists, "NAME_IN_USE"));
    let Some(FromArena::Welcome(welcome)) = stream.message().await.unwrap().unwrap().message else {
        panic!("Welcome comes first")
    };
    let session = welcome.resume_token;
    let empty = pb::SubmitRequest { session: session.clone(), message: None };
    let invalid = |field| CallError::field(Code::InvalidArgument, "FIELD_INVALID", field);
    assert_eq!(submit(&mut client, empty).await, invalid("message"));
    let second_hello = submit_request(&session, ToArena::Hello(hello("a")));
    assert_eq!(submit(&mut client, second_hello).await, invalid("message.hello"));
    arena.stop().await;
}

/// Listens as this bot. Returns the stream, and the resume token from the Welcome.
async fn listens(client: &mut BotServiceClient<Channel>, hello: pb::Hello, token: &str) -> (Listening, String) {
    let request = with_token(pb::ListenRequest { hello: Some(hello) }, Some(token));
    let mut stream = client.listen(request).await.unwrap().into_inner();
    match stream.message().await.unwrap().unwrap().message {
        Some(FromArena::Welcome(welcome)) => (stream, welcome.resume_token),
        other => panic!("Welcome comes first, not {other:?}"),
    }
}

type Listening = Streaming<pb::ArenaMessage>;

fn with_token<T>(message: T, token: Option<&str>) -> Request<T> {
    let mut request = Request::new(message);
    if let Some(token) = token {
        request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    request
}

#[tokio::test]
async fn a_session_alone_allows_nothing_where_tokens_are_required() {
    let arena = arena_with_tokens([league()]).await;
    let mut client = BotServiceClient::new(arena.channel().await);
    let (mut stream, session) = listens(&mut client, hello("a"), "a").await;
    let b = tokio::spawn(Bot::try_enter(&arena, hello("b"), Some("b")).await.unwrap().play(2));
    let ask = loop {
        if let Some(FromArena::Ask(ask)) = stream.message().await.unwrap().unwrap().message {
            break ask;
        }
    };
    let resign = || submit_request(&session, ToArena::Resign(pb::Resign { match_id: ask.match_id.clone() }));
    let answer = || submit_request(&session, ToArena::Answer(answer_to(&ask, first())));
    for call in [resign(), answer()] {
        let missing = client.submit(with_token(call.clone(), None)).await.unwrap_err();
        assert_eq!(call_error(&missing), CallError::for_good(Code::Unauthenticated, "TOKEN_MISSING"));
        for other in ["b", "watcher", "a guess"] {
            let unknown = client.submit(with_token(call.clone(), Some(other))).await.unwrap_err();
            assert_eq!(call_error(&unknown), CallError::for_good(Code::Unauthenticated, "TOKEN_UNKNOWN"), "{other}");
        }
    }
    // If one of them had counted, this answer's ticket would no longer be open.
    client.submit(with_token(answer(), Some("a"))).await.unwrap();
    let mut ended = 0;
    while ended < 2 {
        match stream.message().await.unwrap().unwrap().message.unwrap() {
            FromArena::Ask(ask) => {
                let answer = submit_request(&session, ToArena::Answer(answer_to(&ask, first())));
                client.submit(with_token(answer, Some("a"))).await.unwrap();
            }
            FromArena::Ended(end) => {
                assert_eq!(end.termination.unwrap().kind(), pb::termination::Kind::Finished);
                ended += 1;
            }
            FromArena::Fault(fault) => panic!("{fault:?}"),
            _ => {}
        }
    }
    b.await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn a_session_ends_with_its_connection() {
    let arena = TestArena::open().await;
    let mut client = BotServiceClient::new(arena.channel().await);
    let (_first, old) = listens(&mut client, hello("a"), "any").await;
    let again = pb::Hello { resume_token: old.clone(), ..hello("a") };
    let (_second, new) = listens(&mut client, again, "any").await;
    assert_ne!(old, new);
    let pause = |session: &str| submit_request(session, ToArena::Pause(pb::Pause {}));
    let refused = client.submit(pause(&old)).await.unwrap_err();
    assert_eq!(call_error(&refused), CallError::for_good(Code::Unauthenticated, "SESSION_UNKNOWN"));
    client.submit(pause(&new)).await.unwrap();
    arena.stop().await;
}

#[tokio::test]
async fn who_listens_when_all_is_over_is_let_go_for_good() {
    let arena = TestArena::open().await;
    let mut client = BotServiceClient::new(arena.channel().await);
    let mut early = client.listen(listen("a")).await.unwrap().into_inner();
    assert!(matches!(early.message().await.unwrap().unwrap().message, Some(FromArena::Welcome(_))));
    arena.app.dismiss();
    assert!(early.message().await.expect("a friendly end").is_none());
    let mut late = client.listen(listen("b")).await.unwrap().into_inner();
    assert!(late.message().await.expect("a friendly end").is_none());
    arena.stop().await;
}
