//! A bot's stay in the arena, over all of its connections.

use std::future::Future;
use std::pin::Pin;
use std::task::Context;

/// What outlives a lost connection.
pub(crate) struct Session<A> {
    pub(crate) agent: A,
    /// From the latest Welcome. It lets the next connection continue the open matches.
    pub(crate) resume_token: String,
    /// Whether the arena has welcomed the bot on the latest connection.
    pub(crate) is_welcomed: bool,
    /// Resolves when the bot wants to leave; `None` once it has.
    leave: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<A> Session<A> {
    pub(crate) fn new(agent: A, leave: impl Future<Output = ()> + Send + 'static) -> Session<A> {
        Session { agent, resume_token: String::new(), is_welcomed: false, leave: Some(Box::pin(leave)) }
    }

    /// Whether the bot wants to leave. Once it does, it stays that way on later connections.
    pub(crate) fn poll_wants_to_leave(&mut self, context: &mut Context<'_>) -> bool {
        if self.leave.as_mut().is_some_and(|leave| leave.as_mut().poll(context).is_ready()) {
            self.leave = None;
        }
        self.leave.is_none()
    }
}
