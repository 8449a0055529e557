//! A bot on a thread of its own.

use std::fmt;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::{Context, Poll, ready};
use std::thread;

use tokio::sync::mpsc;

use crate::agent::{Agent, ArenaEvent, BotMessage};
use crate::bot::Bot;
use crate::failure::{BotPanic, Occasion, catch};

/// How many events may wait for the bot before the connection waits too: asks and events of several matches.
const EVENTS_MAX: usize = 256;

/// What the bot says, or the panic that kept it from saying anything.
type Reply = Result<BotMessage, BotPanic>;

/// Runs a bot on a thread of its own, so that its connection stays alive while the bot thinks.
///
/// The bot gets all events in order, one after the other. It skips asks of a connection that has been lost meanwhile,
/// because the arena repeats them. The thread ends after this is dropped, as soon as the bot has answered.
pub struct OwnThread {
    events: SyncSender<(u64, ArenaEvent)>,
    replies: mpsc::Receiver<(u64, Reply)>,
    /// The number of the current connection: how many times the arena has welcomed the bot.
    connection: Arc<AtomicU64>,
}

impl OwnThread {
    /// Starts the bot's thread.
    ///
    /// # Panics
    /// If the system can't start a thread.
    #[must_use]
    pub fn new(bot: impl Bot) -> OwnThread {
        let (events, event_receiver) = sync_channel(EVENTS_MAX);
        let (reply_sender, replies) = mpsc::channel(EVENTS_MAX);
        let connection = Arc::new(AtomicU64::new(0));
        let current = connection.clone();
        let run = move || run(bot, &event_receiver, &reply_sender, &current);
        thread::Builder::new().name("bot".to_owned()).spawn(run).expect("the system can start a thread");
        OwnThread { events, replies, connection }
    }

    fn connection(&self) -> u64 {
        self.connection.load(Ordering::Relaxed)
    }
}

impl Agent for OwnThread {
    fn handle(&mut self, event: ArenaEvent) -> Option<BotMessage> {
        if matches!(event, ArenaEvent::Welcome(_)) {
            self.connection.fetch_add(1, Ordering::Relaxed);
        }
        self.events.send((self.connection(), event)).expect("the thread lives as long as this");
        None
    }

    fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<BotMessage> {
        loop {
            let (connection, reply) =
                ready!(self.replies.poll_recv(context)).expect("the thread lives as long as this");
            match reply {
                // The panic goes on where the connection is, as that of a joined thread does.
                Err(panic) => resume_unwind(Box::new(panic)),
                // A reply to an ask of an earlier connection would be stale: the arena has repeated the ask.
                Ok(reply) if connection == self.connection() => return Poll::Ready(reply),
                Ok(_) => {}
            }
        }
    }
}

impl fmt::Debug for OwnThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnThread").field("connection", &self.connection).finish_non_exhaustive()
    }
}

/// The thread's work, until the other ends of its channels are dropped.
fn run(
    mut bot: impl Bot,
    events: &Receiver<(u64, ArenaEvent)>,
    replies: &mpsc::Sender<(u64, Reply)>,
    current: &AtomicU64,
) {
    while let Ok((connection, event)) = events.recv() {
        if matches!(event, ArenaEvent::Ask(_)) && connection != current.load(Ordering::Relaxed) {
            continue;
        }
        let occasion = Occasion::of(&event);
        let handled = catch(|| bot.handle(event)).map_err(|payload| BotPanic::new(occasion, payload));
        if let Some(reply) = handled.transpose()
            && replies.blocking_send((connection, reply)).is_err()
        {
            return;
        }
    }
}
