//! What a bot is, and what it answers.

use kahua_proto::pb::arena::v1 as pb;
use pb::answer::Choice;

/// Something that decides. The same bot is asked for all of its matches, in the order in which the asks come.
pub trait Bot: Send + 'static {
    /// The answer to this ask. Runs on the connection's own task: while it thinks, nothing else of this connection is
    /// done. A bot that thinks long goes into an [`crate::OwnThread`], and should play one match at a time.
    fn choose(&mut self, ask: &pb::Ask) -> Answer;

    /// The bot has a seat in a match that begins, or is taken over after a reconnect.
    fn seated(&mut self, _seated: &pb::Seated) {}

    /// Something happened in a match that no ask tells; what happened before an ask is in its `since`.
    fn seen(&mut self, _seen: &pb::Seen) {}

    /// A match has ended.
    fn ended(&mut self, _ended: &pb::Ended) {}
}

impl Bot for Box<dyn Bot> {
    fn seated(&mut self, seated: &pb::Seated) {
        (**self).seated(seated);
    }

    fn seen(&mut self, seen: &pb::Seen) {
        (**self).seen(seen);
    }

    fn ended(&mut self, ended: &pb::Ended) {
        (**self).ended(ended);
    }

    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        (**self).choose(ask)
    }
}

/// A choice, with the bot's own words about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The action, in one of the forms that the arena reads.
    pub choice: Choice,
    /// For the match's record: at most 200 bytes, longer ones are cut by the arena. Usually empty.
    pub comment: String,
}

impl Answer {
    /// The action with this index in the ask's legal list.
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
