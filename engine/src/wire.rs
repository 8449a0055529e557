//! The typed protobuf form of a game's views, actions and chance outcomes.

pub(crate) mod fields;

use kahua_proto::pb::arena::v1 as pb;

use crate::game::Game;
use crate::position::HiddenText;
use crate::seat::Seat;

/// A game with messages of its own in the protocol: one each for views, actions and chance outcomes, each a line in a
/// `oneof` of `games.proto`.
pub trait Wire: Game<Hidden: HiddenText> {
    /// This view as a message.
    fn view_to_wire(view: &Self::View) -> pb::View;

    /// The view that a message holds.
    ///
    /// # Errors
    /// If a field is missing or out of range, if `to_move` contradicts the open step, or if the message is another game's.
    fn view_from_wire(message: &pb::View) -> Result<Self::View, WireError>;

    /// This action as a typed message, with an empty `notation`.
    fn action_to_wire(action: &Self::Action) -> pb::Action;

    /// The action that a typed message holds; its `notation` is ignored.
    ///
    /// # Errors
    /// If a field is missing, out of range, or the message is another game's.
    fn action_from_wire(message: &pb::Action) -> Result<Self::Action, WireError>;

    /// This chance outcome as a typed message, with an empty `notation`.
    fn chance_to_wire(outcome: &Self::Chance) -> pb::Chance;

    /// The chance outcome that a typed message holds; its `notation` is ignored.
    ///
    /// # Errors
    /// If a field is missing, out of range, or the message is another game's.
    fn chance_from_wire(message: &pb::Chance) -> Result<Self::Chance, WireError>;
}

/// Implements [`Wire`] for a game whose type is called as its lines in the `oneof`s of `games.proto`.
///
/// Its `Action` and `Chance` must have the methods `to_message` and `from_message`, to and from the messages behind those
/// lines. Its `View` must have them too, and `to_act`, which says whose decision is open. Since that seat is a field of
/// the message around the game's own, `View::from_message` is given it as its second argument.
macro_rules! impl_wire {
    ($game:ident) => {
        impl $crate::wire::Wire for $game {
            fn view_to_wire(view: &Self::View) -> ::kahua_proto::pb::arena::v1::View {
                use ::kahua_proto::pb::arena::v1::{View, view::Game};
                let to_move = view.to_act().map(|seat| seat.number().into());
                View { to_move, game: Some(Game::$game(view.to_message())) }
            }

            fn view_from_wire(
                message: &::kahua_proto::pb::arena::v1::View,
            ) -> Result<Self::View, $crate::wire::WireError> {
                use ::kahua_proto::pb::arena::v1::view::Game;
                let Some(Game::$game(game)) = &message.game else {
                    return Err($crate::wire::WireError::other_game(<Self as $crate::Game>::INFO.name));
                };
                let to_move = $crate::wire::read_to_move(message)?;
                let view = Self::View::from_message(game, to_move)?;
                $crate::wire::check_to_move(to_move, view.to_act())?;
                Ok(view)
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

            fn chance_to_wire(outcome: &Self::Chance) -> ::kahua_proto::pb::arena::v1::Chance {
                use ::kahua_proto::pb::arena::v1::{Chance, chance::Game};
                Chance { notation: String::new(), game: Some(Game::$game(outcome.to_message())) }
            }

            fn chance_from_wire(
                message: &::kahua_proto::pb::arena::v1::Chance,
            ) -> Result<Self::Chance, $crate::wire::WireError> {
                use ::kahua_proto::pb::arena::v1::chance::Game;
                let Some(Game::$game(outcome)) = &message.game else {
                    return Err($crate::wire::WireError::other_game(<Self as $crate::Game>::INFO.name));
                };
                Self::Chance::from_message(outcome)
            }
        }
    };
}

pub(crate) use impl_wire;

/// The seat to decide that the message of a view states.
pub(crate) fn read_to_move(message: &pb::View) -> Result<Option<Seat>, WireError> {
    message.to_move.map(|number| fields::read_seat("to_move", number)).transpose()
}

/// Refuses a view that states another seat to decide than follows from its open step.
pub(crate) fn check_to_move(stated: Option<Seat>, follows: Option<Seat>) -> Result<(), WireError> {
    if stated == follows {
        return Ok(());
    }
    let found = stated.map_or_else(|| "is not set".to_owned(), |seat| format!("is {seat}"));
    let expected = follows.map_or_else(|| "nobody decides".to_owned(), |seat| format!("seat {seat} decides"));
    Err(WireError::new("to_move", format!("{found}, but by the open step {expected}")))
}

/// Why a message isn't a view, an action or a chance outcome of the game.
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
        WireError::new(game, "is not set; the message is empty, or another game's")
    }
}
