//! What a bot is, and what it answers.

use crate::pb;
use pb::answer::Choice;

/// A player. One bot plays all matches of its connection, and gets their asks in the order in which they arrive.
pub trait Bot: Send + 'static {
    /// Answers an ask: the bot's seat must take one of `ask.legal`.
    ///
    /// This runs on the connection's task. Until it returns, the connection does nothing else, not even keep itself
    /// alive, so a bot that thinks for a long time belongs in an [`crate::OwnThread`].
    ///
    /// A panic ends the bot's play with an error, or costs the match: see [`Settings::on_error`](crate::Settings).
    fn choose(&mut self, ask: &pb::Ask) -> Answer;

    /// Called when the bot gets a seat in a match, and again for each open match after a reconnect.
    fn seated(&mut self, _seated: &pb::Seated) {}

    /// Called with events of a match that don't come with an ask. Those that do are in `ask.events`.
    fn events(&mut self, _events: &pb::MatchEvents) {}

    /// Called when a match has ended.
    fn ended(&mut self, _ended: &pb::Ended) {}
}

impl Bot for Box<dyn Bot> {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        (**self).choose(ask)
    }

    fn seated(&mut self, seated: &pb::Seated) {
        (**self).seated(seated);
    }

    fn events(&mut self, events: &pb::MatchEvents) {
        (**self).events(events);
    }

    fn ended(&mut self, ended: &pb::Ended) {
        (**self).ended(ended);
    }
}

/// The action that a bot chose, with an optional comment.
///
/// ```
/// use kahua_client::{Answer, pb::answer::Choice};
///
/// assert_eq!(Answer::index(2), Choice::Index(2).into());
///
/// let commented = Answer { comment: "the only way out".into(), ..Answer::index(2) };
/// assert_eq!(commented.choice, Choice::Index(2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The action, in one of the forms that the arena accepts.
    pub choice: Choice,
    /// A note for the match's record, usually empty. The arena cuts it at 200 bytes.
    pub comment: String,
}

impl Answer {
    /// The action at this index of the ask's legal list.
    #[must_use]
    pub fn index(index: u32) -> Answer {
        Choice::Index(index).into()
    }
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Answer {
        Answer { choice, comment: String::new() }
    }
}

impl From<pb::Action> for Answer {
    fn from(action: pb::Action) -> Answer {
        Choice::Action(action).into()
    }
}
