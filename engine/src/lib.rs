//! The rules of Kahua's games as a library: pure, synchronous and total.
//!
//! A game is a state. Callers ask it what may happen next, and tell it what has happened: see [`Game`]. Chance is an
//! event like any other, so a search can enumerate it, a test can script it, and a clone of a state knows nothing of
//! the future. Nothing here does input or output, reads a clock, or draws luck from anywhere but a [`Seed`].
//!
//! # Playing a game
//!
//! If you know which game it is, work with its type:
//!
//! ```
//! use kahua_engine::games::haleakala::Haleakala;
//! use kahua_engine::{Choices, Dice, Event, Game, Phase, Ruleset, Seed};
//!
//! let ruleset = Ruleset::<Haleakala>::built_in();
//! let seats = Haleakala::INFO.seat_count(2)?;
//! let options = Haleakala::options(&Choices::parse(Haleakala::INFO.options, ["variant=tactical"])?);
//! let mut game = Haleakala::start(seats, options, &ruleset.rules);
//!
//! let mut dice = Dice::new(Seed::from_number(7));
//! let mut legal = Vec::new();
//! let outcome = loop {
//!     match game.phase() {
//!         Phase::Chance => game.play_unchecked(Event::Chance(game.sample_chance(&mut dice))),
//!         Phase::Decide(_seat) => {
//!             game.legal_actions(&mut legal);
//!             game.play(Event::Action(*dice.pick(&legal)))?;
//!         }
//!         Phase::Over(outcome) => break outcome,
//!     }
//! };
//! assert!(outcome.places.iter().any(|place| place.number() == 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Any game by its name
//!
//! The arena works with [`DynGame`], which speaks in notation and in messages of the protocol (feature `wire`):
//!
//! ```
//! # #[cfg(feature = "wire")] {
//! use kahua_engine::{Choices, Dice, Seed, registry};
//!
//! let entry = registry::find("hawaii").unwrap();
//! let seats = entry.info().seat_count(3)?;
//! let mut game = entry.built_in_ruleset().open(seats, &Choices::defaults(entry.info().options))?;
//! let mut dice = Dice::new(Seed::from_number(7));
//! while game.legal_count() == 0 {
//!     game.draw(&mut dice);
//! }
//! assert!(game.phase().to_act().is_some());
//! let action = game.play(0);
//! assert!(!action.is_empty(), "{action} is what was done, in notation");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod bag;
pub mod dice;
#[cfg(feature = "wire")]
mod dyn_game;
#[cfg(feature = "wire")]
mod dyn_ruleset;
pub mod encode;
mod ensure;
#[cfg(feature = "wire")]
mod follower;
pub mod game;
pub mod games;
#[cfg(feature = "wire")]
pub mod limits;
mod named;
pub mod options;
pub mod outcome;
pub mod perft;
#[cfg(feature = "wire")]
pub mod playthrough;
#[cfg(feature = "wire")]
pub mod position;
pub mod random_play;
pub mod registry;
pub mod ruleset;
#[cfg(any(test, feature = "scenes"))]
pub mod scene;
pub mod seat;
mod set;
#[cfg(feature = "toy")]
pub mod toy;
#[cfg(feature = "wire")]
mod wire;

pub use bag::Bag;
pub use dice::{Dice, Seed};
#[cfg(feature = "wire")]
pub use dyn_game::{Answer, DynGame, OpenGame, Rollout};
#[cfg(feature = "wire")]
pub use dyn_ruleset::{DynRuleset, GameEntry, OpenViewError};
#[cfg(feature = "wire")]
pub use follower::{DynFollower, FollowError, Follower};
pub use game::{
    Event, EventOf, Game, GameInfo, Illegal, NOTATION_MAX, Notation, ParseNotationError, Phase, SeatsError, ViewError,
    Viewer,
};
pub use options::{Choices, OptionError, OptionInfo};
pub use outcome::{Outcome, Place};
#[cfg(feature = "wire")]
pub use position::PositionError;
pub use ruleset::{Ruleset, RulesetError, RulesetHash, Value};
pub use seat::{PerSeat, SEATS_MAX, Seat, SeatCount};
pub use set::{Ordinal, Set, SetIter};
#[cfg(feature = "wire")]
pub use wire::{Wire, WireError};
