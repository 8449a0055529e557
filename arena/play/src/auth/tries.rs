//! Counts and logs tokens that the arena doesn't know.

use kahua_core::limits;
use parking_lot::Mutex;
use tracing::warn;

use super::access::Access;
use super::credentials::Credentials;
use super::peer::Network;
use crate::log_throttle::LogThrottle;
use crate::metrics::Metrics;

/// Counts the wrong tokens of all callers.
///
/// A wrong token doesn't block its network. A token has 256 random bits, so guessing is hopeless at any rate, and
/// behind a proxy all callers share one network. The limit on the work of strangers also limits the number of guesses.
#[derive(Debug)]
pub struct WrongTokens {
    told: Mutex<LogThrottle>,
    metrics: Metrics,
}

/// How a token was shown.
#[derive(Clone, Copy, Debug)]
pub enum ShownBy {
    /// In the metadata of a call.
    Call,
    /// As the cookie of a page.
    Cookie,
    /// In the form of `/sign-in/`.
    Form,
}

impl WrongTokens {
    pub fn new(metrics: Metrics) -> WrongTokens {
        WrongTokens { told: Mutex::default(), metrics }
    }

    /// Counts the token in these credentials if the arena knows any tokens, but not this one.
    pub fn look_at(&self, credentials: &Credentials, access: &Access, network: Network, by: ShownBy) {
        let is_wrong = credentials.token().is_some() && access.known_token(credentials).is_none();
        if !is_wrong || !access.knows_any_token() {
            return;
        }
        self.metrics.wrong_token();
        if let Some(so_far) = self.told.lock().failed() {
            let seconds = limits::OUTAGE_LOG_INTERVAL.as_secs();
            warn!(%network, ?by, so_far, "a caller sent an unknown token; logged at most once in {seconds} s");
        }
    }
}
