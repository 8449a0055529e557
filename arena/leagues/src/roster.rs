//! The entrants of a league: those that play, and those that have played.

use std::collections::{BTreeMap, BTreeSet};

use kahua_core::ids::BotName;

use crate::{Availability, Entrant};

/// Numbers entrants from 0 in the order in which they are first seen, and knows which of them play now.
///
/// An expected bot plays before it enters: in the version that it had in its last match or, if it has played none,
/// under a number that is reserved for its first version.
#[derive(Debug, Default)]
pub(crate) struct Roster {
    entrants: Vec<Entrant>,
    numbers: BTreeMap<Entrant, usize>,
    playing: BTreeMap<BotName, usize>,
    /// The bots that play and haven't entered.
    expected: BTreeSet<BotName>,
    /// The last known version of each bot.
    last: BTreeMap<BotName, usize>,
    /// The numbers reserved for bots without a version so far.
    kept: BTreeMap<BotName, usize>,
}

impl Roster {
    /// The entrant's number; a new entrant gets the next free one.
    pub(crate) fn number(&mut self, entrant: &Entrant) -> usize {
        if let Some(number) = self.numbers.get(entrant) {
            return *number;
        }
        let number = match self.kept.remove(&entrant.name) {
            Some(kept) => kept,
            None => self.add(entrant.clone()),
        };
        self.entrants[number] = entrant.clone();
        self.numbers.insert(entrant.clone(), number);
        number
    }

    /// Lets this bot play although it hasn't entered. Returns whether that changes anything.
    pub(crate) fn expect(&mut self, name: BotName) -> bool {
        if self.playing.contains_key(&name) {
            return false;
        }
        let known = self.last.get(&name).or(self.kept.get(&name)).copied();
        let number = known.unwrap_or_else(|| {
            let number = self.add(Entrant::new(name, ""));
            self.kept.insert(name, number);
            number
        });
        self.expected.insert(name);
        self.playing.insert(name, number);
        true
    }

    /// Lets this version of the bot play, in place of any other. Returns whether another number plays now.
    pub(crate) fn enter(&mut self, entrant: &Entrant) -> bool {
        let number = self.number(entrant);
        self.expected.remove(&entrant.name);
        self.last.insert(entrant.name, number);
        self.playing.insert(entrant.name, number) != Some(number)
    }

    /// Takes note that this entrant sat in a match. Returns whether another number plays now.
    pub(crate) fn sat(&mut self, entrant: &Entrant) -> bool {
        let number = self.number(entrant);
        let is_expected = self.expected.contains(&entrant.name);
        // A match may end after its bot has come back with another version.
        if !is_expected && self.playing.contains_key(&entrant.name) {
            return false;
        }
        self.last.insert(entrant.name, number);
        is_expected && self.playing.insert(entrant.name, number) != Some(number)
    }

    /// Takes this bot out of play. Returns whether that changes anything.
    pub(crate) fn withdraw(&mut self, name: &BotName) -> bool {
        self.expected.remove(name);
        self.playing.remove(name).is_some()
    }

    pub(crate) fn entrant(&self, number: usize) -> &Entrant {
        &self.entrants[number]
    }

    pub(crate) fn plays(&self, number: usize) -> bool {
        self.playing.get(&self.entrants[number].name) == Some(&number)
    }

    /// Whether all of these play.
    pub(crate) fn all_play(&self, group: &[usize]) -> bool {
        group.iter().all(|one| self.plays(*one))
    }

    /// The entrants that play, by name.
    pub(crate) fn playing(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.playing.values().copied()
    }

    /// Whether this entrant can get a match. It must have entered; then it depends on its bot.
    pub(crate) fn availability(&self, number: usize, of_bot: impl Fn(&BotName) -> Availability) -> Availability {
        let name = &self.entrants[number].name;
        if self.expected.contains(name) { Availability::Away } else { of_bot(name) }
    }

    /// The entrant that plays for this bot; `None` if the bot doesn't play.
    pub(crate) fn number_of(&self, name: &BotName) -> Option<usize> {
        self.playing.get(name).copied()
    }

    /// Whether this entrant has come, and isn't only expected.
    pub(crate) fn has_entered(&self, number: usize) -> bool {
        !self.expected.contains(&self.entrants[number].name)
    }

    /// Whether every bot that plays has entered.
    pub(crate) fn all_have_entered(&self) -> bool {
        self.expected.is_empty()
    }

    fn add(&mut self, entrant: Entrant) -> usize {
        self.entrants.push(entrant);
        self.entrants.len() - 1
    }
}
