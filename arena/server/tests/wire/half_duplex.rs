//! Bots without two-way streams: Listen downwards, Answer upwards.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::arena_message::Message as FromArena;
use pb::bot_message::Message as ToArena;
use tonic::Code;

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
    let code = async |client: &mut BotServiceClient<_>, call| client.submit(call).await.unwrap_err().code();
    assert_eq!(code(&mut client, submit_request("nobody", ToArena::Ready(pb::Ready {}))).await, Code::Unauthenticated);
    let status = client.listen(pb::ListenRequest { hello: None }).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    let _hear = client.listen(listen("a")).await.unwrap();
    assert_eq!(client.listen(listen("a")).await.unwrap_err().code(), Code::AlreadyExists);
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
