//! Proxies that the environment names. Bots that run on this machine connect to the arena without them.

use std::collections::HashSet;
use std::env;
use std::net::SocketAddr;

/// The variables that name a proxy. Each library reads some of them.
const PROXIES: [&str; 7] =
    ["grpc_proxy", "https_proxy", "http_proxy", "all_proxy", "HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"];

/// Hosts that every bot reaches without a proxy, in addition to the arena.
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "::1"];

/// A hint for a bot that hasn't connected: a proxy may be the reason. Empty if the environment names none.
#[must_use]
pub fn proxy_hint() -> String {
    hint(|name| env::var(name).ok())
}

fn hint(variable: impl Fn(&str) -> Option<String>) -> String {
    let is_set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    PROXIES.into_iter().find(is_set).map_or_else(String::new, |name| {
        format!(
            "; {name} is set, but through a proxy it can't reach an arena on this machine: it must connect directly"
        )
    })
}

/// The variables that make a bot connect to this address without a proxy, extended from their present values.
pub(super) fn exceptions(addr: SocketAddr) -> Vec<(&'static str, String)> {
    with_exceptions(addr, |name| env::var(name).ok())
}

fn with_exceptions(addr: SocketAddr, variable: impl Fn(&str) -> Option<String>) -> Vec<(&'static str, String)> {
    let said = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
    let with_arena = |value: String| {
        let arena = addr.ip().to_canonical().to_string();
        let mut hosts: Vec<String> = value.split(',').map(|host| host.trim().to_owned()).collect();
        hosts.extend(LOOPBACK.map(str::to_owned));
        hosts.push(arena);
        let mut seen = HashSet::new();
        // An empty entry would match every host.
        hosts.retain(|host| !host.is_empty() && seen.insert(host.clone()));
        hosts.join(",")
    };
    // Programs read one of the two, so each gets the entries of both.
    let lower = said("no_proxy").or_else(|| said("NO_PROXY")).unwrap_or_default();
    let upper = said("NO_PROXY").or_else(|| said("no_proxy")).unwrap_or_default();
    let mut set = vec![("no_proxy", with_arena(lower)), ("NO_PROXY", with_arena(upper))];
    // Where it is set, gRPC ignores the others.
    set.extend(said("no_grpc_proxy").map(|value| ("no_grpc_proxy", with_arena(value))));
    set
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn exceptions_in(addr: &str, variables: &[(&str, &str)]) -> HashMap<&'static str, String> {
        let variables: HashMap<_, _> = variables.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        with_exceptions(addr.parse().unwrap(), |name| variables.get(name).cloned()).into_iter().collect()
    }

    #[test]
    fn loopback_and_the_arena_are_added_to_what_needs_no_proxy() {
        let loopback = "localhost,127.0.0.1,::1";
        let set = exceptions_in("127.0.0.1:7700", &[]);
        assert_eq!(set, HashMap::from(["no_proxy", "NO_PROXY"].map(|name| (name, loopback.to_owned()))));
        let set = exceptions_in("10.1.2.3:7700", &[("NO_PROXY", "a.example, ,::1,"), ("no_grpc_proxy", "b.example")]);
        let all = "a.example,::1,localhost,127.0.0.1,10.1.2.3".to_owned();
        let grpc = format!("b.example,{loopback},10.1.2.3");
        assert_eq!(set, HashMap::from([("no_proxy", all.clone()), ("NO_PROXY", all), ("no_grpc_proxy", grpc)]));
    }

    #[test]
    fn the_hint_names_the_variable() {
        let set = |name| move |asked: &str| (asked == name).then(|| "http://proxy.example:3128".to_owned());
        assert!(hint(set("https_proxy")).starts_with("; https_proxy is set, but"));
        assert_eq!(hint(set("no_proxy")), "");
        assert_eq!(hint(|_| Some(String::new())), "", "an empty one names no proxy");
    }
}
