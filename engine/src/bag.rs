//! A bag or a face-down pile: how many of each kind are left, and no order.
//!
//! A secret that isn't stored can't leak: the next card exists only when it is drawn.

use crate::dice::Dice;

/// A multiset of `N` kinds, at most 32, numbered from 0. The kinds' meaning is the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bag<const N: usize> {
    counts: [u8; N],
    total: u16,
    /// A bit for each kind that is left, which follows from `counts`; kept because legal lists ask for the kinds all the time.
    present: u32,
}

impl<const N: usize> Bag<N> {
    /// An empty bag.
    pub const EMPTY: Bag<N> = Bag { counts: [0; N], total: 0, present: 0 };

    /// A bag with these counts.
    #[must_use]
    pub fn new(counts: [u8; N]) -> Bag<N> {
        const { assert!(N <= 32, "a bit is needed for each kind") }
        let bits = counts.iter().enumerate().map(|(kind, &n)| u32::from(n > 0) << kind);
        Bag { counts, total: counts.iter().map(|&n| u16::from(n)).sum(), present: bits.sum() }
    }

    /// How many are left of a kind.
    #[must_use]
    pub const fn count(&self, kind: usize) -> u8 {
        self.counts[kind]
    }

    /// How many are left of each kind.
    #[must_use]
    pub const fn counts(&self) -> &[u8; N] {
        &self.counts
    }

    /// How many are left in all.
    #[must_use]
    pub const fn total(&self) -> u16 {
        self.total
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Takes one of this kind out.
    ///
    /// # Panics
    /// If there is none.
    pub fn take(&mut self, kind: usize) {
        assert!(self.counts[kind] > 0, "none of kind {kind} is left in the bag");
        self.counts[kind] -= 1;
        self.total -= 1;
        if self.counts[kind] == 0 {
            self.present &= !(1 << kind);
        }
    }

    /// Puts one of this kind in.
    pub fn put(&mut self, kind: usize) {
        self.counts[kind] += 1;
        self.total += 1;
        self.present |= 1 << kind;
    }

    /// The kinds that are left, each with its count, in order of kind.
    pub fn kinds(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        let mut left = self.present;
        std::iter::from_fn(move || {
            let kind = left.trailing_zeros() as usize;
            left &= left.checked_sub(1)?;
            Some((kind, self.counts[kind]))
        })
    }

    /// The kinds that are left as bits: bit 0 is kind 0.
    pub(crate) const fn present(&self) -> u32 {
        self.present
    }

    /// A kind drawn at random, each tile equally likely; it stays in the bag. Agrees draw for draw with
    /// [`Dice::weighted`] over [`Bag::kinds`].
    ///
    /// # Panics
    /// If the bag is empty.
    pub fn sample(&self, dice: &mut Dice) -> usize {
        let mut left = dice.below(u32::from(self.total));
        for (kind, &count) in self.counts.iter().enumerate() {
            if left < u32::from(count) {
                return kind;
            }
            left -= u32::from(count);
        }
        unreachable!("the draw is below the total")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;

    #[test]
    fn sampling_agrees_with_the_weights() {
        let bag = Bag::new([2, 0, 5, 1]);
        let outcomes: Vec<(usize, u32)> = bag.kinds().map(|(k, n)| (k, u32::from(n))).collect();
        let (mut a, mut b) = (Dice::new(Seed::from_number(1)), Dice::new(Seed::from_number(1)));
        for _ in 0..1000 {
            assert_eq!(bag.sample(&mut a), b.weighted(&outcomes));
        }
    }

    #[test]
    fn the_kinds_follow_from_what_is_put_in_and_taken_out() {
        let mut bag = Bag::new([2, 0, 1]);
        bag.take(2);
        bag.take(0);
        bag.put(1);
        assert_eq!((bag, bag.present()), (Bag::new([1, 1, 0]), 0b011));
        assert_eq!(bag.kinds().collect::<Vec<_>>(), [(0, 1), (1, 1)]);
        assert_eq!(Bag::new([1; 32]).kinds().count(), 32);
    }

    #[test]
    #[should_panic(expected = "none of kind 1")]
    fn taking_what_is_not_there_is_a_bug() {
        Bag::new([1, 0]).take(1);
    }
}
