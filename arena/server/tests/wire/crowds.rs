//! Crowds of idle connections next to bots that want to play.

use std::time::Duration;

use kahua_play::token;
use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::bot_service_client::BotServiceClient;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Streaming;

use crate::support::{Bot, TestArena, config, hello, league, pair};

/// Twice as many streams without a Hello as may wait, all from this machine's address.
struct Crowd {
    _streams: Vec<(mpsc::Sender<pb::BotMessage>, Streaming<pb::ArenaMessage>)>,
}

impl Crowd {
    async fn gather(arena: &TestArena) -> Crowd {
        let mut streams = Vec::new();
        let per_connection = kahua_core::limits::STREAMS_PER_CONNECTION_MAX as usize / 2;
        while streams.len() < 2 * kahua_core::limits::HANDSHAKES_MAX {
            let mut client = BotServiceClient::new(arena.channel().await);
            for _ in 0..per_connection {
                let (sender, said) = mpsc::channel(1);
                streams.push((sender, client.play(ReceiverStream::new(said)).await.unwrap().into_inner()));
            }
        }
        Crowd { _streams: streams }
    }
}

async fn comes_back(arena: &TestArena, name: &str, token: Option<&str>, resume_token: String) {
    let hello = pb::Hello { resume_token, ..hello(name) };
    let entered = tokio::time::timeout(Duration::from_secs(60), Bot::try_enter(arena, hello, token)).await;
    let back = entered.expect("the arena answers").expect("the bot is let in");
    assert_eq!(back.welcome.resumed_matches, 1, "its match waits for it");
}

#[tokio::test]
async fn streams_without_a_hello_keep_no_bot_from_its_match() {
    let arena = TestArena::open().await;
    let (first_seat, _second_seat) = pair(&arena).await;
    let (name, resume_token) = (first_seat.welcome.name.clone(), first_seat.welcome.resume_token.clone());
    drop(first_seat);
    let _crowd = Crowd::gather(&arena).await;
    comes_back(&arena, &name, None, resume_token).await;
    arena.stop().await;
}

#[tokio::test]
async fn streams_without_a_token_keep_no_bot_with_one_from_its_match() {
    let store = Store::open_in_memory().unwrap();
    let tokens = ["a", "b"].map(|name| (name, token::new_token()));
    for (name, token) in &tokens {
        store.set_token(&name.parse().unwrap(), token::hash_of(token)).await.unwrap();
    }
    let arena = TestArena::with(Config { tokens: Tokens::Required, ..config([league()]) }, store).await;
    let [(a, a_token), (b, b_token)] = &tokens;
    let first = Bot::try_enter(&arena, hello(a), Some(a_token)).await.unwrap();
    let mut second = Bot::try_enter(&arena, hello(b), Some(b_token)).await.unwrap();
    second.seated().await;
    let resume_token = first.welcome.resume_token.clone();
    drop(first);
    let _crowd = Crowd::gather(&arena).await;
    comes_back(&arena, a, Some(a_token), resume_token).await;
    arena.stop().await;
}
