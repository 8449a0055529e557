//! What stands behind a connection: usually a bot that answers at once, but it may also take its time.

use std::task::{Context, Poll};

use kahua_proto::pb::arena::v1::Answer as SaidAnswer;
pub use kahua_proto::pb::arena::v1::arena_message::Message as Heard;
pub use kahua_proto::pb::arena::v1::bot_message::Message as Said;

use crate::bot::{Answer, Bot};

/// Something that hears everything that the arena says, and speaks at once or later. Every [`Bot`] is one; implement this
/// where an answer comes from elsewhere, so that the connection isn't held up meanwhile.
///
/// Hello, Bye and coming back after a lost connection are the library's business. What is said between two connections
/// may be lost: the arena asks again.
pub trait Voice: Send + 'static {
    /// Hears a message; what is returned is said at once.
    fn hear(&mut self, message: Heard) -> Option<Said>;

    /// Says something that is ready by now; if nothing is, wakes the context's task once something may be.
    fn poll_say(&mut self, _context: &mut Context<'_>) -> Poll<Said> {
        Poll::Pending
    }
}

impl<B: Bot> Voice for B {
    fn hear(&mut self, message: Heard) -> Option<Said> {
        match message {
            Heard::Ask(ask) => {
                let Answer { choice, comment } = self.choose(&ask);
                let (match_id, ticket) = (ask.match_id, ask.ticket);
                return Some(Said::Answer(SaidAnswer { match_id, ticket, choice: Some(choice), comment }));
            }
            Heard::Seated(seated) => self.seated(&seated),
            Heard::Seen(seen) => self.seen(&seen),
            Heard::Ended(ended) => self.ended(&ended),
            Heard::Welcome(_) | Heard::Fault(_) | Heard::Notice(_) => {}
        }
        None
    }
}

impl Voice for Box<dyn Voice> {
    fn hear(&mut self, message: Heard) -> Option<Said> {
        (**self).hear(message)
    }

    fn poll_say(&mut self, context: &mut Context<'_>) -> Poll<Said> {
        (**self).poll_say(context)
    }
}
