//! What stands behind a connection and decides.

use std::task::{Context, Poll};

pub use kahua_proto::pb::arena::v1::arena_message::Message as ArenaEvent;
pub use kahua_proto::pb::arena::v1::bot_message::Message as BotMessage;

use crate::bot::{Answer, Bot};
use crate::pb;

/// Handles what the arena sends, and replies at once or later.
///
/// Every [`Bot`] is an agent that replies at once. Implement this trait instead where the reply comes from elsewhere,
/// such as another thread or process, so that the connection isn't blocked until then.
///
/// The library itself sends Hello and Bye, and reconnects. A message that is sent just as the connection is lost may not
/// arrive; the arena then repeats its ask.
pub trait Agent: Send + 'static {
    /// Handles an event. A message that is returned is sent at once.
    fn handle(&mut self, event: ArenaEvent) -> Option<BotMessage>;

    /// Polls for a message that is ready to be sent. If there is none, the context's task must be woken as soon as there
    /// may be one.
    fn poll_message(&mut self, _context: &mut Context<'_>) -> Poll<BotMessage> {
        Poll::Pending
    }
}

impl<B: Bot> Agent for B {
    fn handle(&mut self, event: ArenaEvent) -> Option<BotMessage> {
        match event {
            ArenaEvent::Ask(ask) => {
                let Answer { choice, comment } = self.choose(&ask);
                let (match_id, ticket) = (ask.match_id, ask.ticket);
                return Some(BotMessage::Answer(pb::Answer { match_id, ticket, choice: Some(choice), comment }));
            }
            ArenaEvent::Seated(seated) => self.seated(&seated),
            ArenaEvent::Events(events) => self.events(&events),
            ArenaEvent::Ended(ended) => self.ended(&ended),
            ArenaEvent::Welcome(_) | ArenaEvent::Fault(_) | ArenaEvent::Notice(_) => {}
        }
        None
    }
}

impl Agent for Box<dyn Agent> {
    fn handle(&mut self, event: ArenaEvent) -> Option<BotMessage> {
        (**self).handle(event)
    }

    fn poll_message(&mut self, context: &mut Context<'_>) -> Poll<BotMessage> {
        (**self).poll_message(context)
    }
}
