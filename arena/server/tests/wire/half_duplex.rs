//! Bots without two-way streams: Listen downwards, Answer upwards.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use pb::arena_message::Message as Said;
use pb::bot_message::Message as Say;
use tonic::Code;

use crate::support::{Bot, Hall, answer_to, first, hello, message};

fn listen(name: &str) -> pb::ListenRequest {
    pb::ListenRequest { hello: Some(hello(name)) }
}

fn saying(session: &str, say: Say) -> pb::AnswerRequest {
    pb::AnswerRequest { session: session.into(), message: Some(message(say)) }
}

#[tokio::test]
async fn a_match_is_played_by_single_calls() {
    let hall = Hall::open().await;
    let mut client = BotServiceClient::new(hall.channel().await);
    let mut hear = client.listen(listen("a")).await.unwrap().into_inner();
    let Some(Said::Welcome(welcome)) = hear.message().await.unwrap().unwrap().message else {
        panic!("Welcome comes first")
    };
    let other = tokio::spawn(Bot::enter(&hall, "b").await.play(2));
    let mut ended = 0;
    while ended < 2 {
        match hear.message().await.unwrap().unwrap().message.unwrap() {
            Said::Ask(ask) => {
                let answer = saying(&welcome.resume_token, Say::Answer(answer_to(&ask, first())));
                client.answer(answer).await.unwrap();
            }
            Said::Ended(_) => ended += 1,
            _ => {}
        }
    }
    other.await.unwrap();
    client.answer(saying(&welcome.resume_token, Say::Bye(pb::Bye {}))).await.unwrap();
    assert!(hear.message().await.unwrap().is_none(), "the stream ends well");
    hall.stop().await;
}

#[tokio::test]
async fn wrong_calls_say_what_is_wrong() {
    let hall = Hall::open().await;
    let mut client = BotServiceClient::new(hall.channel().await);
    let code = async |client: &mut BotServiceClient<_>, call| client.answer(call).await.unwrap_err().code();
    assert_eq!(code(&mut client, saying("nobody", Say::Ready(pb::Ready {}))).await, Code::Unauthenticated);
    let status = client.listen(pb::ListenRequest { hello: None }).await.unwrap_err();
    assert_eq!(status.code(), Code::InvalidArgument);
    let _hear = client.listen(listen("a")).await.unwrap();
    assert_eq!(client.listen(listen("a")).await.unwrap_err().code(), Code::AlreadyExists);
    hall.stop().await;
}

#[tokio::test]
async fn who_listens_when_all_is_over_is_let_go_for_good() {
    let hall = Hall::open().await;
    let mut client = BotServiceClient::new(hall.channel().await);
    let mut early = client.listen(listen("a")).await.unwrap().into_inner();
    assert!(matches!(early.message().await.unwrap().unwrap().message, Some(Said::Welcome(_))));
    hall.app.dismiss();
    assert!(early.message().await.expect("a friendly end").is_none());
    let mut late = client.listen(listen("b")).await.unwrap().into_inner();
    assert!(late.message().await.expect("a friendly end").is_none());
    hall.stop().await;
}
