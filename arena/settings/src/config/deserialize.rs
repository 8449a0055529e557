//! How single settings are read from their texts and numbers, with errors that say what was expected.

use std::fmt::Display;
use std::num::NonZeroU32;
use std::str::FromStr;

use kahua_core::limits;
use kahua_store::TokenHash;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a setting that is written as a text. It is public for other files that share settings with the arena's.
///
/// # Errors
/// If it isn't a text, or not a valid one.
pub fn from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    String::deserialize(from)?.parse().map_err(Error::custom)
}

/// As [`from_text`], for a setting that may be left out.
///
/// # Errors
/// As [`from_text`].
pub fn some_from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<Option<T>, D::Error> {
    from_text(from).map(Some)
}

pub(super) fn each_from_text<'de, D: Deserializer<'de>, T: FromStr<Err: Display>>(from: D) -> Result<Vec<T>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| text.parse().map_err(Error::custom)).collect()
}

pub(super) fn token_hash<'de, D: Deserializer<'de>>(from: D) -> Result<TokenHash, D::Error> {
    let text = String::deserialize(from)?;
    hash_from_hex(&text).ok_or_else(|| Error::custom(TOKEN_HASH))
}

/// What a token's hash must look like.
const TOKEN_HASH: &str = "a token hash has 64 hexadecimal digits: the SHA-256 of the token's text";

/// Reads a token hash; `None` if the text is anything else.
fn hash_from_hex(text: &str) -> Option<TokenHash> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(TokenHash(bytes))
}

pub(super) fn token_hashes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<TokenHash>, D::Error> {
    let invalid = || Error::custom(TOKEN_HASH);
    Vec::<String>::deserialize(from)?.iter().map(|text| hash_from_hex(text).ok_or_else(invalid)).collect()
}

pub(super) fn strikes<'de, D: Deserializer<'de>>(from: D) -> Result<NonZeroU32, D::Error> {
    let strikes = NonZeroU32::deserialize(from)?;
    if strikes.get() > limits::STRIKES_MAX {
        return Err(Error::custom(format!("must be at most {}, got {strikes}", limits::STRIKES_MAX)));
    }
    Ok(strikes)
}

pub(super) fn at_most_a_day<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    const DAY_S: u32 = 86_400;
    let seconds = u32::deserialize(from)?;
    if seconds > DAY_S {
        return Err(Error::custom(format!("must be at most {DAY_S} (a day), got {seconds}")));
    }
    Ok(seconds)
}
