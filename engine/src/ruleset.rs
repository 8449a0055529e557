//! A game's figures as data: which are printed in the published rules and which are assumed, and the file's hash.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::game::Game;

/// A ruleset file is no larger than this, in bytes.
pub const RULESET_MAX_BYTES: usize = 64 * 1024;

/// One figure of a ruleset with its standing: `{ printed = 3 }` or `{ assumed = 3 }` in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Figure<T> {
    /// The published rules or components give it.
    Printed(T),
    /// No published text gives it: it is this project's own.
    Assumed(T),
}

impl<T> Figure<T> {
    /// The figure itself.
    pub fn get(&self) -> &T {
        match self {
            Figure::Printed(value) | Figure::Assumed(value) => value,
        }
    }
}

/// The SHA-256 of a ruleset file's bytes, as `sha256sum` prints it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RulesetHash(pub [u8; 32]);

impl RulesetHash {
    /// The hash of this file.
    #[must_use]
    pub fn of(toml: &str) -> RulesetHash {
        RulesetHash(Sha256::digest(toml).into())
    }
}

impl fmt::Display for RulesetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for RulesetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RulesetHash({self})")
    }
}

/// A ruleset file that was read: its identity, its text and the game's own reading of it.
pub struct Ruleset<G: Game> {
    /// The `id` that the file gives itself.
    pub id: String,
    /// The hash of the file.
    pub hash: RulesetHash,
    /// The file itself.
    pub toml: Arc<str>,
    /// The figures, ready to use.
    pub rules: Arc<G::Rules>,
}

impl<G: Game> fmt::Debug for Ruleset<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ruleset").field("id", &self.id).field("hash", &self.hash).finish_non_exhaustive()
    }
}

impl<G: Game> Clone for Ruleset<G> {
    fn clone(&self) -> Self {
        Ruleset { id: self.id.clone(), hash: self.hash, toml: self.toml.clone(), rules: self.rules.clone() }
    }
}

impl<G: Game> Ruleset<G> {
    /// Reads a ruleset file.
    ///
    /// # Errors
    /// As [`Game::rules`]; also if the file is too large, names another game or has no `id`.
    pub fn read(toml: &str) -> Result<Ruleset<G>, RulesetError> {
        if toml.len() > RULESET_MAX_BYTES {
            return Err(RulesetError::new(format!(
                "it has {} bytes, more than the {RULESET_MAX_BYTES} allowed",
                toml.len()
            )));
        }
        let header: Header = parse(toml)?;
        if header.game != G::INFO.name {
            return Err(RulesetError::new(format!("it is for {:?}, not for {:?}", header.game, G::INFO.name)));
        }
        if header.id.is_empty() || header.id.len() > 64 {
            return Err(RulesetError::new("id: must have 1 to 64 bytes"));
        }
        let rules = Arc::new(G::rules(toml)?);
        Ok(Ruleset { id: header.id, hash: RulesetHash::of(toml), toml: toml.into(), rules })
    }

    /// The ruleset that is used where none is named.
    ///
    /// # Panics
    /// Never for a game whose tests pass.
    #[must_use]
    pub fn usual() -> Ruleset<G> {
        Ruleset::read(G::INFO.ruleset).expect("the built-in ruleset is sound")
    }
}

/// The first lines of every ruleset file. A game's own file type has the same two fields.
#[derive(Deserialize)]
struct Header {
    id: String,
    game: String,
}

/// Reads TOML into a game's own file type.
///
/// # Errors
/// Says where in the file what is wrong.
pub fn parse<T: DeserializeOwned>(text: &str) -> Result<T, RulesetError> {
    toml::from_str(text).map_err(|error| RulesetError::new(error.to_string().trim_end().to_owned()))
}

/// One figure of a file, found by its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Where it stands: `deck.one_palm.statue`.
    pub path: String,
    /// Whether it is assumed.
    pub assumed: bool,
    /// The value as TOML.
    pub value: String,
}

/// Every figure of a ruleset file with its mark, in the file's order of tables (keys sorted).
///
/// # Errors
/// If the file is no TOML.
pub fn figures(toml: &str) -> Result<Vec<Listed>, RulesetError> {
    let table: toml::Table = parse(toml)?;
    let mut found = Vec::new();
    list("", &toml::Value::Table(table), &mut found);
    Ok(found)
}

fn list(path: &str, value: &toml::Value, found: &mut Vec<Listed>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        toml::Value::Table(table) => {
            let mark = ["printed", "assumed"].iter().find_map(|mark| Some((*mark, table.get(*mark)?)));
            match mark {
                Some((mark, value)) if table.len() == 1 => {
                    found.push(Listed { path: path.into(), assumed: mark == "assumed", value: value.to_string() });
                }
                _ => table.iter().for_each(|(name, value)| list(&below(name), value, found)),
            }
        }
        toml::Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| list(&below(&index.to_string()), item, found));
        }
        _ => {}
    }
}

/// Why a text is no ruleset of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the ruleset can't be used: {0}")]
pub struct RulesetError(String);

impl RulesetError {
    /// With this reason: names the figure; lower case, no full stop.
    pub fn new(reason: impl Into<String>) -> RulesetError {
        RulesetError(reason.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_found_by_their_mark() {
        let toml = "id = 'x'\n[deck]\nstatue = { assumed = 3 }\nlava = { printed = [1, 2] }\n";
        let found = figures(toml).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].path.as_str(), found[0].assumed), ("deck.lava", false));
        assert_eq!((found[1].path.as_str(), found[1].assumed), ("deck.statue", true));
    }
}
