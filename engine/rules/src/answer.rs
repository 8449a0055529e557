//! What an answer holds, in the order in which its fields are written.

use kahua_engine::{DynGame, Phase};
use serde::Serialize;
use serde_json::Value;

use crate::handle::Handle;
use crate::problem::{Kind, Problem};

/// The answer to one request: its id, and then what it asked for, or why it failed.
#[derive(Debug, Serialize)]
pub(crate) struct Answered {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) id: Option<Value>,
    #[serde(flatten)]
    pub(crate) answer: Answer,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Answer {
    Position(Position),
    Legal { legal: Vec<String> },
    Chance { outcomes: Vec<Outcome>, weights_total: u32 },
    Scores { scores: Vec<i32>, over: bool },
    Text { text: String },
    View { view: Value },
    Freed { freed: usize },
    Rollouts(Rollouts),
    Successors { seat: u8, successors: Vec<Successor> },
    Failed { error: String, kind: Kind },
}

impl From<Problem> for Answer {
    fn from(problem: Problem) -> Answer {
        Answer::Failed { error: problem.text, kind: problem.kind }
    }
}

/// A position, after it was made or changed.
#[derive(Debug, Serialize)]
pub(crate) struct Position {
    pub(crate) position: Handle,
    #[serde(flatten)]
    pub(crate) stands: Stands,
    /// The chance outcomes that were drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) drawn: Vec<String>,
}

/// What must happen next in a position.
#[derive(Debug, Serialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub(crate) enum Stands {
    Decide { seat: u8, legal_total: usize },
    Chance,
    Over { scores: Vec<i32>, places: Vec<u8> },
}

impl Stands {
    pub(crate) fn of(game: &dyn DynGame) -> Stands {
        match game.phase() {
            Phase::Decide(seat) => Stands::Decide { seat: seat.number(), legal_total: game.legal_count() },
            Phase::Chance => Stands::Chance,
            Phase::Over(outcome) => Stands::Over {
                scores: outcome.scores.iter().copied().collect(),
                places: outcome.places.iter().map(|place| place.number()).collect(),
            },
        }
    }
}

/// One outcome of a chance event. Its probability is its weight divided by the sum of all weights.
#[derive(Debug, Serialize)]
pub(crate) struct Outcome {
    pub(crate) outcome: String,
    pub(crate) weight: u32,
}

/// What came of rollouts.
#[derive(Debug, Serialize)]
pub(crate) struct Rollouts {
    pub(crate) rollouts: u32,
    /// How many of them reached the end of the game.
    pub(crate) finished: u32,
    /// The mean points of each seat.
    pub(crate) mean_scores: Vec<f64>,
    /// The share of the rollouts in which each seat came first; those who tie share it.
    pub(crate) wins: Vec<f64>,
}

/// What a legal action leads to.
#[derive(Debug, Serialize)]
pub(crate) struct Successor {
    pub(crate) action: String,
    #[serde(flatten)]
    pub(crate) stands: SuccessorStands,
    /// The points of each seat if the final scoring came right after the action.
    pub(crate) scores: Vec<i32>,
    #[serde(flatten)]
    pub(crate) rollouts: Option<Rollouts>,
}

/// What must happen after an action.
#[derive(Debug, Serialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub(crate) enum SuccessorStands {
    Decide { seat: u8 },
    Chance,
    Over,
}

impl SuccessorStands {
    pub(crate) fn of(game: &dyn DynGame) -> SuccessorStands {
        match game.phase() {
            Phase::Decide(seat) => SuccessorStands::Decide { seat: seat.number() },
            Phase::Chance => SuccessorStands::Chance,
            Phase::Over(_) => SuccessorStands::Over,
        }
    }
}
