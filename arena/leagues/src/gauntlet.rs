//! Gauntlet: candidates against references. At each table sit one candidate and references; candidates don't meet each other.
//! References meet only where there are more than two seats, as opponents of a candidate.

use std::collections::BTreeSet;

use kahua_core::ids::BotName;

use crate::finite::Rule;
use crate::groups::groups_of;
use crate::roster::Roster;

/// One entrant at each table isn't a reference.
#[derive(Debug)]
pub(crate) struct OneAgainstReferences {
    references: BTreeSet<BotName>,
    /// The numbers of the references that play.
    playing_references: BTreeSet<usize>,
    playing_candidates: u64,
}

impl OneAgainstReferences {
    pub(crate) fn new(references: impl IntoIterator<Item = BotName>) -> OneAgainstReferences {
        let references = references.into_iter().collect();
        OneAgainstReferences { references, playing_references: BTreeSet::new(), playing_candidates: 0 }
    }
}

impl Rule for OneAgainstReferences {
    fn observe(&mut self, roster: &Roster) {
        let is_reference = |one: &usize| self.references.contains(&roster.entrant(*one).name);
        self.playing_references = roster.playing().filter(is_reference).collect();
        self.playing_candidates = (roster.playing().len() - self.playing_references.len()) as u64;
    }

    fn groups_with(&self, part: &[usize], seats: usize) -> u64 {
        let references = part.iter().filter(|one| self.playing_references.contains(one)).count() as u64;
        let candidates = match part.len() as u64 - references {
            0 => self.playing_candidates,
            1 => 1,
            _ => return 0,
        };
        match (seats as u64 - 1).checked_sub(references) {
            Some(free) => candidates * groups_of(self.playing_references.len() as u64 - references, free),
            None => 0,
        }
    }

    fn has_quota(&self, entrant: usize) -> bool {
        !self.playing_references.contains(&entrant)
    }
}
