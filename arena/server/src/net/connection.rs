//! An accepted connection: its bytes in both directions, and the facts that its calls can read.

use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};

use kahua_core::limits;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};
use tokio_rustls::server::TlsStream;
use tokio_util::either::Either;
use tokio_util::sync::WaitForCancellationFutureOwned;
use tonic::body::Body;
use tonic::codegen::http::{Extensions, Request, Response};
use tonic::transport::server::Connected;
use tower_http::validate_request::ValidateRequest;

use crate::load::read_limits::{ReadLimits, ReadMeter, bytes_at_a_time};
use kahua_play::auth::fair_slots::{Slot, SlotGuard};
use kahua_play::auth::peer::{Network, Peer};

/// A connection, unencrypted or over TLS. It ends when it makes no request in time, or when it must make room for
/// others. If no layer [notes](NoteRequest) requests, it ends after that time in any case.
///
/// Neither tonic nor hyper ends a connection that stays silent: their timers begin with the first bytes of a request.
#[derive(Debug)]
pub(crate) struct Connection<S = Bytes> {
    stream: S,
    facts: ConnectionFacts,
    /// Until the first request has come.
    deadline: Option<Pin<Box<Sleep>>>,
    lost: Pin<Box<WaitForCancellationFutureOwned>>,
    meter: ReadMeter,
}

/// The bytes of a connection over TCP.
pub(crate) type Bytes = Either<TcpStream, Box<TlsStream<TcpStream>>>;

/// Facts about a connection. Every request has them among its extensions.
#[derive(Clone, Debug)]
pub(crate) struct ConnectionFacts {
    peer: Peer,
    lacks_tls: bool,
    has_asked: Arc<AtomicBool>,
    /// Set once the other side has shown that it is a node of this arena.
    trusted: Arc<OnceLock<Option<SlotGuard<Network>>>>,
}

impl ConnectionFacts {
    /// Notes that the other side is a node of this arena. From now on the connection never makes room for others, and
    /// its work isn't limited.
    pub(crate) fn trust(&self) {
        // No layer notes requests at the address for nodes, so the connection would end after its first moments.
        self.has_asked.store(true, Ordering::Relaxed);
        self.trusted.get_or_init(|| self.peer.keep_connection());
    }

    fn is_trusted(&self) -> bool {
        self.trusted.get().is_some()
    }
}

impl<S> Connection<S> {
    /// `lacks_tls` says that the client doesn't use TLS although the arena serves it.
    pub(super) fn new(
        stream: S,
        lacks_tls: bool,
        place: Arc<Slot<Network>>,
        read_limits: Arc<ReadLimits>,
    ) -> Connection<S> {
        let lost = Box::pin(place.token().clone().cancelled_owned());
        let facts =
            ConnectionFacts { peer: Peer::over(place), lacks_tls, has_asked: Arc::default(), trusted: Arc::default() };
        let deadline = Some(Box::pin(sleep(limits::FIRST_REQUEST_TIMEOUT)));
        Connection { stream, facts, deadline, lost, meter: ReadMeter::new(read_limits) }
    }

    /// Why the connection must end now, if it must.
    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<io::Error> {
        if let Some(deadline) = &mut self.deadline {
            if self.facts.has_asked.load(Ordering::Relaxed) {
                self.deadline = None;
            } else if deadline.as_mut().poll(cx).is_ready() {
                return Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "no request came in time"));
            }
        }
        self.lost.as_mut().poll(cx).map(|()| io::Error::other("the connection made room for others"))
    }
}

impl<S> Connected for Connection<S> {
    type ConnectInfo = ConnectionFacts;

    fn connect_info(&self) -> ConnectionFacts {
        self.facts.clone()
    }
}

/// Where this request comes from.
pub(super) fn peer<T>(request: &tonic::Request<T>) -> Peer {
    peer_of(request.extensions())
}

/// The same before the request is decoded.
pub(super) fn peer_of(extensions: &Extensions) -> Peer {
    let facts = extensions.get::<ConnectionFacts>();
    facts.map_or_else(Peer::in_process, |facts| facts.peer.clone())
}

/// Whether this request came without TLS although the arena serves it.
pub(super) fn lacks_tls<B>(request: &Request<B>) -> bool {
    request.extensions().get::<ConnectionFacts>().is_some_and(|facts| facts.lacks_tls)
}

/// Notes that a connection has made a request, so it may stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoteRequest;

impl<B> ValidateRequest<B> for NoteRequest {
    type ResponseBody = Body;

    fn validate(&mut self, request: &mut Request<B>) -> Result<(), Response<Body>> {
        if let Some(facts) = request.extensions().get::<ConnectionFacts>() {
            facts.has_asked.store(true, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        // First, so that a client that keeps sending bytes without a request ends too.
        if let Poll::Ready(end) = self.poll_end(cx) {
            return Poll::Ready(Err(end));
        }
        if self.facts.is_trusted() {
            return Pin::new(&mut self.stream).poll_read(cx, buffer);
        }
        ready!(self.meter.poll_turn(cx));
        let this = &mut *self;
        let carries_bot = this.facts.peer.carries_bot();
        let room = buffer.remaining().min(bytes_at_a_time(carries_bot));
        let mut piece = ReadBuf::new(buffer.initialize_unfilled_to(room));
        ready!(Pin::new(&mut this.stream).poll_read(cx, &mut piece))?;
        let bytes = piece.filled();
        this.meter.read(bytes, carries_bot)?;
        let read = bytes.len();
        buffer.advance(read);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        // Here too: over HTTP/1.1, the server reads nothing while a response waits for a client that doesn't take it.
        if let Poll::Ready(end) = self.poll_end(cx) {
            return Poll::Ready(Err(end));
        }
        let sent = ready!(Pin::new(&mut self.stream).poll_write(cx, bytes))?;
        if !self.facts.is_trusted() {
            let carries_bot = self.facts.peer.carries_bot();
            self.meter.sent(&bytes[..sent], carries_bot);
        }
        Poll::Ready(Ok(sent))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(end) = self.poll_end(cx) {
            return Poll::Ready(Err(end));
        }
        let sent = ready!(Pin::new(&mut self.stream).poll_write_vectored(cx, slices))?;
        if self.facts.is_trusted() {
            return Poll::Ready(Ok(sent));
        }
        let (mut rest, carries_bot) = (sent, self.facts.peer.carries_bot());
        for slice in slices {
            let part = rest.min(slice.len());
            self.meter.sent(&slice[..part], carries_bot);
            rest -= part;
        }
        Poll::Ready(Ok(sent))
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;
    use kahua_play::auth::fair_slots::FairSlots;
    use kahua_play::metrics::Metrics;

    /// A connection, its client, and the slots with the connection's place.
    async fn connected() -> (Connection, TcpStream, Arc<FairSlots<Network>>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (stream, address) = listener.accept().await.unwrap();
        let room = FairSlots::new(1);
        let place = room.enter(Network::of(address.ip()));
        let read_limits = ReadLimits::new(Metrics::new(std::iter::empty()));
        (Connection::new(Either::Left(stream), false, place, read_limits), client, room)
    }

    #[tokio::test]
    async fn who_makes_no_request_in_time_is_cut_off_whether_silent_or_not() {
        let (mut connection, mut client, _room) = connected().await;
        client.write_all(b"PRI * HTTP/2.0\r\n").await.unwrap();
        let mut heard = [0; 16];
        connection.read_exact(&mut heard).await.unwrap();
        // Nothing comes over the network any more, so only the deadline moves the clock.
        tokio::time::pause();
        assert_eq!(connection.read(&mut heard).await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn who_has_made_a_request_may_be_silent() {
        let (mut connection, mut client, _room) = connected().await;
        let mut request = Request::new(());
        request.extensions_mut().insert(connection.connect_info());
        NoteRequest.validate(&mut request).unwrap();
        tokio::time::pause();
        sleep(2 * limits::FIRST_REQUEST_TIMEOUT).await;
        tokio::time::resume();
        client.write_all(b"x").await.unwrap();
        assert_eq!(connection.read_u8().await.unwrap(), b'x');
    }

    #[tokio::test]
    async fn who_must_make_room_is_cut_off_at_once() {
        let (mut connection, _client, room) = connected().await;
        let reading = tokio::spawn(async move { connection.read_u8().await });
        let _other = room.enter(Network::of("192.0.2.1".parse().unwrap()));
        assert!(reading.await.unwrap().unwrap_err().to_string().contains("made room"));
    }
}
