//! Secrets: the tokens that identify bots and organizers, and the tokens with which a bot resumes a lost connection.

use std::fmt;

use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use kahua_core::ids::BotName;
use kahua_store::TokenHash;

/// Bytes from the operating system's source of randomness.
///
/// # Panics
/// If the system has none to give: no secret can be made then.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
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

/// Reads a token hash from 64 hexadecimal digits; `None` if the text is anything else.
#[must_use]
pub fn hash_from_hex(text: &str) -> Option<TokenHash> {
    bytes_from_hex(text).map(TokenHash)
}

/// The arena's secret behind the resume tokens. The store keeps it, so that resume tokens outlive a restart.
#[derive(Clone, Copy)]
pub(crate) struct ResumeKey([u8; 32]);

impl ResumeKey {
    pub(crate) fn new(bytes: [u8; 32]) -> ResumeKey {
        ResumeKey(bytes)
    }

    /// The resume token of this bot: its name, a dot, and 64 hexadecimal digits that only this arena can make.
    pub(crate) fn token(&self, name: &BotName) -> String {
        format!("{name}.{}", hex::encode(self.mac(name)))
    }

    /// The bot to which this resume token was issued; `None` if this arena didn't issue it.
    pub(crate) fn name_of(&self, token: &str) -> Option<BotName> {
        let (name, mac) = token.rsplit_once('.')?;
        let name: BotName = name.parse().ok()?;
        let given = bytes_from_hex(mac)?;
        bool::from(self.mac(&name).ct_eq(&given)).then_some(name)
    }

    /// Hashed twice with the key in front, so that nobody can extend one name's hash to that of a longer name.
    fn mac(&self, name: &BotName) -> [u8; 32] {
        let inner = Sha256::new().chain_update(self.0).chain_update(name.as_str()).finalize();
        Sha256::new().chain_update(self.0).chain_update(b"resume").chain_update(inner).finalize().into()
    }
}

impl fmt::Debug for ResumeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ResumeKey(..)")
    }
}

fn bytes_from_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resume_token_names_its_bot_and_nobody_else_can_make_one() {
        let key = ResumeKey::new([7; 32]);
        let name: BotName = "dots.are.fine".parse().unwrap();
        let token = key.token(&name);
        assert_eq!(key.name_of(&token), Some(name));
        assert_eq!(ResumeKey::new([8; 32]).name_of(&token), None);
        assert_eq!(key.name_of(&token.replace("fine", "fin")), None);
        assert_eq!(key.name_of("dots"), None);
        assert_eq!(key.name_of(""), None);
    }

    #[test]
    fn the_hash_of_a_token_is_that_of_its_text() {
        let hash = hash_of("abc");
        let digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(Some(hash), hash_from_hex(digits));
        assert_ne!(hash, hash_of(&new_token()));
        assert_eq!(hash_from_hex("abc"), None);
    }
}
