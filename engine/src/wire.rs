//! The typed protobuf form of a game's views and actions.

pub(crate) mod fields;

use kahua_proto::pb::arena::v1 as pb;

use crate::game::Game;

/// A game with its own messages in the protocol. One message type for views, one for actions, each a line in the
/// `oneof`s of `games.proto`.
pub trait Wire: Game {
    /// This view as a message.
    fn view_to_wire(view: &Self::View) -> pb::View;

    /// The view that a message holds.
    ///
    /// # Errors
    /// If a field is missing, out of range, or the message is another game's.
    fn view_from_wire(message: &pb::View) -> Result<Self::View, WireError>;

    /// This action as a typed message, its `notation` left empty.
    fn action_to_wire(action: &Self::Action) -> pb::Action;

    /// The action that a typed message holds; its `notation` is not looked at.
    ///
    /// # Errors
    /// If a field is missing, out of range, or the message is another game's.
    fn action_from_wire(message: &pb::Action) -> Result<Self::Action, WireError>;
}

/// Why a message is no view or action of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {problem}")]
pub struct WireError {
    field: &'static str,
    problem: String,
}

impl WireError {
    /// `field` is the path as the `.proto` file spells it; `problem` says what is wrong, with what was expected.
    pub fn new(field: &'static str, problem: impl Into<String>) -> WireError {
        WireError { field, problem: problem.into() }
    }

    /// The field isn't set.
    #[must_use]
    pub fn missing(field: &'static str) -> WireError {
        WireError::new(field, "is not set")
    }

    /// The field has a value outside `0..=max`.
    #[must_use]
    pub fn out_of_range(field: &'static str, value: impl Into<i64>, max: i64) -> WireError {
        WireError::new(field, format!("is {}, but must be 0 to {max}", value.into()))
    }

    /// The message holds nothing, or another game's part.
    #[must_use]
    pub fn other_game(game: &'static str) -> WireError {
        WireError::new("game", format!("holds nothing for {game}"))
    }
}
