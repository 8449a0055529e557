//! The typed protobuf form of a game's views and actions.

pub(crate) mod fields;

use kahua_proto::pb::arena::v1 as pb;

use crate::game::Game;

/// A game with messages of its own in the protocol: one for views and one for actions, each a line in a `oneof` of
/// `games.proto`.
pub trait Wire: Game {
    /// This view as a message.
    fn view_to_wire(view: &Self::View) -> pb::View;

    /// The view that a message holds.
    ///
    /// # Errors
    /// If a field is missing, out of range, or the message is another game's.
    fn view_from_wire(message: &pb::View) -> Result<Self::View, WireError>;

    /// This action as a typed message, with an empty `notation`.
    fn action_to_wire(action: &Self::Action) -> pb::Action;

    /// The action that a typed message holds; its `notation` is ignored.
    ///
    /// # Errors
    /// If a field is missing, out of range, or the message is another game's.
    fn action_from_wire(message: &pb::Action) -> Result<Self::Action, WireError>;
}

/// Implements [`Wire`] for a game whose type is called as its lines in the `oneof`s of `games.proto`. Its `View` and
/// `Action` must have the methods `to_message` and `from_message`, to and from the messages behind those lines.
macro_rules! impl_wire {
    ($game:ident) => {
        impl $crate::wire::Wire for $game {
            fn view_to_wire(view: &Self::View) -> ::kahua_proto::pb::arena::v1::View {
                use ::kahua_proto::pb::arena::v1::{View, view::Game};
                View { to_move: None, game: Some(Game::$game(view.to_message())) }
            }

            fn view_from_wire(
                message: &::kahua_proto::pb::arena::v1::View,
            ) -> Result<Self::View, $crate::wire::WireError> {
                use ::kahua_proto::pb::arena::v1::view::Game;
                let Some(Game::$game(view)) = &message.game else {
                    return Err($crate::wire::WireError::other_game(<Self as $crate::Game>::INFO.name));
                };
                Self::View::from_message(view)
            }

            fn action_to_wire(action: &Self::Action) -> ::kahua_proto::pb::arena::v1::Action {
                use ::kahua_proto::pb::arena::v1::{Action, action::Game};
                Action { notation: String::new(), game: Some(Game::$game(action.to_message())) }
            }

            fn action_from_wire(
                message: &::kahua_proto::pb::arena::v1::Action,
            ) -> Result<Self::Action, $crate::wire::WireError> {
                use ::kahua_proto::pb::arena::v1::action::Game;
                let Some(Game::$game(action)) = &message.game else {
                    return Err($crate::wire::WireError::other_game(<Self as $crate::Game>::INFO.name));
                };
                Self::Action::from_message(action)
            }
        }
    };
}

pub(crate) use impl_wire;

/// Why a message isn't a view or an action of the game.
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
