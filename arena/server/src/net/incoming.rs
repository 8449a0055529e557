//! The connections that the arena accepts, in the clear or over TLS.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use kahua_core::limits;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tokio_stream::wrappers::ReceiverStream;
use tokio_stream::{Stream, StreamExt};
use tokio_util::either::Either;
use tonic::transport::server::{Connected, TcpIncoming};
use tracing::debug;

/// The first byte of every TLS connection: the record type "handshake". No HTTP request begins with it.
const TLS_HANDSHAKE: u8 = 22;

/// The connections that this listener accepts. With `tls`, they come only after their handshake.
///
/// Tonic's own TLS would do for gRPC, but it offers HTTP/2 only and hangs up on clients that speak in the clear. Here,
/// gRPC-Web works over HTTP/1.1 too, and a client that forgot the TLS is served by
/// [`RequireTls`](super::require_tls::RequireTls), which tells it so.
pub(super) fn incoming(
    listener: TcpListener,
    tls: Option<TlsAcceptor>,
) -> impl Stream<Item = io::Result<Connection>> + Send {
    let accepted = accepted(listener);
    match tls {
        None => Either::Left(accepted.map(|accepted| accepted.map(Connection::plain))),
        Some(tls) => {
            let (ready, connections) = mpsc::channel(1);
            tokio::spawn(shake_hands(accepted, tls, ready));
            Either::Right(ReceiverStream::new(connections))
        }
    }
}

/// Accepts connections with Nagle's algorithm off: an ask must not wait for the acknowledgement of the one before.
///
/// The kernels at both ends watch over the connection, and nothing above them does: no HTTP/2 pings. A kernel answers for
/// a bot that thinks, that is swapped out, or that stands at a breakpoint, and falls silent only when its machine or the
/// cable is gone. A ping asks for more, namely that the bot's program reads while it thinks, and some can't: their event
/// loop is busy with the thought. How long they may think is the clock's business.
///
/// The server ignores its own `tcp_nodelay` and `tcp_keepalive` when it is given a listener, so they are set here.
fn accepted(listener: TcpListener) -> impl Stream<Item = io::Result<TcpStream>> + Send + Unpin {
    let probing = limits::UNACKNOWLEDGED_MAX - limits::KEEPALIVE_INTERVAL;
    TcpIncoming::from(listener)
        .with_nodelay(Some(true))
        .with_keepalive(Some(limits::KEEPALIVE_INTERVAL))
        .with_keepalive_interval(Some(probing / limits::KEEPALIVE_PROBES))
        .with_keepalive_retries(Some(limits::KEEPALIVE_PROBES))
        .map(|accepted| accepted.inspect(bound_unacknowledged))
}

/// No probes are sent while data is unacknowledged, say an ask to a bot whose cable was pulled. Left to itself, Linux would
/// send the data again for a quarter of an hour.
fn bound_unacknowledged(stream: &TcpStream) {
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Err(problem) = SockRef::from(stream).set_tcp_user_timeout(Some(limits::UNACKNOWLEDGED_MAX)) {
        debug!(%problem, "a lost connection may be noticed late");
    }
    #[cfg(not(any(target_os = "linux", target_os = "android")))]
    let _ = SockRef::from(stream);
}

/// Shakes hands with many clients at a time, so that a slow one holds up nobody, until the receiver is dropped.
async fn shake_hands(
    mut accepted: impl Stream<Item = io::Result<TcpStream>> + Unpin,
    tls: TlsAcceptor,
    ready: mpsc::Sender<io::Result<Connection>>,
) {
    let mut handshakes = JoinSet::new();
    loop {
        let has_room = handshakes.len() < limits::NEWCOMERS_MAX;
        tokio::select! {
            biased;
            () = ready.closed() => return,
            Some(_ended) = handshakes.join_next() => {}
            accepted = accepted.next(), if has_room => match accepted {
                Some(Ok(stream)) => {
                    let (tls, ready) = (tls.clone(), ready.clone());
                    handshakes.spawn(async move {
                        match timeout(limits::HANDSHAKE_TIMEOUT, shake_hand(stream, tls)).await {
                            // The receiver is gone only when the arena stops.
                            Ok(Ok(connection)) => _ = ready.send(Ok(connection)).await,
                            Ok(Err(problem)) => debug!(%problem, "a TLS handshake failed"),
                            Err(_) => debug!("a TLS handshake took too long"),
                        }
                    });
                }
                Some(Err(error)) => _ = ready.send(Err(error)).await,
                None => return,
            }
        }
    }
}

async fn shake_hand(stream: TcpStream, tls: TlsAcceptor) -> io::Result<Connection> {
    let mut first = [0];
    stream.peek(&mut first).await?;
    if first != [TLS_HANDSHAKE] {
        return Ok(Connection { lacks_tls: true, ..Connection::plain(stream) });
    }
    let stream = tls.accept(stream).await?;
    Ok(Connection { stream: Either::Right(Box::new(stream)), lacks_tls: false })
}

/// A connection that was accepted.
#[derive(Debug)]
pub(super) struct Connection {
    stream: Either<TcpStream, Box<TlsStream<TcpStream>>>,
    lacks_tls: bool,
}

impl Connection {
    fn plain(stream: TcpStream) -> Connection {
        Connection { stream: Either::Left(stream), lacks_tls: false }
    }
}

/// Whether a request came in the clear although the arena serves TLS; every request has this among its extensions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LacksTls(pub(super) bool);

impl Connected for Connection {
    type ConnectInfo = LacksTls;

    fn connect_info(&self) -> LacksTls {
        LacksTls(self.lacks_tls)
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accepted_connections_send_at_once_and_notice_when_the_other_side_is_gone() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut accepted = accepted(listener);
        let (_ours, accepted) = tokio::join!(TcpStream::connect(address), accepted.next());
        let accepted = accepted.unwrap().unwrap();
        assert!(accepted.nodelay().unwrap());
        assert!(SockRef::from(&accepted).keepalive().unwrap());
        #[cfg(target_os = "linux")]
        assert_eq!(SockRef::from(&accepted).tcp_user_timeout().unwrap(), Some(limits::UNACKNOWLEDGED_MAX));
    }
}
