//! The islands, the currents between them, and which island can be reached from which.

use std::fmt;
use std::str::FromStr;

use crate::game::ParseNotationError;

use crate::{Ordinal, Set};

/// No map has more islands than this.
pub(super) const ISLANDS_MAX: usize = 16;

/// No map has more currents than this.
pub(super) const CURRENTS_MAX: usize = 32;

/// An island: one of the letters `a` to `p`, in the order of the ruleset's map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Island(u8);

impl Island {
    /// The island with this number; `None` from 16 on.
    #[must_use]
    pub const fn new(number: usize) -> Option<Island> {
        if number < ISLANDS_MAX { Some(Island(number as u8)) } else { None }
    }

    /// The island with this lower-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Island> {
        letter.is_ascii_lowercase().then(|| Island::new((letter as u8 - b'a') as usize))?
    }

    /// 0 for `a`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Ordinal for Island {
    const COUNT: usize = ISLANDS_MAX;

    fn ordinal(self) -> usize {
        self.index()
    }

    fn from_ordinal(ordinal: usize) -> Island {
        Island(ordinal as u8)
    }
}

impl fmt::Display for Island {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

impl FromStr for Island {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Island, ParseNotationError> {
        let mut letters = text.chars();
        match (letters.next().and_then(Island::from_letter), letters.next()) {
            (Some(island), None) => Ok(island),
            _ => Err(ParseNotationError::new(text, "island: a letter from a to p")),
        }
    }
}

/// A direction between two islands: the way a fish lies, from its tail to its head. `ab` in the notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arrow {
    /// The island at the tail.
    pub tail: Island,
    /// The island at the head.
    pub head: Island,
}

impl Arrow {
    /// The other direction.
    #[must_use]
    pub const fn reversed(self) -> Arrow {
        Arrow { tail: self.head, head: self.tail }
    }
}

impl fmt::Display for Arrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.tail, self.head)
    }
}

impl FromStr for Arrow {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Arrow, ParseNotationError> {
        let mut letters = text.chars();
        let mut island = || letters.next().and_then(Island::from_letter);
        match (island(), island(), letters.next()) {
            (Some(tail), Some(head), None) if tail != head => Ok(Arrow { tail, head }),
            _ => Err(ParseNotationError::new(text, "direction between two islands, such as ab")),
        }
    }
}

/// A current by its number on the map in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Current(u8);

impl Ordinal for Current {
    const COUNT: usize = CURRENTS_MAX;

    fn ordinal(self) -> usize {
        self.0 as usize
    }

    fn from_ordinal(ordinal: usize) -> Current {
        Current(ordinal as u8)
    }
}

/// The islands and currents that are in play with a given number of seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    islands: Set<Island>,
    currents: Set<Current>,
    /// Each current in its forward direction: from the island with the lower number.
    forward: Vec<Arrow>,
    neighbours: [Set<Island>; ISLANDS_MAX],
    between: [[Option<Current>; ISLANDS_MAX]; ISLANDS_MAX],
    /// The currents whose forward direction leaves each island, and those whose forward direction comes in.
    starting: [Set<Current>; ISLANDS_MAX],
    ending: [Set<Current>; ISLANDS_MAX],
}

impl Map {
    /// The map of these islands and of the currents between two of them; other currents are left out.
    ///
    /// # Panics
    /// If there are more than [`CURRENTS_MAX`] currents.
    pub(super) fn new(islands: Set<Island>, currents: &[Arrow]) -> Map {
        let mut map = Map {
            islands,
            currents: Set::EMPTY,
            forward: Vec::new(),
            neighbours: [Set::EMPTY; ISLANDS_MAX],
            between: [[None; ISLANDS_MAX]; ISLANDS_MAX],
            starting: [Set::EMPTY; ISLANDS_MAX],
            ending: [Set::EMPTY; ISLANDS_MAX],
        };
        for &arrow in currents.iter().filter(|arrow| islands.contains(arrow.tail) && islands.contains(arrow.head)) {
            map.add(if arrow.tail < arrow.head { arrow } else { arrow.reversed() });
        }
        map
    }

    fn add(&mut self, forward: Arrow) {
        let Arrow { tail, head } = forward;
        assert!(self.forward.len() < CURRENTS_MAX, "too many currents");
        let current = Current(self.forward.len() as u8);
        self.forward.push(forward);
        self.currents.insert(current);
        self.neighbours[tail.index()].insert(head);
        self.neighbours[head.index()].insert(tail);
        self.between[tail.index()][head.index()] = Some(current);
        self.between[head.index()][tail.index()] = Some(current);
        self.starting[tail.index()].insert(current);
        self.ending[head.index()].insert(current);
    }

    /// The islands in play.
    #[must_use]
    pub const fn islands(&self) -> Set<Island> {
        self.islands
    }

    /// The currents in play.
    #[must_use]
    pub const fn currents(&self) -> Set<Current> {
        self.currents
    }

    /// The islands to which a current leads from this one.
    #[must_use]
    pub fn neighbours(&self, island: Island) -> Set<Island> {
        self.neighbours[island.index()]
    }

    /// The current between the arrow's islands, whichever way it points.
    #[must_use]
    pub fn current(&self, arrow: Arrow) -> Option<Current> {
        self.between[arrow.tail.index()][arrow.head.index()]
    }

    /// The current's direction from the island with the lower number.
    #[must_use]
    pub fn forward(&self, current: Current) -> Arrow {
        self.forward[current.0 as usize]
    }

    /// The currents whose forward direction starts at this island.
    pub(super) fn starting(&self, island: Island) -> Set<Current> {
        self.starting[island.index()]
    }

    /// The currents whose forward direction ends at this island.
    pub(super) fn ending(&self, island: Island) -> Set<Current> {
        self.ending[island.index()]
    }

    /// The currents that start or end at this island.
    pub(super) fn touching(&self, island: Island) -> Set<Current> {
        self.starting(island) | self.ending(island)
    }

    /// Where these currents lead from this island, which they all touch.
    pub(super) fn across(&self, tail: Island, currents: Set<Current>) -> Set<Island> {
        let other_end = |current| {
            let forward = self.forward(current);
            if forward.tail == tail { forward.head } else { forward.tail }
        };
        currents.into_iter().map(other_end).collect()
    }

    /// The steps on this map if every current can be taken both ways.
    pub(super) fn both_ways(&self) -> Ways {
        Ways { onward: self.neighbours, back: self.neighbours }
    }
}

/// The single steps between islands.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// Where a step leads from each island.
    onward: [Set<Island>; ISLANDS_MAX],
    /// Whence a step leads to each island.
    back: [Set<Island>; ISLANDS_MAX],
}

impl Ways {
    pub(super) fn remove(&mut self, arrow: Arrow) {
        self.onward[arrow.tail.index()].remove(arrow.head);
        self.back[arrow.head.index()].remove(arrow.tail);
    }

    /// The steps from this island, in order.
    pub(super) fn from(&self, tail: Island) -> impl Iterator<Item = Arrow> {
        self.onward[tail.index()].into_iter().map(move |head| Arrow { tail, head })
    }

    /// The steps from this island that can be taken back, too, in order.
    pub(super) fn both_ways_from(&self, tail: Island) -> impl Iterator<Item = Arrow> {
        let heads = self.onward[tail.index()] & self.back[tail.index()];
        heads.into_iter().map(move |head| Arrow { tail, head })
    }

    /// Whether the arrow's head can be reached from its tail without taking this step.
    pub(super) fn lead_round(&self, arrow: Arrow) -> bool {
        // The search ends one step before the head, and mostly before it has begun.
        let goal = self.back[arrow.head.index()].without(arrow.tail);
        let mut seen = Set::only(arrow.tail);
        let mut edge = self.onward[arrow.tail.index()].without(arrow.head);
        while edge.is_disjoint(goal) {
            if edge.is_empty() || goal.is_empty() {
                return false;
            }
            seen |= edge;
            edge = self.step(edge) - seen;
        }
        true
    }

    /// Whether each of these islands can be reached from each other one.
    pub(super) fn join_all(&self, islands: Set<Island>) -> bool {
        islands.into_iter().all(|from| islands.is_subset(self.reach(from)))
    }

    fn reach(&self, from: Island) -> Set<Island> {
        let (mut seen, mut edge) = (Set::only(from), Set::only(from));
        while !edge.is_empty() {
            edge = self.step(edge) - seen;
            seen |= edge;
        }
        seen
    }

    fn step(&self, from: Set<Island>) -> Set<Island> {
        from.into_iter().fold(Set::EMPTY, |reached, island| reached | self.onward[island.index()])
    }
}
