//! Panics in a bot's own code, with the event that caused them.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::agent::ArenaEvent;
use crate::pb;

/// A panic in the bot's own code.
#[derive(Clone, Debug)]
pub struct BotPanic {
    occasion: Occasion,
    /// The game and the bot's seat, if the bot is seated in the match.
    seat: Option<(String, u32)>,
    message: String,
}

/// What the bot was given when it panicked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Occasion {
    /// Empty if it was about no match.
    match_id: String,
    /// The ask's ticket and the number of legal actions, if it was an ask.
    ask: Option<(u32, u32)>,
}

impl BotPanic {
    /// The panic that ended the handling of an event. One that another thread has caught and forwarded keeps the occasion
    /// that it had there.
    pub(crate) fn new(occasion: Occasion, payload: Box<dyn Any + Send>) -> BotPanic {
        match payload.downcast::<BotPanic>() {
            Ok(forwarded) => *forwarded,
            Err(payload) => BotPanic { occasion, seat: None, message: message(&*payload) },
        }
    }

    /// Adds the seat that the bot has in the match.
    pub(crate) fn with_seat(self, seated: impl FnOnce(&str) -> Option<(String, u32)>) -> BotPanic {
        BotPanic { seat: seated(&self.occasion.match_id), ..self }
    }

    /// The match in which it happened.
    pub(crate) fn match_id(&self) -> Option<&str> {
        Some(self.occasion.match_id.as_str()).filter(|id| !id.is_empty())
    }
}

impl fmt::Display for BotPanic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bot's own code panicked")?;
        if let Some((ticket, legal)) = self.occasion.ask {
            write!(f, " at an ask with {legal} legal actions (ticket {ticket})")?;
        }
        if let Some(id) = self.match_id() {
            write!(f, " in match {id}")?;
        }
        if let Some((game, seat)) = &self.seat {
            write!(f, " ({game}, seat {seat})")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for BotPanic {}

impl Occasion {
    pub(crate) fn of(event: &ArenaEvent) -> Occasion {
        let about = |match_id: &String| Occasion { match_id: match_id.clone(), ask: None };
        match event {
            ArenaEvent::Ask(pb::Ask { match_id, ticket, legal_total, .. }) => {
                Occasion { match_id: match_id.clone(), ask: Some((*ticket, *legal_total)) }
            }
            ArenaEvent::Seated(seated) => about(&seated.match_id),
            ArenaEvent::Events(events) => about(&events.match_id),
            ArenaEvent::Fault(fault) => fault.match_id.as_ref().map(about).unwrap_or_default(),
            ArenaEvent::Ended(ended) => about(&ended.match_id),
            ArenaEvent::Welcome(_) | ArenaEvent::Notice(_) => Occasion::default(),
        }
    }

    /// The match and the ticket, if it was an ask.
    pub(crate) fn ask(self) -> Option<(String, u32)> {
        let (ticket, _) = self.ask?;
        Some((self.match_id, ticket))
    }
}

/// Runs the bot's code, and catches its panic. The panic hook has printed it by then, with its place in the source.
///
/// The bot is used again only if its settings say so ([`OnError::Resign`](crate::OnError)), at its author's own risk.
pub(crate) fn catch<T>(run: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(run))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("the panic has no text").to_owned()
}
