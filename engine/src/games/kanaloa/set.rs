//! A set of islands, currents or seats in one machine word.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

use crate::seat::Seat;

/// Something with a small number of its own: 0 to 31.
pub(super) trait Ordinal: Copy {
    /// The number.
    fn ordinal(self) -> u32;
    /// What has this number.
    fn from_ordinal(number: u32) -> Self;
}

impl Ordinal for Seat {
    fn ordinal(self) -> u32 {
        u32::from(self.number())
    }

    fn from_ordinal(number: u32) -> Seat {
        Seat::new(number as u8)
    }
}

/// A set of things with numbers below 32; it yields them in order.
pub(super) struct Set<T> {
    bits: u32,
    of: PhantomData<T>,
}

impl<T> Set<T> {
    /// Nothing.
    pub(super) const EMPTY: Set<T> = Set { bits: 0, of: PhantomData };

    const fn from_bits(bits: u32) -> Set<T> {
        Set { bits, of: PhantomData }
    }

    pub(super) const fn is_empty(self) -> bool {
        self.bits == 0
    }

    pub(super) const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    pub(super) const fn is_subset(self, of: Set<T>) -> bool {
        self.bits & !of.bits == 0
    }
}

impl<T: Ordinal> Set<T> {
    /// Only this.
    pub(super) fn only(item: T) -> Set<T> {
        Set::from_bits(1 << item.ordinal())
    }

    pub(super) fn contains(self, item: T) -> bool {
        self.bits >> item.ordinal() & 1 == 1
    }

    pub(super) fn insert(&mut self, item: T) {
        self.bits |= 1 << item.ordinal();
    }

    /// Puts the item in if it was out, and out if it was in.
    pub(super) fn toggle(&mut self, item: T) {
        self.bits ^= 1 << item.ordinal();
    }

    /// The item with the lowest number.
    pub(super) fn first(self) -> Option<T> {
        (self.bits != 0).then(|| T::from_ordinal(self.bits.trailing_zeros()))
    }
}

impl<T> Clone for Set<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Set<T> {}

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

impl<T: Ordinal> Iterator for SetIter<T> {
    type Item = T;
    fn next(&mut self) -> Option<T> {
        let first = self.0.first()?;
        self.0.bits &= self.0.bits - 1;
        Some(first)
    }
}

/// The items of a set, in order.
pub(super) struct SetIter<T>(Set<T>);

impl<T: Ordinal> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = SetIter<T>;
    fn into_iter(self) -> SetIter<T> {
        SetIter(self)
    }
}

impl<T: Ordinal> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Set<T> {
        let mut set = Set::EMPTY;
        for item in items {
            set.insert(item);
        }
        set
    }
}
