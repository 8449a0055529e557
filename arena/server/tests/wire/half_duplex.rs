//! Bots without two-way streams: Listen downwards, Submit upwards.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tonic::Code;

use crate::reason::{Told, told};
use crate::support::{Bot, TestArena, answer_to, first, hello, message};

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
    let submit = async |client: &mut BotServiceClient<_>, call| told(&client.submit(call).await.unwrap_err());
    let ready = ToArena::Ready(pb::Ready {});
    let unknown = Told::for_good(Code::Unauthenticated, "SESSION_UNKNOWN");
    assert_eq!(submit(&mut client, submit_request("nobody", ready)).await, unknown);
    let status = client.listen(pb::ListenRequest { hello: None }).await.unwrap_err();
    assert_eq!(told(&status), Told::field(Code::FailedPrecondition, "HELLO_MISSING", "hello"));
    let bad_name = client.listen(listen("no good")).await.unwrap_err();
    assert_eq!(told(&bad_name), Told::field(Code::InvalidArgument, "HELLO_INVALID", "hello.name"));

    let mut stream = client.listen(listen("a")).await.unwrap().into_inner();
    let taken = client.listen(listen("a")).await.unwrap_err();
    assert_eq!(told(&taken), Told::for_good(Code::AlreadyExists, "NAME_IN_USE"));
    let Some(FromArena::Welcome(welcome)) = stream.message().await.unwrap().unwrap().message else {
        panic!("Welcome comes first")
    };
    let session = welcome.resume_token;
    let empty = pb::SubmitRequest { session: session.clone(), message: None };
    let invalid = |field| Told::field(Code::InvalidArgument, "FIELD_INVALID", field);
    assert_eq!(submit(&mut client, empty).await, invalid("message"));
    let second_hello = submit_request(&session, ToArena::Hello(hello("a")));
    assert_eq!(submit(&mut client, second_hello).await, invalid("message.hello"));
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
