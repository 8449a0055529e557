//! The text form of actions and chance outcomes.

use std::fmt::{self, Debug, Display, Write};
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

/// Whether the value's notation is this text. The comparison happens during writing, so nothing is allocated.
pub(crate) fn is_written_as(value: &impl Display, text: &str) -> bool {
    struct Rest<'a>(&'a str);

    impl Write for Rest<'_> {
        fn write_str(&mut self, part: &str) -> fmt::Result {
            self.0 = self.0.strip_prefix(part).ok_or(fmt::Error)?;
            Ok(())
        }
    }

    let mut rest = Rest(text);
    write!(rest, "{value}").is_ok() && rest.0.is_empty()
}

/// A number in decimal digits and nothing else: no sign, no leading zero.
pub(crate) fn parse_number(text: &str) -> Option<u32> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}
