//! The addresses on which an arena listens.

use std::net::{IpAddr, SocketAddr};

use kahua_core::limits::{UNKNOWN_NAME_BYTES_MAX, cut};
use serde::{Deserialize, Deserializer};

use super::DEFAULT_PORT;

/// A text that isn't an address to listen on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAddressError {
    /// It has no port.
    #[error("{0} has no port: give {with_port}", with_port = SocketAddr::new(*.0, DEFAULT_PORT))]
    NoPort(IpAddr),
    /// It is something else.
    #[error(
        "{0:?} is not an address with a port: give an IP address of this machine, such as 127.0.0.1:7700 or [::1]:7700"
    )]
    Other(String),
}

/// The address in this text, which has a port.
///
/// # Errors
/// If it is anything else; says what is missing.
pub fn parse_address(text: &str) -> Result<SocketAddr, ParseAddressError> {
    let other = || ParseAddressError::Other(cut(text, UNKNOWN_NAME_BYTES_MAX).into());
    text.parse().map_err(|_| text.parse().map_or_else(|_| other(), ParseAddressError::NoPort))
}

pub(super) fn address<'de, D: Deserializer<'de>>(from: D) -> Result<SocketAddr, D::Error> {
    parse_address(&String::deserialize(from)?).map_err(serde::de::Error::custom)
}

pub(super) fn some_address<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SocketAddr>, D::Error> {
    address(from).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_in_an_address_is_said() {
        let error = |text: &str| parse_address(text).unwrap_err().to_string();
        assert_eq!(error("127.0.0.1"), "127.0.0.1 has no port: give 127.0.0.1:7700");
        assert_eq!(error("::1"), "::1 has no port: give [::1]:7700");
        assert!(
            error("localhost:7700").starts_with("\"localhost:7700\" is not an address with a port: give an IP address")
        );
        assert_eq!(parse_address("[::1]:1").unwrap().port(), 1);
    }
}
