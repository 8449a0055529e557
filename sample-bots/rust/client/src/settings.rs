//! Where a bot plays, and under which name.

use std::env;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::address::Address;
use crate::pb;

/// The forms of an arena's address.
const EXPECTED_ADDR: &str = "host:port, http://host:port or https://host:port";
/// The longest name of a bot, in bytes.
const NAME_BYTES_MAX: usize = 32;
/// The levels of the log; `off` is one, too, which only this library knows.
const LOG_LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];
/// The longest version of a bot, in bytes.
const VERSION_BYTES_MAX: usize = 32;

/// Where a bot plays, and under which name.
///
/// ```
/// use kahua_client::{Settings, pb};
///
/// let settings = Settings {
///     matches_max: Some(4),
///     action_form: pb::ActionForm::Notation,
///     ..Settings::new("127.0.0.1:7700", "me")
/// };
/// assert_eq!(settings.token, None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The arena's address: `HOST:PORT`, `http://HOST:PORT`, or `https://HOST:PORT` where the arena serves TLS.
    pub addr: String,
    /// The bot's token; `None` for an arena that doesn't require one.
    pub token: Option<String>,
    /// A PEM file with the certificates of the authorities that the bot trusts for the arena; `None` for the
    /// authorities that this machine trusts.
    pub ca: Option<PathBuf>,
    /// Whether the token may be sent without TLS to another machine. Anyone on the way there can read it.
    pub allow_cleartext_token: bool,
    /// The bot's name: 1 to 32 of the characters `a-z A-Z 0-9 - _ .`
    pub name: String,
    /// The bot's own version, at most 32 bytes, such as `env!("CARGO_PKG_VERSION")`.
    pub version: String,
    /// The games that the bot plays; an empty list stands for all games.
    pub games: Vec<pb::GameSupport>,
    /// How many matches the bot plays at once, at least 1. `None` leaves it to the bot, and means 1 unless the bot sets it.
    pub matches_max: Option<u32>,
    /// The form in which asks show actions.
    pub action_form: pb::ActionForm,
    /// What a failure of the bot's own code does.
    pub on_error: OnError,
    /// How long to keep trying to reach the arena before giving up.
    pub patience: Duration,
    /// The seed of bots that choose at random.
    pub seed: u64,
    /// A file to which every ask is appended, for [`load_asks`](crate::load_asks). The bot is asked first, so it loses no time.
    pub record: Option<PathBuf>,
}

/// What a failure of a bot's own code does: a panic, or an answer that can't be sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// The bot stops playing, with the failure as its error.
    #[default]
    Exit,
    /// The bot resigns the match in which it happened, logs the failure, and plays on in the others.
    Resign,
}

impl Settings {
    /// Settings for all games, with typed actions and five minutes of patience.
    pub fn new(addr: impl Into<String>, name: impl Into<String>) -> Settings {
        Settings {
            addr: addr.into(),
            token: None,
            ca: None,
            allow_cleartext_token: false,
            name: name.into(),
            version: String::new(),
            games: Vec::new(),
            matches_max: None,
            action_form: pb::ActionForm::Typed,
            on_error: OnError::Exit,
            patience: Duration::from_mins(5),
            seed: 0,
            record: None,
        }
    }

    /// Reads the environment variables that all of Kahua's client libraries read. An empty variable counts as unset.
    ///
    /// | variable | what it holds |
    /// |---|---|
    /// | `KAHUA_ADDR` | the arena's address; required |
    /// | `KAHUA_NAME` | the bot's name; required |
    /// | `KAHUA_TOKEN` | the bot's token, where the arena needs one |
    /// | `KAHUA_CA` | a PEM file with the authorities to trust instead of the machine's |
    /// | `KAHUA_ALLOW_CLEARTEXT_TOKEN` | `1` sends the token without TLS to other machines too |
    /// | `KAHUA_VERSION` | the bot's own version, unless the program sets one |
    /// | `KAHUA_MATCHES` | how many matches the bot plays at once |
    /// | `KAHUA_SEED` | the seed of bots that choose at random |
    /// | `KAHUA_ON_ERROR` | `exit` (the default) or `resign`: what a failure of the bot's own code does |
    /// | `KAHUA_RECORD` | a file to which every ask is appended |
    /// | `KAHUA_LOG` | what [`run`](crate::run) logs: `error`, `warn`, `info` (the default), `debug` or `trace` |
    ///
    /// # Errors
    /// If a variable is missing or isn't valid; the error names it.
    pub fn from_env() -> Result<Settings, SettingsError> {
        Settings::from_variables(|name| env::var(name).ok())
    }

    /// Like [`Settings::from_env`], but looks the variables up in `variable`.
    ///
    /// # Errors
    /// As [`Settings::from_env`].
    pub fn from_variables(variable: impl Fn(&str) -> Option<String>) -> Result<Settings, SettingsError> {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let one_of = |variable, text, expected| SettingsError::NotOneOf { variable, text, expected };
        let addr = set("KAHUA_ADDR").ok_or(SettingsError::Missing("KAHUA_ADDR", EXPECTED_ADDR))?;
        let name = set("KAHUA_NAME").ok_or(SettingsError::Missing("KAHUA_NAME", "the bot's name"))?;
        let settings = Settings {
            token: set("KAHUA_TOKEN"),
            ca: set("KAHUA_CA").map(PathBuf::from),
            allow_cleartext_token: match set("KAHUA_ALLOW_CLEARTEXT_TOKEN").as_deref() {
                None | Some("0") => false,
                Some("1") => true,
                Some(text) => return Err(one_of("KAHUA_ALLOW_CLEARTEXT_TOKEN", text.to_owned(), "1 or 0")),
            },
            version: set("KAHUA_VERSION").unwrap_or_default(),
            matches_max: number("KAHUA_MATCHES", set("KAHUA_MATCHES"), 1)?,
            on_error: match set("KAHUA_ON_ERROR").as_deref() {
                None | Some("exit") => OnError::Exit,
                Some("resign") => OnError::Resign,
                Some(text) => return Err(one_of("KAHUA_ON_ERROR", text.to_owned(), "exit or resign")),
            },
            seed: number("KAHUA_SEED", set("KAHUA_SEED"), 0)?.unwrap_or_default(),
            record: set("KAHUA_RECORD").map(PathBuf::from),
            ..Settings::new(addr, name)
        };
        if let Some(text) = set("KAHUA_LOG").filter(|text| !names_level(text)) {
            return Err(one_of("KAHUA_LOG", text, "error, warn, info, debug or trace"));
        }
        settings.check()?;
        Ok(settings)
    }

    /// Checks for everything that can be wrong before the first attempt to connect. Returns the arena's address.
    pub(crate) fn check(&self) -> Result<Address, SettingsError> {
        let address = Address::parse(&self.addr)?;
        let is_in_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if !(1..=NAME_BYTES_MAX).contains(&self.name.len()) || !self.name.bytes().all(is_in_name) {
            return Err(SettingsError::Name(self.name.clone()));
        }
        if self.version.len() > VERSION_BYTES_MAX {
            return Err(SettingsError::Version(self.version.clone()));
        }
        if let Some(token) = &self.token {
            if token.contains(|c: char| c.is_whitespace() || c.is_control()) {
                return Err(SettingsError::Token("white space; copy it again without line breaks"));
            }
            if !token.is_ascii() {
                return Err(SettingsError::Token("a character that isn't ASCII; copy it again"));
            }
            if !address.is_tls && !address.is_loopback && !self.allow_cleartext_token {
                return Err(SettingsError::CleartextToken(address.host));
            }
        }
        Ok(address)
    }
}

/// Whether a filter of the log names any level, be it only for one part of the program: `info`, or `kahua_client=debug`.
fn names_level(filter: &str) -> bool {
    let levels = filter.split(',').filter_map(|part| part.rsplit('=').next());
    levels.map(|level| level.trim().to_lowercase()).any(|level| LOG_LEVELS.contains(&level.as_str()))
}

/// The number in this variable, if it is set.
fn number<T: FromStr + PartialOrd + From<u32>>(
    variable: &'static str,
    text: Option<String>,
    min: u32,
) -> Result<Option<T>, SettingsError> {
    let Some(text) = text else { return Ok(None) };
    match text.parse() {
        Ok(number) if number >= T::from(min) => Ok(Some(number)),
        _ => Err(SettingsError::NotANumber { variable, text, min }),
    }
}

/// Why settings can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A required variable isn't set.
    #[error("{0} is not set; expected {1}")]
    Missing(&'static str, &'static str),
    /// A variable isn't a number, or the number is too small.
    #[error("{variable}: {text:?} is not valid; expected a whole number of at least {min}")]
    NotANumber {
        /// The variable's name.
        variable: &'static str,
        /// Its value.
        text: String,
        /// The smallest number that is allowed.
        min: u32,
    },
    /// A variable has a value that isn't allowed.
    #[error("{variable}: {text:?} is unknown; expected {expected}")]
    NotOneOf {
        /// The variable's name.
        variable: &'static str,
        /// Its value.
        text: String,
        /// The values that it may have.
        expected: &'static str,
    },
    /// The arena's address isn't valid.
    #[error("KAHUA_ADDR: {addr:?} {problem}; expected {EXPECTED_ADDR}")]
    Address {
        /// The address.
        addr: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The bot's name isn't valid.
    #[error(
        "KAHUA_NAME: {0:?} is not a valid bot name; expected 1 to {NAME_BYTES_MAX} characters of a-z, A-Z, 0-9, '-', '_' \
         and '.'"
    )]
    Name(String),
    /// The bot's version is too long.
    #[error("KAHUA_VERSION: {0:?} is too long; expected at most {VERSION_BYTES_MAX} bytes")]
    Version(String),
    /// The token contains something that can't be sent.
    #[error("KAHUA_TOKEN contains {0}")]
    Token(&'static str),
    /// The token would be sent without TLS to another machine.
    #[error("KAHUA_TOKEN would be sent unencrypted to {0}; use https://, or set KAHUA_ALLOW_CLEARTEXT_TOKEN=1")]
    CleartextToken(String),
    /// The file of authorities can't be used.
    #[error("KAHUA_CA: {problem}; expected a PEM file with CA certificates")]
    Ca {
        /// The file, and what is wrong with it.
        problem: String,
    },
    /// The file for asks can't be written.
    #[error("KAHUA_RECORD: can't write {}: {problem}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What the system reports.
        problem: String,
    },
    /// This machine trusts no authority.
    #[error(
        "this machine has no certificates of authorities, by which it could trust an arena: install them (on Debian the \
         package ca-certificates), or name a PEM file in KAHUA_CA"
    )]
    NoAuthorities,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        Settings::from_variables(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn reads_every_variable() {
        let settings = read(&[
            ("KAHUA_ADDR", "127.0.0.1:7"),
            ("KAHUA_NAME", "anna"),
            ("KAHUA_TOKEN", "secret"),
            ("KAHUA_CA", "ca.pem"),
            ("KAHUA_ALLOW_CLEARTEXT_TOKEN", "1"),
            ("KAHUA_VERSION", "2.1"),
            ("KAHUA_MATCHES", "3"),
            ("KAHUA_SEED", "9"),
            ("KAHUA_ON_ERROR", "resign"),
            ("KAHUA_RECORD", "asks.jsonl"),
        ])
        .expect("all is set");
        assert_eq!((settings.ca, settings.allow_cleartext_token), (Some(PathBuf::from("ca.pem")), true));
        assert_eq!((settings.version.as_str(), settings.on_error), ("2.1", OnError::Resign));
        assert_eq!(settings.record, Some(PathBuf::from("asks.jsonl")));
        assert_eq!((settings.addr.as_str(), settings.name.as_str()), ("127.0.0.1:7", "anna"));
        assert_eq!((settings.token.as_deref(), settings.matches_max, settings.seed), (Some("secret"), Some(3), 9));
    }

    #[test]
    fn an_empty_token_is_none() {
        let settings = read(&[("KAHUA_ADDR", "a:1"), ("KAHUA_NAME", "b"), ("KAHUA_TOKEN", "")]).expect("enough is set");
        assert_eq!((settings.token, settings.matches_max, settings.seed), (None, None, 0));
        assert_eq!(
            (settings.version.as_str(), settings.on_error),
            ("", OnError::Exit),
            "the library's is not the bot's"
        );
    }

    #[test]
    fn names_what_is_wrong_and_what_was_expected() {
        let good = [("KAHUA_ADDR", "a:1"), ("KAHUA_NAME", "b")];
        for (variable, value, expected) in [
            ("KAHUA_ADDR", "", "KAHUA_ADDR is not set; expected host:port, http://host:port or https://host:port"),
            ("KAHUA_ADDR", "arena", "KAHUA_ADDR: \"arena\" has no port; expected host:port"),
            ("KAHUA_NAME", "", "KAHUA_NAME is not set; expected the bot's name"),
            ("KAHUA_NAME", "a b", "KAHUA_NAME: \"a b\" is not a valid bot name; expected 1 to 32 characters of a-z"),
            ("KAHUA_TOKEN", "5ec7e7\n", "KAHUA_TOKEN contains white space; copy it again without line breaks"),
            ("KAHUA_TOKEN", "5ec7e7\u{7f}", "KAHUA_TOKEN contains white space"),
            ("KAHUA_TOKEN", "5éc7e7", "KAHUA_TOKEN contains a character that isn't ASCII; copy it again"),
            ("KAHUA_VERSION", "a version that says a great deal too much", "expected at most 32 bytes"),
            ("KAHUA_MATCHES", "0", "KAHUA_MATCHES: \"0\" is not valid; expected a whole number of at least 1"),
            ("KAHUA_SEED", "x", "KAHUA_SEED: \"x\" is not valid; expected a whole number of at least 0"),
            ("KAHUA_LOG", "verbose", "KAHUA_LOG: \"verbose\" is unknown; expected error, warn, info, debug or trace"),
            ("KAHUA_ON_ERROR", "cry", "KAHUA_ON_ERROR: \"cry\" is unknown; expected exit or resign"),
            ("KAHUA_ALLOW_CLEARTEXT_TOKEN", "yes", "KAHUA_ALLOW_CLEARTEXT_TOKEN: \"yes\" is unknown; expected 1 or 0"),
        ] {
            let others = good.iter().filter(|(name, _)| *name != variable).copied();
            let error = read(&others.chain([(variable, value)]).collect::<Vec<_>>()).expect_err(variable).to_string();
            assert!(error.contains(expected), "{variable}={value:?}: {error}");
        }
    }

    #[test]
    fn a_filter_of_the_log_may_be_for_one_part_of_a_program() {
        for filter in ["trace", "WARN", "info,kahua=debug", "kahua_client=debug", "h2=off"] {
            assert!(names_level(filter), "{filter}");
        }
        assert!(!names_level("kahua_client") && !names_level("kahua_client=verbose"));
    }

    #[test]
    fn a_token_leaves_this_machine_only_over_tls_unless_that_is_allowed() {
        let with_token = |addr| Settings { token: Some("secret".to_owned()), ..Settings::new(addr, "b") };
        for addr in ["127.0.0.1:1", "localhost:1", "http://[::1]:1", "https://arena.example:1"] {
            assert!(with_token(addr).check().is_ok(), "{addr}");
        }
        let exposed = with_token("arena.example:1");
        let error = exposed.check().unwrap_err().to_string();
        assert!(error.starts_with("KAHUA_TOKEN would be sent unencrypted to arena.example; use https://"), "{error}");
        assert!(error.contains("KAHUA_ALLOW_CLEARTEXT_TOKEN=1"), "{error}");
        assert!(Settings { allow_cleartext_token: true, ..exposed }.check().is_ok());
        assert!(Settings::new("arena.example:1", "b").check().is_ok(), "there is no token to be seen");
    }
}
