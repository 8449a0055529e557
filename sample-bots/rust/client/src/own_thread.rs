//! A bot on its own thread.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::{Context, Poll, Waker, ready};
use std::thread;

use tokio::sync::mpsc;

use crate::agent::{Agent, ArenaEvent, BotMessage};
use crate::failure::BotFailure;
use crate::handle::BotHandle;
use crate::pb;

/// How many events may wait for the bot before the connection waits too. It leaves room for asks and events of several
/// matches.
const EVENTS_MAX: usize = 256;

/// Stands for the number of a connection when there is none any more.
const CLOSED: u64 = u64::MAX;

/// Runs a bot, or any other agent that replies at once, on its own thread, so that its connection stays alive while it
/// thinks. [`run`](crate::run) does this by itself.
///
/// The bot gets all events in order, one after the other. It skips asks of a connection that has been lost since,
/// because the arena repeats them. The thread ends after this is dropped, as soon as the bot has answered.
pub struct OwnThread {
    /// `None` once no event comes any more.
    heard: Option<SyncSender<Heard>>,
    replies: mpsc::Receiver<(u64, Reply)>,
    /// The number of the current connection: how many times the arena has welcomed the bot.
    connection: Arc<AtomicU64>,
    /// The first failure after the last event.
    failure: Option<BotFailure>,
}

/// An event, and the connection that brought it.
struct Heard {
    event: ArenaEvent,
    connection: u64,
    arena: BotHandle,
}

type Reply = Result<BotMessage, BotFailure>;

impl OwnThread {
    /// Starts the bot's thread.
    ///
    /// # Panics
    /// If the system can't start a thread.
    #[must_use]
    pub fn new(bot: impl Agent) -> OwnThread {
        let (heard, hears) = sync_channel(EVENTS_MAX);
        let (reply_sender, replies) = mpsc::channel(EVENTS_MAX);
        let connection = Arc::new(AtomicU64::new(0));
        let current = connection.clone();
        let run = move || run(bot, &hears, &reply_sender, &current);
        thread::Builder::new().name("bot".to_owned()).spawn(run).expect("the system can start a thread");
        OwnThread { heard: Some(heard), replies, connection, failure: None }
    }

    fn connection(&self) -> u64 {
        self.connection.load(Ordering::Relaxed)
    }
}

impl Agent for OwnThread {
    fn handle(&mut self, event: ArenaEvent, arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure> {
        if matches!(event, ArenaEvent::Welcome(_)) {
            self.connection.fetch_add(1, Ordering::Relaxed);
        }
        if let Some(sender) = &self.heard {
            let heard = Heard { event, connection: self.connection(), arena: arena.clone() };
            sender.send(heard).expect("the thread lives as long as this");
        }
        Ok(None)
    }

    fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Reply> {
        loop {
            let (connection, reply) =
                ready!(self.replies.poll_recv(context)).expect("the thread lives as long as this");
            // A reply to an ask of an earlier connection would be stale: the arena has repeated the ask.
            if reply.is_err() || connection == self.connection() {
                return Poll::Ready(reply);
            }
        }
    }

    fn poll_close(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BotFailure>> {
        self.connection.store(CLOSED, Ordering::Relaxed);
        self.heard = None;
        while let Some((_, reply)) = ready!(self.replies.poll_recv(context)) {
            if let Err(failure) = reply {
                self.failure.get_or_insert(failure);
            }
        }
        Poll::Ready(self.failure.take().map_or(Ok(()), Err))
    }
}

impl fmt::Debug for OwnThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnThread").field("connection", &self.connection).finish_non_exhaustive()
    }
}

/// The thread's work, until the other ends of its channels are dropped.
fn run(mut bot: impl Agent, hears: &Receiver<Heard>, replies: &mpsc::Sender<(u64, Reply)>, current: &AtomicU64) {
    while let Ok(Heard { event, connection, arena }) = hears.recv() {
        let event = match event {
            // The arena will ask again, but the events in this ask count as delivered.
            ArenaEvent::Ask(pb::Ask { match_id, events, .. }) if connection != current.load(Ordering::Relaxed) => {
                ArenaEvent::Events(pb::MatchEvents { match_id, events })
            }
            event => event,
        };
        if let Some(reply) = bot.handle(event, &arena).transpose()
            && replies.blocking_send((connection, reply)).is_err()
        {
            break;
        }
    }
    if let Poll::Ready(Err(failure)) = bot.poll_close(&mut Context::from_waker(Waker::noop())) {
        // The receiver is gone if the connection's task was dropped.
        let _unheard = replies.blocking_send((CLOSED, Err(failure)));
    }
}
