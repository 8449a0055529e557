//! An object for each match, instead of one bot for all.

use std::fmt;
use std::task::{Context, Poll};

use crate::agent::{Agent, ArenaEvent, BotMessage};
use crate::answer::Answer;
use crate::failure::{BotFailure, Occasion};
use crate::handle::BotHandle;
use crate::open_matches::OpenMatches;
use crate::pb;

/// Plays one match. It is made when the match begins, and stays the same when the connection changes; see
/// [`run_per_match`](crate::run_per_match).
pub trait MatchBot: Send + 'static {
    /// Answers an ask: the bot's seat must take one of `ask.legal`.
    fn choose(&mut self, ask: &pb::Ask) -> Answer;

    /// Called with every public event of the match exactly once and in order, before the `choose` for which it matters.
    fn on_events(&mut self, _events: &[pb::MatchEvent]) {}

    /// Called when something that the bot sent was wrong, or an answer was missing. The log shows it in any case.
    fn on_fault(&mut self, _fault: &pb::FaultNotice) {}

    /// Called when the match has ended, with its results and ratings.
    fn on_ended(&mut self, _ended: &pb::Ended) {}

    /// Called exactly once, after all other calls, even if the bot's play ends before the match.
    fn close(&mut self) {}
}

/// An agent that makes an object for each match.
///
/// Like a [`Bot`](crate::Bot) it blocks its connection while it thinks, unless it is in an [`OwnThread`](crate::OwnThread).
pub struct PerMatch<M, F> {
    begin: F,
    matches: OpenMatches<M>,
}

impl<M: MatchBot, F: FnMut(&pb::Seated) -> M + Send + 'static> PerMatch<M, F> {
    /// An agent that makes its objects with `begin`.
    pub fn new(begin: F) -> PerMatch<M, F> {
        PerMatch { begin, matches: OpenMatches::new() }
    }

    /// Makes the object, unless a reconnect only takes over the match.
    fn seated(&mut self, seated: &pb::Seated) -> Result<(), BotFailure> {
        let closed = close_all(self.matches.seated(seated));
        if !self.matches.contains(&seated.match_id) {
            let begun = Occasion::in_match("begin", &seated.match_id).attempt(|| (self.begin)(seated))?;
            self.matches.insert(&seated.match_id, begun);
        }
        closed
    }

    fn events(&mut self, match_id: &str, events: &[pb::MatchEvent]) -> Result<(), BotFailure> {
        match self.matches.get_mut(match_id) {
            Some(bot) if !events.is_empty() => {
                Occasion::in_match("on_events", match_id).attempt(|| bot.on_events(events))
            }
            _ => Ok(()),
        }
    }

    fn asked(&mut self, ask: &pb::Ask) -> Result<BotMessage, BotFailure> {
        self.events(&ask.match_id, &ask.events)?;
        // A match has no object only if it could not begin.
        let bot = self.matches.get_mut(&ask.match_id);
        Occasion::choose(ask, || bot.map_or_else(Answer::resign, |bot| bot.choose(ask)))
    }

    fn fault(&mut self, fault: &pb::FaultNotice) -> Result<(), BotFailure> {
        match self.matches.get_mut(fault.match_id()) {
            Some(bot) => Occasion::of_fault("on_fault", fault).attempt(|| bot.on_fault(fault)),
            None => Ok(()),
        }
    }

    fn ended(&mut self, ended: &pb::Ended) -> Result<(), BotFailure> {
        let Some(mut bot) = self.matches.remove(&ended.match_id) else { return Ok(()) };
        let told = Occasion::in_match("on_ended", &ended.match_id).attempt(|| bot.on_ended(ended));
        told.and(close(&ended.match_id, bot))
    }
}

impl<M: MatchBot, F: FnMut(&pb::Seated) -> M + Send + 'static> Agent for PerMatch<M, F> {
    fn handle(&mut self, event: ArenaEvent, _arena: &BotHandle) -> Result<Option<BotMessage>, BotFailure> {
        match event {
            ArenaEvent::Ask(ask) => return self.asked(&ask).map(Some),
            ArenaEvent::Welcome(welcome) => close_all(self.matches.welcomed(&welcome))?,
            ArenaEvent::Seated(seated) => self.seated(&seated)?,
            ArenaEvent::Events(events) => self.events(&events.match_id, &events.events)?,
            ArenaEvent::Fault(fault) => self.fault(&fault)?,
            ArenaEvent::Ended(ended) => self.ended(&ended)?,
            ArenaEvent::Notice(_) => {}
        }
        Ok(None)
    }

    fn poll_close(&mut self, _context: &mut Context<'_>) -> Poll<Result<(), BotFailure>> {
        Poll::Ready(close_all(self.matches.take_all()))
    }
}

impl<M, F> fmt::Debug for PerMatch<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PerMatch").finish_non_exhaustive()
    }
}

/// Closes all of them, and returns the first failure.
fn close_all(ended: Vec<(String, impl MatchBot)>) -> Result<(), BotFailure> {
    ended.into_iter().map(|(match_id, bot)| close(&match_id, bot)).fold(Ok(()), Result::and)
}

fn close(match_id: &str, mut bot: impl MatchBot) -> Result<(), BotFailure> {
    Occasion::in_match("close", match_id).attempt(|| bot.close())
}
