//! Round robin: every bot plays every other.

use crate::finite::Rule;
use crate::groups::groups_of;
use crate::roster::Roster;

/// Any entrants that play may sit at one table.
#[derive(Debug, Default)]
pub(crate) struct Everybody {
    playing: u64,
}

impl Rule for Everybody {
    fn observe(&mut self, roster: &Roster) {
        self.playing = roster.playing().len() as u64;
    }

    fn groups_with(&self, part: &[usize], seats: usize) -> u64 {
        let (sitting, seats) = (part.len() as u64, seats as u64);
        groups_of(self.playing.saturating_sub(sitting), seats.saturating_sub(sitting))
    }

    fn has_quota(&self, _: usize) -> bool {
        true
    }
}
