//! Why something isn't allowed, in words that a student can read.

use std::borrow::Cow;

use super::Phase;
use crate::seat::Seat;

/// Why an event isn't allowed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Another seat must decide.
    #[error("seat {to_act} is to act, not seat {seat}")]
    NotYourTurn {
        /// The seat that tried.
        seat: Seat,
        /// The seat that must decide.
        to_act: Seat,
    },
    /// No seat must decide.
    #[error("no seat is to act: {0}")]
    NobodyToAct(&'static str),
    /// The action is of a kind that isn't wanted now.
    #[error("the decision is {asked}, and {action} does not answer it")]
    WrongDecision {
        /// The kind of action that is wanted now.
        asked: &'static str,
        /// The action, in notation.
        action: String,
    },
    /// It isn't an action of this game at all.
    #[error("the action can't be read: {0}")]
    Unreadable(String),
    /// A chance outcome came while a seat must decide, or after the end.
    #[error("no chance event is due, so {0} cannot come here")]
    NoChanceDue(String),
    /// The chance event that is due has other outcomes.
    #[error("{0} is not a possible outcome of the chance event that is due")]
    ImpossibleOutcome(String),
    /// A rule forbids it.
    #[error("{0}")]
    Rule(Cow<'static, str>),
}

impl Illegal {
    /// A rule forbids it, in these words: lower case, no full stop.
    pub fn rule(reason: impl Into<Cow<'static, str>>) -> Illegal {
        Illegal::Rule(reason.into())
    }

    /// The common first check: that this seat is the one to decide.
    ///
    /// # Errors
    /// If it isn't.
    pub fn unless_to_act(seat: Seat, phase: &Phase) -> Result<(), Illegal> {
        let to_act = Illegal::unless_decision(phase)?;
        if to_act == seat { Ok(()) } else { Err(Illegal::NotYourTurn { seat, to_act }) }
    }

    /// The seat to decide.
    ///
    /// # Errors
    /// If no seat is.
    pub(crate) fn unless_decision(phase: &Phase) -> Result<Seat, Illegal> {
        match phase {
            Phase::Decide(seat) => Ok(*seat),
            Phase::Chance => Err(Illegal::NobodyToAct("a chance event is due")),
            Phase::Over(_) => Err(Illegal::NobodyToAct("the game is over")),
        }
    }
}

/// Why no state of the game looks like this view.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the view is inconsistent: {0}")]
pub struct ViewError(pub Cow<'static, str>);

impl ViewError {
    /// With this reason: lower case, no full stop.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> ViewError {
        ViewError(reason.into())
    }
}

impl From<String> for ViewError {
    fn from(reason: String) -> ViewError {
        ViewError::new(reason)
    }
}
