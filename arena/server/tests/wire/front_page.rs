//! What the port shows to a browser, to curl, and to a tool that lists the services.

use kahua_play::VERSION;
use tokio_stream::StreamExt;
use tonic_reflection::pb::{v1, v1alpha};

use crate::support::{TestArena, over_http_1};

async fn answer(arena: &TestArena, request: &str) -> String {
    over_http_1(arena, format!("{request} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").as_bytes()).await
}

#[tokio::test]
async fn the_root_says_what_this_is() {
    let arena = TestArena::open().await;
    let page = answer(&arena, "GET /").await;
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("content-type: text/plain"), "{page}");
    assert!(page.contains(&format!("\r\n\r\nKahua arena {VERSION}: a gRPC service")), "{page}");
    assert!(page.contains("https://kahua.dev") && page.contains("grpcurl"), "{page}");
    let head = answer(&arena, "HEAD /").await;
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n") && head.ends_with("\r\n\r\n"), "{head}");
    arena.stop().await;
}

#[tokio::test]
async fn other_paths_and_other_methods_are_not_found_and_say_what_this_is_too() {
    let arena = TestArena::open().await;
    for request in ["GET /favicon.ico", "GET /kahua.arena.v1.BotService/Play", "POST /"] {
        let page = answer(&arena, request).await;
        assert!(page.starts_with("HTTP/1.1 404 Not Found\r\n"), "{request}: {page}");
        assert!(page.contains("\r\n\r\nThere is no page at this path.\nKahua arena "), "{request}: {page}");
    }
    arena.stop().await;
}

#[tokio::test]
async fn both_versions_of_reflection_list_the_services() {
    let arena = TestArena::open().await;
    let expected = ["kahua.arena.v1.BotService", "kahua.arena.v1.LeagueService", "grpc.health.v1.Health"];

    let request = v1::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(v1::server_reflection_request::MessageRequest::ListServices(String::new())),
    };
    let mut client = v1::server_reflection_client::ServerReflectionClient::new(arena.channel().await);
    let response = client.server_reflection_info(tokio_stream::once(request)).await.unwrap().into_inner().next().await;
    let Some(v1::server_reflection_response::MessageResponse::ListServicesResponse(listed)) =
        response.unwrap().unwrap().message_response
    else {
        panic!("a list of services")
    };
    let names: Vec<_> = listed.service.into_iter().map(|service| service.name).collect();
    assert!(expected.iter().all(|name| names.iter().any(|listed| listed == name)), "{names:?}");

    let request = v1alpha::ServerReflectionRequest {
        host: String::new(),
        message_request: Some(v1alpha::server_reflection_request::MessageRequest::ListServices(String::new())),
    };
    let mut client = v1alpha::server_reflection_client::ServerReflectionClient::new(arena.channel().await);
    let response = client.server_reflection_info(tokio_stream::once(request)).await.unwrap().into_inner().next().await;
    let Some(v1alpha::server_reflection_response::MessageResponse::ListServicesResponse(listed)) =
        response.unwrap().unwrap().message_response
    else {
        panic!("a list of services")
    };
    let names: Vec<_> = listed.service.into_iter().map(|service| service.name).collect();
    assert!(expected.iter().all(|name| names.iter().any(|listed| listed == name)), "{names:?}");
    arena.stop().await;
}
