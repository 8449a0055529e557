//! The bot from which a league's standings are measured.

use std::collections::BTreeMap;

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
}
