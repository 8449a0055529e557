//! The commitment to a match's seed, which the seats get before the first draw.

use std::fmt;

use kahua_engine::Seed;
use sha2::{Digest, Sha256};

use crate::ids::MatchId;

/// A secret of one match that is hashed together with its seed. Without it, a bot could guess seeds and check each
/// guess against the commitment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Nonce(pub [u8; 32]);

impl fmt::Debug for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nonce({})", hex::encode(self.0))
    }
}

/// SHA-256 of the match id's text, the seed and the nonce.
pub(super) fn commitment(id: &MatchId, seed: &Seed, nonce: &Nonce) -> [u8; 32] {
    Sha256::new().chain_update(id.to_string()).chain_update(seed.0).chain_update(nonce.0).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id() -> MatchId {
        MatchId::new(1_700_000_000_000, [7; 10])
    }

    #[test]
    fn the_formula_is_the_one_of_the_protocol() {
        let (seed, nonce) = (Seed([1; 32]), Nonce([2; 32]));
        let text = id().to_string();
        let expected = <[u8; 32]>::from(Sha256::digest([text.as_bytes(), &[1; 32], &[2; 32]].concat()));
        assert_eq!(commitment(&id(), &seed, &nonce), expected);
    }

    /// What a commitment would be without a nonce.
    fn bare(seed: &Seed) -> [u8; 32] {
        Sha256::new().chain_update(id().to_string()).chain_update(seed.0).finalize().into()
    }

    /// Tries all seeds that stand for numbers of up to six digits, as a bot can in a moment.
    fn number_behind(told: [u8; 32]) -> Option<u64> {
        (0..1_000_000).find(|number| bare(&Seed::from_number(*number)) == told)
    }

    #[test]
    fn a_small_seed_cannot_be_found_from_its_commitment() {
        let seed = Seed::from_number(424_242);
        assert_eq!(number_behind(bare(&seed)), Some(424_242), "this is what the nonce prevents");
        let told = [[1; 32], [2; 32]].map(|nonce| commitment(&id(), &seed, &Nonce(nonce)));
        assert_ne!(told[0], told[1]);
        assert_eq!(told.map(number_behind), [None, None]);
    }
}
