//! The arguments of each operation, as its request holds them.

use std::fmt;

use kahua_engine::Seed;
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::handle::Handle;

/// `start`: a game from its beginning.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    pub(crate) game: String,
    /// The fewest that the game allows if it isn't given.
    pub(crate) seats: Option<usize>,
    #[serde(default)]
    pub(crate) options: Vec<String>,
    /// Draws chance up to the first decision.
    pub(crate) seed: Option<SeedArg>,
}

/// `from_view`: a game from what the seat to decide sees.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FromView {
    pub(crate) game: String,
    pub(crate) view: Value,
    #[serde(default)]
    pub(crate) seed: SeedArg,
}

/// `from_ask`: a game from an ask.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FromAsk {
    pub(crate) ask: Value,
    #[serde(default)]
    pub(crate) seed: SeedArg,
}

/// `redraw`: the same view, and other hidden things.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Redraw {
    pub(crate) position: Handle,
    pub(crate) seed: SeedArg,
}

/// `clone`, `legal`, `chance` and `scores`: a position alone.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct At {
    pub(crate) position: Handle,
}

/// `free`: one position, or several.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Free {
    pub(crate) position: Option<Handle>,
    #[serde(default)]
    pub(crate) positions: Vec<Handle>,
}

/// `play`: an action, or an outcome of chance.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    pub(crate) position: Handle,
    pub(crate) action: Option<ActionArg>,
    pub(crate) chance: Option<String>,
    /// Plays on a copy, and leaves the position as it is.
    #[serde(default)]
    pub(crate) copy: bool,
    /// Draws chance up to the next decision.
    pub(crate) seed: Option<SeedArg>,
}

/// `sample`: draws chance up to the next decision.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sample {
    pub(crate) position: Handle,
    #[serde(default)]
    pub(crate) copy: bool,
    pub(crate) seed: SeedArg,
}

/// `observe`: events as the arena tells of them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Observe {
    pub(crate) position: Handle,
    pub(crate) events: Value,
}

/// `text` and `view`: what a seat or a spectator sees.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Look {
    pub(crate) position: Handle,
    /// A spectator if it isn't given.
    pub(crate) seat: Option<u32>,
    /// Of `view` only.
    pub(crate) form: Option<Form>,
}

/// How a message is written in an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Form {
    /// Protobuf's JSON mapping.
    Json,
    /// Protobuf's bytes in base64.
    Bytes,
}

/// `rollout`: random games from a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RolloutArgs {
    pub(crate) position: Handle,
    pub(crate) n: u32,
    pub(crate) seed: SeedArg,
    /// Each rollout ends after this number of events. The end of the game if it isn't given.
    pub(crate) events_max: Option<usize>,
}

/// `successors`: every legal action, with what it leads to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Successors {
    pub(crate) position: Handle,
    /// How many rollouts are played after each action.
    #[serde(default)]
    pub(crate) rollouts: u32,
    #[serde(default)]
    pub(crate) seed: SeedArg,
    pub(crate) events_max: Option<usize>,
}

/// A seed: a whole number, or a text as [`Seed`] reads it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeedArg(pub(crate) Seed);

impl Default for SeedArg {
    fn default() -> SeedArg {
        SeedArg(Seed::from_number(0))
    }
}

impl<'de> Deserialize<'de> for SeedArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SeedArg, D::Error> {
        deserializer.deserialize_any(SeedVisitor)
    }
}

struct SeedVisitor;

impl Visitor<'_> for SeedVisitor {
    type Value = SeedArg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed: a whole number below 2^64, or 64 hexadecimal digits as text")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<SeedArg, E> {
        Ok(SeedArg(Seed::from_number(number)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<SeedArg, E> {
        text.parse().map(SeedArg).map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

/// An action: its index in the legal list, or its notation.
#[derive(Clone, Debug)]
pub(crate) enum ActionArg {
    Index(u32),
    Notation(String),
}

impl<'de> Deserialize<'de> for ActionArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ActionArg, D::Error> {
        deserializer.deserialize_any(ActionVisitor)
    }
}

struct ActionVisitor;

impl Visitor<'_> for ActionVisitor {
    type Value = ActionArg;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an action: its index in the legal list, from 0, or its notation as text")
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<ActionArg, E> {
        // No legal list is that long, so a larger number is told as beyond its end.
        Ok(ActionArg::Index(u32::try_from(number).unwrap_or(u32::MAX)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<ActionArg, E> {
        Ok(ActionArg::Notation(text.to_owned()))
    }
}
