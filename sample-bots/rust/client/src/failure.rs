//! Failures of a bot's own code, with the call in which they happened.

use std::any::Any;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::agent::BotMessage;
use crate::answer::Answer;
use crate::pb;

/// A failure of the bot's own code: a panic, or an answer that can't be sent.
#[derive(Clone, Debug)]
pub struct BotFailure {
    occasion: Occasion,
    problem: String,
}

/// The call of the bot's code that failed, or may.
#[derive(Clone, Debug)]
pub(crate) struct Occasion {
    /// The name of the method.
    call: &'static str,
    match_id: Option<String>,
    /// What was asked, if something was.
    ask: Option<Asked>,
}

#[derive(Clone, Debug)]
struct Asked {
    ticket: u32,
    game: String,
    seat: u32,
    legal_total: u32,
}

impl BotFailure {
    /// The match in which it happened.
    pub(crate) fn match_id(&self) -> Option<&str> {
        self.occasion.match_id.as_deref()
    }
}

impl fmt::Display for BotFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BotFailure { occasion: Occasion { call, match_id, ask }, problem } = self;
        write!(f, "{call} failed")?;
        if let Some(id) = match_id {
            write!(f, " in match {id}")?;
        }
        if let Some(Asked { ticket, game, seat, legal_total }) = ask {
            let actions = if *legal_total == 1 { "legal action" } else { "legal actions" };
            write!(f, ", ticket {ticket} ({game}, seat {seat}, {legal_total} {actions})")?;
        }
        write!(f, ": {problem}")
    }
}

impl std::error::Error for BotFailure {}

impl Occasion {
    pub(crate) fn of_call(call: &'static str) -> Occasion {
        Occasion { call, match_id: None, ask: None }
    }

    pub(crate) fn in_match(call: &'static str, match_id: &str) -> Occasion {
        Occasion { match_id: Some(match_id.to_owned()), ..Occasion::of_call(call) }
    }

    pub(crate) fn of_fault(call: &'static str, fault: &pb::FaultNotice) -> Occasion {
        Occasion { match_id: fault.match_id.clone(), ..Occasion::of_call(call) }
    }

    /// Runs the bot's code, and catches its panic. The panic hook has printed it by then, with its place in the source.
    ///
    /// The bot is used again only if its settings say so ([`OnError::Resign`](crate::OnError)), at its author's own risk.
    pub(crate) fn attempt<T>(self, code: impl FnOnce() -> T) -> Result<T, BotFailure> {
        catch_unwind(AssertUnwindSafe(code))
            .map_err(|payload| BotFailure { occasion: self, problem: format!("panic: {}", message(&*payload)) })
    }

    /// Lets the bot choose, and makes a message of its answer.
    pub(crate) fn choose(ask: &pb::Ask, choose: impl FnOnce() -> Answer) -> Result<BotMessage, BotFailure> {
        let pb::Ask { ticket, ref game, seat, legal_total, .. } = *ask;
        let asked = Asked { ticket, game: game.clone(), seat, legal_total };
        let occasion = Occasion { ask: Some(asked), ..Occasion::in_match("choose", &ask.match_id) };
        let answer = occasion.clone().attempt(choose)?;
        answer.to_message(ask).map_err(|invalid| BotFailure { occasion, problem: invalid.to_string() })
    }
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("it has no text")
}
