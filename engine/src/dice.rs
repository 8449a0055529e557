//! The only source of luck: a seed, and a portable stream of unbiased draws from it.
//!
//! The stream is ChaCha8 over the seed. The draws are written here over `next_u32`, and golden values fix them. So a
//! match's luck is the same on every machine and after every upgrade of a library.

use std::fmt;
use std::str::FromStr;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// The seed of a match's luck: 32 bytes.
///
/// As text it is 64 hexadecimal digits. A whole number below 2^64 is accepted too, for convenience: it stands for
/// the SHA-256 of `kahua-seed:` followed by its decimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed that the number `n` stands for.
    #[must_use]
    pub fn from_number(n: u64) -> Seed {
        Seed(Sha256::digest(format!("kahua-seed:{n}")).into())
    }

    /// A separate seed for part `index` of something that depends on this seed, such as the match sets of a league.
    #[must_use]
    pub fn derive(&self, purpose: &str, index: u64) -> Seed {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(purpose.as_bytes());
        hash.update(index.to_be_bytes());
        Seed(hash.finalize().into())
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seed({self})")
    }
}

/// A text that isn't a seed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid seed: give a whole number below 2^64 or 64 hexadecimal digits")]
pub struct ParseSeedError(String);

impl FromStr for Seed {
    type Err = ParseSeedError;

    fn from_str(text: &str) -> Result<Seed, ParseSeedError> {
        let wrong = || ParseSeedError(text.chars().take(80).collect());
        let mut bytes = [0; 32];
        if hex::decode_to_slice(text, &mut bytes).is_ok() {
            return Ok(Seed(bytes));
        }
        text.parse().map(Seed::from_number).map_err(|_| wrong())
    }
}

/// A stream of draws from a seed. It can't be cloned. To have the same draws again, start from the seed.
#[derive(Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// The stream of this seed from which a match's chance events are drawn.
    #[must_use]
    pub fn new(seed: Seed) -> Dice {
        Dice::stream(seed, 0)
    }

    /// One of 2^64 independent streams of this seed; 0 is the one of [`Dice::new`].
    #[must_use]
    pub fn stream(seed: Seed, stream: u64) -> Dice {
        let mut generator = ChaCha8Rng::from_seed(seed.0);
        generator.set_stream(stream);
        Dice(generator)
    }

    /// A number below `n`, each equally likely. Draws nothing from the stream when `n` is 1.
    ///
    /// The multiply-and-reject method of Lemire, "Fast Random Integer Generation in an Interval" (2019).
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a draw from nothing");
        if n == 1 {
            return 0;
        }
        let mut wide = u64::from(self.0.next_u32()) * u64::from(n);
        if (wide as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (wide as u32) < threshold {
                wide = u64::from(self.0.next_u32()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }

    /// One of the items, each equally likely.
    ///
    /// # Panics
    /// If there are none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u32) as usize]
    }

    /// One of the outcomes, each as likely as its weight says: walks the list until `below(total)` is used up.
    ///
    /// # Panics
    /// If the weights sum to 0 or to more than `u32::MAX`.
    pub fn weighted<T: Copy>(&mut self, outcomes: &[(T, u32)]) -> T {
        let total = outcomes.iter().map(|(_, weight)| weight).sum();
        let mut left = self.below(total);
        for &(outcome, weight) in outcomes {
            if left < weight {
                return outcome;
            }
            left -= weight;
        }
        unreachable!("the draw is below the sum of the weights")
    }

    /// Puts the items into one of their orders, each equally likely (Fisher-Yates, from the end).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_draws_do_not_change_between_releases() {
        let mut dice = Dice::new(Seed::from_number(1));
        let draws: Vec<u32> = [2, 3, 6, 42, 1000, u32::MAX].map(|n| dice.below(n)).to_vec();
        assert_eq!(draws, GOLDEN, "the luck of every recorded match would change");
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        dice.shuffle(&mut order);
        assert_eq!(order, GOLDEN_ORDER);
    }
    const GOLDEN: [u32; 6] = [1, 0, 3, 40, 736, 3_782_842_575];
    const GOLDEN_ORDER: [u8; 8] = [1, 6, 3, 0, 4, 2, 7, 5];

    #[test]
    fn seeds_round_trip_as_text() {
        let seed = Seed::from_number(7);
        assert_eq!(seed.to_string().parse(), Ok(seed));
        assert_eq!("7".parse(), Ok(seed));
        assert!("seven".parse::<Seed>().is_err());
        assert!("-1".parse::<Seed>().is_err());
    }

    #[test]
    fn weighted_draws_come_as_often_as_their_weight() {
        let mut dice = Dice::new(Seed::from_number(3));
        let mut seen = [0u32; 3];
        for _ in 0..60_000 {
            seen[dice.weighted(&[(0, 1), (1, 2), (2, 3)])] += 1;
        }
        for (count, expected) in seen.into_iter().zip([10_000u32, 20_000, 30_000]) {
            assert!(count.abs_diff(expected) < 600, "{seen:?}");
        }
    }
}
