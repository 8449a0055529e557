//! TLS handshakes that are begun and never ended.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use kahua_client::{Settings, connect};

use crate::arena::Arena;
use crate::tls::fixture;

/// The first bytes of a client's first message: a handshake with 512 more bytes to come.
const BEGUN: [u8; 6] = [22, 3, 1, 2, 0, 1];

/// Several times as many as the arena may have files open.
const HANDSHAKES: usize = 300;

#[test]
fn handshakes_that_never_end_keep_nobody_out() {
    let dir = tempfile::tempdir().unwrap();
    let (certificate, key) = (fixture("arena.pem"), fixture("arena.key"));
    let arena = Arena::serve("ulimit -n 64", dir.path(), &["--tls-certificate", &certificate, "--tls-key", &key]);
    let begin = |_| {
        let mut stream = TcpStream::connect(&arena.addr).unwrap();
        // The arena may have ended it already, to make room for the next one.
        let _ended = stream.write_all(&BEGUN);
        stream
    };
    let _begun: Vec<TcpStream> = (0..HANDSHAKES).map(begin).collect();
    let port = arena.addr.rsplit(':').next().unwrap();
    let ca = Some(fixture("authority.pem").into());
    let newcomer =
        Settings { ca, patience: Duration::from_secs(60), ..Settings::new(format!("https://localhost:{port}"), "a") };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(connect(newcomer)).expect("there is room for a newcomer");
    arena.stop();
}
