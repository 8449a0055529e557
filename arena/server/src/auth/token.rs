//! Secrets: the tokens that bots and organizers show, and the tokens with which a bot takes up a lost connection.

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
/// If the system has none to give: nothing secret can be made then.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the system gives random bytes");
    bytes
}

/// A new token: 32 random bytes as 64 hexadecimal digits. It is shown once; the arena keeps its hash.
#[must_use]
pub fn new_token() -> String {
    Hex(&random_bytes()).to_string()
}

/// What the arena keeps of a token: the SHA-256 of its text.
#[must_use]
pub fn hash_of(token: &str) -> TokenHash {
    TokenHash(Sha256::digest(token).into())
}

/// The token hash that these 64 hexadecimal digits stand for; `None` if they are anything else.
#[must_use]
pub fn hash_from_hex(text: &str) -> Option<TokenHash> {
    unhex(text).map(TokenHash)
}

/// Whether two hashes are the same; takes equally long whatever the answer.
#[must_use]
pub fn same(one: &TokenHash, other: &TokenHash) -> bool {
    one.0.ct_eq(&other.0).into()
}

/// The arena's secret behind the resume tokens. The store keeps it, so that resume tokens outlive a restart.
#[derive(Clone, Copy)]
pub struct ResumeKey([u8; 32]);

impl ResumeKey {
    /// The key with these bytes.
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> ResumeKey {
        ResumeKey(bytes)
    }

    /// The resume token of this bot: its name, a dot, and 64 hexadecimal digits that only this arena can make.
    #[must_use]
    pub fn token(&self, name: &BotName) -> String {
        format!("{name}.{}", Hex(&self.mac(name)))
    }

    /// Whose resume token this is; `None` if this arena didn't make it.
    #[must_use]
    pub fn name_of(&self, token: &str) -> Option<BotName> {
        let (name, mac) = token.rsplit_once('.')?;
        let name: BotName = name.parse().ok()?;
        let given = unhex(mac)?;
        bool::from(self.mac(&name).ct_eq(&given)).then_some(name)
    }

    /// Hashed twice with the key in front, so that nobody can go on from one name's hash to a longer name's.
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

/// Bytes as hexadecimal digits.
struct Hex<'a>(&'a [u8; 32]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

fn unhex(text: &str) -> Option<[u8; 32]> {
    if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
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
        assert!(same(&hash, &hash_from_hex(digits).unwrap()));
        assert!(!same(&hash, &hash_of(&new_token())));
        assert_eq!(hash_from_hex("abc"), None);
    }
}
