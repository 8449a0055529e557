//! Connections to a database server that break silently: they neither fail nor end, and carry nothing any more.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use kahua_core::limits::STORE_SILENCE_MAX;
use kahua_tests::postgres::Postgres;
use kahua_tests::soon;

use super::*;
use crate::postgres::Session;

/// A proxy to a server that listens on a Unix socket. It runs as long as the process.
struct Way {
    address: SocketAddr,
    /// How often all existing connections were broken.
    breaks: Arc<AtomicU32>,
}

impl Way {
    fn to(server: PathBuf) -> Way {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, breaks) = (listener.local_addr().unwrap(), Arc::new(AtomicU32::new(0)));
        let broken = breaks.clone();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                pass_on(client, UnixStream::connect(&server).unwrap(), &broken);
            }
        });
        Way { address, breaks }
    }

    /// Breaks all existing connections: they carry nothing any more. Later ones work.
    fn break_connections(&self) {
        self.breaks.fetch_add(1, Ordering::Relaxed);
    }
}

fn pass_on(client: TcpStream, server: UnixStream, breaks: &Arc<AtomicU32>) {
    client.set_nodelay(true).unwrap();
    let (from_client, to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    let (there, back, born) = (breaks.clone(), breaks.clone(), breaks.load(Ordering::Relaxed));
    thread::spawn(move || {
        copy(from_client, &to_server, &there, born);
        let _closed_already = to_server.shutdown(Shutdown::Both);
    });
    thread::spawn(move || {
        copy(server, &client, &back, born);
        let _closed_already = client.shutdown(Shutdown::Both);
    });
}

/// Copies bytes as long as `breaks` is `born`, and drops the rest: the connection is broken then.
fn copy(mut from: impl Read, mut to: impl Write, breaks: &AtomicU32, born: u32) {
    let mut chunk = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut chunk) {
        if breaks.load(Ordering::Relaxed) == born && to.write_all(&chunk[..read]).is_err() {
            return;
        }
    }
}

#[test]
fn a_server_that_accepts_and_says_nothing_is_given_up() {
    // The system accepts connections that no program accepts.
    let mute = TcpListener::bind("127.0.0.1:0").unwrap();
    let location: Location = format!("postgres://arena@{}/l", mute.local_addr().unwrap()).parse().unwrap();
    let Location::Postgres(url) = location else { unreachable!("it is on a server") };
    let begun = Instant::now();
    let refused = Session::connect_within(&url, Duration::from_millis(20)).unwrap_err();
    assert_eq!(refused.to_string(), "the database server doesn't answer");
    assert!(begun.elapsed() < STORE_SILENCE_MAX);
}

#[test]
fn a_lease_is_renewed_over_a_new_connection_when_one_breaks_without_a_word() {
    let Some(server) = Postgres::shared("a_lease_is_renewed_over_a_new_connection") else { return };
    let way = Way::to(server.socket());
    let location: Location = server.by_way_of(way.address, &server.new_database()).parse().unwrap();
    let Location::Postgres(url) = location else { unreachable!("it is on a server") };
    let card = NodeCard { name: "one".into(), address: "one:1".into() };
    let (_store, membership) = Store::join(&url, &card, None).unwrap();
    let mut renewals = membership.for_renewals();
    soon(|| renewals.renew(b"").ok());
    let before = renewals.until();

    way.break_connections();
    let begun = Instant::now();
    let silence = renewals.renew(b"").unwrap_err();
    assert!(silence.to_string().contains("doesn't answer"), "{silence}");
    assert!(begun.elapsed() < STORE_SILENCE_MAX, "a lease doesn't wait as long as others");
    soon(|| renewals.renew(b"").ok());
    assert!(renewals.until() > before);
}
