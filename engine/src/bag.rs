//! A bag or a face-down pile: how many of each kind are left, and no order.
//!
//! A secret that isn't stored can't leak: the next card exists only when it is drawn.

use crate::dice::Dice;

/// A multiset of `N` kinds, numbered from 0. The kinds' meaning is the game's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bag<const N: usize> {
    counts: [u8; N],
    total: u16,
}

impl<const N: usize> Bag<N> {
    /// An empty bag.
    pub const EMPTY: Bag<N> = Bag { counts: [0; N], total: 0 };

    /// A bag with these counts.
    #[must_use]
    pub fn new(counts: [u8; N]) -> Bag<N> {
        Bag { counts, total: counts.iter().map(|&n| u16::from(n)).sum() }
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
    }

    /// Puts one of this kind in.
    pub fn put(&mut self, kind: usize) {
        self.counts[kind] += 1;
        self.total += 1;
    }

    /// The kinds that are left, each with its count, in order of kind.
    pub fn kinds(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.counts.iter().copied().enumerate().filter(|&(_, n)| n > 0)
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
    #[should_panic(expected = "none of kind 1")]
    fn taking_what_is_not_there_is_a_bug() {
        Bag::new([1, 0]).take(1);
    }
}
