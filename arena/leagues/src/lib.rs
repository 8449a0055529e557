//! Who plays whom next: formats of leagues as pull iterators, which hand out one match at a time when its bots are free.
//!
//! A format knows nothing of connections, clocks or disks. What it hands out depends only on what it was made with, on the
//! matches that were played before, and on who is free, so a league goes on after a restart where it was.

mod groups;
mod ladder;
mod round_robin;

use std::fmt::Debug;

use kahua_engine::{PerSeat, Seed};

use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;

pub use ladder::{Ladder, UnratableError};
pub use round_robin::RoundRobin;

/// A format of a league.
pub trait Format: Debug {
    /// A match that shall be played now; all its bots are free. `None` if there is nothing to play until somebody becomes
    /// free, comes back or enters.
    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing>;
}

/// Whether a bot can be given a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It can play one more.
    Free,
    /// It is there, but has as many matches as it takes: others may have to wait for it.
    Busy,
    /// It isn't there, or wants no matches: nobody waits for it.
    Away,
}

/// A match to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who sits where.
    pub seats: PerSeat<BotName>,
    /// The seed of its luck, the same for all matches of its set.
    pub seed: Seed,
    /// Where it stands in its set.
    pub set: SetPosition,
}
