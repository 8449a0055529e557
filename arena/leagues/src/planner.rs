//! What all formats do alike. They differ only in how they plan sets.

use std::fmt::Debug;

use kahua_core::clock::Micros;
use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;

use crate::groups::Group;
use crate::play::Play;
use crate::sets::SetUpdate;
use crate::{Availability, Entrant, Format, FormatSettings, KnockoutRound, Outcome, Pairing, Progress, Round};

/// How a format plans its sets.
pub(crate) trait SetPlanner: Debug + Send {
    fn play(&self) -> &Play;
    fn play_mut(&mut self) -> &mut Play;

    /// Begins the next set, or several. Returns whether one has begun.
    fn begin_sets(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> bool;

    /// The group whose set would begin now; `None` if there is none, or if sets don't begin one by one.
    fn choose(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Group>;

    /// Counts a set of this group that an earlier run has begun.
    fn count_begun(&mut self, group: &[usize]);

    /// Counts the places of a match of these entrants.
    fn count_places(&mut self, _set: &SetPosition, _entrants: &[usize], _places: &PerSeat<u32>) {}

    /// Forgets the places of all matches, which are then counted anew.
    fn forget_places(&mut self) {}

    /// Is told when the entrants that play or are expected have changed.
    fn entrants_changed(&mut self) {}

    /// See [`Format::expect`].
    fn expect(&mut self, name: BotName) {
        if self.play_mut().roster.expect(name) {
            self.entrants_changed();
        }
    }

    /// See [`Format::enter`].
    fn enter(&mut self, entrant: &Entrant) {
        if self.play_mut().roster.enter(entrant) {
            self.entrants_changed();
        }
    }

    /// See [`Format::extend`].
    fn extend(&mut self, settings: &FormatSettings);

    /// See [`Format::round`].
    fn round(&self) -> Option<Round> {
        None
    }

    /// See [`Format::bracket`].
    fn bracket(&self) -> Vec<KnockoutRound> {
        Vec::new()
    }

    /// See [`Format::progress`].
    fn progress(&self) -> Progress;

    /// Takes in what a match has changed that was reported from outside.
    fn take_in(&mut self, news: &SetUpdate) {
        if let Some(group) = &news.begun {
            self.count_begun(group);
        }
        if news.players_change {
            self.entrants_changed();
        }
    }
}

/// What each seat has scored in a match, in halves: two for each opponent beaten, and one for each tie.
pub(crate) fn half_points(places: &PerSeat<u32>) -> impl Iterator<Item = u64> {
    places.iter().map(|own| {
        let beaten = places.iter().filter(|place| own < *place).count() as u64;
        let tied = places.iter().filter(|place| own == *place).count() as u64 - 1;
        2 * beaten + tied
    })
}

impl<P: SetPlanner> Format for P {
    fn expect(&mut self, name: BotName) {
        SetPlanner::expect(self, name);
    }

    fn enter(&mut self, entrant: Entrant) {
        SetPlanner::enter(self, &entrant);
    }

    fn withdraw(&mut self, name: &BotName) {
        if self.play_mut().roster.withdraw(name) {
            self.entrants_changed();
        }
    }

    fn extend(&mut self, settings: &FormatSettings) {
        SetPlanner::extend(self, settings);
    }

    fn resumed(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>) {
        let news = self.play_mut().resumed(set, seats);
        self.take_in(&news);
    }

    fn ended(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>, outcome: &Outcome) {
        let news = self.play_mut().ended(set, seats, outcome);
        self.take_in(&news);
        if let (Outcome::Places(places), true) = (outcome, news.counts) {
            let roster = &mut self.play_mut().roster;
            let entrants: Vec<usize> = seats.iter().map(|entrant| roster.number(entrant)).collect();
            self.count_places(set, &entrants, places);
        }
    }

    fn recount(&mut self, matches: &[(SetPosition, PerSeat<Entrant>, Outcome)]) {
        self.forget_places();
        for (set, seats, outcome) in matches {
            let play = self.play_mut();
            let entrants = seats.map(|entrant| play.roster.number(entrant));
            if let Outcome::Places(places) = outcome
                && play.sets.has_ended(set, &entrants)
            {
                self.count_places(set, entrants.as_slice(), places);
            }
        }
    }

    fn set_time(&mut self, now: Micros) {
        self.play_mut().pace.set_time(now);
    }

    fn next(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing> {
        loop {
            let pairing = self.play_mut().go_on(availability);
            if pairing.is_some() || !self.begin_sets(availability) {
                return pairing;
            }
        }
    }

    fn peek(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Vec<BotName>> {
        let next = self.play().due(availability).or_else(|| self.choose(availability))?;
        Some(self.play().bots(&next))
    }

    fn soon_free(&self) -> Vec<BotName> {
        self.play().soon_free()
    }

    fn quick_match(&self) -> Micros {
        self.play().pace.quick()
    }

    fn round(&self) -> Option<Round> {
        SetPlanner::round(self)
    }

    fn bracket(&self) -> Vec<KnockoutRound> {
        SetPlanner::bracket(self)
    }

    fn progress(&self) -> Progress {
        SetPlanner::progress(self)
    }
}
