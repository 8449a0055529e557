//! The arena's settings as a TOML file. Every key has a default, and an error names the line and the key.

mod address;
mod anchor;
mod bot;
mod calendar;
mod deserialize;
mod disqualified;
mod format;
mod host_name;
mod league;
mod length;
mod match_terms;
mod node;
mod origin;
mod retention;
mod season_choice;
mod seed;
mod time_from;
mod tls;
mod tokens;
mod watch_policy;
mod webhook;
mod worker;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU16, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::{fs, io};

use kahua_core::limits::{BOTS_AT_ONCE, MATCHES_PER_CORE};
use kahua_engine::registry;
use kahua_store::{StoreAddress, TokenHash};
use serde::Deserialize;

use crate::Rulesets;
use address::{address, some_address};
use deserialize::{each_from_text, token_hashes};

pub use address::{ParseAddressError, parse_address};

pub use anchor::AnchorSettings;
pub use bot::{BotSettings, check as check_bots};
pub use calendar::Calendar;
pub use deserialize::{from_text, some_from_text};
pub use disqualified::DisqualifiedMatches;
pub use format::{FormatError, FormatKind};
pub use host_name::{HostName, ParseHostNameError};
pub use league::LeagueSettings;
pub use length::Length;
pub use match_terms::{FaultKind, FaultSettings, MatchTerms};
pub use node::NodeSettings;
pub use origin::{Origin, ParseOriginError};
pub use retention::RetentionSettings;
pub use season_choice::SeasonChoice;
pub use seed::LeagueSeed;
pub use time_from::TimeFrom;
pub use tls::{Tls, TlsError, TlsSettings};
pub use tokens::{TokenPolicy, Tokens};
pub use watch_policy::{ParseWatchPolicyError, WatchPolicy};
pub use webhook::{ParseWebhookUrlError, WebhookEvent, WebhookSettings, WebhookUrl};
pub use worker::{WorkerSettings, WorkerTimes};

/// The port on which an arena listens by default.
pub const DEFAULT_PORT: u16 = 7700;

/// A bot that has lost this many matches in a row by its own faults is suspended, unless the settings say otherwise.
const SUSPEND_AFTER_DEFAULT: u32 = 3;

/// How many tables there may be at once if the settings don't say.
const TABLES_DEFAULT: NonZeroU16 = NonZeroU16::new(8).expect("not zero");

/// The settings of an arena.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The address to listen on.
    #[serde(deserialize_with = "address")]
    pub listen: SocketAddr,
    /// The address at which Prometheus finds the metrics; without one, none are served. Anyone who reaches it may read
    /// them.
    #[serde(deserialize_with = "some_address")]
    pub metrics: Option<SocketAddr>,
    /// The PostgreSQL database that holds the store. Without it, the store is a file in the data directory.
    #[serde(deserialize_with = "some_from_text")]
    pub store: Option<StoreAddress>,
    /// How the arena presents itself to other arenas that share its store.
    pub node: NodeSettings,
    /// The arena's certificate and key; without them, connections aren't encrypted.
    pub tls: Option<TlsSettings>,
    /// Whether tokens are required.
    pub tokens: Tokens,
    /// The hashes of the organizers' tokens, each as the 64 hexadecimal digits of its SHA-256.
    #[serde(deserialize_with = "token_hashes")]
    pub organizers: Vec<TokenHash>,
    /// The hashes of the watchers' tokens, in the same form: their holders read and watch, and change nothing.
    #[serde(deserialize_with = "token_hashes")]
    pub watchers: Vec<TokenHash>,
    /// The machines that may play matches for the arena.
    #[serde(rename = "worker")]
    pub workers: Vec<WorkerSettings>,
    /// Settings that hold for all workers.
    #[serde(rename = "workers")]
    pub worker_times: WorkerTimes,
    /// The origins of web pages that may call the arena.
    #[serde(deserialize_with = "each_from_text")]
    pub web_origins: Vec<Origin>,
    /// The origins of web pages that may show the arena's pages in a frame. Pages that act for their visitor are never shown so.
    #[serde(deserialize_with = "each_from_text")]
    pub embed_origins: Vec<Origin>,
    /// More names by which an arena on loopback may be called if it needs no tokens, besides those of loopback.
    #[serde(deserialize_with = "each_from_text")]
    pub hosts: Vec<HostName>,
    /// The most bots that are connected at once. Bots that come back may exceed it by a few.
    pub bots_at_once: NonZeroU16,
    /// The most matches that are played at once. Bots wait when this many are running.
    pub matches_at_once: NonZeroUsize,
    /// The most tables at once at which people play in a browser. A visitor may have as many of these as are still
    /// free, so that a class can play behind one address.
    pub tables_at_once: NonZeroU16,
    /// A bot that loses this many matches in a row by its own faults gets no more until an organizer lets it back; 0
    /// for never.
    pub suspend_after: u32,
    /// How long the moves of matches are kept; without it, they are never deleted.
    pub retention: Option<RetentionSettings>,
    /// Ruleset files that replace the built-in rulesets of their games.
    pub rulesets: Vec<PathBuf>,
    /// Who is sent what happens.
    #[serde(rename = "webhook")]
    pub webhooks: Vec<WebhookSettings>,
    /// The bots that the arena starts itself, and the bots that have settings.
    #[serde(rename = "bot")]
    pub bots: Vec<BotSettings>,
    /// The leagues that the arena plays.
    #[serde(rename = "league")]
    pub leagues: Vec<LeagueSettings>,
    /// Whether the arena only plays what another one assigns to it. The other arena computes the ratings.
    #[serde(skip)]
    pub plays_for_another: bool,
}

/// The most matches at once by default, from the number of this machine's cores.
fn matches_at_once() -> NonZeroUsize {
    let cores = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    cores.saturating_mul(const { NonZeroUsize::new(MATCHES_PER_CORE).expect("not zero") })
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DEFAULT_PORT),
            metrics: None,
            store: None,
            node: NodeSettings::default(),
            tls: None,
            tokens: Tokens::Auto,
            organizers: Vec::new(),
            watchers: Vec::new(),
            workers: Vec::new(),
            worker_times: WorkerTimes::default(),
            web_origins: Vec::new(),
            embed_origins: Vec::new(),
            hosts: Vec::new(),
            bots_at_once: BOTS_AT_ONCE,
            matches_at_once: matches_at_once(),
            tables_at_once: TABLES_DEFAULT,
            suspend_after: SUSPEND_AFTER_DEFAULT,
            retention: None,
            rulesets: Vec::new(),
            webhooks: Vec::new(),
            bots: Vec::new(),
            leagues: Vec::new(),
            plays_for_another: false,
        }
    }
}

impl Config {
    /// Reads a settings file. The paths of other files in it are relative to its own folder.
    ///
    /// # Errors
    /// If the file can't be read or isn't valid; the error names the file, the line and the key.
    pub fn read(path: &Path) -> Result<Config, ConfigError> {
        let text = fs::read_to_string(path).map_err(|source| ConfigError::Io { path: path.into(), source })?;
        let mut config = Config::parse(&text).map_err(|problem| ConfigError::Toml { path: path.into(), problem })?;
        if let Some(folder) = path.parent() {
            config.rulesets.iter_mut().for_each(|ruleset| *ruleset = folder.join(&*ruleset));
            config.tls.iter_mut().for_each(|tls| tls.resolve(folder));
            config.webhooks.iter_mut().for_each(|webhook| webhook.secret_file = folder.join(&webhook.secret_file));
            config.bots.iter_mut().filter_map(|bot| bot.dir.as_mut()).for_each(|dir| *dir = folder.join(&*dir));
        }
        Ok(config)
    }

    /// Reads settings from their text.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn parse(text: &str) -> Result<Config, String> {
        let config: Config = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        bot::check(&config.bots)?;
        worker::check(&config.workers)?;
        webhook::check(&config.webhooks, &config.leagues)?;
        Ok(config)
    }

    /// The built-in rulesets, with those of the files that these settings name in their place.
    ///
    /// # Errors
    /// If a ruleset file can't be read or isn't valid.
    pub fn load_rulesets(&self) -> Result<Rulesets, ConfigError> {
        let mut rulesets = Rulesets::built_in();
        for path in &self.rulesets {
            let text = fs::read_to_string(path).map_err(|source| ConfigError::Io { path: path.clone(), source })?;
            let ruleset = registry::read_ruleset(&text)
                .map_err(|problem| ConfigError::Toml { path: path.clone(), problem: problem.to_string() })?;
            rulesets = rulesets.with(ruleset);
        }
        Ok(rulesets)
    }

    /// Whether bots, watchers and organizers need tokens.
    #[must_use]
    pub fn requires_tokens(&self) -> bool {
        self.token_policy() == TokenPolicy::Required
    }

    /// Whether tokens are required on the address of these settings.
    pub fn token_policy(&self) -> TokenPolicy {
        match self.tokens {
            Tokens::Off => TokenPolicy::Optional,
            Tokens::Auto if self.listen.ip().is_loopback() => TokenPolicy::Optional,
            Tokens::Auto | Tokens::Required => TokenPolicy::Required,
        }
    }

    /// Whether tokens will be sent to the arena over a network that others may listen to.
    pub fn exposes_tokens(&self) -> bool {
        let has_roles = !self.organizers.is_empty() || !self.watchers.is_empty() || !self.workers.is_empty();
        let has_tokens = self.token_policy() == TokenPolicy::Required || has_roles;
        has_tokens && self.tls.is_none() && !self.listen.ip().is_loopback()
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
        /// What the system reports.
        source: io::Error,
    },
    /// A file's contents aren't valid.
    #[error("{}: {problem}", path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong, with the line.
        problem: String,
    },
}

#[cfg(test)]
mod tests {
    use kahua_core::referee::OnFault;
    use kahua_engine::Seed;

    use super::*;

    #[test]
    fn an_empty_file_is_an_open_arena_on_loopback() {
        let config = Config::parse("").unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:7700");
        assert_eq!(config.token_policy(), TokenPolicy::Optional);
    }

    #[test]
    fn other_addresses_require_tokens_unless_the_settings_say_otherwise() {
        let policy = |text: &str| Config::parse(text).unwrap().token_policy();
        assert_eq!(policy("listen = '0.0.0.0:1'"), TokenPolicy::Required);
        assert_eq!(policy("listen = '[::1]:1'"), TokenPolicy::Optional);
        assert_eq!(policy("listen = '0.0.0.0:1'\ntokens = 'off'"), TokenPolicy::Optional);
        assert_eq!(policy("tokens = 'required'"), TokenPolicy::Required);
    }

    #[test]
    fn tokens_are_exposed_on_other_addresses_unless_tls_hides_them() {
        let exposes = |text: &str| Config::parse(text).unwrap().exposes_tokens();
        let organizers = format!("organizers = ['{}']", "0".repeat(64));
        assert!(exposes("listen = '0.0.0.0:1'"));
        assert!(exposes(&format!("listen = '0.0.0.0:1'\ntokens = 'off'\n{organizers}")));
        assert!(exposes(&format!("listen = '0.0.0.0:1'\ntokens = 'off'\nwatchers = ['{}']", "0".repeat(64))));
        assert!(!exposes("listen = '0.0.0.0:1'\ntokens = 'off'"));
        assert!(!exposes("listen = '127.0.0.1:1'\ntokens = 'required'"));
        assert!(!exposes("listen = '0.0.0.0:1'\n[tls]\ncertificate = 'a.pem'\nkey = 'a.key'"));
    }

    #[test]
    fn paths_in_a_file_are_relative_to_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("arena.toml");
        fs::write(&path, "[tls]\ncertificate = 'a.pem'\nkey = '/keys/a.key'\n").unwrap();
        let tls = Config::read(&path).unwrap().tls.unwrap();
        assert_eq!((tls.certificate, tls.key), (folder.path().join("a.pem"), PathBuf::from("/keys/a.key")));
    }

    #[test]
    fn a_league_needs_a_name_and_a_game_only() {
        let config = Config::parse("[[league]]\nname = 'l'\ngame = 'g'\n").unwrap();
        assert_eq!(config.leagues, [LeagueSettings::new("l", MatchTerms::new("g"), Vec::new())]);
        assert_eq!(config.leagues[0].terms.fault_policy().on_fault, OnFault::Forfeit);
    }

    #[test]
    fn a_clock_that_is_stopped_keeps_its_times() {
        let config = Config::parse("[[league]]\nname = 'l'\ngame = 'g'\ntime = '5s'\nno_clock = true\n").unwrap();
        assert_eq!(config.leagues[0].terms.time.to_string(), "5s stopped");
    }

    #[test]
    fn a_seed_of_a_settings_file_is_no_secret_and_needs_one() {
        let config = Config::parse("[[league]]\nname = 'l'\ngame = 'g'\nseed = '7'\n").unwrap();
        assert_eq!(config.leagues[0].seed, LeagueSeed::Secret(Some(Seed::from_number(7))));
    }

    #[test]
    fn mistakes_are_named_with_their_line_and_key() {
        let league = |line: &str| Config::parse(&format!("[[league]]\nname = 'l'\ngame = 'g'\n{line}\n")).unwrap_err();
        for (line, expected) in [
            ("time = '5'", "is not a valid time"),
            ("bots = ['a b']", "is not a valid bot name"),
            ("sets = 0", "nonzero"),
            ("seed = 'x'", "is not a valid seed"),
            ("luck = 'none'", "\"none\" is not a kind of luck: give fresh"),
            ("watch = 'delayed'", "is not a valid rule for spectators"),
            ("faults = { strikes = 2000 }", "at most 1000, got 2000"),
            ("faults = { reconnect_s = 90000 }", "at most 86400 (a day), got 90000"),
            ("colour = 'red'", "unknown field `colour`"),
        ] {
            let error = league(line);
            assert!(error.contains("line 4"), "{line}: {error}");
            assert!(error.contains(expected), "{line}: {error}");
        }
        let error = Config::parse("matches_at_once = 0").unwrap_err();
        assert!(error.contains("line 1") && error.contains("nonzero"), "{error}");
        let error = Config::parse("retention = { keep_days = 0 }").unwrap_err();
        assert!(error.contains("line 1") && error.contains("nonzero"), "{error}");
        let error = Config::parse("organizers = ['abc']").unwrap_err();
        assert!(error.contains("line 1") && error.contains("64 hexadecimal digits"), "{error}");
    }
}
