//! The names by which an arena may be called, besides those of loopback.

use std::str::FromStr;

use kahua_core::limits::{UNKNOWN_NAME_BYTES_MAX, cut};

/// A name by which an arena may be called, without a port, such as `arena.lan`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// A text is not a host name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a valid host name: expected a name such as \"arena.lan\", without a scheme and a port")]
pub struct ParseHostNameError(String);

impl FromStr for HostName {
    type Err = ParseHostNameError;

    fn from_str(text: &str) -> Result<HostName, ParseHostNameError> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if text.is_empty() || !text.bytes().all(allowed) {
            return Err(ParseHostNameError(cut(text, UNKNOWN_NAME_BYTES_MAX).into()));
        }
        Ok(HostName(text.to_ascii_lowercase()))
    }
}

impl HostName {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn host_names_have_neither_scheme_nor_port() {
        for wrong in ["", "arena.lan:7700", "http://arena.lan", "*.lan", "a b"] {
            let error = wrong.parse::<HostName>().unwrap_err().to_string();
            assert!(error.contains("is not a valid host name: expected a name such as"), "{error}");
        }
    }
}
