//! A bot that thinks for long: it has a thread of its own for that, and its connection stays alive meanwhile.

use std::fmt;
use std::future::Future;
use std::panic::resume_unwind;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use tokio::task::{JoinHandle, spawn_blocking};
use tracing::debug;

use crate::bot::Bot;
use crate::voice::{Heard, Said, Voice, answer};

/// Has a bot choose on a thread of its own. Use it for bots that take longer than a moment; the others are quicker on the
/// connection's own task.
pub struct OwnThread<B>(State<B>);

enum State<B> {
    Listens(B),
    Thinks(JoinHandle<(B, Said)>),
    /// Between the two others, and after a panic of the bot.
    Gone,
}

impl<B: Bot> OwnThread<B> {
    /// This bot, with a thread for its thoughts.
    #[must_use]
    pub fn new(bot: B) -> OwnThread<B> {
        OwnThread(State::Listens(bot))
    }
}

impl<B: Bot> Voice for OwnThread<B> {
    fn hear(&mut self, message: Heard) -> Option<Said> {
        self.0 = match (std::mem::replace(&mut self.0, State::Gone), message) {
            (State::Listens(mut bot), Heard::Ask(ask)) => State::Thinks(spawn_blocking(move || {
                let began = Instant::now();
                let (id, ticket) = (ask.match_id.clone(), ask.ticket);
                let said = answer(&mut bot, ask);
                debug!(id, ticket, used = ?began.elapsed(), "answered");
                (bot, said)
            })),
            (State::Listens(mut bot), message) => {
                // Only asks are answered.
                let _none = bot.hear(message);
                State::Listens(bot)
            }
            (state, _) => state,
        };
        None
    }

    fn poll_say(&mut self, context: &mut Context<'_>) -> Poll<Said> {
        let State::Thinks(thinking) = &mut self.0 else { return Poll::Pending };
        let thought = ready!(Pin::new(thinking).poll(context));
        self.0 = State::Gone;
        let (bot, said) = thought.unwrap_or_else(|error| resume_unwind(error.into_panic()));
        self.0 = State::Listens(bot);
        Poll::Ready(said)
    }

    fn is_busy(&self) -> bool {
        matches!(self.0, State::Thinks(_))
    }
}

impl<B> fmt::Debug for OwnThread<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OwnThread").finish_non_exhaustive()
    }
}
