//! Where people find an arena's pages.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// What to type into a browser on this machine for the pages of an arena that listens on this address.
pub(crate) fn pages_address(addr: SocketAddr, tls: bool) -> String {
    let ip = match addr.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    let scheme = if tls { "https" } else { "http" };
    format!("{scheme}://{}/", SocketAddr::new(ip, addr.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_can_go_there() {
        let shown = |addr: &str, tls| pages_address(addr.parse().unwrap(), tls);
        assert_eq!(shown("127.0.0.1:7700", false), "http://127.0.0.1:7700/");
        assert_eq!(shown("0.0.0.0:7700", true), "https://127.0.0.1:7700/");
        assert_eq!(shown("[::]:7700", false), "http://[::1]:7700/");
    }
}
