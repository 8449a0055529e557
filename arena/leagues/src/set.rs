//! Sets of matches: every entrant in every seat once, with one seed or with a seed for each match.

use kahua_core::referee::{Luck, SetPosition};
use kahua_engine::{Dice, PerSeat, SeatCount, Seed};
use sha2::{Digest, Sha256};

use crate::Entrant;
use crate::roster::Roster;

/// How often a match that became void is handed out again. After that it is left out: a fault that comes back with
/// every attempt must not keep a league busy without end.
pub const REPLAYS_MAX: u32 = 3;

/// What all sets of a league have in common. Their ids, seeds and seats follow from it and from who plays.
#[derive(Clone, Debug)]
pub struct SetSource {
    /// The league's name.
    pub league: String,
    /// The league's season, from 0. The sets of one season have other ids than those of another.
    pub season: u32,
    /// How many seats each match has.
    pub seats: SeatCount,
    /// The seed from which all chance of the league is derived.
    pub seed: Seed,
    /// Who shares the seeds of sets.
    pub seeds: SetSeeds,
    /// Whether the matches of a set share their luck.
    pub luck: Luck,
}

/// Whether groups share the seeds of their sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SetSeeds {
    /// Every set has its own seed.
    #[default]
    EachGroup,
    /// The first sets of all groups share one seed, the second ones another, and so on, so that all play with the same
    /// luck. A bot that knows a match of another group knows that luck. So each of these groups must keep to itself.
    AllGroups,
}

/// A set, and what has become of its matches.
#[derive(Debug)]
pub(crate) struct Set {
    id: String,
    seed: Seed,
    luck: Luck,
    /// The entrants by seat in the first match.
    order: PerSeat<usize>,
    /// The matches, by rotation.
    matches: PerSeat<SetMatch>,
}

#[derive(Clone, Copy, Debug)]
struct SetMatch {
    state: MatchState,
    /// How often the match has become void.
    voids: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchState {
    /// To be handed out.
    Due,
    /// Handed out.
    Open,
    /// Ended, or left out.
    Over,
}

impl SetSource {
    /// The set with this number that these entrants play.
    pub(crate) fn set(&self, roster: &Roster, group: &[usize], number: u32) -> Set {
        let mut entrants: Vec<(&Entrant, usize)> = group.iter().map(|one| (roster.entrant(*one), *one)).collect();
        // By name, because the numbers follow from the order in which the bots came.
        entrants.sort_unstable();
        let mut hash = Sha256::new();
        hash.update(&self.league);
        if self.season > 0 {
            hash.update(format!("\0season {}", self.season));
        }
        entrants.iter().for_each(|(entrant, _)| hash.update(format!("\n{entrant}")));
        let group = hex::encode(&hash.finalize()[..8]);
        let seed = self.seed_of(&group, number);
        // Rotation alone would give every entrant the same neighbours in all sets.
        Dice::new(seed.derive("order", 0)).shuffle(&mut entrants);
        self.with_order(format!("{group}-{number}"), seed, entrants.into_iter().map(|(_, number)| number))
    }

    /// The set of a match that was handed out before, and the set's number; `None` if the match can't belong to this
    /// league.
    pub(crate) fn set_of(&self, position: &SetPosition, seats: &PerSeat<usize>) -> Option<(Set, u32)> {
        let (group, number) = position.set_id.rsplit_once('-')?;
        let number = number.parse().ok()?;
        let (rotation, size) = (position.rotation as usize, self.seats.get());
        if position.size as usize != size || seats.count() != self.seats || rotation >= size {
            return None;
        }
        let order = (0..size).map(|seat| seats.as_slice()[(seat + size - rotation) % size]);
        Some((self.with_order(position.set_id.clone(), self.seed_of(group, number), order), number))
    }

    fn seed_of(&self, group: &str, number: u32) -> Seed {
        match self.seeds {
            SetSeeds::EachGroup => self.seed.derive(&format!("set {group}"), number.into()),
            SetSeeds::AllGroups => self.seed.derive("set", number.into()),
        }
    }

    fn with_order(&self, id: String, seed: Seed, order: impl Iterator<Item = usize>) -> Set {
        let order = PerSeat::from_values(order).expect("a group fills a table");
        let matches = order.map(|_| SetMatch { state: MatchState::Due, voids: 0 });
        Set { id, seed, luck: self.luck, order, matches }
    }
}

impl Set {
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// The entrants by seat in the first match.
    pub(crate) fn order(&self) -> &[usize] {
        self.order.as_slice()
    }

    /// The entrants by seat in one match.
    pub(crate) fn seats(&self, rotation: u32) -> PerSeat<usize> {
        let rotated = self.order.iter().cycle().skip(rotation as usize).take(self.order.count().get()).copied();
        PerSeat::from_values(rotated).expect("a group fills a table")
    }

    pub(crate) fn is_due(&self) -> bool {
        self.matches.iter().any(|one| one.state == MatchState::Due)
    }

    /// How many matches of the set aren't over.
    pub(crate) fn not_over(&self) -> u64 {
        self.matches.iter().filter(|one| one.state != MatchState::Over).count() as u64
    }

    /// Hands out the next match: its position in the set, and its seed.
    pub(crate) fn hand_out(&mut self) -> Option<(SetPosition, Seed)> {
        let rotation = self.matches.iter().position(|one| one.state == MatchState::Due)? as u32;
        self.open(rotation);
        let size = self.order.count().get() as u32;
        Some((SetPosition { set_id: self.id.clone(), rotation, size }, self.match_seed(rotation)))
    }

    pub(crate) fn open(&mut self, rotation: u32) {
        if let Some(one) = self.find(rotation).filter(|one| one.state == MatchState::Due) {
            one.state = MatchState::Open;
        }
    }

    pub(crate) fn is_over(&self, rotation: u32) -> bool {
        let seat = self.order.count().seat(rotation);
        seat.is_some_and(|seat| self.matches[seat].state == MatchState::Over)
    }

    /// Notes that a match has ended with places; `false` if that was known already.
    pub(crate) fn end(&mut self, rotation: u32) -> bool {
        let Some(one) = self.find(rotation).filter(|one| one.state != MatchState::Over) else { return false };
        one.state = MatchState::Over;
        true
    }

    /// Notes that a match has become void. It is due again, unless that has happened too often.
    pub(crate) fn void(&mut self, rotation: u32) {
        if let Some(one) = self.find(rotation).filter(|one| one.state != MatchState::Over) {
            one.voids += 1;
            one.state = if one.voids > REPLAYS_MAX { MatchState::Over } else { MatchState::Due };
        }
    }

    fn find(&mut self, rotation: u32) -> Option<&mut SetMatch> {
        let seat = self.order.count().seat(rotation)?;
        Some(&mut self.matches[seat])
    }

    /// The seed of one match. It is published after the match, and reveals neither the set's seed nor that of another
    /// match. With fresh luck, a match that is played again gets a new seed, since the seed of the void one is known.
    fn match_seed(&mut self, rotation: u32) -> Seed {
        let voids = self.find(rotation).map_or(0, |one| one.voids);
        match (self.luck, voids) {
            (Luck::Fresh, 0) => self.seed.derive("match", rotation.into()),
            (Luck::Fresh, again) => self.seed.derive(&format!("match, attempt {again}"), rotation.into()),
            (Luck::Same, _) => self.seed,
        }
    }
}
