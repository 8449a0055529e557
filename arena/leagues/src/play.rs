//! The state of play that every format keeps: who plays, which sets have begun, and who is free.

use std::collections::BTreeSet;

use kahua_core::ids::BotName;
use kahua_core::referee::SetPosition;
use kahua_engine::PerSeat;

use crate::choose::{Candidates, GroupFilter, choose};
use crate::groups::Group;
use crate::pace::Pace;
use crate::roster::Roster;
use crate::set::SetSource;
use crate::sets::{SetUpdate, Sets};
use crate::{Availability, Entrant, Outcome, Pairing};

#[derive(Debug)]
pub(crate) struct Play {
    pub(crate) roster: Roster,
    pub(crate) sets: Sets,
    pub(crate) pace: Pace,
}

impl Play {
    pub(crate) fn new(source: SetSource) -> Play {
        Play { roster: Roster::default(), sets: Sets::new(source), pace: Pace::default() }
    }

    pub(crate) fn seats(&self) -> usize {
        self.sets.source.seats.get()
    }

    pub(crate) fn resumed(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>) -> SetUpdate {
        let players_change = self.observe(seats);
        let news = self.sets.resumed(&mut self.roster, set, seats);
        self.note_begin(set, seats);
        SetUpdate { players_change, ..news }
    }

    pub(crate) fn ended(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>, outcome: &Outcome) -> SetUpdate {
        self.pace.end(set);
        let players_change = self.observe(seats);
        SetUpdate { players_change, ..self.sets.ended(&mut self.roster, set, seats, outcome) }
    }

    /// The next match of a set that has begun, the oldest first, if all its entrants play and are free.
    pub(crate) fn go_on(&mut self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Pairing> {
        let roster = &self.roster;
        let pairing = self.sets.next(roster, is_free(roster, availability))?;
        self.note_begin(&pairing.set, &pairing.seats);
        Some(pairing)
    }

    /// The entrants of the match that [`go_on`](Play::go_on) would hand out.
    pub(crate) fn due(&self, availability: &dyn Fn(&BotName) -> Availability) -> Option<Group> {
        self.sets.due(is_free(&self.roster, availability)).map(<[usize]>::to_vec)
    }

    pub(crate) fn bots(&self, group: &[usize]) -> Vec<BotName> {
        group.iter().map(|one| self.roster.entrant(*one).name).collect()
    }

    /// The bots that will be free before long, as far as this league knows.
    pub(crate) fn soon_free(&self) -> Vec<BotName> {
        self.bots(&self.pace.soon_free().collect::<Vec<_>>())
    }

    /// The next group of free entrants that this wish allows. `turn` is the sort key of turns: the smallest comes
    /// first.
    pub(crate) fn choose<K: Ord>(
        &self,
        wish: &impl GroupFilter,
        turn: impl Fn(usize) -> K,
        availability: &dyn Fn(&BotName) -> Availability,
    ) -> Option<Group> {
        let (mut free, mut busy) = (Vec::new(), BTreeSet::new());
        for one in self.roster.playing() {
            match self.roster.availability(one, availability) {
                Availability::Free => free.push(one),
                Availability::Busy => drop(busy.insert(one)),
                Availability::Away => {}
            }
        }
        if free.len() < self.seats() {
            return None;
        }
        free.sort_by_key(|one| turn(*one));
        let soon: BTreeSet<usize> = self.pace.soon_free().filter(|one| busy.contains(one)).collect();
        let soon: Vec<usize> = soon.into_iter().collect();
        let resting: BTreeSet<usize> = self.pace.resting().collect();
        let others: Vec<usize> = free.iter().copied().filter(|one| !resting.contains(one)).collect();
        let all_are_rested = others.len() == free.len();
        let chosen = choose(wish, self.seats(), &Candidates { free: others.clone(), soon: soon.clone() });
        if chosen.is_some() || all_are_rested {
            return chosen;
        }
        // The slow entrants go on resting while the others have something to play, even if only later.
        let awake = busy.into_iter().filter(|one| !resting.contains(one));
        let present = Candidates { free: others.into_iter().chain(awake).collect(), soon: Vec::new() };
        match choose(wish, self.seats(), &present) {
            Some(_) => None,
            None => choose(wish, self.seats(), &Candidates { free, soon }),
        }
    }

    /// Takes note of who sat in a match. Returns whether other entrants play now.
    fn observe(&mut self, seats: &PerSeat<Entrant>) -> bool {
        let mut others_play = false;
        for entrant in seats.iter() {
            others_play |= self.roster.sat(entrant);
        }
        others_play
    }

    fn note_begin(&mut self, set: &SetPosition, seats: &PerSeat<Entrant>) {
        let entrants = seats.iter().map(|entrant| self.roster.number(entrant)).collect();
        self.pace.begin(set.clone(), entrants);
    }
}

fn is_free(roster: &Roster, availability: impl Fn(&BotName) -> Availability) -> impl Fn(usize) -> bool {
    move |one| roster.plays(one) && roster.availability(one, &availability) == Availability::Free
}
