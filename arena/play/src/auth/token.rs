//! Tokens: how they are made, and what the arena keeps of them.

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

use kahua_store::TokenHash;

/// Bytes from the operating system's source of randomness.
///
/// # Panics
/// If the system has none to give: no secret can be made then.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    #[cfg(feature = "simulation")]
    if let Some(bytes) = crate::simulated::random_bytes() {
        return bytes;
    }
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// A new token: 32 random bytes as 64 hexadecimal digits. The arena shows it once and keeps only its hash.
#[must_use]
pub fn new_token() -> String {
    hex::encode(random_bytes::<32>())
}

/// What the arena keeps of a token: the SHA-256 of its text.
#[must_use]
pub fn hash_of(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token).into())
}

/// Reads 32 bytes from 64 hexadecimal digits.
pub fn bytes_from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_a_token_is_that_of_its_text() {
        let hash = hash_of("abc");
        let digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Some(hash.0), bytes_from_hex(digits));
        assert_ne!(hash, hash_of(&new_token()));
        assert_eq!(bytes_from_hex("abc"), None);
    }
}
