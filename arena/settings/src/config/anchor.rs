//! The bot from which a league's standings are measured.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use kahua_core::ids::ParseBotNameError;
use kahua_leagues::Anchor;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// A bot that always has the same number of whole Elo points. It is written as a table with one line: `{ greedy = 1500 }`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnchorSettings(pub Anchor);

impl<'de> Deserialize<'de> for AnchorSettings {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<AnchorSettings, D::Error> {
        let lines = BTreeMap::<String, i32>::deserialize(from)?;
        let [(name, points)] = Vec::from_iter(lines).try_into().map_err(|lines: Vec<_>| {
            Error::custom(format!("expected one bot and its points, such as {{ greedy = 1500 }}, got {}", lines.len()))
        })?;
        Ok(AnchorSettings((name.parse().map_err(Error::custom)?, points)))
    }
}

/// A text isn't an anchor.
#[derive(Debug, thiserror::Error)]
pub enum ParseAnchorError {
    #[error("expected BOT=POINTS, such as greedy=1500")]
    Form,
    #[error(transparent)]
    Bot(#[from] ParseBotNameError),
}

/// As a flag of a command: `greedy=1500`.
impl FromStr for AnchorSettings {
    type Err = ParseAnchorError;

    fn from_str(text: &str) -> Result<AnchorSettings, ParseAnchorError> {
        let (name, points) = text.split_once('=').ok_or(ParseAnchorError::Form)?;
        let points = points.parse().map_err(|_| ParseAnchorError::Form)?;
        Ok(AnchorSettings((name.parse()?, points)))
    }
}

impl fmt::Display for AnchorSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, points) = self.0;
        write!(f, "{name}={points}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    struct Settings {
        anchor: AnchorSettings,
    }

    fn anchor(text: &str) -> Result<Anchor, String> {
        let settings = toml::from_str::<Settings>(text).map_err(|problem| problem.to_string());
        settings.map(|settings| settings.anchor.0)
    }

    #[test]
    fn an_anchor_is_one_bot_with_its_points() {
        assert_eq!(anchor("anchor = { greedy = 1500 }"), Ok(("greedy".parse().unwrap(), 1500)));
        assert!(anchor("anchor = {}").unwrap_err().contains("expected one bot and its points"));
        assert!(anchor("anchor = { a = 1, b = 2 }").unwrap_err().contains("got 2"));
        assert!(anchor("anchor = { a = 1.5 }").unwrap_err().contains("expected i32"));
        assert!(anchor("anchor = { \"a b\" = 1 }").unwrap_err().contains("is not a valid bot name"));
    }

    #[test]
    fn an_anchor_is_written_in_one_word_too() {
        let read = |text: &str| text.parse::<AnchorSettings>().map_err(|problem| problem.to_string());
        assert_eq!(read("greedy=1500").map(|anchor| anchor.to_string()), Ok("greedy=1500".to_owned()));
        assert_eq!(read("greedy").unwrap_err(), "expected BOT=POINTS, such as greedy=1500");
        assert!(read("greedy=1.5").is_err() && read("a b=1").is_err());
    }
}
