//! The text form of actions and chance outcomes.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A value with a short, stable text form: ASCII without white space, at most [`NOTATION_MAX`] bytes, the same both ways.
pub trait Notation:
    Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseNotationError> + Send + Sync + 'static
{
}

impl<T> Notation for T where
    T: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = ParseNotationError> + Send + Sync + 'static
{
}

/// The longest notation, in bytes.
pub const NOTATION_MAX: usize = 40;

/// A text that isn't the notation of what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a valid {expected}")]
pub struct ParseNotationError {
    text: String,
    expected: &'static str,
}

impl ParseNotationError {
    /// `expected` names what the text should have been, with its form: `"action, such as place:3@2"`.
    #[must_use]
    pub fn new(text: &str, expected: &'static str) -> ParseNotationError {
        ParseNotationError { text: text.chars().take(NOTATION_MAX).collect(), expected }
    }
}

/// A number in decimal digits and nothing else: no sign, no leading zero.
pub(crate) fn parse_number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}
