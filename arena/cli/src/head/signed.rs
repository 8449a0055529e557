//! A head of the records with its signature, as text.

use std::fmt;
use std::str::FromStr;

use anyhow::anyhow;
use jiff::Timestamp;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};

use kahua_store::Link;

/// A head, the time at which it was taken, and an Ed25519 signature of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SignedHead {
    pub(crate) link: Link,
    pub(crate) time: Timestamp,
    pub(crate) key: PublicKey,
    pub(crate) signature: [u8; 64],
}

/// The key that a signature is checked with; 64 hexadecimal digits as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PublicKey([u8; 32]);

impl SignedHead {
    /// Signs a head with the key that follows from this secret.
    ///
    /// # Errors
    /// If the secret can't be used.
    pub(crate) fn sign(link: Link, time: Timestamp, secret: &[u8; 32]) -> anyhow::Result<SignedHead> {
        let pair = Ed25519KeyPair::from_seed_unchecked(secret);
        let pair = pair.map_err(|rejected| anyhow!("the arena's key can't be used: {rejected}"))?;
        let key = PublicKey(pair.public_key().as_ref().try_into()?);
        let signature = pair.sign(signed_text(&link, time, key).as_bytes()).as_ref().try_into()?;
        Ok(SignedHead { link, time, key, signature })
    }

    /// Whether the signature is that of the key in the same text.
    fn is_signed(&self) -> bool {
        let text = signed_text(&self.link, self.time, self.key);
        UnparsedPublicKey::new(&ED25519, self.key.0).verify(text.as_bytes(), &self.signature).is_ok()
    }
}

/// What is signed: all lines but the last.
fn signed_text(link: &Link, time: Timestamp, key: PublicKey) -> String {
    format!("kahua head 1\nnumber {}\nhash {}\ntime {time}\nkey {key}\n", link.number, hex::encode(link.hash))
}

impl fmt::Display for SignedHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}signature {}", signed_text(&self.link, self.time, self.key), hex::encode(self.signature))
    }
}

/// Why a text is not a signed head.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ParseHeadError {
    #[error("line {line} is not valid: expected {expected}, as `kahua head` prints it")]
    Line { line: usize, expected: &'static str },
    #[error("the signature is not that of the key in the file: the head was changed")]
    Signature,
}

impl FromStr for SignedHead {
    type Err = ParseHeadError;

    /// Reads a head and checks its signature.
    fn from_str(text: &str) -> Result<SignedHead, ParseHeadError> {
        let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
        // The value after the name at the beginning of a line. Lines count from 1.
        let value = |line: usize, name| lines.get(line - 1)?.strip_prefix(name)?.strip_prefix(' ');
        let wrong = |line, expected| ParseHeadError::Line { line, expected };
        value(1, "kahua head").filter(|version| *version == "1").ok_or(wrong(1, "\"kahua head 1\""))?;
        let number = value(2, "number").and_then(|text| text.parse().ok());
        let number = number.ok_or(wrong(2, "\"number\" and a number"))?;
        let hash = value(3, "hash").and_then(from_hex);
        let hash = hash.ok_or(wrong(3, "\"hash\" and 64 hexadecimal digits"))?;
        let time = value(4, "time").and_then(|text| text.parse().ok());
        let time = time.ok_or(wrong(4, "\"time\" and a time with its zone"))?;
        let key = value(5, "key").and_then(|text| text.parse().ok());
        let key = key.ok_or(wrong(5, "\"key\" and 64 hexadecimal digits"))?;
        let signature = value(6, "signature").and_then(from_hex);
        let signature = signature.ok_or(wrong(6, "\"signature\" and 128 hexadecimal digits"))?;
        let head = SignedHead { link: Link { number, hash }, time, key, signature };
        if head.is_signed() { Ok(head) } else { Err(ParseHeadError::Signature) }
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl FromStr for PublicKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PublicKey, &'static str> {
        from_hex(text).map(PublicKey).ok_or("a key has 64 hexadecimal digits, as `kahua head` prints them")
    }
}

fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> SignedHead {
        let link = Link { number: 12, hash: [3; 32] };
        SignedHead::sign(link, "2026-11-22T22:00:00Z".parse().unwrap(), &[7; 32]).unwrap()
    }

    #[test]
    fn a_signed_head_reads_as_reviewed_and_can_be_read_again() {
        insta::assert_snapshot!(head());
        assert_eq!(head().to_string().parse(), Ok(head()));
        assert_eq!(format!("{}\r\n", head().to_string().replace('\n', "\r\n")).parse(), Ok(head()));
    }

    #[test]
    fn what_was_changed_has_no_valid_signature() {
        let text = head().to_string();
        for (from, to) in [("number 12", "number 13"), ("hash 03", "hash 04"), ("22:00:00Z", "22:00:01Z")] {
            let changed: Result<SignedHead, _> = text.replace(from, to).parse();
            assert_eq!(changed, Err(ParseHeadError::Signature), "{from}");
        }
        let other = SignedHead::sign(head().link, head().time, &[8; 32]).unwrap();
        let swapped = text.replace(&head().key.to_string(), &other.key.to_string());
        assert_eq!(swapped.parse::<SignedHead>(), Err(ParseHeadError::Signature));
    }

    #[test]
    fn a_text_that_is_no_head_is_told_by_its_line() {
        let line = |text: &str| match text.parse::<SignedHead>() {
            Err(ParseHeadError::Line { line, .. }) => line,
            other => panic!("{other:?}"),
        };
        let text = head().to_string();
        assert_eq!(line(""), 1);
        assert_eq!(line("kahua head 1\n"), 2);
        assert_eq!(line("kahua head 2"), 1);
        assert_eq!(line(&text.replace("number 12", "number x")), 2);
        assert_eq!(line(&text.replace("hash 03", "hash 3")), 3);
        assert_eq!(line(&text.replace("key ", "kee ")), 5);
        assert_eq!(line(&text[..text.len() - 1]), 6);
    }
}
