//! What a bot answers, and the message that takes it to the arena.

use crate::agent::BotMessage;
use crate::pb;

/// What a bot chooses, with an optional comment.
///
/// ```
/// use kahua_client::{Answer, Choice};
///
/// let answer = Answer::index(2).with_comment("the only way out");
/// assert_eq!(answer.choice, Choice::Index(2));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What the bot does.
    pub choice: Choice,
    /// A note for the match's record, usually empty. The arena cuts it at 200 bytes.
    pub comment: String,
}

/// One of the legal actions, in one of the forms that the arena accepts, or none of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// The action at this index of the ask's legal list.
    Index(u32),
    /// The action itself.
    Action(pb::Action),
    /// The action in the game's notation.
    Notation(String),
    /// Gives up the match.
    Resign,
}

impl Answer {
    /// The action at this index of the ask's legal list.
    #[must_use]
    pub fn index(index: u32) -> Answer {
        Choice::Index(index).into()
    }

    /// The action in the game's notation.
    #[must_use]
    pub fn notation(text: impl Into<String>) -> Answer {
        Choice::Notation(text.into()).into()
    }

    /// Gives up the match. The seat is placed last.
    #[must_use]
    pub fn resign() -> Answer {
        Choice::Resign.into()
    }

    /// The same choice with a note for the match's record.
    #[must_use]
    pub fn with_comment(self, comment: impl Into<String>) -> Answer {
        Answer { comment: comment.into(), ..self }
    }

    /// The message that answers this ask.
    ///
    /// # Errors
    /// If no legal action can be meant, so that the arena would take it as a fault.
    pub fn to_message(self, ask: &pb::Ask) -> Result<BotMessage, InvalidAnswer> {
        let match_id = ask.match_id.clone();
        let choice = match self.choice {
            Choice::Resign => return Ok(BotMessage::Resign(pb::Resign { match_id })),
            Choice::Index(index) if index >= ask.legal_total => {
                return Err(InvalidAnswer::Index { index, legal_total: ask.legal_total });
            }
            Choice::Notation(text) if text.is_empty() => return Err(InvalidAnswer::EmptyNotation),
            Choice::Action(action) if action == pb::Action::default() => return Err(InvalidAnswer::EmptyAction),
            Choice::Index(index) => pb::answer::Choice::Index(index),
            Choice::Action(action) => pb::answer::Choice::Action(action),
            Choice::Notation(text) => pb::answer::Choice::Notation(text),
        };
        let (ticket, comment) = (ask.ticket, self.comment);
        Ok(BotMessage::Answer(pb::Answer { match_id, ticket, choice: Some(choice), comment }))
    }
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Answer {
        Answer { choice, comment: String::new() }
    }
}

impl From<u32> for Choice {
    fn from(index: u32) -> Choice {
        Choice::Index(index)
    }
}

impl From<&str> for Choice {
    fn from(notation: &str) -> Choice {
        Choice::Notation(notation.to_owned())
    }
}

impl From<pb::Action> for Choice {
    fn from(action: pb::Action) -> Choice {
        Choice::Action(action)
    }
}

impl From<pb::Action> for Answer {
    fn from(action: pb::Action) -> Answer {
        Choice::Action(action).into()
    }
}

/// Why an answer can't be sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidAnswer {
    /// The legal list has no such index.
    #[error("choose answered index {index}, but {}", legal_range(*.legal_total))]
    Index {
        /// The index.
        index: u32,
        /// How many legal actions there are.
        legal_total: u32,
    },
    /// There is no text.
    #[error("choose answered an empty notation; expected that of one of the ask's legal actions")]
    EmptyNotation,
    /// The message has nothing in it.
    #[error("choose answered an empty action; expected one of the ask's legal actions")]
    EmptyAction,
}

fn legal_range(total: u32) -> String {
    match total {
        1 => "there is 1 legal action: 0".to_owned(),
        _ => format!("there are {total} legal actions: 0 to {}", total.saturating_sub(1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_no_legal_action_can_be_is_not_sent() {
        let ask = |legal_total| pb::Ask { legal_total, ..Default::default() };
        for (answer, legal_total, expected) in [
            (Answer::index(12), 12, "choose answered index 12, but there are 12 legal actions: 0 to 11"),
            (Answer::index(7), 1, "choose answered index 7, but there is 1 legal action: 0"),
            (Answer::notation(""), 2, "choose answered an empty notation; expected that of one"),
            (pb::Action::default().into(), 2, "choose answered an empty action; expected one"),
        ] {
            let error = answer.to_message(&ask(legal_total)).expect_err(expected).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(Answer::index(11).to_message(&ask(12)).is_ok());
        assert!(Answer::notation("stay").to_message(&ask(1)).is_ok());
    }

    #[test]
    fn to_resign_is_a_message_of_its_own() {
        let ask = pb::Ask { match_id: "m".to_owned(), ..Default::default() };
        let expected = BotMessage::Resign(pb::Resign { match_id: "m".to_owned() });
        assert_eq!(Answer::resign().to_message(&ask), Ok(expected));
    }
}
