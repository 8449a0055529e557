//! Connections that send nothing, or send so slowly that it never ends.

use std::io;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_server::SERVICE_NAME as BOTS;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::sleep;

use super::frames::{DATA, END_HEADERS, HEADERS, NO_FLAGS, RawHttp2, call_headers, frame};
use super::target::{Attack, Target};

pub(super) const ATTACKS: [Attack; 4] = [
    Attack { name: "silent connections", run: |target| Box::pin(silent(target)) },
    Attack { name: "slow headers over HTTP/1.1", run: |target| Box::pin(slow_http_1(target)) },
    Attack { name: "slow headers over HTTP/2", run: |target| Box::pin(slow_headers(target)) },
    Attack { name: "slow bodies", run: |target| Box::pin(slow_bodies(target)) },
];

/// More than the arena's limit of open files allows it to have.
const CONNECTIONS: usize = 200;

/// The pause between two bytes of somebody slow.
const PAUSE: Duration = Duration::from_millis(100);

async fn silent(target: Target) {
    loop {
        let mut held = Vec::new();
        while held.len() < CONNECTIONS {
            held.extend(TcpStream::connect(target.addr).await.ok());
            target.strike();
        }
        sleep(PAUSE).await;
    }
}

/// Keeps many connections, and adds a byte to each now and then.
async fn slow_http_1(target: Target) {
    loop {
        let mut held = Vec::new();
        while held.len() < CONNECTIONS / 4 {
            held.extend(TcpStream::connect(target.addr).await.ok());
        }
        for byte in b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" {
            for stream in &mut held {
                if stream.write_all(&[*byte]).await.is_ok() {
                    target.strike();
                }
            }
            sleep(PAUSE).await;
        }
    }
}

async fn slow_headers(target: Target) {
    loop {
        let _cut_off = all_slowly(&target, NO_FLAGS, HEADERS).await;
    }
}

async fn slow_bodies(target: Target) {
    loop {
        let _cut_off = all_slowly(&target, END_HEADERS, DATA).await;
    }
}

/// Opens calls on many connections. The next part of each comes byte by byte, in frames of this kind.
async fn all_slowly(target: &Target, flags: u8, kind: u8) -> io::Result<()> {
    let headers = call_headers(&format!("/{BOTS}/Play"), &target.token);
    let mut held = Vec::new();
    while held.len() < CONNECTIONS / 4 {
        let mut connection = RawHttp2::connect(target.addr).await?;
        let stream = connection.new_stream();
        let begun = frame(HEADERS, flags, stream, &headers);
        // Headers that never end stop in the middle of their frame.
        let end = if kind == HEADERS { begun.len() / 2 } else { begun.len() };
        connection.send(&begun[..end]).await?;
        held.push((connection, stream, begun[end..].to_vec()));
        target.strike();
    }
    // A message of a thousand bytes, and none of them comes soon.
    for byte in [0, 0, 0, 3, 232, 10, 1].into_iter().chain([0; 20]).enumerate() {
        for (connection, stream, rest) in &mut held {
            let next = match kind {
                HEADERS => rest.get(byte.0).map(|byte| vec![*byte]).unwrap_or_default(),
                _ => frame(DATA, NO_FLAGS, *stream, &[byte.1]),
            };
            connection.send(&next).await?;
            target.strike();
        }
        sleep(PAUSE).await;
    }
    Ok(())
}
