//! The waits between attempts to connect.

use std::time::Duration;

use tokio::time::Instant;
use tracing::info;

use crate::error::PlayError;
use crate::settings::Settings;

/// The wait after the first failure. It doubles with every further one.
const DELAY_MIN: Duration = Duration::from_millis(50);
/// The longest wait between two attempts.
const DELAY_MAX: Duration = Duration::from_secs(2);

/// Exponential backoff that gives up when the settings' patience runs out.
#[derive(Debug)]
pub(crate) struct Backoff {
    start: Instant,
    patience: Duration,
    next_delay: Duration,
}

impl Backoff {
    pub(crate) fn new(settings: &Settings) -> Backoff {
        Backoff { start: Instant::now(), patience: settings.patience, next_delay: DELAY_MIN }
    }

    /// Waits before the next attempt; `reason` says why the last one failed.
    ///
    /// # Errors
    /// If the patience has run out.
    pub(crate) async fn wait(&mut self, settings: &Settings, reason: &str) -> Result<(), PlayError> {
        let elapsed = self.start.elapsed();
        if elapsed >= self.patience {
            let (addr, seconds) = (settings.addr.clone(), elapsed.as_secs());
            return Err(PlayError::OutOfReach { addr, seconds, reason: reason.to_owned() });
        }
        info!(bot = settings.name, reason, delay_ms = self.next_delay.as_millis(), "will try to connect again");
        tokio::time::sleep(self.next_delay.min(self.patience - elapsed)).await;
        self.next_delay = (self.next_delay * 2).min(DELAY_MAX);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn delays_double_to_a_bound_and_end_with_the_patience() {
        let settings = Settings { patience: Duration::from_secs(10), ..Settings::new("127.0.0.1:1", "b") };
        let mut backoff = Backoff::new(&settings);
        let mut delays = Vec::new();
        let error = loop {
            let before = Instant::now();
            match backoff.wait(&settings, "refused").await {
                Ok(()) => delays.push(before.elapsed().as_millis()),
                Err(error) => break error,
            }
        };
        assert_eq!(delays, [50, 100, 200, 400, 800, 1600, 2000, 2000, 2000, 850]);
        assert_eq!(error.to_string(), "the arena at 127.0.0.1:1 could not be reached for 10 s: refused");
    }
}
