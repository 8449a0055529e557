//! Whether callers need tokens.

use serde::Deserialize;

/// When tokens are required.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tokens {
    /// Unless the arena listens on loopback only.
    #[default]
    Auto,
    /// Always.
    Required,
    /// Never.
    Off,
}

/// Whether tokens are required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPolicy {
    /// No caller needs a token, but a wrong one is refused.
    Optional,
    /// Every caller needs one.
    Required,
}
