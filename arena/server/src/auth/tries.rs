//! How often a network may be wrong about a token before it must wait.

use std::collections::BTreeMap;

use kahua_core::limits;
use parking_lot::Mutex;
use tokio::time::Instant;

use super::peer::Network;

/// The wrong tokens of the present stretch of time, by the network that gave them.
#[derive(Debug)]
pub(crate) struct WrongTokens(Mutex<Stretch>);

#[derive(Debug)]
struct Stretch {
    began: Instant,
    counts: BTreeMap<Network, u32>,
}

impl WrongTokens {
    pub(crate) fn new() -> WrongTokens {
        WrongTokens(Mutex::new(Stretch { began: Instant::now(), counts: BTreeMap::new() }))
    }

    /// Whether this network may give a token now.
    pub(crate) fn may_try(&self, network: Network) -> bool {
        let mut stretch = self.0.lock();
        if stretch.began.elapsed() >= limits::SIGN_IN_WINDOW {
            *stretch = Stretch { began: Instant::now(), counts: BTreeMap::new() };
        }
        match stretch.counts.get(&network) {
            Some(count) => *count < limits::SIGN_IN_TRIES_MAX,
            None => stretch.counts.len() < limits::SIGN_IN_NETWORKS_MAX,
        }
    }

    /// Notes that this network has given a wrong token.
    pub(crate) fn note(&self, network: Network) {
        *self.0.lock().counts.entry(network).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_is_wrong_too_often_waits_and_others_need_not() {
        let (tokens, network) = (WrongTokens::new(), |last: u8| Network::of([192, 0, 2, last].into()));
        for _ in 0..limits::SIGN_IN_TRIES_MAX {
            assert!(tokens.may_try(network(1)));
            tokens.note(network(1));
        }
        assert!(!tokens.may_try(network(1)) && tokens.may_try(network(2)));
        tokio::time::advance(limits::SIGN_IN_WINDOW).await;
        assert!(tokens.may_try(network(1)));
    }

    #[test]
    fn no_number_of_networks_fills_the_memory() {
        let tokens = WrongTokens::new();
        let network = |number: u32| Network::of(std::net::Ipv4Addr::from_bits(number).into());
        let mut number = 0;
        while tokens.may_try(network(number)) {
            tokens.note(network(number));
            number += 1;
        }
        assert_eq!(number as usize, limits::SIGN_IN_NETWORKS_MAX);
        assert!(tokens.may_try(network(0)), "who was counted already goes on");
    }
}
