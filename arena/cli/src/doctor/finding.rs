//! A finding of the doctor.

use std::fmt;

use serde_json::{Value, json};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// As it should be.
    Ok,
    /// The arena works, but a person should look at it.
    Warn,
    /// The arena doesn't work, or has lost something.
    Fail,
}

/// What was looked at, how it is, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) level: Level,
    what: &'static str,
    text: String,
    advice: Option<String>,
}

impl Finding {
    pub(super) fn ok(what: &'static str, text: impl Into<String>) -> Finding {
        Finding { level: Level::Ok, what, text: text.into(), advice: None }
    }

    pub(super) fn warn(what: &'static str, text: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { level: Level::Warn, what, text: text.into(), advice: Some(advice.into()) }
    }

    pub(super) fn fail(what: &'static str, text: impl Into<String>, advice: impl Into<String>) -> Finding {
        Finding { level: Level::Fail, what, text: text.into(), advice: Some(advice.into()) }
    }

    /// For a log.
    pub(super) fn in_a_line(&self) -> String {
        let advice = self.advice.iter().map(|advice| format!("; {advice}"));
        std::iter::once(format!("{} {}", self.what, self.text)).chain(advice).collect()
    }

    pub(super) fn to_json(&self) -> Value {
        json!({"level": self.level.as_str(), "what": self.what, "text": self.text, "advice": self.advice})
    }
}

impl Level {
    fn as_str(self) -> &'static str {
        match self {
            Level::Ok => "OK",
            Level::Warn => "WARN",
            Level::Fail => "FAIL",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<5} {}: {}", self.level.as_str(), self.what, self.text)?;
        self.advice.as_ref().map_or(Ok(()), |advice| write!(f, "\n      -> {advice}"))
    }
}
