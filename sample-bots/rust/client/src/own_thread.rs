//! A thread of its own for a bot that thinks long: its connection lives meanwhile.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::{Context, Poll, ready};
use std::thread;

use tokio::sync::mpsc;

use crate::agent::{Heard, Said, Voice};
use crate::bot::Bot;

/// How many messages may wait for the bot; then the connection waits too. Some matches' worth of asks and news.
const MESSAGES_MAX: usize = 256;

/// A bot on a thread of its own, which ends when this is dropped and the bot has answered.
///
/// The bot hears everything in order, one message after the other. An ask from a connection that was lost is passed over:
/// the arena asks again.
pub struct OwnThread {
    heard: SyncSender<(u64, Heard)>,
    said: mpsc::Receiver<(u64, Said)>,
    /// The number of the connection, counted by its Welcome.
    connection: Arc<AtomicU64>,
}

impl OwnThread {
    /// Gives the bot its thread.
    ///
    /// # Panics
    /// If the system gives no thread.
    #[must_use]
    pub fn new(bot: impl Bot) -> OwnThread {
        let (heard, to_hear) = sync_channel(MESSAGES_MAX);
        let (to_say, said) = mpsc::channel(MESSAGES_MAX);
        let connection = Arc::new(AtomicU64::new(0));
        let current = connection.clone();
        thread::spawn(move || listen(bot, &to_hear, &to_say, &current));
        OwnThread { heard, said, connection }
    }

    fn connection(&self) -> u64 {
        self.connection.load(Ordering::Relaxed)
    }
}

impl Voice for OwnThread {
    fn hear(&mut self, message: Heard) -> Option<Said> {
        if matches!(message, Heard::Welcome(_)) {
            self.connection.fetch_add(1, Ordering::Relaxed);
        }
        self.heard.send((self.connection(), message)).expect("the bot doesn't panic");
        None
    }

    fn poll_say(&mut self, context: &mut Context<'_>) -> Poll<Said> {
        loop {
            let (connection, said) = ready!(self.said.poll_recv(context)).expect("the bot doesn't panic");
            if connection == self.connection() {
                return Poll::Ready(said);
            }
        }
    }
}

impl fmt::Debug for OwnThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnThread").field("connection", &self.connection).finish_non_exhaustive()
    }
}

/// The thread: until nobody speaks to the bot any longer, or listens.
fn listen(
    mut bot: impl Bot,
    to_hear: &Receiver<(u64, Heard)>,
    to_say: &mpsc::Sender<(u64, Said)>,
    current: &AtomicU64,
) {
    while let Ok((connection, message)) = to_hear.recv() {
        if matches!(message, Heard::Ask(_)) && connection != current.load(Ordering::Relaxed) {
            continue;
        }
        if let Some(said) = bot.hear(message)
            && to_say.blocking_send((connection, said)).is_err()
        {
            return;
        }
    }
}
