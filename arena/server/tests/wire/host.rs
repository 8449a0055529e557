//! Web pages that reach an open arena on loopback by a name of their own (DNS rebinding), or from an origin of their own.

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_service_client::ArenaServiceClient;
use kahua_settings::Config;
use kahua_settings::config::Tokens;
use kahua_store::Store;
use tonic::transport::Channel;
use tonic::{Code, Status};

use crate::support::{TestArena, assert_refused, config, league, over_http_1};

/// A call over HTTP/2 by a client that uses this origin for the arena.
async fn call(arena: &TestArena, origin: &str) -> Result<(), Status> {
    let endpoint = Channel::from_shared(format!("http://{}", arena.address)).unwrap();
    let channel = endpoint.origin(origin.parse().unwrap()).connect().await.unwrap();
    ArenaServiceClient::new(channel).get_server_info(pb::GetServerInfoRequest {}).await.map(drop)
}

/// The answer to a page that makes a call with these headers.
async fn call_from_page(arena: &TestArena, headers: &str) -> String {
    let head = format!(
        "POST /kahua.arena.v1.LeagueService/SetPaused HTTP/1.1\r\n{headers}connection: close\r\n\
         content-type: application/grpc-web+proto\r\ncontent-length: 7\r\n\r\n"
    );
    over_http_1(arena, &[head.as_bytes(), &[0, 0, 0, 0, 2, 8, 1]].concat()).await
}

async fn open_arena(settings: Config) -> TestArena {
    TestArena::with(settings, Store::open_in_memory().unwrap()).await
}

#[tokio::test]
async fn an_open_arena_on_loopback_is_called_by_names_of_loopback_or_of_its_settings() {
    let arena = open_arena(Config { hosts: vec!["arena.lan".parse().unwrap()], ..config([league()]) }).await;
    for known in ["http://localhost:7700", "http://127.0.0.1", "http://[::1]:1", "http://Arena.Lan:7700"] {
        call(&arena, known).await.unwrap();
    }
    for foreign in ["http://evil.example:7700", "http://10.0.0.1:7700", "http://localhost.evil.example"] {
        let refused = call(&arena, foreign).await.unwrap_err();
        assert_refused(&refused, Code::PermissionDenied, "HOST_REFUSED");
        assert!(refused.message().contains("`hosts`"), "{refused:?}");
    }
    arena.stop().await;
}

#[tokio::test]
async fn a_page_that_rebinds_its_name_can_do_nothing() {
    let web_origins = vec!["https://bots.example".parse().unwrap()];
    let arena = open_arena(Config { web_origins, ..config([league()]) }).await;
    for foreign in [
        "host: evil.example:7700\r\norigin: http://evil.example:7700\r\n",
        "host: evil.example:7700\r\n",
        "host: localhost:7700\r\norigin: http://evil.example\r\n",
        "host: localhost:7700\r\norigin: null\r\n",
    ] {
        let answer = call_from_page(&arena, foreign).await;
        assert!(answer.contains("grpc-status: 7\r\n"), "{foreign}: {answer}");
        assert!(!arena.app.is_paused(), "{foreign}");
    }
    for known in ["host: localhost:7700\r\norigin: https://bots.example\r\n", "host: localhost:7700\r\n"] {
        let answer = call_from_page(&arena, known).await;
        assert!(answer.contains("grpc-status:0"), "{known}: {answer}");
    }
    assert!(arena.app.is_paused());
    arena.stop().await;
}

#[tokio::test]
async fn an_arena_with_tokens_may_have_any_name() {
    let arena = open_arena(Config { tokens: Tokens::Required, ..config([league()]) }).await;
    call(&arena, "http://arena.example:7700").await.unwrap();
    arena.stop().await;
}
