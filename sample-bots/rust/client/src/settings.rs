//! Where a bot plays, and under which name.

use std::env;
use std::time::Duration;

use crate::pb;

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
    /// The arena's address: `HOST:PORT` or `http://HOST:PORT`.
    pub addr: String,
    /// The bot's token; `None` for an arena that doesn't require one.
    pub token: Option<String>,
    /// The bot's name: 1 to 32 of the characters `a-z A-Z 0-9 - _ .`
    pub name: String,
    /// The bot's own version, at most 32 bytes.
    pub version: String,
    /// The games that the bot plays; an empty list stands for all games.
    pub games: Vec<pb::GameSupport>,
    /// How many matches the bot plays at once, at least 1. `None` leaves it to the bot, and means 1 unless the bot sets it.
    pub matches_max: Option<u32>,
    /// The form in which asks show actions.
    pub action_form: pb::ActionForm,
    /// How long to keep trying to reach the arena before giving up.
    pub patience: Duration,
    /// The seed of bots that choose at random.
    pub seed: u64,
}

impl Settings {
    /// Settings for all games, with typed actions and five minutes of patience.
    pub fn new(addr: impl Into<String>, name: impl Into<String>) -> Settings {
        Settings {
            addr: addr.into(),
            token: None,
            name: name.into(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            games: Vec::new(),
            matches_max: None,
            action_form: pb::ActionForm::Typed,
            patience: Duration::from_mins(5),
            seed: 0,
        }
    }

    /// Reads the environment variables that the arena sets for the bots it starts.
    ///
    /// `KAHUA_ADDR` and `KAHUA_NAME` are required; `KAHUA_TOKEN`, `KAHUA_MATCHES` (how many matches at once) and
    /// `KAHUA_SEED` are optional. An empty variable counts as unset.
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
        let addr = set("KAHUA_ADDR").ok_or(SettingsError::Missing("KAHUA_ADDR", "the arena's HOST:PORT"))?;
        let name = set("KAHUA_NAME").ok_or(SettingsError::Missing("KAHUA_NAME", "the bot's name"))?;
        let mut settings = Settings::new(addr, name);
        settings.token = set("KAHUA_TOKEN");
        if let Some(text) = set("KAHUA_MATCHES") {
            let matches = text.parse().ok().filter(|matches| *matches >= 1);
            settings.matches_max =
                Some(matches.ok_or(SettingsError::NotANumber { variable: "KAHUA_MATCHES", text, min: 1 })?);
        }
        if let Some(text) = set("KAHUA_SEED") {
            settings.seed =
                text.parse().ok().ok_or(SettingsError::NotANumber { variable: "KAHUA_SEED", text, min: 0 })?;
        }
        Ok(settings)
    }
}

/// Why the environment doesn't make valid settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A required variable isn't set.
    #[error("{0} is not set: it must hold {1}")]
    Missing(&'static str, &'static str),
    /// A variable isn't a number, or the number is too small.
    #[error("{variable} is {text:?}: expected a whole number of at least {min}")]
    NotANumber {
        /// The variable's name.
        variable: &'static str,
        /// Its value.
        text: String,
        /// The smallest number that is allowed.
        min: u32,
    },
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
            ("KAHUA_MATCHES", "3"),
            ("KAHUA_SEED", "9"),
        ])
        .expect("all is set");
        assert_eq!((settings.addr.as_str(), settings.name.as_str()), ("127.0.0.1:7", "anna"));
        assert_eq!((settings.token.as_deref(), settings.matches_max, settings.seed), (Some("secret"), Some(3), 9));
    }

    #[test]
    fn an_empty_token_is_none() {
        let settings = read(&[("KAHUA_ADDR", "a:1"), ("KAHUA_NAME", "b"), ("KAHUA_TOKEN", "")]).expect("enough is set");
        assert_eq!((settings.token, settings.matches_max, settings.seed), (None, None, 0));
    }

    #[test]
    fn names_the_variable_that_is_wrong() {
        let text = |variables| read(variables).expect_err("something is wrong").to_string();
        assert_eq!(text(&[("KAHUA_NAME", "b")]), "KAHUA_ADDR is not set: it must hold the arena's HOST:PORT");
        assert_eq!(text(&[("KAHUA_ADDR", "a:1")]), "KAHUA_NAME is not set: it must hold the bot's name");
        assert_eq!(
            text(&[("KAHUA_ADDR", "a:1"), ("KAHUA_NAME", "b"), ("KAHUA_MATCHES", "0")]),
            "KAHUA_MATCHES is \"0\": expected a whole number of at least 1"
        );
    }
}
