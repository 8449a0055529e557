//! The arena's end of a connection: a bounded queue of messages, and the stream that hands them to the transport.
//!
//! An ask's clock starts when the ask is queued. The stream finds out how long the arena alone delayed it from there:
//! see [`TransportVisits`].

use std::collections::BTreeSet;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Status;

use super::ask_timing::AskTiming;
use super::disconnect::DisconnectReason;
use super::rate_limit::RateLimiter;
use super::relayed::RelayedStream;
use super::visits::TransportVisits;
use crate::lag::Lag;
use crate::time::Time;
use kahua_core::clock::Micros;
use kahua_core::ids::MatchId;
use kahua_core::limits;

/// Identifies a connection within this run of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnectionId(u64);

impl ConnectionId {
    /// Its number, from 0, in the order in which connections were opened.
    pub(crate) fn number(self) -> u64 {
        self.0
    }
}

/// The arena's end of a bot's connection: queues messages for it. Clones share one queue.
#[derive(Clone)]
pub struct BotSender {
    queue: mpsc::Sender<Queued>,
    shared: Arc<Shared>,
}

impl BotSender {
    /// Opens a connection: what is sent into the sender comes out of the stream.
    #[must_use]
    pub fn open(time: Time, lag: Lag) -> (BotSender, BotStream) {
        BotSender::open_to(Reach::Here, time, lag)
    }

    /// Opens a connection to a bot on another node; the stream is for the relay.
    #[must_use]
    pub fn open_relayed(time: Time, lag: Lag) -> (BotSender, RelayedStream) {
        let (sender, stream) = BotSender::open_to(Reach::Relayed, time, lag);
        (sender, RelayedStream::over(stream))
    }

    fn open_to(reach: Reach, time: Time, lag: Lag) -> (BotSender, BotStream) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (queue, waiting) = mpsc::channel(limits::OUTBOUND_QUEUE);
        let shared = Arc::new(Shared {
            id: ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed)),
            reach,
            asks: AtomicU64::new(0),
            awaited: AtomicBool::new(false),
            rate: Mutex::new(RateLimiter::new(time.now())),
            missed: Mutex::default(),
            reason: OnceLock::new(),
            disconnected: CancellationToken::new(),
        });
        let disconnected = Box::pin(shared.disconnected.clone().cancelled_owned());
        let (sender, visits) = (BotSender { queue, shared: shared.clone() }, TransportVisits::default());
        (sender, BotStream { waiting, shared, disconnected, time, lag, visits, ended: false })
    }

    /// The id of the connection.
    #[must_use]
    pub fn id(&self) -> ConnectionId {
        self.shared.id
    }

    /// Queues a message, unless the connection has ended. A bot that leaves its queue full is disconnected.
    pub fn send(&self, message: Message) {
        self.queue(Queued { message: boxed(message), ask: None });
    }

    /// Queues an ask that is ready since this time. The stamp is marked when the ask is handed to the transport.
    pub fn send_ask(&self, ask: pb::Ask, ready: Micros, stamp: AskTiming) {
        self.queue(Queued { message: boxed(Message::Ask(ask)), ask: Some((ready, stamp)) });
    }

    /// How many messages wait to be handed on.
    pub(crate) fn waiting(&self) -> usize {
        self.queue.max_capacity() - self.queue.capacity()
    }

    /// Whether the transport has delivered everything and waits for the arena.
    pub fn is_awaited(&self) -> bool {
        self.shared.awaited.load(Ordering::Acquire)
    }

    /// Whether the bot is connected to another node.
    #[must_use]
    pub(crate) fn is_relayed(&self) -> bool {
        self.shared.reach == Reach::Relayed
    }

    /// Ends the connection. The first reason that was given stands.
    pub fn disconnect(&self, reason: DisconnectReason) {
        self.shared.disconnect(reason);
    }

    /// Resolves when the connection has ended, by whichever side.
    pub(crate) async fn disconnected(&self) {
        self.shared.disconnected.cancelled().await;
    }

    /// Why the connection ended, if it has.
    #[must_use]
    pub(crate) fn disconnect_reason(&self) -> Option<&DisconnectReason> {
        self.shared.reason.get()
    }

    /// Notes that the bot has missed an ask of this match, and tells the bot what that means. Does nothing for a bot on
    /// another node: only that node knows whether the bot still works, and notes it itself.
    pub fn missed_ask(&self, id: MatchId) {
        if self.is_relayed() {
            return;
        }
        let mut missed = self.shared.missed.lock();
        if missed.insert(id) && missed.len() == 1 {
            let text = "an ask was missed, so this bot gets no new match before it has shown that it still works: by an \
                        answer in that match, by Ready, or by a new connection";
            self.send(Message::Notice(pb::Notice { kind: pb::notice::Kind::Silent.into(), text: text.to_owned() }));
        }
    }

    /// Whether the bot has missed an ask and hasn't shown since that it still works.
    pub fn is_silent(&self) -> bool {
        !self.shared.missed.lock().is_empty()
    }

    /// Notes that the bot has said something in this match; `true` if it was silent because of this match alone.
    pub(super) fn spoke_in(&self, id: &MatchId) -> bool {
        let mut missed = self.shared.missed.lock();
        missed.remove(id) && missed.is_empty()
    }

    /// Notes that the bot has asked for matches, so that it isn't silent.
    pub(super) fn shows_life(&self) {
        self.shared.missed.lock().clear();
    }

    /// Counts one message from the bot; `false` if it was one too many.
    pub(super) fn allows(&self, now: Micros) -> bool {
        let asks = self.shared.asks.load(Ordering::Relaxed);
        self.shared.rate.lock().take(now, asks)
    }

    fn queue(&self, queued: Queued) {
        // The cancellation token would say the same, but asking it takes a lock.
        if self.disconnect_reason().is_some() {
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(queued) {
            self.disconnect(DisconnectReason::SlowReader);
        }
    }
}

impl fmt::Debug for BotSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotSender").field(&self.shared.id.0).finish()
    }
}

/// A bot that can be reached, and how it wants actions written.
#[derive(Clone, Debug)]
pub struct Connection {
    /// Sends to it.
    pub sender: BotSender,
    /// How it wants actions written.
    pub form: pb::ActionForm,
}

/// Everything that the arena sends to one bot. Dropping it ends the connection.
pub struct BotStream {
    waiting: mpsc::Receiver<Queued>,
    shared: Arc<Shared>,
    disconnected: Pin<Box<WaitForCancellationFutureOwned>>,
    time: Time,
    lag: Lag,
    visits: TransportVisits,
    ended: bool,
}

impl BotStream {
    fn end(&mut self, reason: Option<DisconnectReason>) -> Poll<Option<Result<Queued, Status>>> {
        self.ended = true;
        self.waiting.close();
        Poll::Ready(reason.and_then(|reason| reason.status()).map(Err))
    }
}

impl BotStream {
    /// The next message, with what must be noted when it is handed over.
    pub(super) fn poll_queued(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Queued, Status>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let reason = self.shared.reason.get().cloned();
        if reason.as_ref().is_some_and(|reason| !reason.sends_the_rest()) {
            return self.end(reason);
        }
        let now = self.time.now();
        self.visits.comes(now);
        match self.waiting.poll_recv(cx) {
            Poll::Ready(Some(queued)) => {
                self.visits.takes();
                // Before the stamp: a reader that finds no stamp must not find that the transport still waits.
                self.shared.awaited.store(false, Ordering::Release);
                Poll::Ready(Some(Ok(queued)))
            }
            Poll::Ready(None) => self.end(reason),
            // The end comes after the queue, so that the bot still gets the messages before it.
            Poll::Pending => match self.disconnected.as_mut().poll(cx) {
                Poll::Ready(()) => {
                    // It may have been given since it was read above.
                    let reason = self.shared.reason.get().cloned();
                    self.end(reason)
                }
                Poll::Pending => {
                    self.visits.finds_nothing();
                    self.shared.awaited.store(self.visits.waits(), Ordering::Release);
                    Poll::Pending
                }
            },
        }
    }

    /// The clock that `ready` times come from.
    pub(super) fn now(&self) -> Micros {
        self.time.now()
    }
}

impl Stream for BotStream {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_queued(cx).map_ok(|queued| {
            if let Some((ready, stamp)) = queued.ask {
                // The lag is added because the ask isn't sent yet: the connection's own task does that when it has its
                // turn.
                stamp.mark(self.visits.delay(ready) + self.lag.now());
                self.shared.asks.fetch_add(1, Ordering::Relaxed);
            }
            *queued.message
        })
    }
}

impl Drop for BotStream {
    fn drop(&mut self) {
        self.shared.disconnect(DisconnectReason::Lost);
    }
}

impl fmt::Debug for BotStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotStream").field(&self.shared.id.0).finish()
    }
}

/// The state that both ends of a connection share.
struct Shared {
    id: ConnectionId,
    reach: Reach,
    asks: AtomicU64,
    /// Whether the transport waits for the arena, by what the stream has seen.
    awaited: AtomicBool,
    rate: Mutex<RateLimiter>,
    /// The matches in which the bot has missed an ask and hasn't shown since that it still works. Bounded by the
    /// matches that it plays at once, because a bot with a missed ask gets no new match.
    missed: Mutex<BTreeSet<MatchId>>,
    reason: OnceLock<DisconnectReason>,
    disconnected: CancellationToken,
}

impl Shared {
    fn disconnect(&self, reason: DisconnectReason) {
        // The reason comes first, so that a task that sees the end of the connection can read it.
        let _first_reason_stands = self.reason.set(reason);
        self.disconnected.cancel();
    }
}

/// Boxed, so that an idle bot's queue holds pointers, and no unused room for views.
pub(super) struct Queued {
    pub(super) message: Box<pb::ArenaMessage>,
    /// If it is an ask: when it was ready, and where its delay is noted.
    pub(super) ask: Option<(Micros, AskTiming)>,
}

/// Where the bot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Connected to this node.
    Here,
    /// Connected to another node.
    Relayed,
}

fn boxed(message: Message) -> Box<pb::ArenaMessage> {
    Box::new(pb::ArenaMessage { message: Some(message) })
}

#[cfg(test)]
mod tests {
    use std::task::Waker;
    use std::time::Duration;

    use kahua_proto::codec;
    use tokio::time::advance;
    use tokio_stream::StreamExt;
    use tonic::Code;
    use tonic::codec::{EncodeBody, SingleMessageCompressionOverride};
    use tonic::codegen::Body;

    use super::*;

    fn notice() -> Message {
        Message::Notice(pb::Notice::default())
    }

    #[tokio::test]
    async fn what_was_sent_before_the_end_still_arrives() {
        let (sender, mut outbound) = BotSender::open(Time::start(), Lag::always(Duration::ZERO));
        sender.send(notice());
        sender.disconnect(DisconnectReason::Draining);
        sender.send(notice());
        assert!(outbound.next().await.unwrap().is_ok());
        assert_eq!(outbound.next().await.unwrap().unwrap_err().code(), Code::Unavailable);
        assert!(outbound.next().await.is_none());
    }

    #[tokio::test]
    async fn a_bot_that_does_not_read_is_disconnected() {
        let (sender, mut outbound) = BotSender::open(Time::start(), Lag::always(Duration::ZERO));
        (0..limits::OUTBOUND_QUEUE).for_each(|_| sender.send(notice()));
        assert_eq!(sender.disconnect_reason(), None);
        sender.send(notice());
        assert_eq!(sender.disconnect_reason(), Some(&DisconnectReason::SlowReader));
        assert_eq!(outbound.next().await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
    }

    const STALL: Duration = Duration::from_secs(3);

    /// A bot's stream below the encoder of the real transport. The encoder polls for messages until there are none. It
    /// then polls again only when the bot's window had room for what it has.
    struct Transport {
        time: Time,
        sender: BotSender,
        body: Pin<Box<EncodeBody<codec::Encoder<pb::ArenaMessage>, BotStream>>>,
    }

    impl Transport {
        fn open() -> Transport {
            Transport::lagging(Duration::ZERO)
        }

        fn lagging(lag: Duration) -> Transport {
            let time = Time::start();
            let (sender, stream) = BotSender::open(time.clone(), Lag::always(lag));
            let encoder = codec::Encoder::default();
            let body = EncodeBody::new_server(encoder, stream, None, SingleMessageCompressionOverride::default(), None);
            Transport { time, sender, body: Box::pin(body) }
        }

        /// The transport polls for more. Returns whether it got something.
        fn poll(&mut self) -> bool {
            self.body.as_mut().poll_frame(&mut Context::from_waker(Waker::noop())).is_ready()
        }

        fn send_ask(&self) -> AskTiming {
            let stamp = AskTiming::default();
            self.sender.send_ask(pb::Ask::default(), self.time.now(), stamp.clone());
            stamp
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_transport_that_waits_for_the_arena_is_never_to_blame() {
        let mut transport = Transport::open();
        assert!(!transport.poll() && transport.sender.is_awaited());
        let stamp = transport.send_ask();
        advance(STALL).await;
        assert!(transport.sender.is_awaited(), "it hasn't been told yet");
        assert_eq!(stamp.delay(), None);
        assert!(transport.poll() && !transport.sender.is_awaited());
        assert_eq!(stamp.delay(), Some(STALL));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_handed_over_while_the_arena_lags_is_sent_later_still() {
        let lag = Duration::from_millis(70);
        let mut transport = Transport::lagging(lag);
        assert!(!transport.poll());
        let stamp = transport.send_ask();
        advance(STALL).await;
        assert!(transport.poll());
        assert_eq!(stamp.delay(), Some(STALL + lag));
    }

    #[tokio::test(start_paused = true)]
    async fn a_closed_window_is_the_bots_own_affair() {
        let mut transport = Transport::open();
        assert!(!transport.poll());
        transport.sender.send(notice());
        assert!(transport.poll(), "the transport holds the notice, which the window doesn't let through");
        let stamp = transport.send_ask();
        assert!(!transport.sender.is_awaited());
        advance(STALL).await;
        assert!(transport.poll());
        assert_eq!(stamp.delay(), Some(Duration::ZERO));
    }

    #[tokio::test(start_paused = true)]
    async fn an_ask_that_comes_just_as_the_transport_does_is_not_delayed_by_the_window() {
        let mut transport = Transport::open();
        assert!(!transport.poll());
        let ready = transport.time.now();
        transport.sender.send(notice());
        assert!(transport.poll());
        let stamp = AskTiming::default();
        transport.sender.send_ask(pb::Ask::default(), ready, stamp.clone());
        advance(STALL).await;
        assert!(transport.poll());
        assert_eq!(stamp.delay(), Some(Duration::ZERO), "ready before the transport came, queued after it had gone");
    }

    #[tokio::test(start_paused = true)]
    async fn an_ask_behind_other_messages_waits_for_the_arena_too() {
        let mut transport = Transport::open();
        assert!(!transport.poll());
        transport.sender.send(notice());
        let stamp = transport.send_ask();
        advance(STALL).await;
        assert!(transport.poll());
        assert_eq!(stamp.delay(), Some(STALL));
    }

    #[tokio::test]
    async fn a_dropped_stream_ends_the_connection() {
        let (sender, outbound) = BotSender::open(Time::start(), Lag::always(Duration::ZERO));
        drop(outbound);
        sender.disconnected().await;
        assert_eq!(sender.disconnect_reason(), Some(&DisconnectReason::Lost));
    }
}
