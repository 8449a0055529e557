//! A bot's stay in the arena, over all of its connections.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio_stream::Stream;
use tokio_stream::wrappers::WatchStream;

use crate::agent::{Agent, ArenaEvent, BotMessage};
use crate::failure::BotFailure;
use crate::handle::{BotHandle, Wishes};
use crate::open_matches::OpenMatches;
use crate::pb;
use crate::recorder::Recorder;

/// The state that survives a lost connection.
pub(crate) struct Session {
    pub(crate) agent: Box<dyn Agent>,
    pub(crate) arena: BotHandle,
    /// From the latest Welcome. It lets the next connection continue the open matches.
    pub(crate) resume_token: String,
    /// Whether the arena has welcomed the bot on the latest connection.
    pub(crate) is_welcomed: bool,
    /// Where every ask is recorded.
    pub(crate) recorder: Option<Recorder>,
    /// The open matches, each with the number of the next event that the agent hasn't got.
    matches: OpenMatches<u32>,
    /// The wishes that the latest connection has sent to the arena.
    told: Wishes,
    changes: WatchStream<Wishes>,
    /// Resolves when the bot should leave; `None` once it has.
    leave: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
}

impl Session {
    pub(crate) fn new(agent: impl Agent, leave: impl Future<Output = ()> + Send + 'static) -> Session {
        let arena = BotHandle::default();
        Session {
            agent: Box::new(agent),
            changes: WatchStream::from_changes(arena.changes()),
            arena,
            resume_token: String::new(),
            is_welcomed: false,
            recorder: None,
            matches: OpenMatches::new(),
            told: Wishes::default(),
            leave: Some(Box::pin(leave)),
        }
    }

    /// A message about the bot's wishes, if there is one to send. Otherwise the task is woken when there may be one.
    pub(crate) fn poll_wish(&mut self, context: &mut Context<'_>) -> Option<BotMessage> {
        self.poll_changes(context);
        self.arena.next_message(&mut self.told)
    }

    fn poll_changes(&mut self, context: &mut Context<'_>) {
        if self.leave.as_mut().is_some_and(|leave| leave.as_mut().poll(context).is_ready()) {
            self.leave = None;
            self.arena.bye();
        }
        while let Poll::Ready(Some(_)) = Pin::new(&mut self.changes).poll_next(context) {}
    }

    /// The result of this wait. `None` if the bot wants to leave before it is over, and no match is open for which it
    /// would have to come back.
    pub(crate) async fn unless_leaving<T>(&mut self, wait: impl Future<Output = T>) -> Option<T> {
        let leaving = poll_fn(|context| {
            self.poll_changes(context);
            if self.arena.is_leaving() && self.matches.is_empty() { Poll::Ready(()) } else { Poll::Pending }
        });
        tokio::select! {
            biased;
            () = leaving => None,
            done = wait => Some(done),
        }
    }

    pub(crate) fn welcomed(&mut self, welcome: &pb::Welcome) {
        self.resume_token.clone_from(&welcome.resume_token);
        self.is_welcomed = true;
        self.told = Wishes::default();
        let ended = self.matches.welcomed(welcome);
        self.forget(ended);
    }

    pub(crate) fn seated(&mut self, seated: &pb::Seated) {
        let ended = self.matches.seated(seated);
        self.forget(ended);
        if !self.matches.contains(&seated.match_id) {
            self.matches.insert(&seated.match_id, 0);
        }
    }

    pub(crate) fn ended(&mut self, match_id: &str) {
        self.matches.remove(match_id);
        self.arena.forget(match_id);
    }

    fn forget(&self, ended: Vec<(String, u32)>) {
        for (match_id, _) in ended {
            self.arena.forget(&match_id);
        }
    }

    pub(crate) fn is_open(&self, match_id: &str) -> bool {
        self.matches.contains(match_id)
    }

    /// Leaves out the events that the agent has got already, and all events except the end of a match that it has given
    /// up.
    pub(crate) fn news(&mut self, event: ArenaEvent) -> Option<ArenaEvent> {
        match event {
            ArenaEvent::Ask(mut ask) => {
                self.keep_new(&ask.match_id, &mut ask.events);
                (!self.arena.has_resigned(&ask.match_id)).then_some(ArenaEvent::Ask(ask))
            }
            ArenaEvent::Events(mut events) => {
                self.keep_new(&events.match_id, &mut events.events);
                let is_news = !events.events.is_empty() && !self.arena.has_resigned(&events.match_id);
                is_news.then_some(ArenaEvent::Events(events))
            }
            other => Some(other),
        }
    }

    /// Adds an ask to the record, if there is one.
    pub(crate) fn record(&mut self, ask: &pb::Ask) {
        self.recorder = self.recorder.take().and_then(|recorder| recorder.add(ask));
    }

    fn keep_new(&mut self, match_id: &str, events: &mut Vec<pb::MatchEvent>) {
        if !self.matches.contains(match_id) {
            self.matches.insert(match_id, 0);
        }
        let next = self.matches.get_mut(match_id).expect("it is there by now");
        events.retain(|event| {
            let is_new = event.number >= *next;
            if is_new {
                *next = event.number.saturating_add(1);
            }
            is_new
        });
    }

    /// Waits until the agent has finished its work.
    pub(crate) async fn close(&mut self) -> Result<(), BotFailure> {
        poll_fn(|context| self.agent.poll_close(context)).await
    }
}
