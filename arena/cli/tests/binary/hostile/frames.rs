//! HTTP/2 as bytes: no client library sends what an attacker does.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedWriteHalf;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub(super) const DATA: u8 = 0;
pub(super) const HEADERS: u8 = 1;
pub(super) const RST_STREAM: u8 = 3;
pub(super) const SETTINGS: u8 = 4;
pub(super) const PING: u8 = 6;
pub(super) const CONTINUATION: u8 = 9;

pub(super) const NO_FLAGS: u8 = 0;
pub(super) const END_HEADERS: u8 = 4;

/// A connection on which every byte is the attacker's own. Dropping it ends it.
pub(super) struct RawHttp2 {
    writer: OwnedWriteHalf,
    /// Odd, and higher each time.
    next_stream: u32,
}

impl RawHttp2 {
    /// Connects, and does what every client does first. The arena's messages are read and dropped.
    pub(super) async fn connect(addr: SocketAddr) -> io::Result<RawHttp2> {
        let (mut reader, mut writer) = TcpStream::connect(addr).await?.into_split();
        tokio::spawn(async move {
            let mut forgotten = [0; 4096];
            while reader.read(&mut forgotten).await.is_ok_and(|read| read > 0) {}
        });
        writer.write_all(&[PREFACE, &frame(SETTINGS, NO_FLAGS, 0, &[])].concat()).await?;
        Ok(RawHttp2 { writer, next_stream: 1 })
    }

    pub(super) async fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.writer.write_all(bytes).await
    }

    /// An unused stream.
    pub(super) fn new_stream(&mut self) -> u32 {
        let stream = self.next_stream;
        self.next_stream += 2;
        stream
    }
}

/// A frame as it travels: its length, its type, its flags, its stream and its payload.
pub(super) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).expect("a payload of an attack").to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The headers of a call, with as little compression as possible.
pub(super) fn call_headers(path: &str, token: &str) -> Vec<u8> {
    let authorization = format!("Bearer {token}");
    let headers = [
        (":method", "POST"),
        (":scheme", "http"),
        (":path", path),
        (":authority", "localhost"),
        ("te", "trailers"),
        ("content-type", "application/grpc"),
        ("authorization", &authorization),
    ];
    headers.iter().flat_map(|(name, value)| header(name, value)).collect()
}

/// A header that isn't put into any table. Both texts are shorter than 127 bytes.
pub(super) fn header(name: &str, value: &str) -> Vec<u8> {
    let length = |text: &str| u8::try_from(text.len()).expect("a short text");
    [&[0, length(name)], name.as_bytes(), &[length(value)], value.as_bytes()].concat()
}
