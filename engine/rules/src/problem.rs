//! Why a request failed: words for people, and a kind for programs.

use std::fmt::Display;

use kahua_engine::Illegal;
use serde::Serialize;

use crate::limits::REPEATED_CHARS_MAX;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) kind: Kind,
    /// A fragment in lower case that says what was wrong and where, and what to do.
    pub(crate) text: String,
}

/// What kind of problem it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// The request can't be read, or names something that doesn't exist.
    Request,
    /// The rules don't allow this action, outcome or event now.
    Illegal,
    /// The request asks for more than a bound allows.
    Limit,
}

impl Problem {
    pub(crate) fn request(text: impl Display) -> Problem {
        Problem { kind: Kind::Request, text: text.to_string() }
    }

    pub(crate) fn limit(text: impl Display) -> Problem {
        Problem { kind: Kind::Limit, text: text.to_string() }
    }

    pub(crate) fn illegal(text: impl Display) -> Problem {
        Problem { kind: Kind::Illegal, text: text.to_string() }
    }

    /// The same, in this place of the request.
    #[must_use]
    pub(crate) fn at(self, place: &str) -> Problem {
        Problem { text: format!("{place}: {}", self.text), ..self }
    }
}

impl From<Illegal> for Problem {
    fn from(reason: Illegal) -> Problem {
        Problem::illegal(reason)
    }
}

/// A text from outside, cut to a length that an error can repeat.
pub(crate) fn repeated(text: &str) -> String {
    let cut: String = text.chars().take(REPEATED_CHARS_MAX).collect();
    if cut.len() < text.len() { format!("{cut:?}…") } else { format!("{cut:?}") }
}
