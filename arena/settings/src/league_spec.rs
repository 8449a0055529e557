//! A league whose settings have been checked: what all its matches have in common.

use kahua_core::ids::{BotName, MatchId};
use kahua_core::limits;
use kahua_core::referee::{FaultPolicy, MatchSetup, Nonce, OnFault, Player};
use kahua_core::season::Season;
use kahua_engine::{PerSeat, SeatCount};
use kahua_leagues::{FormatSettings, Pairing};
use kahua_proto::pb::arena::v1 as pb;
use kahua_store::{Store, StoreError};

use crate::Rulesets;
use crate::config::{FormatError, LeagueSeed, LeagueSettings, Length, WatchPolicy};
use crate::match_spec::{MatchSpec, MatchTermsError};
use crate::seasons::{ChangedTermsError, OpenSeasonError, Terms, knockout, open_season};
use crate::times::{OpenTimesError, PlayedTimesError, Times, TimesError};

/// A league's settings with what they name: what its matches are played on, and its format.
#[derive(Debug)]
pub struct LeagueSpec {
    pub settings: LeagueSettings,
    /// What its matches are played on.
    pub matches: MatchSpec,
    /// The time control of each match of a season.
    pub times: Times,
    /// The first season, until the league is opened.
    pub season: Season,
    /// Who plays whom.
    pub format: FormatSettings,
}

impl LeagueSpec {
    pub fn new(settings: LeagueSettings, rulesets: &Rulesets) -> Result<LeagueSpec, LeagueError> {
        let league = settings.name.clone();
        if league.is_empty() || league.len() > limits::LEAGUE_BYTES_MAX {
            return Err(LeagueError::Name(league));
        }
        let matches = MatchSpec::new(&settings.terms, rulesets)
            .map_err(|problem| LeagueError::Matches { league: league.clone(), problem })?;
        let times = Times::new(settings.terms.time, &settings.time_from)
            .map_err(|problem| LeagueError::Times { league: league.clone(), problem })?;
        let (seats, bots) = (matches.seats, &settings.bots);
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
        Ok(LeagueSpec { settings, matches, times, season: Season::FIRST, format })
    }

    /// Finds out which season of the league these settings play, from what the store has of the league.
    pub async fn open(self, store: &Store) -> Result<LeagueSpec, LeagueError> {
        let opened = open_season(&self.settings.name, self.season_terms(), self.settings.season, store).await;
        let season = opened.map_err(|problem| match problem {
            OpenSeasonError::Terms(problem) => LeagueError::Terms(problem),
            OpenSeasonError::Store(problem) => LeagueError::Store(problem),
        })?;
        self.times.open(&self.settings.name, season, store).await.map_err(|problem| match problem {
            OpenTimesError::Played(problem) => LeagueError::PlayedTimes(problem),
            OpenTimesError::Store(problem) => LeagueError::Store(problem),
        })?;
        Ok(LeagueSpec { season, ..self })
    }

    /// The same league in another length of its kind.
    pub fn with_length(&self, length: Length, rulesets: &Rulesets) -> Result<LeagueSpec, LeagueError> {
        Ok(LeagueSpec { season: self.season, ..LeagueSpec::new(self.settings.with_length(length), rulesets)? })
    }

    /// The settings that may not change within a season, by name.
    pub fn season_terms(&self) -> Terms {
        let (settings, matches) = (&self.settings, &self.matches);
        let faults = match matches.fault_policy {
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
        let knockout = match &self.format {
            FormatSettings::Knockout(played) => Some(knockout::terms(played)),
            _ => None,
        };
        let terms = [
            ("game", self.game().to_owned()),
            ("ruleset", format!("{} {}", matches.ruleset.id(), matches.ruleset.hash())),
            ("options", matches.choices.to_texts().join(" ")),
            ("seats", self.seats().get().to_string()),
            ("time", matches.time_control.to_string()),
            ("faults", faults),
            ("rated", matches.rated.to_string()),
            ("luck", matches.luck.to_string()),
            ("seed", seed),
            ("format", settings.format.to_string()),
            ("disqualified", settings.disqualified.to_string()),
        ];
        Terms::new(terms.into_iter().chain(knockout.into_iter().flatten()))
    }

    pub fn game(&self) -> &'static str {
        self.matches.game()
    }

    pub fn seats(&self) -> SeatCount {
        self.matches.seats
    }

    /// The league as the services describe it.
    pub fn to_wire(&self) -> pb::League {
        let (settings, matches) = (&self.settings, &self.matches);
        pb::League {
            name: settings.name.clone(),
            game: self.game().into(),
            seats: self.seats().get() as u32,
            options: matches.choices.to_texts(),
            ruleset_id: matches.ruleset.id().into(),
            ruleset_hash: matches.ruleset.hash().0.into(),
            rated: matches.rated,
            time_control: Some(matches.time_control.to_wire()),
            fault_policy: Some(matches.fault_policy.to_wire()),
            bots: settings.bots.iter().map(ToString::to_string).collect(),
            luck: matches.luck.to_wire().into(),
            watch: settings.watch.map(WatchPolicy::to_wire),
            season: self.season.number(),
            times: self.times.to_wire(),
        }
    }

    /// The match of the league's season with this number.
    pub fn setup(
        &self,
        number: u64,
        id: MatchId,
        pairing: &Pairing,
        nonce: Nonce,
        players: PerSeat<Player>,
        started_unix_ms: i64,
    ) -> MatchSetup {
        let setup = self.matches.setup(id, pairing, nonce, players, started_unix_ms);
        let time_control = self.times.of(number);
        MatchSetup { league: self.settings.name.clone(), season: self.season, time_control, ..setup }
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
    /// Its matches can't be played on their terms.
    #[error("league {league:?}: {problem}")]
    Matches {
        /// The league.
        league: String,
        /// What is wrong.
        problem: MatchTermsError,
    },
    /// Its time controls don't fit together.
    #[error("league {league:?}: {problem}")]
    Times {
        /// The league.
        league: String,
        /// What is wrong.
        problem: TimesError,
    },
    /// The format's settings don't fit together, or make too many matches.
    #[error("league {league:?}: {problem}")]
    Format {
        /// The league.
        league: String,
        /// What is wrong.
        problem: FormatError,
    },
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
    /// A match that has begun would have another time control.
    #[error(transparent)]
    PlayedTimes(Box<PlayedTimesError>),
    /// The store can't be read, or can't save the league's seed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
