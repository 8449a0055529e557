//! A bot that knows no game and draws lots.

use kahua_client::pb;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use kahua_client::{Answer, Bot};

/// Takes any legal action, each with the same chance.
#[derive(Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The lots follow from both: bots with the same seed and different names draw differently.
    #[must_use]
    pub fn new(seed: u64, name: &str) -> Random {
        // FNV-1a
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

    fn drawn(mut bot: Random) -> Vec<Answer> {
        let ask = pb::Ask { legal_total: 7, ..Default::default() };
        (0..50).map(|_| bot.choose(&ask)).collect()
    }

    #[test]
    fn the_same_seed_and_name_draw_the_same() {
        assert_eq!(drawn(Random::new(1, "a")), drawn(Random::new(1, "a")));
        assert_ne!(drawn(Random::new(1, "a")), drawn(Random::new(2, "a")));
        assert_ne!(drawn(Random::new(1, "a")), drawn(Random::new(1, "b")));
    }

    #[test]
    fn every_action_is_drawn() {
        let all = drawn(Random::new(3, "a"));
        for index in 0..7 {
            assert!(all.contains(&Answer::index(index)), "{index}");
        }
    }
}
