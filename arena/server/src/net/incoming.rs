//! Accepts connections at each of the arena's addresses, unencrypted or over TLS.

use std::io;
use std::sync::Arc;

use kahua_core::limits;
use rustix::io::Errno;
use socket2::{SockRef, TcpKeepalive};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_stream::Stream;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::either::Either;
use tracing::{debug, info, warn};

use super::connection::{Bytes, Connection};
use crate::app::App;
use crate::load::connection_limit::side_connections_max;
use crate::load::read_limits::ReadLimits;
use kahua_play::auth::fair_slots::{FairSlots, Slot};
use kahua_play::auth::peer::Network;
use kahua_play::budget::Budget;
use kahua_play::log_throttle::LogThrottle;
use kahua_settings::config::Tls;

/// The first byte of every TLS connection: the record type "handshake". No HTTP request begins with it.
const TLS_HANDSHAKE: u8 = 22;

/// The rules for connections at one address: each takes a place, and must make a request in time.
#[derive(Clone)]
pub(crate) struct Entrance {
    /// What the address is for, as the log says it.
    listener: &'static str,
    /// The places that connections take.
    room: Arc<FairSlots<Network>>,
    /// The TLS of the address, if it has any.
    tls: Option<Arc<Tls>>,
    /// The budget for their work, shared by all addresses.
    read_limits: Arc<ReadLimits>,
}

impl Entrance {
    /// The main address.
    pub(super) fn for_all(app: &App) -> Entrance {
        let (room, tls, read_limits) = (app.connections.clone(), app.tls.clone(), app.read_limits.clone());
        Entrance { listener: "bots and people", room, tls, read_limits }
    }

    /// Another address, without TLS, with places of its own. When the arena stops, connections that still have a place
    /// after a moment are closed.
    pub(crate) fn aside(listener: &'static str, connections_max: usize, app: &App) -> Entrance {
        let room = FairSlots::new(side_connections_max(connections_max));
        let (stop, clearing) = (app.stop.clone(), room.clone());
        tokio::spawn(async move {
            stop.cancelled_owned().await;
            sleep(limits::SIDE_STOP_GRACE).await;
            clearing.clear();
        });
        Entrance { listener, room, tls: None, read_limits: app.read_limits.clone() }
    }
}

/// The connections that this listener accepts. With TLS, they come only after their handshake.
///
/// Tonic's own TLS would be enough for gRPC, but it offers only HTTP/2 and hangs up on clients without TLS. Here,
/// gRPC-Web works over HTTP/1.1 too, and a client that forgot TLS gets an explanation from
/// [`RequireTls`](super::require_tls::RequireTls).
pub(crate) fn incoming(
    listener: TcpListener,
    entrance: Entrance,
) -> impl Stream<Item = io::Result<Connection>> + Send + Unpin {
    let (ready, connections) = mpsc::channel(1);
    tokio::spawn(accept_all(listener, entrance, ready));
    ReceiverStream::new(connections)
}

/// Accepts connections until the receiver is dropped. A task of its own, so that a flood of connections can't keep
/// another task from running.
async fn accept_all(listener: TcpListener, entrance: Entrance, ready: mpsc::Sender<io::Result<Connection>>) {
    let listener_name = entrance.listener;
    let (mut throttle, mut crowd) = (LogThrottle::default(), LogThrottle::default());
    let pace = Budget::new(limits::ACCEPTED_PER_SECOND_MAX, limits::ACCEPTING_MEAN_OVER);
    loop {
        let accepted = tokio::select! {
            biased;
            () = ready.closed() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, address)) => {
                if let Some(failures) = throttle.worked() {
                    info!(listener = listener_name, failures, "connections can be accepted again");
                }
                if entrance.room.is_full()
                    && let Some(crowded_out) = crowd.failed()
                {
                    let connections_max = entrance.room.slots_max();
                    warn!(
                        listener = listener_name,
                        connections_max,
                        crowded_out,
                        "the connection limit is reached: for each new connection, the arena closes the oldest one without a bot from the address that has the most connections"
                    );
                }
                let place = entrance.room.enter(Network::of(address.ip()));
                tokio::spawn(prepare(stream, place, entrance.clone(), ready.clone()));
                // Connections that had to make room must be closed before the next one comes, or their open files would
                // add up.
                let _too_slow = timeout(limits::ACCEPT_RETRY_PAUSE, entrance.room.settled()).await;
                if let Some(next) = pace.take(1) {
                    sleep_until(next).await;
                }
            }
            // Only this connection is broken: its client has hung up already.
            Err(error) if is_of_the_client(&error) => debug!(%error, "a connection ended before it was accepted"),
            Err(error) => {
                if let Some(failures) = throttle.failed() {
                    let remedy = remedy(&error);
                    warn!(
                        listener = listener_name,
                        %error,
                        failures,
                        "can't accept connections{remedy}; trying again until it works"
                    );
                }
                // Most likely the limit of open files is reached. The connection stays in the backlog, so without a
                // pause the next attempt would fail at once.
                entrance.room.make_room();
                tokio::select! {
                    biased;
                    () = ready.closed() => return,
                    () = sleep(limits::ACCEPT_RETRY_PAUSE) => {}
                }
            }
        }
    }
}

/// Advice to append to the message that connections can't be accepted.
fn remedy(error: &io::Error) -> &'static str {
    match Errno::from_io_error(error) {
        Some(Errno::MFILE) => {
            ", since this process has as many open files as it may; raise that with `ulimit -n` or LimitNOFILE="
        }
        Some(Errno::NFILE) => ", since this machine has as many open files as it may; raise fs.file-max",
        _ => "",
    }
}

fn is_of_the_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Gets one connection ready for its first request, however slow its client is.
async fn prepare(
    stream: TcpStream,
    place: Arc<Slot<Network>>,
    entrance: Entrance,
    ready: mpsc::Sender<io::Result<Connection>>,
) {
    set_options(&stream);
    let Entrance { tls, read_limits, .. } = entrance;
    let Some(tls) = tls else {
        return hand_over(Connection::new(Either::Left(stream), false, place, read_limits), &ready).await;
    };
    let shaken = tokio::select! {
        biased;
        () = place.lost() => return,
        shaken = timeout(limits::HANDSHAKE_TIMEOUT, shake_hands(stream, tls.acceptor())) => shaken,
    };
    match shaken {
        Ok(Ok((stream, lacks_tls))) => hand_over(Connection::new(stream, lacks_tls, place, read_limits), &ready).await,
        Ok(Err(problem)) => debug!(%problem, "a TLS handshake failed"),
        Err(_) => debug!("a TLS handshake took too long"),
    }
}

async fn hand_over(connection: Connection, ready: &mpsc::Sender<io::Result<Connection>>) {
    // The receiver is gone only when the arena stops.
    let _stopping = ready.send(Ok(connection)).await;
}

/// The stream after its handshake, and whether the client doesn't use TLS, so that there was none.
async fn shake_hands(stream: TcpStream, tls: TlsAcceptor) -> io::Result<(Bytes, bool)> {
    let mut first = [0];
    stream.peek(&mut first).await?;
    if first != [TLS_HANDSHAKE] {
        return Ok((Either::Left(stream), true));
    }
    Ok((Either::Right(Box::new(tls.accept(stream).await?)), false))
}

/// Turns Nagle's algorithm off, because an ask must not wait for the acknowledgement of the one before. Bounds the
/// receive buffer: else a connection that is read late would collect megabytes, and the thread that closes it would
/// have to free them. Then lets the kernel watch over the connection.
///
/// Only the kernels at both ends watch over a connection that has made a request: there are no HTTP/2 pings. A kernel
/// answers for a bot that thinks, is swapped out, or stands at a breakpoint. It falls silent only when its machine or
/// the cable is gone. A ping would need a program that reads while it thinks, and some bots can't, because the thought
/// blocks their event loop. The clock limits how long they may think.
fn set_options(stream: &TcpStream) {
    let probing = limits::UNACKNOWLEDGED_MAX - limits::KEEPALIVE_INTERVAL;
    let keepalive = TcpKeepalive::new()
        .with_time(limits::KEEPALIVE_INTERVAL)
        .with_interval(probing / limits::KEEPALIVE_PROBES)
        .with_retries(limits::KEEPALIVE_PROBES);
    let socket = SockRef::from(stream);
    let set = socket
        .set_tcp_nodelay(true)
        .and(socket.set_recv_buffer_size(limits::UNREAD_BYTES_MAX))
        .and(socket.set_tcp_keepalive(&keepalive))
        .and(bound_unacknowledged(&socket));
    if let Err(problem) = set {
        debug!(%problem, "can't set the options of a connection: it may be slow, and its loss may be noticed late");
    }
}

/// TCP sends no probes while data is unacknowledged, such as an ask to a bot whose cable was pulled. By default, Linux
/// would resend the data for a quarter of an hour.
fn bound_unacknowledged(socket: &SockRef<'_>) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    return socket.set_tcp_user_timeout(Some(limits::UNACKNOWLEDGED_MAX));
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    return Ok(drop(socket));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accepted_connections_send_at_once_hold_little_and_notice_when_the_other_side_is_gone() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let _ours = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (accepted, _) = listener.accept().await.unwrap();
        set_options(&accepted);
        assert!(accepted.nodelay().unwrap());
        assert!(SockRef::from(&accepted).keepalive().unwrap());
        #[cfg(target_os = "linux")]
        {
            let socket = SockRef::from(&accepted);
            assert_eq!(socket.tcp_user_timeout().unwrap(), Some(limits::UNACKNOWLEDGED_MAX));
            assert_eq!(socket.recv_buffer_size().unwrap(), 2 * limits::UNREAD_BYTES_MAX);
        }
    }
}
