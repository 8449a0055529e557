//! A game's values as data: which are printed in the published rules and which are assumed, and the file's hash.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::ensure::ensure;
use crate::game::Game;

/// The largest ruleset file, in bytes.
const RULESET_MAX_BYTES: usize = 64 * 1024;

/// The longest `id`, in bytes.
const ID_MAX_BYTES: usize = 64;

/// One value of a ruleset with its origin: `{ printed = 3 }` or `{ assumed = 3 }` in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value<T> {
    /// The published rules or components give it.
    Printed(T),
    /// No published text has it, so this project chose it.
    Assumed(T),
}

impl<T> Value<T> {
    /// The value itself.
    pub fn get(&self) -> &T {
        match self {
            Value::Printed(value) | Value::Assumed(value) => value,
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
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for RulesetHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RulesetHash({self})")
    }
}

/// A ruleset file that was read: its identity, its text and what the game made of it.
pub struct Ruleset<G: Game> {
    /// The `id` that the file gives itself.
    pub id: String,
    /// The hash of the file.
    pub hash: RulesetHash,
    /// The file itself.
    pub toml: Arc<str>,
    /// The values, ready to use.
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
        let Header { id, game } = read_header(toml)?;
        ensure!(game == G::INFO.name, "it is for {game:?}, not for {:?}", G::INFO.name);
        ensure!((1..=ID_MAX_BYTES).contains(&id.len()), "id: must have 1 to {ID_MAX_BYTES} bytes");
        let rules = Arc::new(G::rules(toml)?);
        Ok(Ruleset { id, hash: RulesetHash::of(toml), toml: toml.into(), rules })
    }

    /// The ruleset that is used where none is named.
    ///
    /// # Panics
    /// Never for a game whose tests pass.
    #[must_use]
    pub fn built_in() -> Ruleset<G> {
        Ruleset::read(G::INFO.ruleset).expect("the built-in ruleset is sound")
    }
}

/// What every ruleset file begins with. A game's own file type has the same two fields.
#[derive(Deserialize)]
struct Header {
    id: String,
    game: String,
}

fn read_header(toml: &str) -> Result<Header, RulesetError> {
    ensure!(toml.len() <= RULESET_MAX_BYTES, "it has {} bytes, more than the {RULESET_MAX_BYTES} allowed", toml.len());
    parse(toml)
}

/// The name of the game that a ruleset file is for.
#[cfg(feature = "wire")]
pub(crate) fn game_of(toml: &str) -> Result<String, RulesetError> {
    Ok(read_header(toml)?.game)
}

/// Reads TOML into a game's own file type.
///
/// # Errors
/// Says where in the file what is wrong.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, RulesetError> {
    toml::from_str(text).map_err(|error| RulesetError::new(error.to_string().trim_end().to_owned()))
}

/// The values of a table of the file by the names that it must have, and no others, in the order of `names`.
///
/// # Errors
/// If a name is missing or unknown.
pub(crate) fn by_name<'a, T, const N: usize>(
    table: &str,
    values: &'a BTreeMap<String, T>,
    names: [&str; N],
) -> Result<[&'a T; N], RulesetError> {
    let unknown = values.keys().find(|name| !names.contains(&name.as_str()));
    if let Some(unknown) = unknown {
        return Err(format!("{table}: unknown field `{unknown}`, expected one of {}", names.join(", ")).into());
    }
    let missing = names.iter().find(|name| !values.contains_key(**name));
    if let Some(missing) = missing {
        return Err(format!("{table}: missing field `{missing}`").into());
    }
    Ok(names.map(|name| &values[name]))
}

/// One value of a file, found by its mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedValue {
    /// Where it stands: `deck.one_palm.statue`.
    pub path: String,
    /// Whether it is assumed.
    pub assumed: bool,
    /// The value as TOML.
    pub value: String,
}

/// Every value of a ruleset file with its mark, in the file's order of tables (keys sorted).
///
/// # Errors
/// If the file isn't valid TOML.
pub fn values(toml: &str) -> Result<Vec<ListedValue>, RulesetError> {
    let table: toml::Table = parse(toml)?;
    let mut found = Vec::new();
    list("", &toml::Value::Table(table), &mut found);
    Ok(found)
}

fn list(path: &str, value: &toml::Value, found: &mut Vec<ListedValue>) {
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        toml::Value::Table(table) => {
            let mark = ["printed", "assumed"].iter().find_map(|mark| Some((*mark, table.get(*mark)?)));
            match mark {
                Some((mark, value)) if table.len() == 1 => {
                    found.push(ListedValue { path: path.into(), assumed: mark == "assumed", value: value.to_string() });
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

/// Why a text cannot be used as a ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the ruleset can't be used: {0}")]
pub struct RulesetError(String);

impl RulesetError {
    /// With this reason: names the value; lower case, no full stop.
    pub fn new(reason: impl Into<String>) -> RulesetError {
        RulesetError(reason.into())
    }
}

impl From<String> for RulesetError {
    fn from(reason: String) -> RulesetError {
        RulesetError::new(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_by_their_mark() {
        let toml = "id = 'x'\n[deck]\nstatue = { assumed = 3 }\nlava = { printed = [1, 2] }\n";
        let found = values(toml).unwrap();
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].path.as_str(), found[0].assumed), ("deck.lava", false));
        assert_eq!((found[1].path.as_str(), found[1].assumed), ("deck.statue", true));
    }
}
