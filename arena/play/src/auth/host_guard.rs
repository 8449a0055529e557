//! Keeps web pages away from an open arena on loopback, except those of the settings, under any host name.
//!
//! A page of `evil.example` can have its own name resolved to 127.0.0.1 (DNS rebinding). For the browser it then calls
//! its own origin, so the rules about foreign origins don't apply. But the host name in the call gives it away: the
//! browser writes `evil.example` there, and other clients write a name of loopback.

use std::net::IpAddr;

use kahua_core::limits::{UNKNOWN_NAME_BYTES_MAX, cut};
use tonic::codegen::http::header::{HOST, ORIGIN};
use tonic::codegen::http::uri::Authority;
use tonic::codegen::http::{HeaderValue, Request};

use kahua_settings::config::{Config, HostName, Origin, TokenPolicy};

/// Checks by which name a call reaches the arena, and from which page.
#[derive(Clone, Debug)]
pub struct HostGuard {
    /// Allowed names in addition to those of loopback.
    hosts: Vec<HostName>,
    web_origins: Vec<Origin>,
}

impl HostGuard {
    /// The guard for these settings; `None` if they need none. Required tokens keep foreign pages away by themselves.
    /// On an address other than loopback, clients may use names that the arena can't know.
    pub fn of(config: &Config) -> Option<HostGuard> {
        let is_open = config.token_policy() == TokenPolicy::Optional && config.listen.ip().is_loopback();
        is_open.then(|| HostGuard::new(&config.hosts, &config.web_origins))
    }

    fn new(hosts: &[HostName], web_origins: &[Origin]) -> HostGuard {
        HostGuard { hosts: hosts.to_vec(), web_origins: web_origins.to_vec() }
    }

    /// Checks one call. A call without a host or without an origin doesn't come from a page, and passes.
    ///
    /// # Errors
    /// What is wrong, in words for the caller.
    pub fn check<B>(&self, call: &Request<B>) -> Result<(), String> {
        let host = host_of(call)?;
        if let Some(host) = host.as_ref().filter(|host| !self.knows(host.host())) {
            return Err(format!(
                "an arena without tokens is not called {:?}: call it by a name or an address of loopback, such as \
                 localhost, or add the name to the `hosts` of its settings",
                cut(host.host(), UNKNOWN_NAME_BYTES_MAX)
            ));
        }
        let Some(origin) = call.headers().get(ORIGIN) else { return Ok(()) };
        if self.web_origins.iter().any(|known| known == origin) || host.is_some_and(|host| is_of_host(origin, &host)) {
            return Ok(());
        }
        let origin = String::from_utf8_lossy(origin.as_bytes());
        Err(format!(
            "web pages of {:?} may not call this arena: add the origin to the `web_origins` of its settings",
            cut(&origin, UNKNOWN_NAME_BYTES_MAX)
        ))
    }

    fn knows(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let address = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(&host);
        let is_loopback = address.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback());
        is_loopback
            || host == "localhost"
            || host.ends_with(".localhost")
            || self.hosts.iter().any(|known| known.as_str() == host)
    }
}

/// The host name that the caller used: in HTTP/2 it is in `:authority`, in HTTP/1.1 in `host`.
fn host_of<B>(call: &Request<B>) -> Result<Option<Authority>, String> {
    if let Some(authority) = call.uri().authority() {
        return Ok(Some(authority.clone()));
    }
    let Some(host) = call.headers().get(HOST) else { return Ok(None) };
    Authority::try_from(host.as_bytes()).map(Some).map_err(|_| "the header \"host\" isn't valid".to_owned())
}

/// Whether this is the origin of the pages that the arena itself serves under this host.
fn is_of_host(origin: &HeaderValue, host: &Authority) -> bool {
    let origin = origin.as_bytes();
    [&b"http://"[..], b"https://"].iter().any(|scheme| origin.strip_prefix(*scheme) == Some(host.as_str().as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: Option<&str>, origin: Option<&str>) -> Result<(), String> {
        let guard = HostGuard::new(&["Arena.LAN".parse().unwrap()], &["https://bots.example".parse().unwrap()]);
        let mut call = Request::builder();
        for (name, value) in [(HOST, host), (ORIGIN, origin)] {
            if let Some(value) = value {
                call = call.header(name, value);
            }
        }
        guard.check(&call.body(()).unwrap())
    }

    #[test]
    fn loopback_has_many_names_and_the_settings_may_add_some() {
        for host in ["localhost", "LOCALHOST:7700", "a.localhost:1", "127.0.0.1:7700", "127.0.1.1", "[::1]:7700"] {
            assert_eq!(check(Some(host), None), Ok(()), "{host}");
        }
        assert_eq!(check(Some("arena.lan:7700"), None), Ok(()));
        assert_eq!(check(None, None), Ok(()));
    }

    #[test]
    fn other_names_are_refused_with_what_to_do() {
        for host in ["evil.example:7700", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "[::2]"] {
            let error = check(Some(host), None).unwrap_err();
            assert!(error.contains("add the name to the `hosts` of its settings"), "{error}");
        }
        let of_http_2 = Request::builder().uri("http://evil.example:7700/").header(HOST, "localhost").body(()).unwrap();
        assert!(HostGuard::new(&[], &[]).check(&of_http_2).is_err());
    }

    #[test]
    fn pages_call_from_the_origins_of_the_settings_or_from_the_arena_itself() {
        let of = |origin| check(Some("localhost:7700"), Some(origin));
        assert_eq!(of("https://bots.example"), Ok(()));
        assert_eq!(of("http://localhost:7700"), Ok(()));
        for origin in ["http://localhost:8080", "http://evil.example", "null"] {
            assert!(of(origin).unwrap_err().contains("add the origin to the `web_origins`"), "{origin}");
        }
    }
}
