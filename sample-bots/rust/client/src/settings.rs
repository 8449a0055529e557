//! Where a bot plays, and as whom.

use std::env;
use std::time::Duration;

use kahua_proto::pb::arena::v1 as pb;

/// Where a bot plays, and as whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The arena: `HOST:PORT` or `http://HOST:PORT`.
    pub addr: String,
    /// The bot's token; `None` for an arena that is open.
    pub token: Option<String>,
    /// The bot's name: 1 to 32 of `a-z A-Z 0-9 - _ .`.
    pub name: String,
    /// The bot's own version, at most 32 bytes.
    pub version: String,
    /// The games that it plays; none means every game.
    pub games: Vec<pb::GameSupport>,
    /// How many matches it plays at once: at least 1; `None` leaves it to the bot, and stands for 1.
    pub matches_max: Option<u32>,
    /// How actions are written in asks.
    pub action_form: pb::ActionForm,
    /// How long the arena may be out of reach before the bot gives up.
    pub patience: Duration,
    /// For bots that draw lots.
    pub seed: u64,
}

impl Settings {
    /// Every game, typed actions, five minutes' patience.
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

    /// From the variables that the arena gives to the commands that it starts: `KAHUA_ADDR` and `KAHUA_NAME`, which must
    /// be set, `KAHUA_TOKEN`, and for tuning by hand `KAHUA_MATCHES` (how many at once) and `KAHUA_SEED`.
    ///
    /// # Errors
    /// If a variable is missing or can't be read; the error names it.
    pub fn from_env() -> Result<Settings, SettingsError> {
        Settings::from_variables(|name| env::var(name).ok())
    }

    /// As [`Settings::from_env`], with variables from elsewhere.
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
                Some(matches.ok_or(SettingsError::NoNumber { variable: "KAHUA_MATCHES", text, least: 1 })?);
        }
        if let Some(text) = set("KAHUA_SEED") {
            settings.seed =
                text.parse().ok().ok_or(SettingsError::NoNumber { variable: "KAHUA_SEED", text, least: 0 })?;
        }
        Ok(settings)
    }
}

/// Why the environment gives no settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// A variable isn't set.
    #[error("{0} is not set: it must hold {1}")]
    Missing(&'static str, &'static str),
    /// A variable isn't a number.
    #[error("{variable} is {text:?}: expected a whole number of at least {least}")]
    NoNumber {
        /// Which variable.
        variable: &'static str,
        /// What it holds.
        text: String,
        /// The least that it may be.
        least: u32,
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
