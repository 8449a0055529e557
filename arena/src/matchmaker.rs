//! Pairs bots: starts the matches that the leagues want as soon as everybody in them is free.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use engine::options::OptionError;
use engine::table::SeatsError;
use engine::{AnyRuleset, Choices, Seed, SeatCount};
use tracing::{debug, error};

use crate::app::App;
use crate::config::LeagueSettings;
use crate::games::Games;
use crate::ids::{BotName, MatchId};
use crate::league::{Format, Pairing, RoundRobin};
use crate::limits;
use crate::lobby::Seating;
use crate::referee::{MatchSetup, Player, Referee};
use crate::runner::Start;
use crate::store::StoreError;
use crate::time::Time;
use crate::token;

/// The leagues, and what they wait for.
#[derive(Debug)]
pub(crate) struct Matchmaker {
    leagues: Mutex<Vec<League>>,
}

/// Why a league can't be played.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// There is one with this name.
    #[error("league {0:?}: there is one of this name already")]
    NameTaken(String),
    /// The name is empty or too long.
    #[error("league {0:?}: its name must have 1 to {max} bytes", max = limits::LEAGUE_BYTES_MAX)]
    Name(String),
    /// The arena doesn't have the game.
    #[error("league {league:?}: there is no game {game:?}; there are: {known}")]
    Game {
        /// The league.
        league: String,
        /// The game.
        game: String,
        /// The games there are.
        known: String,
    },
    /// The game's options are others.
    #[error("league {league:?}: {problem}")]
    Options {
        /// The league.
        league: String,
        /// What is wrong.
        problem: OptionError,
    },
    /// The game isn't played so.
    #[error("league {league:?}: {problem}")]
    Seats {
        /// The league.
        league: String,
        /// What is wrong.
        problem: String,
    },
    /// The store can't keep the league's seed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
