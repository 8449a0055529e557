//! What a bot is, and what it answers.

use arena_proto::pb::arena::v1 as pb;
use pb::answer::Choice;

/// Something that decides. The same bot is asked for all of its matches, in the order in which the asks come.
pub trait Bot: Send + 'static {
    /// The answer to this ask. Runs on the connection's own task: while it thinks, no other ask of this connection is
    /// answered, so a bot that thinks long should play one match at a time.
    fn choose(&mut self, ask: &pb::Ask) -> Answer;
}

impl Bot for Box<dyn Bot> {
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
