//! The entrants of a league: those that play, and those that have played.

use std::collections::BTreeMap;

use kahua_core::ids::BotName;

use crate::Entrant;

/// Numbers entrants from 0 in the order in which they are first seen, and knows which of them play now.
#[derive(Debug, Default)]
pub(crate) struct Roster {
    entrants: Vec<Entrant>,
    numbers: BTreeMap<Entrant, usize>,
    playing: BTreeMap<BotName, usize>,
}

impl Roster {
    /// The entrant's number, a new one if it hasn't been seen before.
    pub(crate) fn number(&mut self, entrant: &Entrant) -> usize {
        if let Some(number) = self.numbers.get(entrant) {
            return *number;
        }
        let number = self.entrants.len();
        self.entrants.push(entrant.clone());
        self.numbers.insert(entrant.clone(), number);
        number
    }

    /// Lets this version of its bot play, in place of any other. Returns whether that changes anything.
    pub(crate) fn enter(&mut self, entrant: &Entrant) -> bool {
        if self.playing.get(&entrant.name).is_some_and(|playing| self.entrants[*playing] == *entrant) {
            return false;
        }
        let number = self.number(entrant);
        self.playing.insert(entrant.name, number);
        true
    }

    /// Lets this bot play no more. Returns whether that changes anything.
    pub(crate) fn withdraw(&mut self, name: &BotName) -> bool {
        self.playing.remove(name).is_some()
    }

    pub(crate) fn entrant(&self, number: usize) -> &Entrant {
        &self.entrants[number]
    }

    pub(crate) fn plays(&self, number: usize) -> bool {
        self.playing.get(&self.entrants[number].name) == Some(&number)
    }

    /// Those that play, by name.
    pub(crate) fn playing(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.playing.values().copied()
    }
}
