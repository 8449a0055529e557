//! Connections that flood the arena with frames that HTTP/2 allows and no client needs.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::support::{TestArena, pair};

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];

const PING: [u8; 17] = [0, 0, 8, 6, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];

#[tokio::test]
async fn a_flood_of_pings_is_cut_off_and_players_play_on() {
    let arena = TestArena::open().await;
    let (first_seat, second_seat) = pair(&arena).await;
    let (mut reader, mut writer) = TcpStream::connect(arena.address).await.unwrap().into_split();
    let acknowledged = tokio::spawn(async move {
        let mut forgotten = [0; 4096];
        while reader.read(&mut forgotten).await.is_ok_and(|read| read > 0) {}
    });
    let flood = async {
        writer.write_all(&[PREFACE, &SETTINGS].concat()).await.unwrap();
        while writer.write_all(&PING.repeat(100)).await.is_ok() {}
    };
    timeout(Duration::from_secs(60), flood).await.expect("the flood is cut off");
    acknowledged.await.unwrap();
    tokio::join!(first_seat.play(2), second_seat.play(2));
    arena.finished(2).await;
    arena.stop().await;
}
