//! What a bot is.

use crate::answer::Answer;
use crate::handle::BotHandle;
use crate::pb;

/// A player. One bot plays all matches of its connection, and its methods are called one after the other. For an object
/// for each match, implement [`MatchBot`](crate::MatchBot) instead.
///
/// A panic, or an answer that can't be sent, ends the bot's play with an error or costs the match: see
/// [`Settings::on_error`](crate::Settings).
pub trait Bot: Send + 'static {
    /// Answers an ask: the bot's seat must take one of `ask.legal`.
    fn choose(&mut self, ask: &pb::Ask) -> Answer;

    /// Called when the arena has accepted the bot: at first, and again after each reconnect. The handle stays valid for as
    /// long as the bot plays, on any thread.
    fn on_welcome(&mut self, _welcome: &pb::Welcome, _arena: &BotHandle) {}

    /// Called when a match begins, and with `resumed` set when a new connection takes it over.
    fn on_seated(&mut self, _seated: &pb::Seated) {}

    /// Called with every public event of a match exactly once and in order, before the `choose` for which it matters.
    fn on_events(&mut self, _match_id: &str, _events: &[pb::MatchEvent]) {}

    /// Called when a match has ended, with its results and ratings.
    fn on_ended(&mut self, _ended: &pb::Ended) {}

    /// Called when something that the bot sent was wrong, or an answer was missing. The log shows it in any case.
    fn on_fault(&mut self, _fault: &pb::FaultNotice) {}

    /// Called with news that concern the whole connection.
    fn on_notice(&mut self, _notice: &pb::Notice) {}
}

impl Bot for Box<dyn Bot> {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        (**self).choose(ask)
    }

    fn on_welcome(&mut self, welcome: &pb::Welcome, arena: &BotHandle) {
        (**self).on_welcome(welcome, arena);
    }

    fn on_seated(&mut self, seated: &pb::Seated) {
        (**self).on_seated(seated);
    }

    fn on_events(&mut self, match_id: &str, events: &[pb::MatchEvent]) {
        (**self).on_events(match_id, events);
    }

    fn on_ended(&mut self, ended: &pb::Ended) {
        (**self).on_ended(ended);
    }

    fn on_fault(&mut self, fault: &pb::FaultNotice) {
        (**self).on_fault(fault);
    }

    fn on_notice(&mut self, notice: &pb::Notice) {
        (**self).on_notice(notice);
    }
}
