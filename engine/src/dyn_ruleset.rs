//! A ruleset and a game's entry in the registry, the game's type erased.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;

use crate::dice::{Dice, Seed};
use crate::dyn_game::{DynGame, OpenGame};
use crate::follower::{DynFollower, FollowError, Follower};
use crate::game::{GameInfo, SeatsError, ViewError};
use crate::options::Choices;
use crate::position::{self, PositionError};
use crate::ruleset::{Ruleset, RulesetError, RulesetHash};
use crate::seat::SeatCount;
use crate::wire::{Wire, WireError};

/// A ruleset whose game's type is erased.
pub trait DynRuleset: Send + Sync + Debug {
    /// The fixed facts of the ruleset's game.
    fn info(&self) -> &'static GameInfo;

    /// The `id` that the file gives itself.
    fn id(&self) -> &str;

    /// The hash of the file.
    fn hash(&self) -> RulesetHash;

    /// The file itself.
    fn toml(&self) -> &str;

    /// Starts a game.
    ///
    /// # Errors
    /// If the game can't have this number of seats.
    fn open(&self, seats: SeatCount, choices: &Choices) -> Result<Box<dyn DynGame>, SeatsError>;

    /// Goes on from the view of a seat that decides. What the view leaves out is guessed: see
    /// [`Game::sample_hidden`](crate::Game::sample_hidden).
    ///
    /// # Errors
    /// If the message isn't a view of this game, or if the view contradicts itself or the ruleset.
    fn open_view(&self, view: &pb::View, dice: &mut Dice) -> Result<Box<dyn DynGame>, OpenViewError>;

    /// Goes on from a position that [`DynGame::position`] has written.
    ///
    /// # Errors
    /// If it isn't a position of this game with this ruleset; the error says what is wrong, and where.
    fn open_position(&self, text: &str) -> Result<Box<dyn DynGame>, PositionError>;

    /// As [`DynRuleset::open_position`], from the bytes of [`DynGame::position_bytes`].
    ///
    /// # Errors
    /// As [`DynRuleset::open_position`].
    fn open_position_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynGame>, PositionError>;

    /// Follows a match of this ruleset by what one of its bots is told: see [`Follower::new`].
    ///
    /// # Errors
    /// As [`Follower::new`].
    fn follow(&self, seated: &pb::Seated, seed: Seed) -> Result<Box<dyn DynFollower>, FollowError>;
}

/// Why a game can't go on from a view.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenViewError {
    /// The message isn't a view of the game.
    #[error(transparent)]
    Message(#[from] WireError),
    /// No state of the game looks like it.
    #[error(transparent)]
    View(#[from] ViewError),
}

impl<G: Wire> DynRuleset for Ruleset<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn hash(&self) -> RulesetHash {
        self.hash
    }

    fn toml(&self) -> &str {
        &self.toml
    }

    fn open(&self, seats: SeatCount, choices: &Choices) -> Result<Box<dyn DynGame>, SeatsError> {
        let seats = self.info().seat_count(seats.get())?;
        Ok(Box::new(OpenGame::new(G::start(seats, G::options(choices), &self.rules), self)))
    }

    fn open_view(&self, view: &pb::View, dice: &mut Dice) -> Result<Box<dyn DynGame>, OpenViewError> {
        let view = G::view_from_wire(view)?;
        let hidden = G::sample_hidden(&view, &self.rules, dice);
        Ok(Box::new(OpenGame::new(G::from_view(&view, &hidden, &self.rules)?, self)))
    }

    fn open_position(&self, text: &str) -> Result<Box<dyn DynGame>, PositionError> {
        Ok(Box::new(OpenGame::new(position::from_text(text, self)?, self)))
    }

    fn open_position_bytes(&self, bytes: &[u8]) -> Result<Box<dyn DynGame>, PositionError> {
        Ok(Box::new(OpenGame::new(position::from_bytes(bytes, self)?, self)))
    }

    fn follow(&self, seated: &pb::Seated, seed: Seed) -> Result<Box<dyn DynFollower>, FollowError> {
        Ok(Box::new(Follower::new(seated, self.clone(), seed)?))
    }
}

/// A game that is known by its name only: the step from a setting to a ruleset.
pub trait GameEntry: Send + Sync + Debug {
    /// The fixed facts of the game.
    fn info(&self) -> &'static GameInfo;

    /// Reads a ruleset file for this game.
    ///
    /// # Errors
    /// As [`Ruleset::read`].
    fn read_ruleset(&self, toml: &str) -> Result<Arc<dyn DynRuleset>, RulesetError>;

    /// The ruleset that is used if none is named.
    fn built_in_ruleset(&self) -> Arc<dyn DynRuleset>;
}

/// The [`GameEntry`] of `G`.
#[derive(Debug)]
pub(crate) struct Entry<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Wire> GameEntry for Entry<G> {
    fn info(&self) -> &'static GameInfo {
        const { &G::INFO }
    }

    fn read_ruleset(&self, toml: &str) -> Result<Arc<dyn DynRuleset>, RulesetError> {
        Ok(Arc::new(Ruleset::<G>::read(toml)?))
    }

    fn built_in_ruleset(&self) -> Arc<dyn DynRuleset> {
        Arc::new(Ruleset::<G>::built_in())
    }
}
