//! A league whose settings have been checked: what all its matches have in common.

use std::sync::Arc;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::{FaultPolicy, MatchSetup, Nonce, OnFault, Player};
use kahua_core::season::Season;
use kahua_engine::{Choices, DynRuleset, OptionError, PerSeat, SeatCount, SeatsError};
use kahua_leagues::{FormatSettings, Pairing};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Store, StoreError};

use crate::config::{FormatError, LeagueSeed, LeagueSettings, Length, WatchPolicy};
use crate::seasons::{ChangedTermsError, OpenSeasonError, Terms, open_season};
use crate::{Rulesets, UnknownGame};

/// A league's settings with the game, options and seat count that they name.
#[derive(Debug)]
pub struct LeagueSpec {
    pub settings: LeagueSettings,
    pub seats: SeatCount,
    /// The first season, until the league is opened.
    pub season: Season,
    ruleset: Arc<dyn DynRuleset>,
    choices: Choices,
    /// Who plays whom.
    pub format: FormatSettings,
}

impl LeagueSpec {
    pub fn new(settings: LeagueSettings, rulesets: &Rulesets) -> Result<LeagueSpec, LeagueError> {
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
        choices.check_seats(seats).map_err(|problem| LeagueError::Options { league: league.clone(), problem })?;
        let bots = &settings.bots;
        if let Some((_, twice)) = bots.iter().enumerate().find(|(index, bot)| bots[..*index].contains(bot)) {
            return Err(LeagueError::BotTwice { league: settings.name, bot: *twice });
        }
        if settings.workers && bots.is_empty() {
            return Err(LeagueError::WorkersWithoutBots(settings.name));
        }
        if !bots.is_empty() && bots.len() < seats.get() {
            return Err(LeagueError::TooFewBots { league: settings.name, bots: bots.len(), seats: seats.get() });
        }
        let format = settings.format(seats).map_err(|problem| LeagueError::Format { league, problem })?;
        Ok(LeagueSpec { settings, seats, season: Season::FIRST, ruleset, choices, format })
    }

    /// Finds out which season of the league these settings play, from what the store has of the league.
    pub async fn open(self, store: &Store) -> Result<LeagueSpec, LeagueError> {
        let opened = open_season(&self.settings.name, self.terms(), self.settings.season, store).await;
        let season = opened.map_err(|problem| match problem {
            OpenSeasonError::Terms(problem) => LeagueError::Terms(problem),
            OpenSeasonError::Store(problem) => LeagueError::Store(problem),
        })?;
        Ok(LeagueSpec { season, ..self })
    }

    /// The same league in another length of its kind.
    pub fn with_length(&self, length: Length, rulesets: &Rulesets) -> Result<LeagueSpec, LeagueError> {
        Ok(LeagueSpec { season: self.season, ..LeagueSpec::new(self.settings.with_length(length), rulesets)? })
    }

    /// The settings that may not change within a season, by name.
    pub fn terms(&self) -> Terms {
        let settings = &self.settings;
        let faults = match settings.fault_policy() {
            FaultPolicy { on_fault: OnFault::Forfeit, reconnect } => {
                format!("forfeit, reconnect_s {}", reconnect.as_secs())
            }
            FaultPolicy { on_fault: OnFault::Substitute { strikes_max }, reconnect } => {
                format!("substitute, strikes {strikes_max}, reconnect_s {}", reconnect.as_secs())
            }
        };
        let seed = match settings.seed {
            LeagueSeed::Secret(None) => "the arena's own".to_owned(),
            LeagueSeed::Secret(Some(seed)) => format!("{seed} with the arena's own"),
            LeagueSeed::Reproducible(seed) => format!("{seed}, reproducible"),
            LeagueSeed::Shared(seed) => format!("{seed}, reproducible and shared"),
        };
        Terms::new([
            ("game", self.game().to_owned()),
            ("ruleset", format!("{} {}", self.ruleset.id(), self.ruleset.hash())),
            ("options", self.choices.to_texts().join(" ")),
            ("seats", self.seats.get().to_string()),
            ("time", settings.time_control().to_string()),
            ("faults", faults),
            ("rated", settings.rated.to_string()),
            ("luck", settings.luck.to_string()),
            ("seed", seed),
            ("format", settings.format.to_string()),
        ])
    }

    pub fn game(&self) -> &'static str {
        self.ruleset.info().name
    }

    /// The league as the services describe it.
    pub fn to_wire(&self) -> pb::League {
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
            season: self.season.number(),
        }
    }

    pub fn setup(
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
            season: self.season,
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
        /// The game, and the games that the arena has.
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
    /// The format's settings don't fit together, or make too many matches.
    #[error("league {league:?}: {problem}")]
    Format {
        /// The league.
        league: String,
        /// What is wrong.
        problem: FormatError,
    },
    /// A rated league has its clock stopped.
    #[error("league {0:?}: its clock is stopped (no_clock), so its matches can't be rated; set rated = false")]
    RatedWithoutClock(String),
    /// Workers play for the league, but the settings don't list its bots.
    #[error(
        "league {0:?}: workers play for it, so it must list its bots: add bots = [...], or take workers = true away"
    )]
    WorkersWithoutBots(String),
    /// A bot is in its list twice.
    #[error("league {league:?}: the bot {bot} is in its list of bots twice; name it once")]
    BotTwice {
        /// The league.
        league: String,
        /// The bot.
        bot: BotName,
    },
    /// The league lists too few bots to fill a table.
    #[error(
        "league {league:?}: {seats} seats need at least {seats} bots, but its list has {bots}; add bots, or leave the list \
         out so that every bot plays that connects"
    )]
    TooFewBots {
        /// The league.
        league: String,
        /// How many bots its list has.
        bots: usize,
        /// How many seats its matches have.
        seats: usize,
    },
    /// The settings have other terms than the present season.
    #[error(transparent)]
    Terms(ChangedTermsError),
    /// The store can't be read, or can't save the league's seed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
