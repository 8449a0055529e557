//! A bot that knows no game and chooses at random.

use kahua_client::pb;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use kahua_client::{Answer, Bot};

/// Takes any legal action, each with the same probability.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// A bot whose choices follow from its seed and its name, so bots with the same seed and other names choose differently.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Random {
        // FNV-1a: unlike the standard hasher, it gives the same number in every release of Rust.
        let hash = name
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Random(ChaCha8Rng::seed_from_u64(seed ^ hash))
    }
}

impl Bot for Random {
    fn choose(&mut self, ask: &pb::Ask) -> Answer {
        Answer::index(self.0.random_range(0..ask.legal_total.max(1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(mut bot: Random) -> Vec<Answer> {
        let ask = pb::Ask { legal_total: 7, ..Default::default() };
        (0..50).map(|_| bot.choose(&ask)).collect()
    }

    #[test]
    fn the_same_seed_and_name_choose_the_same() {
        assert_eq!(choices(Random::new(1, "a")), choices(Random::new(1, "a")));
        assert_ne!(choices(Random::new(1, "a")), choices(Random::new(2, "a")));
        assert_ne!(choices(Random::new(1, "a")), choices(Random::new(1, "b")));
    }

    #[test]
    fn every_action_is_chosen() {
        let all = choices(Random::new(3, "a"));
        for index in 0..7 {
            assert!(all.contains(&Answer::index(index)), "{index}");
        }
    }
}
