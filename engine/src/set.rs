//! Small sets in one machine word.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::seat::{SEATS_MAX, Seat};

/// Something with a small number of its own: a seat, a card, a space of the board.
pub trait Ordinal: Copy {
    /// The numbers go from 0 up to this one, which is at most 32.
    const COUNT: usize;

    /// Its number.
    fn ordinal(self) -> usize;

    /// The one with this number.
    ///
    /// # Panics
    /// If `ordinal` is [`Ordinal::COUNT`] or more.
    fn from_ordinal(ordinal: usize) -> Self;
}

impl Ordinal for Seat {
    const COUNT: usize = SEATS_MAX;

    fn ordinal(self) -> usize {
        self.index()
    }

    fn from_ordinal(ordinal: usize) -> Seat {
        Seat::new(ordinal as u8)
    }
}

/// A set of at most 32 different things; it yields them in order.
pub struct Set<T> {
    bits: u32,
    items: PhantomData<T>,
}

impl<T> Set<T> {
    /// The empty set.
    pub const EMPTY: Set<T> = Set::from_bits(0);

    /// The things whose bits are set: bit 0 is number 0.
    pub(crate) const fn from_bits(bits: u32) -> Set<T> {
        Set { bits, items: PhantomData }
    }

    /// The things as bits: bit 0 is number 0.
    pub(crate) const fn bits(self) -> u32 {
        self.bits
    }

    /// Whether nothing is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// How many things are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether everything in it is in `other` too.
    #[must_use]
    pub const fn is_subset(self, other: Set<T>) -> bool {
        self.bits & !other.bits == 0
    }

    /// Whether nothing is in both.
    #[must_use]
    pub const fn is_disjoint(self, other: Set<T>) -> bool {
        self.bits & other.bits == 0
    }
}

impl<T: Ordinal> Set<T> {
    /// Everything that there is.
    pub const ALL: Set<T> = Set::from_bits(u32::MAX >> (32 - T::COUNT));

    /// This one thing.
    pub fn only(item: T) -> Set<T> {
        Set::from_bits(1 << item.ordinal())
    }

    /// Whether this is in it.
    pub fn contains(self, item: T) -> bool {
        self.bits >> item.ordinal() & 1 == 1
    }

    /// This one and all that have higher numbers.
    #[must_use]
    pub fn starting_at(item: T) -> Set<T> {
        Set::ALL - Set::from_bits((1 << item.ordinal()) - 1)
    }

    /// The set with this too.
    #[must_use]
    pub fn with(self, item: T) -> Set<T> {
        self | Set::only(item)
    }

    /// The set without this.
    #[must_use]
    pub fn without(self, item: T) -> Set<T> {
        self - Set::only(item)
    }

    /// Adds this.
    pub fn insert(&mut self, item: T) {
        *self = self.with(item);
    }

    /// Takes this out.
    pub fn remove(&mut self, item: T) {
        *self = self.without(item);
    }

    /// Adds this if it wasn't in the set, and takes it out if it was.
    pub fn toggle(&mut self, item: T) {
        self.bits ^= 1 << item.ordinal();
    }

    /// The one with the lowest number.
    pub fn first(self) -> Option<T> {
        (self.bits != 0).then(|| T::from_ordinal(self.bits.trailing_zeros() as usize))
    }

    /// What is in it, in order.
    pub fn iter(self) -> SetIter<T> {
        SetIter(self)
    }
}

impl<T> Clone for Set<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Set<T> {}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set::EMPTY
    }
}

impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<T> Eq for Set<T> {}

impl<T> Hash for Set<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<T: Ordinal + fmt::Debug> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl<T> BitOr for Set<T> {
    type Output = Set<T>;
    fn bitor(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits | other.bits)
    }
}

impl<T> BitOrAssign for Set<T> {
    fn bitor_assign(&mut self, other: Set<T>) {
        self.bits |= other.bits;
    }
}

impl<T> BitAnd for Set<T> {
    type Output = Set<T>;
    fn bitand(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits & other.bits)
    }
}

impl<T> Sub for Set<T> {
    type Output = Set<T>;
    fn sub(self, other: Set<T>) -> Set<T> {
        Set::from_bits(self.bits & !other.bits)
    }
}

/// What is in a [`Set`], in order.
#[derive(Clone)]
pub struct SetIter<T>(Set<T>);

impl<T: Ordinal + fmt::Debug> fmt::Debug for SetIter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Ordinal> Iterator for SetIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let first = self.0.first()?;
        self.0.bits &= self.0.bits - 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<T: Ordinal> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = SetIter<T>;
    fn into_iter(self) -> SetIter<T> {
        self.iter()
    }
}

impl<T: Ordinal> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Set<T> {
        items.into_iter().fold(Set::EMPTY, Set::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(numbers: &[u8]) -> Set<Seat> {
        numbers.iter().map(|&number| Seat::new(number)).collect()
    }

    #[test]
    fn a_set_yields_its_items_in_order() {
        let numbers: Vec<u8> = seats(&[3, 0, 4]).iter().map(Seat::number).collect();
        assert_eq!(numbers, [0, 3, 4]);
        assert_eq!(Set::<Seat>::ALL, seats(&[0, 1, 2, 3, 4]));
        assert_eq!(Set::<Seat>::EMPTY.first(), None);
        assert_eq!(Set::starting_at(Seat::new(3)), seats(&[3, 4]));
    }

    #[test]
    fn sets_are_joined_met_and_taken_away() {
        let (a, b) = (seats(&[0, 1]), seats(&[1, 2]));
        assert_eq!((a | b, a & b, a - b), (seats(&[0, 1, 2]), seats(&[1]), seats(&[0])));
        assert!(!a.is_disjoint(b) && a.is_disjoint(seats(&[2])) && seats(&[1]).is_subset(a));
        let mut c = a;
        c.toggle(Seat::new(0));
        c.insert(Seat::new(3));
        c.remove(Seat::new(1));
        assert_eq!(c, seats(&[3]));
    }
}
