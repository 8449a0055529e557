//! What Prometheus reads.

use std::time::Duration;

use kahua_core::limits;
use kahua_proto::pb::arena::v1 as pb;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{TestArena, over_http_1, over_http_1_at, pair};

const REQUEST: &[u8] = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// The value of this metric.
async fn metric(arena: &TestArena, name: &str) -> f64 {
    let page = over_http_1_at(arena.metrics, REQUEST).await;
    let value = page.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap_or_else(|| panic!("{name} in:\n{page}")).parse().unwrap()
}

#[tokio::test]
async fn metrics_have_an_address_of_their_own() {
    let arena = TestArena::open().await;
    let page = over_http_1_at(arena.metrics, REQUEST).await;
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("content-type: application/openmetrics-text"), "{page}");
    // The port for bots and strangers has no metrics.
    let page = over_http_1(&arena, REQUEST).await;
    assert!(page.starts_with("HTTP/1.1 404 Not Found\r\n"), "{page}");
    arena.stop().await;
}

#[tokio::test]
async fn a_played_match_shows_in_them() {
    let arena = TestArena::open().await;
    assert_eq!(metric(&arena, "kahua_asks_total{game=\"toy\"}").await, 0.0);
    let (a, b) = pair(&arena).await;
    tokio::join!(a.play(2), b.play(2));
    arena.finished(2).await;
    let asks = metric(&arena, "kahua_asks_total{game=\"toy\"}").await;
    assert!(asks >= 2.0, "{asks}");
    assert_eq!(metric(&arena, "kahua_think_seconds_count{game=\"toy\"}").await, asks);
    assert_eq!(metric(&arena, "kahua_record_wait_seconds_count").await, 2.0);
    assert_eq!(metric(&arena, "kahua_matches_total{game=\"toy\",end=\"finished\"}").await, 2.0);
    assert_eq!(metric(&arena, "kahua_matches_running").await, 0.0);
    arena.stop().await;
}

#[tokio::test]
async fn who_is_connected_shows_in_them() {
    let arena = TestArena::open().await;
    let (mut first_seat, second_seat) = pair(&arena).await;
    let match_id = first_seat.ask().await.match_id;
    let mut leagues = arena.leagues().await;
    let mut shown = leagues.watch_match(pb::WatchMatchRequest { match_id }).await.unwrap().into_inner();
    shown.message().await.unwrap().unwrap();
    let expected = [
        ("kahua_connections{kind=\"bot\"}", 2.0),
        ("kahua_connections{kind=\"other\"}", 1.0),
        ("kahua_newcomers", 0.0),
        ("kahua_spectators", 1.0),
        ("kahua_spectator_updates_waiting", 0.0),
        ("kahua_bot_messages_waiting_max", 0.0),
    ];
    for (name, value) in expected {
        shows(&arena, name, value).await;
    }
    drop((first_seat, second_seat, shown, leagues));
    for name in ["kahua_connections{kind=\"bot\"}", "kahua_connections{kind=\"other\"}", "kahua_spectators"] {
        shows(&arena, name, 0.0).await;
    }
    arena.stop().await;
}

#[tokio::test]
async fn silent_connections_keep_neither_prometheus_nor_bots_out_and_hold_up_no_stop() {
    let arena = TestArena::open().await;
    let mut silent = Vec::new();
    for number in 0..10 * limits::METRICS_CONNECTIONS_MAX {
        let mut stream = TcpStream::connect(arena.metrics).await.unwrap();
        if number % 2 == 1 {
            stream.write_all(b"GET /metrics HTTP/1.1\r\n").await.unwrap();
        }
        silent.push(stream);
    }
    for stream in &mut silent[..8 * limits::METRICS_CONNECTIONS_MAX] {
        let closed = timeout(Duration::from_secs(60), stream.read(&mut [0])).await.expect("it makes room for others");
        assert_eq!(closed.unwrap_or(0), 0);
    }
    assert!(over_http_1_at(arena.metrics, REQUEST).await.starts_with("HTTP/1.1 200 OK\r\n"));
    let (first_seat, second_seat) = pair(&arena).await;
    tokio::join!(first_seat.play(2), second_seat.play(2));
    arena.finished(2).await;
    arena.stop().await;
}

/// Waits until the metric has this value.
async fn shows(arena: &TestArena, name: &str, value: f64) {
    let mut last = f64::NAN;
    let shown = timeout(Duration::from_secs(60), async {
        while last != value {
            last = metric(arena, name).await;
        }
    });
    assert!(shown.await.is_ok(), "{name} is {last}, expected {value}");
}
