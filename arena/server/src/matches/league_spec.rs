//! A league whose settings have been checked: what all its matches have in common.

use std::sync::Arc;

use kahua_core::ids::MatchId;
use kahua_core::limits;
use kahua_core::referee::{MatchSetup, Nonce, Player};
use kahua_engine::{Choices, DynRuleset, OptionError, PerSeat, SeatCount, SeatsError};
use kahua_leagues::Pairing;
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::StoreError;

use crate::config::{LeagueSettings, WatchPolicy};
use crate::rulesets::{Rulesets, UnknownGame};

/// A league's settings with the game, options and seat count that they name.
#[derive(Debug)]
pub(crate) struct LeagueSpec {
    pub(super) settings: LeagueSettings,
    pub(super) seats: SeatCount,
    ruleset: Arc<dyn DynRuleset>,
    choices: Choices,
}

impl LeagueSpec {
    pub(crate) fn new(settings: LeagueSettings, rulesets: &Rulesets) -> Result<LeagueSpec, LeagueError> {
        let league = settings.name.clone();
        if league.is_empty() || league.len() > limits::LEAGUE_BYTES_MAX {
            return Err(LeagueError::Name(league));
        }
        let ruleset = rulesets.expect(&settings.game).cloned();
        let ruleset = ruleset.map_err(|problem| LeagueError::Game { league: league.clone(), problem })?;
        if settings.rated && settings.time_control().stopped {
            return Err(LeagueError::RatedWithoutClock(league));
        }
        let info = ruleset.info();
        let choices = Choices::parse(info.options, settings.options.iter().map(String::as_str))
            .map_err(|problem| LeagueError::Options { league: league.clone(), problem })?;
        let seats = info
            .seat_count(settings.seats)
            .map_err(|problem| LeagueError::Seats { league: league.clone(), problem })?;
        choices.check_seats(seats).map_err(|problem| LeagueError::Options { league, problem })?;
        Ok(LeagueSpec { settings, seats, ruleset, choices })
    }

    pub(super) fn game(&self) -> &'static str {
        self.ruleset.info().name
    }

    /// The league as the services describe it.
    pub(super) fn to_wire(&self) -> pb::League {
        let settings = &self.settings;
        pb::League {
            name: settings.name.clone(),
            game: self.game().into(),
            seats: self.seats.get() as u32,
            options: self.choices.to_texts(),
            ruleset_id: self.ruleset.id().into(),
            ruleset_hash: self.ruleset.hash().0.into(),
            rated: settings.rated,
            time_control: Some(settings.time_control().to_wire()),
            fault_policy: Some(settings.fault_policy().to_wire()),
            bots: settings.bots.iter().map(ToString::to_string).collect(),
            luck: settings.luck.to_wire().into(),
            watch: settings.watch.map(WatchPolicy::to_wire),
        }
    }

    pub(super) fn setup(
        &self,
        id: MatchId,
        pairing: &Pairing,
        nonce: Nonce,
        players: PerSeat<Player>,
        started_unix_ms: i64,
    ) -> MatchSetup {
        MatchSetup {
            id,
            league: self.settings.name.clone(),
            rated: self.settings.rated,
            ruleset: self.ruleset.clone(),
            choices: self.choices.clone(),
            players,
            seed: pairing.seed,
            nonce: Some(nonce),
            set: pairing.set.clone(),
            luck: self.settings.luck,
            time_control: self.settings.time_control(),
            fault_policy: self.settings.fault_policy(),
            started_unix_ms,
        }
    }
}

/// Why a league can't be played.
#[derive(Debug, thiserror::Error)]
pub enum LeagueError {
    /// Two leagues have the same name.
    #[error("league {0:?}: another league has this name already; league names must be unique")]
    NameTaken(String),
    /// The name is empty or too long.
    #[error("league {0:?}: its name must have 1 to {max} bytes", max = limits::LEAGUE_BYTES_MAX)]
    Name(String),
    /// The arena doesn't have the game.
    #[error("league {league:?}: {problem}")]
    Game {
        /// The league.
        league: String,
        /// Which game, and those that there are.
        problem: UnknownGame,
    },
    /// The game has no such option, or the option has no such value.
    #[error("league {league:?}: {problem}")]
    Options {
        /// The league.
        league: String,
        /// What is wrong.
        problem: OptionError,
    },
    /// The game can't be played with this number of seats.
    #[error("league {league:?}: {problem}")]
    Seats {
        /// The league.
        league: String,
        /// What is wrong.
        problem: SeatsError,
    },
    /// A rated league has its clock stopped.
    #[error("league {0:?}: its clock is stopped (no_clock), so its matches can't be rated; set rated = false")]
    RatedWithoutClock(String),
    /// The store can't be read, or can't keep the league's seed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
