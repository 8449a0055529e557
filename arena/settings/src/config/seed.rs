//! Where the luck of a league comes from.

use kahua_engine::Seed;
use serde::{Deserialize, Deserializer};

use super::deserialize::from_text;

/// Where the luck of a league comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeagueSeed {
    /// From 32 random bytes that the store keeps for the league, and from this seed too if there is one. The seed may
    /// be as short as a number: it foretells nothing without the bytes.
    Secret(Option<Seed>),
    /// From this seed alone, so that the luck is the same in every store. Anyone who knows the seed, or finds it by
    /// trying, knows all luck in advance. It is for tests that must be reproducible.
    Reproducible(Seed),
    /// As [`Reproducible`](LeagueSeed::Reproducible), but the sets of every group have the same luck too. So different
    /// bots in different arenas play with the same luck.
    Shared(Seed),
}

impl Default for LeagueSeed {
    fn default() -> LeagueSeed {
        LeagueSeed::Secret(None)
    }
}

/// A seed in a settings file is mixed with the store's secret, since such a file is for leagues with bots of other
/// people.
impl<'de> Deserialize<'de> for LeagueSeed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<LeagueSeed, D::Error> {
        from_text(from).map(|seed| LeagueSeed::Secret(Some(seed)))
    }
}
