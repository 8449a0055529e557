//! The arena's end of a connection: a bounded queue of messages, and the stream that hands them to the transport.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
use parking_lot::Mutex;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tokio_util::sync::{CancellationToken, WaitForCancellationFutureOwned};
use tonic::Status;

use super::disconnect::DisconnectReason;
use super::rate_limit::RateLimiter;
use crate::time::Time;
use kahua_core::clock::Micros;
use kahua_core::limits;

/// Names one connection among all of this run of the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ConnectionId(u64);

impl ConnectionId {
    /// Its number, from 0, in the order in which connections were opened.
    pub(crate) fn number(self) -> u64 {
        self.0
    }
}

/// The arena's end of a bot's connection: queues messages for it. Clones share one queue.
#[derive(Clone)]
pub(crate) struct BotSender {
    queue: mpsc::Sender<Queued>,
    shared: Arc<Shared>,
}

impl BotSender {
    /// Opens a connection: what is sent into the sender comes out of the stream.
    #[must_use]
    pub(crate) fn open(time: Time) -> (BotSender, BotStream) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (queue, waiting) = mpsc::channel(limits::OUTBOUND_QUEUE);
        let shared = Arc::new(Shared {
            id: ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed)),
            asks: AtomicU64::new(0),
            rate: Mutex::new(RateLimiter::new(time.now())),
            reason: OnceLock::new(),
            disconnected: CancellationToken::new(),
        });
        let disconnected = Box::pin(shared.disconnected.clone().cancelled_owned());
        (BotSender { queue, shared: shared.clone() }, BotStream { waiting, shared, disconnected, time, ended: false })
    }

    /// The id of the connection.
    #[must_use]
    pub(crate) fn id(&self) -> ConnectionId {
        self.shared.id
    }

    /// Queues a message, unless the connection has ended. A bot that leaves its queue full is disconnected.
    pub(crate) fn send(&self, message: Message) {
        self.queue(Queued { message: boxed(message), stamp: None });
    }

    /// Queues an ask. The stamp is marked when the ask is handed to the transport.
    pub(crate) fn send_ask(&self, ask: pb::Ask, stamp: AskStamp) {
        self.queue(Queued { message: boxed(Message::Ask(ask)), stamp: Some(stamp) });
    }

    /// Ends the connection; the first reason given stands.
    pub(crate) fn disconnect(&self, reason: DisconnectReason) {
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

    /// Counts one message from the bot; `false` if it was one too many.
    pub(super) fn allows(&self, now: Micros) -> bool {
        let asks = self.shared.asks.load(Ordering::Relaxed);
        self.shared.rate.lock().take(now, asks)
    }

    fn queue(&self, queued: Queued) {
        // The token would say the same, but asking it takes a lock.
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
pub(crate) struct Connection {
    /// Sends to it.
    pub(crate) sender: BotSender,
    /// How it wants actions written.
    pub(crate) form: pb::ActionForm,
}

/// When an ask was handed to the transport: set by the stream, read by the match.
#[derive(Clone, Debug, Default)]
pub(crate) struct AskStamp(Arc<AtomicU64>);

impl AskStamp {
    /// The moment, or `None` if the ask still waits in the queue.
    #[must_use]
    pub(crate) fn handed_on(&self) -> Option<Micros> {
        self.0.load(Ordering::Acquire).checked_sub(1).map(Micros)
    }

    /// 0 stands for "not yet", so the moment is kept one higher.
    fn mark(&self, now: Micros) {
        self.0.store(now.0.saturating_add(1), Ordering::Release);
    }
}

/// Everything that the arena sends to one bot. Dropping it ends the connection.
pub struct BotStream {
    waiting: mpsc::Receiver<Queued>,
    shared: Arc<Shared>,
    disconnected: Pin<Box<WaitForCancellationFutureOwned>>,
    time: Time,
    ended: bool,
}

impl BotStream {
    fn end(&mut self, reason: Option<DisconnectReason>) -> Poll<Option<Result<pb::ArenaMessage, Status>>> {
        self.ended = true;
        self.waiting.close();
        Poll::Ready(reason.and_then(|reason| reason.status()).map(Err))
    }
}

impl Stream for BotStream {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let reason = self.shared.reason.get().cloned();
        if reason.as_ref().is_some_and(|reason| !reason.sends_the_rest()) {
            return self.end(reason);
        }
        match self.waiting.poll_recv(cx) {
            Poll::Ready(Some(queued)) => {
                if let Some(stamp) = queued.stamp {
                    stamp.mark(self.time.now());
                    self.shared.asks.fetch_add(1, Ordering::Relaxed);
                }
                Poll::Ready(Some(Ok(*queued.message)))
            }
            Poll::Ready(None) => self.end(reason),
            Poll::Pending => match self.disconnected.as_mut().poll(cx) {
                Poll::Ready(()) => {
                    let reason = self.shared.reason.get().cloned();
                    self.end(reason)
                }
                Poll::Pending => Poll::Pending,
            },
        }
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

/// What both ends of a connection know.
struct Shared {
    id: ConnectionId,
    asks: AtomicU64,
    rate: Mutex<RateLimiter>,
    reason: OnceLock<DisconnectReason>,
    disconnected: CancellationToken,
}

impl Shared {
    fn disconnect(&self, reason: DisconnectReason) {
        // The reason comes first: whoever sees that the connection has ended can read it.
        let _first_reason_stands = self.reason.set(reason);
        self.disconnected.cancel();
    }
}

/// Boxed, so that an idle bot's queue holds pointers and not room for views.
struct Queued {
    message: Box<pb::ArenaMessage>,
    stamp: Option<AskStamp>,
}

fn boxed(message: Message) -> Box<pb::ArenaMessage> {
    Box::new(pb::ArenaMessage { message: Some(message) })
}

#[cfg(test)]
mod tests {
    use tokio_stream::StreamExt;
    use tonic::Code;

    use super::*;

    fn notice() -> Message {
        Message::Notice(pb::Notice::default())
    }

    #[tokio::test]
    async fn what_was_sent_before_the_end_still_arrives() {
        let (sender, mut outbound) = BotSender::open(Time::start());
        sender.send(notice());
        sender.disconnect(DisconnectReason::Draining);
        sender.send(notice());
        assert!(outbound.next().await.unwrap().is_ok());
        assert_eq!(outbound.next().await.unwrap().unwrap_err().code(), Code::Unavailable);
        assert!(outbound.next().await.is_none());
    }

    #[tokio::test]
    async fn a_bot_that_does_not_read_is_disconnected() {
        let (sender, mut outbound) = BotSender::open(Time::start());
        (0..limits::OUTBOUND_QUEUE).for_each(|_| sender.send(notice()));
        assert_eq!(sender.disconnect_reason(), None);
        sender.send(notice());
        assert_eq!(sender.disconnect_reason(), Some(&DisconnectReason::SlowReader));
        assert_eq!(outbound.next().await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
    }

    #[tokio::test]
    async fn an_ask_is_stamped_when_it_is_handed_on_and_not_before() {
        let (sender, mut outbound) = BotSender::open(Time::start());
        let stamp = AskStamp::default();
        sender.send_ask(pb::Ask::default(), stamp.clone());
        assert_eq!(stamp.handed_on(), None);
        outbound.next().await.unwrap().unwrap();
        assert!(stamp.handed_on().is_some());
    }

    #[tokio::test]
    async fn a_dropped_stream_ends_the_connection() {
        let (sender, outbound) = BotSender::open(Time::start());
        drop(outbound);
        sender.disconnected().await;
        assert_eq!(sender.disconnect_reason(), Some(&DisconnectReason::Lost));
    }
}
