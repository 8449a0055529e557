//! What receives the events of a connection and decides.

use std::task::{Context, Poll};

pub use kahua_proto::pb::arena::v1::arena_message::Message as ArenaEvent;
pub use kahua_proto::pb::arena::v1::bot_message::Message as BotMessage;

use crate::bot::Bot;
use crate::failure::{BotFailure, Occasion};
use crate::handle::BotHandle;
use crate::pb;

/// Handles the arena's messages, and replies at once or later.
///
/// Every [`Bot`] is an agent that replies at once, and blocks its connection until then. An
/// [`OwnThread`](crate::OwnThread) makes it one that replies later. Implement this trait instead if the reply comes
/// from elsewhere, such as another process.
///
/// The library itself sends Hello, reconnects, and leaves out the events that an agent has got already. A message that
/// is sent just as the connection is lost may not arrive. The arena then repeats its ask.
pub trait Agent: Send + 'static {
    /// Handles an event. A message that is returned is sent at once.
    ///
    /// # Errors
    /// If the agent's own code fails.
    fn handle(&mut self, event: ArenaEvent, arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure>;

    /// Polls for a message that is ready to be sent. If there is none, the context's task must be woken as soon as there
    /// may be one.
    fn poll_message(&mut self, _context: &mut Context<'_>) -> Poll<Result<BotMessage, BotFailure>> {
        Poll::Pending
    }

    /// Polled after the last event until it is ready, so that the agent can finish its work. Nothing can be sent any
    /// more.
    fn poll_close(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), BotFailure>> {
        Poll::Ready(Ok(()))
    }
}

impl<B: Bot> Agent for B {
    fn handle(&mut self, event: ArenaEvent, arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure> {
        match event {
            ArenaEvent::Ask(ask) => {
                tell_events(self, &ask.match_id, &ask.events)?;
                return Occasion::choose(&ask, || self.choose(&ask)).map(Some);
            }
            ArenaEvent::Events(events) => tell_events(self, &events.match_id, &events.events)?,
            ArenaEvent::Seated(seated) => {
                Occasion::in_match("on_seated", &seated.match_id).attempt(|| self.on_seated(&seated))?;
            }
            ArenaEvent::Ended(ended) => {
                Occasion::in_match("on_ended", &ended.match_id).attempt(|| self.on_ended(&ended))?;
            }
            ArenaEvent::Fault(fault) => {
                Occasion::of_fault("on_fault", &fault).attempt(|| self.on_fault(&fault))?;
            }
            ArenaEvent::Welcome(welcome) => {
                Occasion::of_call("on_welcome").attempt(|| self.on_welcome(&welcome, arena))?;
            }
            ArenaEvent::Notice(notice) => Occasion::of_call("on_notice").attempt(|| self.on_notice(&notice))?,
        }
        Ok(None)
    }
}

fn tell_events(bot: &mut impl Bot, match_id: &str, events: &[pb::MatchEvent]) -> Result<(), BotFailure> {
    if events.is_empty() {
        return Ok(());
    }
    Occasion::in_match("on_events", match_id).attempt(|| bot.on_events(match_id, events))
}

impl Agent for Box<dyn Agent> {
    fn handle(&mut self, event: ArenaEvent, arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure> {
        (**self).handle(event, arena)
    }

    fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<Result<BotMessage, BotFailure>> {
        (**self).poll_message(context)
    }

    fn poll_close(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BotFailure>> {
        (**self).poll_close(context)
    }
}
