//! The waits between attempts to connect, and the log lines about them.

use std::time::Duration;

use tokio::time::Instant;
use tracing::{debug, warn};

use crate::error::PlayError;
use crate::settings::Settings;

/// The wait after the first failure. It doubles with every further one.
const DELAY_MIN: Duration = Duration::from_millis(50);
/// The longest wait between two attempts.
const DELAY_MAX: Duration = Duration::from_secs(2);
/// The least time between two lines in the log about an arena that isn't there.
const REPORT_INTERVAL: Duration = Duration::from_secs(30);

/// Exponential backoff that gives up when the settings' patience runs out.
#[derive(Debug)]
pub(crate) struct Backoff {
    start: Instant,
    patience: Duration,
    next_delay: Duration,
    /// When the log last said that the arena can't be reached.
    reported: Option<Instant>,
}

impl Backoff {
    pub(crate) fn new(settings: &Settings) -> Backoff {
        Backoff { start: Instant::now(), patience: settings.patience, next_delay: DELAY_MIN, reported: None }
    }

    /// Logs at once that there is no arena, and again from time to time; then waits.
    ///
    /// # Errors
    /// As [`Backoff::wait`].
    pub(crate) async fn report_and_wait(
        &mut self,
        settings: &Settings,
        reason: &str,
        delay_min: Duration,
    ) -> Result<(), PlayError> {
        let (addr, left) = (&settings.addr, in_words(self.patience.saturating_sub(self.start.elapsed())));
        match self.reported {
            None => warn!("no arena at {addr} yet ({reason}); trying again for up to {left}"),
            Some(reported) if reported.elapsed() >= REPORT_INTERVAL => {
                warn!("still no arena at {addr} ({reason}); trying again for up to {left}");
            }
            Some(_) => {
                debug!("still no arena at {addr} ({reason})");
                return self.wait(settings, reason, delay_min).await;
            }
        }
        self.reported = Some(Instant::now());
        self.wait(settings, reason, delay_min).await
    }

    /// Says that the bot's name is in use, at once and then from time to time, and waits.
    ///
    /// # Errors
    /// If the patience has run out.
    pub(crate) async fn wait_for_name(
        &mut self,
        settings: &Settings,
        reason: &str,
        delay_min: Duration,
    ) -> Result<(), PlayError> {
        let (name, left) = (&settings.name, in_words(self.patience.saturating_sub(self.start.elapsed())));
        if self.reported.is_none_or(|reported| reported.elapsed() >= REPORT_INTERVAL) {
            warn!(
                "the name {name} is in use ({reason}); trying again for up to {left}; if another process has it, stop that \
                 process or choose another KAHUA_NAME"
            );
            self.reported = Some(Instant::now());
        }
        self.wait(settings, reason, delay_min).await.map_err(|error| match error {
            PlayError::OutOfReach { seconds, reason, .. } => {
                PlayError::NameInUse { name: name.clone(), seconds, reason }
            }
            other => other,
        })
    }

    /// Waits before the next attempt, for at least `delay_min`; `reason` says why the last one failed.
    ///
    /// # Errors
    /// If the patience has run out.
    pub(crate) async fn wait(
        &mut self,
        settings: &Settings,
        reason: &str,
        delay_min: Duration,
    ) -> Result<(), PlayError> {
        let elapsed = self.start.elapsed();
        if elapsed >= self.patience {
            let (addr, seconds) = (settings.addr.clone(), elapsed.as_secs());
            return Err(PlayError::OutOfReach { addr, seconds, reason: reason.to_owned() });
        }
        tokio::time::sleep(self.next_delay.max(delay_min).min(self.patience - elapsed)).await;
        self.next_delay = (self.next_delay * 2).min(DELAY_MAX);
        Ok(())
    }
}

/// A time as people say it, to the next full second or minute.
fn in_words(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    match seconds.div_ceil(60) {
        minutes if seconds > 90 => format!("{minutes} minutes"),
        _ => format!("{seconds} s"),
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
            match backoff.wait(&settings, "refused", Duration::ZERO).await {
                Ok(()) => delays.push(before.elapsed().as_millis()),
                Err(error) => break error,
            }
        };
        assert_eq!(delays, [50, 100, 200, 400, 800, 1600, 2000, 2000, 2000, 850]);
        assert_eq!(error.to_string(), "the arena at 127.0.0.1:1 could not be reached for 10 s: refused");
    }

    #[tokio::test(start_paused = true)]
    async fn a_name_in_use_is_reported_with_what_to_do() {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let settings = Settings { patience: Duration::from_secs(40), ..Settings::new("127.0.0.1:1", "b") };
        let mut backoff = Backoff::new(&settings);
        while backoff.wait_for_name(&settings, "b is connected", Duration::ZERO).await.is_ok() {}
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        assert_eq!(log.matches("the name b is in use (b is connected); trying again for up to ").count(), 2, "{log}");
        assert_eq!(log.matches("stop that process or choose another KAHUA_NAME").count(), 2, "{log}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_missing_arena_is_reported_at_once_and_then_seldom() {
        let log = Log::default();
        let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish();
        let _guard = tracing::subscriber::set_default(subscriber);
        let settings = Settings::new("127.0.0.1:1", "b");
        let mut backoff = Backoff::new(&settings);
        while backoff.report_and_wait(&settings, "connection refused", Duration::ZERO).await.is_ok() {}
        let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<_> = log.lines().collect();
        let first = "no arena at 127.0.0.1:1 yet (connection refused); trying again for up to 5 minutes";
        assert!(lines[0].ends_with(first), "{log}");
        assert!(
            lines[1].ends_with("still no arena at 127.0.0.1:1 (connection refused); trying again for up to 5 minutes")
        );
        assert!((8..=11).contains(&lines.len()), "{} lines in five minutes:\n{log}", lines.len());
    }

    /// What is logged in one test.
    #[derive(Clone, Default)]
    #[expect(clippy::disallowed_types, reason = "the library has no other lock")]
    struct Log(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl tracing_subscriber::fmt::MakeWriter<'_> for Log {
        type Writer = Log;

        fn make_writer(&self) -> Log {
            self.clone()
        }
    }
}
