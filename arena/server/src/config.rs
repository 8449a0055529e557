//! The arena's settings as a TOML file: every key with a default, every mistake named with its key and line.

use std::fmt::Display;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use std::{fs, io};

use kahua_engine::{Seed, registry};
use serde::{Deserialize, Deserializer};

use crate::auth::access::Gate;
use crate::auth::origin::Origin;
use crate::auth::token;
use crate::rulesets::Games;
use kahua_core::clock::TimeControl;
use kahua_core::ids::BotName;
use kahua_core::limits;
use kahua_core::referee::{FaultPolicy, OnFault};
use kahua_store::TokenHash;

/// The port on which arenas listen unless told otherwise.
pub const USUAL_PORT: u16 = 7700;

/// The settings of an arena.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Whether tokens are asked for.
    pub tokens: Tokens,
    /// The hashes of the organizers' tokens, each as the 64 hexadecimal digits of its SHA-256.
    #[serde(deserialize_with = "hashes")]
    pub organizers: Vec<TokenHash>,
    /// Web pages from elsewhere that may call the arena, by their origins.
    #[serde(deserialize_with = "each_from_text")]
    pub web_origins: Vec<Origin>,
    /// Ruleset files that replace the usual ones of their games.
    pub rulesets: Vec<PathBuf>,
    /// The leagues that the arena plays.
    #[serde(rename = "league")]
    pub leagues: Vec<LeagueSettings>,
}

/// When tokens are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tokens {
    /// Unless the arena listens on loopback only.
    #[default]
    Auto,
    /// Always.
    Required,
    /// Never.
    Off,
}

/// A league: bots that play one game against each other.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeagueSettings {
    /// Its name, at most 64 bytes; not empty.
    pub name: String,
    /// The game.
    pub game: String,
    /// How many seats its tables have.
    #[serde(default = "two")]
    pub seats: usize,
    /// The game's options as `name=value`; what isn't named has its usual value.
    #[serde(default)]
    pub options: Vec<String>,
    /// Who plays; nobody named stands for every bot that connects.
    #[serde(default, deserialize_with = "each_from_text")]
    pub bots: Vec<BotName>,
    /// How many sets of matches every group of bots plays; in a set everybody sits in every seat once.
    #[serde(default = "one")]
    pub sets: NonZeroU32,
    /// Thinking time, as `bank+increment/cap~allowance`.
    #[serde(default = "usual_time", deserialize_with = "from_text")]
    pub time: TimeControl,
    /// Whether the clock stands still, for debugging: `time` is told, but nobody is late. Not in a rated league.
    #[serde(default)]
    pub no_clock: bool,
    /// What happens to seats that fail to answer properly.
    #[serde(default)]
    pub faults: FaultSettings,
    /// Whether its matches count for ratings.
    #[serde(default = "yes")]
    pub rated: bool,
    /// The seed from which all luck of the league comes; one is made up and kept if none is given.
    #[serde(default, deserialize_with = "maybe_from_text")]
    pub seed: Option<Seed>,
}

impl LeagueSettings {
    /// A league of this game between these bots, with the usual settings.
    pub fn usual(name: impl Into<String>, game: impl Into<String>, bots: Vec<BotName>) -> LeagueSettings {
        LeagueSettings {
            name: name.into(),
            game: game.into(),
            seats: two(),
            options: Vec::new(),
            bots,
            sets: one(),
            time: usual_time(),
            no_clock: false,
            faults: FaultSettings::default(),
            rated: true,
            seed: None,
        }
    }

    /// The time control that these settings come to.
    #[must_use]
    pub fn time_control(&self) -> TimeControl {
        TimeControl { stopped: self.no_clock || self.time.stopped, ..self.time }
    }

    /// The fault policy that these settings come to at a table of so many seats.
    #[must_use]
    pub fn fault_policy(&self) -> FaultPolicy {
        let strikes_max = self.faults.strikes;
        let on_fault = match self.faults.policy {
            FaultKind::Auto if self.seats <= 2 => OnFault::Forfeit,
            FaultKind::Forfeit => OnFault::Forfeit,
            FaultKind::Auto | FaultKind::Substitute => OnFault::Substitute { strikes_max },
        };
        FaultPolicy { on_fault, reconnect: Duration::from_secs(self.faults.reconnect_s.into()) }
    }
}

/// What happens to seats that fail to answer properly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FaultSettings {
    /// What a fault costs.
    pub policy: FaultKind,
    /// The strike at which a seat is given up, where the arena plays in its place; at most 1000.
    #[serde(deserialize_with = "strikes")]
    pub strikes: NonZeroU32,
    /// How long a bot may be without connection before that is a fault, in seconds; at most a day.
    #[serde(deserialize_with = "at_most_a_day")]
    pub reconnect_s: u32,
}

impl Default for FaultSettings {
    fn default() -> FaultSettings {
        let strikes = const { NonZeroU32::new(3).expect("three is not zero") };
        FaultSettings { policy: FaultKind::Auto, strikes, reconnect_s: 60 }
    }
}

/// What a fault costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// The match where two play, a strike where more do.
    Auto,
    /// The match.
    Forfeit,
    /// A strike; the arena plays in the seat's place.
    Substitute,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), USUAL_PORT),
            tokens: Tokens::Auto,
            organizers: Vec::new(),
            web_origins: Vec::new(),
            rulesets: Vec::new(),
            leagues: Vec::new(),
        }
    }
}

impl Config {
    /// Reads a settings file. Ruleset files are named from its own folder.
    ///
    /// # Errors
    /// If it can't be read, or says something that can't be; the error names the file, the line and the key.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = fs::read_to_string(path).map_err(|source| ConfigError::Io { path: path.into(), source })?;
        let mut config = Config::parse(&text).map_err(|problem| ConfigError::Toml { path: path.into(), problem })?;
        if let Some(folder) = path.parent() {
            config.rulesets.iter_mut().for_each(|ruleset| *ruleset = folder.join(&*ruleset));
        }
        Ok(config)
    }

    /// Reads settings from their text.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn parse(text: &str) -> Result<Config, String> {
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())
    }

    /// Whether tokens are asked for on this address.
    #[must_use]
    pub fn gate(&self) -> Gate {
        match self.tokens {
            Tokens::Off => Gate::Open,
            Tokens::Auto if self.listen.ip().is_loopback() => Gate::Open,
            Tokens::Auto | Tokens::Required => Gate::Tokens,
        }
    }

    /// All games, played by the rulesets of these settings.
    ///
    /// # Errors
    /// If a ruleset file can't be read or used.
    pub fn games(&self) -> Result<Games, ConfigError> {
        let mut games = Games::built_in();
        for path in &self.rulesets {
            let text = fs::read_to_string(path).map_err(|source| ConfigError::Io { path: path.clone(), source })?;
            let ruleset = registry::read_ruleset(&text)
                .map_err(|problem| ConfigError::Toml { path: path.clone(), problem: problem.to_string() })?;
            games = games.with(ruleset);
        }
        Ok(games)
    }
}

/// Why settings can't be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file can't be read.
    #[error("{} can't be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file says something that can't be.
    #[error("{}: {problem}", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        problem: String,
    },
}

fn two() -> usize {
    2
}

fn one() -> NonZeroU32 {
    NonZeroU32::MIN
}

fn yes() -> bool {
    true
}

fn usual_time() -> TimeControl {
    "60s+100ms/5s~50ms".parse().expect("a time control")
}

fn from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
}

fn maybe_from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<Option<T>, D::Error> {
    from_text(from).map(Some)
}

fn each_from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<Vec<T>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| text.parse().map_err(serde::de::Error::custom)).collect()
}

fn hashes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<TokenHash>, D::Error> {
    let wrong = || serde::de::Error::custom("a token hash has 64 hexadecimal digits: the SHA-256 of the token's text");
    Vec::<String>::deserialize(from)?.iter().map(|text| token::hash_from_hex(text).ok_or_else(wrong)).collect()
}

fn strikes<'de, D: Deserializer<'de>>(from: D) -> Result<NonZeroU32, D::Error> {
    let strikes = NonZeroU32::deserialize(from)?;
    if strikes.get() > limits::STRIKES_MAX {
        return Err(serde::de::Error::custom(format!("must be at most {}", limits::STRIKES_MAX)));
    }
    Ok(strikes)
}

fn at_most_a_day<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    const DAY: u32 = 86_400;
    let seconds = u32::deserialize(from)?;
    if seconds > DAY { Err(serde::de::Error::custom(format!("must be at most {DAY}"))) } else { Ok(seconds) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_is_an_open_arena_on_loopback() {
        let config = Config::parse("").unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:7700");
        assert_eq!(config.gate(), Gate::Open);
    }

    #[test]
    fn another_address_asks_for_tokens_unless_told_otherwise() {
        let gate = |text: &str| Config::parse(text).unwrap().gate();
        assert_eq!(gate("listen = '0.0.0.0:1'"), Gate::Tokens);
        assert_eq!(gate("listen = '[::1]:1'"), Gate::Open);
        assert_eq!(gate("listen = '0.0.0.0:1'\ntokens = 'off'"), Gate::Open);
        assert_eq!(gate("tokens = 'required'"), Gate::Tokens);
    }

    #[test]
    fn a_league_needs_a_name_and_a_game_only() {
        let config = Config::parse("[[league]]\nname = 'l'\ngame = 'g'\n").unwrap();
        assert_eq!(config.leagues, [LeagueSettings::usual("l", "g", Vec::new())]);
        assert_eq!(config.leagues[0].fault_policy().on_fault, OnFault::Forfeit);
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_key() {
        let league = |line: &str| Config::parse(&format!("[[league]]\nname = 'l'\ngame = 'g'\n{line}\n")).unwrap_err();
        for (line, expected) in [
            ("time = '5'", "is no time"),
            ("bots = ['a b']", "is no bot name"),
            ("sets = 0", "nonzero"),
            ("seed = 'x'", "is not a valid seed"),
            ("faults = { strikes = 2000 }", "at most 1000"),
            ("faults = { reconnect_s = 90000 }", "at most 86400"),
            ("colour = 'red'", "unknown field `colour`"),
        ] {
            let error = league(line);
            assert!(error.contains("line 4"), "{line}: {error}");
            assert!(error.contains(expected), "{line}: {error}");
        }
        let error = Config::parse("organizers = ['abc']").unwrap_err();
        assert!(error.contains("line 1") && error.contains("64 hexadecimal digits"), "{error}");
    }
}
