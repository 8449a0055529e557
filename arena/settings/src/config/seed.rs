//! Where the luck of a league comes from.

use kahua_engine::Seed;
use serde::{Deserialize, Deserializer};

use super::deserialize::from_text;

/// Where the luck of a league comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeagueSeed {
    /// From 32 random bytes that the store keeps for the league, and from this seed too if there is one. Knowing the seed,
    /// which may be as short as a number, foretells nothing.
    Secret(Option<Seed>),
    /// From this seed alone, so that the luck is the same in every store. Whoever knows the seed, or finds it by trying,
    /// knows all luck in advance: it is for tests that must be reproducible.
    Reproducible(Seed),
    /// As [`Reproducible`](LeagueSeed::Reproducible), and the sets of every group have the same luck: in different arenas,
    /// different bots play with it.
    Shared(Seed),
}

impl Default for LeagueSeed {
    fn default() -> LeagueSeed {
        LeagueSeed::Secret(None)
    }
}

/// A seed in a settings file is mixed with the store's secret: such a file is for leagues with other people's bots.
impl<'de> Deserialize<'de> for LeagueSeed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<LeagueSeed, D::Error> {
        from_text(from).map(|seed| LeagueSeed::Secret(Some(seed)))
    }
}
