//! The way to a bot: a bounded queue of messages, and the stream that hands them to the transport.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1 as pb;
use kahua_proto::pb::arena::v1::arena_message::Message;
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
pub struct ConnectionId(u64);

/// One connected bot, seen from the arena: what is said to it goes in here. Clones are the same line.
#[derive(Clone)]
pub struct BotSender {
    queue: mpsc::Sender<Queued>,
    shared: Arc<Shared>,
}

impl BotSender {
    /// A new line, and the stream at its other end.
    #[must_use]
    pub fn open(time: Time) -> (BotSender, BotStream) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (queue, waiting) = mpsc::channel(limits::OUTBOUND_QUEUE);
        let shared = Arc::new(Shared {
            id: ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed)),
            asks: AtomicU64::new(0),
            pace: Mutex::new(RateLimiter::new(time.now())),
            ending: OnceLock::new(),
            hung_up: CancellationToken::new(),
        });
        let hung_up = Box::pin(shared.hung_up.clone().cancelled_owned());
        (BotSender { queue, shared: shared.clone() }, BotStream { waiting, shared, hung_up, time, ended: false })
    }

    /// Which line this is.
    #[must_use]
    pub fn id(&self) -> ConnectionId {
        self.shared.id
    }

    /// Says this to the bot, if it is still there. A bot that leaves its queue full is hung up on.
    pub fn say(&self, message: Message) {
        self.queue(Queued { message: boxed(message), stamp: None });
    }

    /// Asks the bot. The stamp is marked when the ask is handed to the transport.
    pub fn ask(&self, ask: pb::Ask, stamp: AskStamp) {
        self.queue(Queued { message: boxed(Message::Ask(ask)), stamp: Some(stamp) });
    }

    /// Ends the connection; the first reason given stands.
    pub fn hang_up(&self, ending: DisconnectReason) {
        self.shared.hang_up(ending);
    }

    /// Resolves when the line was hung up, by whichever side.
    pub async fn hung_up(&self) {
        self.shared.hung_up.cancelled().await;
    }

    /// Why the line was hung up, if it was.
    #[must_use]
    pub fn ending(&self) -> Option<&DisconnectReason> {
        self.shared.ending.get()
    }

    /// Counts one message from the bot; `false` if it was one too many.
    pub(super) fn allows(&self, now: Micros) -> bool {
        let asks = self.shared.asks.load(Ordering::Relaxed);
        self.shared.pace.lock().unwrap_or_else(PoisonError::into_inner).take(now, asks)
    }

    fn queue(&self, queued: Queued) {
        if self.shared.hung_up.is_cancelled() {
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(queued) {
            self.hang_up(DisconnectReason::SlowReader);
        }
    }
}

impl fmt::Debug for BotSender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotSender").field(&self.shared.id.0).finish()
    }
}

/// A bot that can be reached, and how it wants to be spoken to.
#[derive(Clone, Debug)]
pub struct Connection {
    /// The way to it.
    pub line: BotSender,
    /// How it wants actions written.
    pub form: pb::ActionForm,
}

/// When an ask was handed to the transport: set by the stream, read by the match.
#[derive(Clone, Debug, Default)]
pub struct AskStamp(Arc<AtomicU64>);

impl AskStamp {
    /// The moment, or `None` if the ask still waits in the queue.
    #[must_use]
    pub fn handed_on(&self) -> Option<Micros> {
        self.0.load(Ordering::Acquire).checked_sub(1).map(Micros)
    }

    /// 0 stands for "not yet", so the moment is kept one higher.
    fn mark(&self, now: Micros) {
        self.0.store(now.0.saturating_add(1), Ordering::Release);
    }
}

/// The stream of everything that the arena says to one bot. Dropping it hangs up.
pub struct BotStream {
    waiting: mpsc::Receiver<Queued>,
    shared: Arc<Shared>,
    hung_up: Pin<Box<WaitForCancellationFutureOwned>>,
    time: Time,
    ended: bool,
}

impl BotStream {
    fn end(&mut self, ending: Option<DisconnectReason>) -> Poll<Option<Result<pb::ArenaMessage, Status>>> {
        self.ended = true;
        self.waiting.close();
        Poll::Ready(ending.and_then(|ending| ending.status()).map(Err))
    }
}

impl Stream for BotStream {
    type Item = Result<pb::ArenaMessage, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let ending = self.shared.ending.get().cloned();
        if ending.as_ref().is_some_and(|ending| !ending.tells_the_rest()) {
            return self.end(ending);
        }
        match self.waiting.poll_recv(cx) {
            Poll::Ready(Some(queued)) => {
                if let Some(stamp) = queued.stamp {
                    stamp.mark(self.time.now());
                    self.shared.asks.fetch_add(1, Ordering::Relaxed);
                }
                Poll::Ready(Some(Ok(*queued.message)))
            }
            Poll::Ready(None) => self.end(ending),
            Poll::Pending => match self.hung_up.as_mut().poll(cx) {
                Poll::Ready(()) => {
                    let ending = self.shared.ending.get().cloned();
                    self.end(ending)
                }
                Poll::Pending => Poll::Pending,
            },
        }
    }
}

impl Drop for BotStream {
    fn drop(&mut self) {
        self.shared.hang_up(DisconnectReason::Lost);
    }
}

impl fmt::Debug for BotStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("BotStream").field(&self.shared.id.0).finish()
    }
}

/// What both ends of a line know.
struct Shared {
    id: ConnectionId,
    asks: AtomicU64,
    pace: Mutex<RateLimiter>,
    ending: OnceLock<DisconnectReason>,
    hung_up: CancellationToken,
}

impl Shared {
    fn hang_up(&self, ending: DisconnectReason) {
        // The reason comes first: whoever sees the line hung up can read it.
        let _first_reason_stands = self.ending.set(ending);
        self.hung_up.cancel();
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
    async fn what_was_said_before_hanging_up_is_still_told() {
        let (line, mut outbound) = BotSender::open(Time::start());
        line.say(notice());
        line.hang_up(DisconnectReason::Draining);
        line.say(notice());
        assert!(outbound.next().await.unwrap().is_ok());
        assert_eq!(outbound.next().await.unwrap().unwrap_err().code(), Code::Unavailable);
        assert!(outbound.next().await.is_none());
    }

    #[tokio::test]
    async fn a_bot_that_does_not_read_is_hung_up_on() {
        let (line, mut outbound) = BotSender::open(Time::start());
        (0..limits::OUTBOUND_QUEUE).for_each(|_| line.say(notice()));
        assert_eq!(line.ending(), None);
        line.say(notice());
        assert_eq!(line.ending(), Some(&DisconnectReason::SlowReader));
        assert_eq!(outbound.next().await.unwrap().unwrap_err().code(), Code::ResourceExhausted);
    }

    #[tokio::test]
    async fn an_ask_is_stamped_when_it_is_handed_on_and_not_before() {
        let (line, mut outbound) = BotSender::open(Time::start());
        let stamp = AskStamp::default();
        line.ask(pb::Ask::default(), stamp.clone());
        assert_eq!(stamp.handed_on(), None);
        outbound.next().await.unwrap().unwrap();
        assert!(stamp.handed_on().is_some());
    }

    #[tokio::test]
    async fn a_dropped_stream_hangs_up() {
        let (line, outbound) = BotSender::open(Time::start());
        drop(outbound);
        line.hung_up().await;
        assert_eq!(line.ending(), Some(&DisconnectReason::Lost));
    }
}
