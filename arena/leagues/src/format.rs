//! What every format of a league has in common.

use std::fmt::Debug;

use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::{PerSeat, Seed};

/// A format of a league: it decides who plays whom next.
pub trait Format: Debug {
    /// The next match to start now; all its bots are free. `None` if there is nothing to play until a bot becomes free,
    /// comes back or enters.
    ///
    /// A match that was handed out counts as played: the caller starts it, or keeps it until it can.
    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing>;

    /// Lets a bot join the league. Has no effect if the bot is in it already.
    fn enter(&mut self, name: BotName);
}

/// Whether a bot can be given a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The bot can play one more match.
    Free,
    /// The bot is present, but plays as many matches as it takes: others may have to wait for it.
    Busy,
    /// The bot isn't connected, or doesn't want matches: nobody waits for it.
    Away,
}

/// A match to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The bot in each seat.
    pub seats: PerSeat<BotName>,
    /// The seed of all chance in the match.
    pub seed: Seed,
    /// The match's position in its set.
    pub set: SetPosition,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use kahua_core::referee::Luck;
    use kahua_engine::SeatCount;

    use super::*;
    use crate::RoundRobin;

    #[test]
    fn leagues_of_any_format_can_be_kept_together() {
        let two_seats = SeatCount::new(2).unwrap();
        let league = RoundRobin::new("l", &[], two_seats, 1, Seed::from_number(1), Luck::Fresh, &BTreeSet::new());
        let mut leagues: Vec<Box<dyn Format>> = vec![Box::new(league)];
        for name in ["ann", "bob"] {
            leagues[0].enter(name.parse().unwrap());
        }
        assert!(leagues[0].next(&|_| Availability::Free).is_some());
    }
}
