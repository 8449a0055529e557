//! A bot's stay in the arena, over all of its connections.

use std::collections::HashMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::pb;

/// What outlives a lost connection.
pub(crate) struct Session<A> {
    pub(crate) agent: A,
    /// From the latest Welcome. It lets the next connection continue the open matches.
    pub(crate) resume_token: String,
    /// Whether the arena has welcomed the bot on the latest connection.
    pub(crate) is_welcomed: bool,
    /// The game and the bot's seat of each open match, to say where it failed.
    seats: HashMap<String, (String, u32)>,
    /// Resolves when the bot wants to leave; `None` once it has.
    leave: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl<A> Session<A> {
    pub(crate) fn new(agent: A, leave: impl Future<Output = ()> + Send + 'static) -> Session<A> {
        let leave: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(leave);
        Session { agent, resume_token: String::new(), is_welcomed: false, seats: HashMap::new(), leave: Some(leave) }
    }

    /// Whether the bot wants to leave. Once it does, it stays that way.
    pub(crate) fn poll_wants_to_leave(&mut self, context: &mut Context<'_>) -> bool {
        if self.leave.as_mut().is_some_and(|leave| leave.as_mut().poll(context).is_ready()) {
            self.leave = None;
        }
        self.leave.is_none()
    }

    /// What comes of this wait; `None` if the bot wants to leave before it is over.
    pub(crate) async fn unless_leaving<T>(&mut self, wait: impl Future<Output = T>) -> Option<T> {
        let leaving =
            poll_fn(|context| if self.poll_wants_to_leave(context) { Poll::Ready(()) } else { Poll::Pending });
        tokio::select! {
            biased;
            () = leaving => None,
            done = wait => Some(done),
        }
    }

    pub(crate) fn seated(&mut self, seated: &pb::Seated) {
        self.seats.insert(seated.match_id.clone(), (seated.game.clone(), seated.seat));
    }

    pub(crate) fn ended(&mut self, match_id: &str) {
        self.seats.remove(match_id);
    }

    /// The open matches are named anew after each Welcome, so none whose end was missed is kept.
    pub(crate) fn welcomed(&mut self, resume_token: &str) {
        self.resume_token = resume_token.to_owned();
        self.is_welcomed = true;
        self.seats.clear();
    }

    /// The game of an open match, and the bot's seat.
    pub(crate) fn seat_in(&self, match_id: &str) -> Option<(String, u32)> {
        self.seats.get(match_id).cloned()
    }
}
