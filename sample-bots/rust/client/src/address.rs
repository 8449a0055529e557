//! Where an arena is: its host and port, and whether it serves TLS.

use std::net::IpAddr;

use tonic::codegen::http::Uri;

use crate::settings::SettingsError;

/// An arena's address that has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// `http://HOST:PORT` or `https://HOST:PORT`.
    pub(crate) url: String,
    /// The host alone.
    pub(crate) host: String,
    /// Whether connections are encrypted.
    pub(crate) is_tls: bool,
    /// Whether the arena is on this machine, so that no other machine sees the traffic.
    pub(crate) is_loopback: bool,
}

impl Address {
    /// Reads `HOST:PORT`, with `http://` or `https://` in front or without.
    ///
    /// # Errors
    /// If it isn't such an address; the error says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Address, SettingsError> {
        let wrong = |problem: &str| SettingsError::Address { addr: text.to_owned(), problem: problem.to_owned() };
        if text.contains(char::is_whitespace) {
            return Err(wrong("contains white space"));
        }
        let (scheme, authority) = text.split_once("://").unwrap_or(("http", text));
        if !matches!(scheme, "http" | "https") {
            return Err(wrong(&format!("has the unknown scheme {scheme:?}")));
        }
        let url = format!("{scheme}://{authority}");
        let uri: Uri = url.parse().map_err(|_| wrong("can't be read"))?;
        let Some(host) = uri.host().filter(|host| !host.is_empty()) else { return Err(wrong("has no host")) };
        if authority.contains(['/', '?', '#', '@']) {
            return Err(wrong("has more than a host and a port"));
        }
        // What follows the host, which may be an IPv6 address.
        let Some(port) = authority[host.len()..].strip_prefix(':') else { return Err(wrong("has no port")) };
        if uri.port_u16().is_none_or(|port| port == 0) {
            return Err(wrong(&format!("has the invalid port {port:?}")));
        }
        let host = host.to_owned();
        Ok(Address { is_tls: scheme == "https", is_loopback: is_loopback(&host), host, url })
    }
}

fn is_loopback(host: &str) -> bool {
    let ip = host.trim_start_matches('[').trim_end_matches(']').parse();
    host.eq_ignore_ascii_case("localhost") || ip.is_ok_and(|ip: IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_host_and_port_with_or_without_a_scheme() {
        for (text, url, host, is_tls, is_loopback) in [
            ("127.0.0.1:7000", "http://127.0.0.1:7000", "127.0.0.1", false, true),
            ("localhost:1", "http://localhost:1", "localhost", false, true),
            ("[::1]:9", "http://[::1]:9", "[::1]", false, true),
            ("http://arena.example:80", "http://arena.example:80", "arena.example", false, false),
            ("https://arena.example:443", "https://arena.example:443", "arena.example", true, false),
            ("https://10.0.0.1:443", "https://10.0.0.1:443", "10.0.0.1", true, false),
        ] {
            let (url, host) = (url.to_owned(), host.to_owned());
            assert_eq!(Address::parse(text), Ok(Address { url, host, is_tls, is_loopback }), "{text}");
        }
    }

    #[test]
    fn an_error_says_what_is_wrong_and_what_was_expected() {
        for (text, problem) in [
            ("arena", "has no port"),
            ("https://arena.example", "has no port"),
            ("arena:0", "has the invalid port \"0\""),
            ("arena:70000", "has the invalid port \"70000\""),
            ("arena:", "has the invalid port \"\""),
            ("[::1]", "has no port"),
            (":7700", "has no host"),
            ("ftp://a:1", "has the unknown scheme \"ftp\""),
            ("a b:1", "contains white space"),
            ("a:1\n", "contains white space"),
            ("http://a:1/path", "has more than a host and a port"),
        ] {
            assert_eq!(
                Address::parse(text).unwrap_err().to_string(),
                format!("KAHUA_ADDR: {text:?} {problem}; expected host:port, http://host:port or https://host:port")
            );
        }
    }
}
