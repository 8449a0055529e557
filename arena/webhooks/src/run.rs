//! Looks for what is new and sends it, as long as the arena runs.

use std::convert::Infallible;
use std::sync::Arc;

use kahua_play::joined::joined;
use kahua_play::log_throttle::LogThrottle;
use kahua_play::metrics::WebhookTries;
use kahua_play::priority::give_way;
use kahua_store::{Health, Store, StoreError};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_util::sync::CancellationToken;
use tracing::{error, info, warn};

use crate::delivery_state::DeliveryState;
use crate::limits::{HEALTH_SETTLES, LOOK_INTERVAL};
use crate::retry::Retry;
use crate::{Watched, Webhook};

/// Sends what happens in the arena from now on to this webhook, and what was left to be sent before. The future ends when the
/// arena stops.
///
/// # Errors
/// If the store can't be read.
pub fn run<A: Watched>(
    webhook: Webhook,
    arena: Arc<A>,
    stop: CancellationToken,
) -> Result<impl Future<Output = ()> + Send, StoreError> {
    let name = webhook.settings.name;
    let running = Running {
        // Now and not at the first look, so that nothing is missed in between.
        begun: match DeliveryState::read(name, arena.reader())? {
            Some(state) => state,
            None => DeliveryState::begin(&*arena)?,
        },
        kept: None,
        webhook: Arc::new(webhook),
        tries: arena.metrics().webhook(name.as_str()),
        retry: Retry::default(),
        failures: LogThrottle::default(),
        health_differs: None,
    };
    Ok(async move {
        stop.run_until_cancelled(running.run(arena)).await;
    })
}

/// A webhook of a running arena.
struct Running {
    /// What it had seen when the arena started. Used as long as the store has nothing later.
    begun: DeliveryState,
    /// What the store was last given to keep.
    kept: Option<DeliveryState>,
    webhook: Arc<Webhook>,
    tries: WebhookTries,
    retry: Retry,
    failures: LogThrottle,
    /// Since when the arena's health is other than was told.
    health_differs: Option<Instant>,
}

impl Running {
    async fn run<A: Watched>(mut self, arena: Arc<A>) -> Infallible {
        let mut looks = interval(LOOK_INTERVAL);
        // After a slow receiver, one look finds everything.
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut state: Option<DeliveryState> = None;
        loop {
            looks.tick().await;
            if !arena.pairs() {
                // Another node sends, and this one goes on where that one ends.
                (state, self.kept) = (None, None);
                continue;
            }
            let missed = state.as_ref().map(|state| state.missed);
            // A copy, so that a look that fails half-way changes nothing.
            match self.look(&arena, state.clone()).await {
                Ok(now) => {
                    let state = state.insert(now);
                    self.watch_health(state, arena.trouble().as_deref());
                    self.tries.given_up.inc_by(state.missed - missed.unwrap_or(state.missed));
                    // Before it is sent too, so that nothing is lost if the arena stops in between.
                    self.keep(state, arena.store());
                    self.send(state).await;
                    self.keep(state, arena.store());
                }
                Err(problem) => {
                    warn!(webhook = %self.webhook.settings.name, %problem, "can't look for what is new");
                }
            }
        }
    }

    /// Looks at the arena on a thread that may block.
    async fn look<A: Watched>(
        &self,
        arena: &Arc<A>,
        state: Option<DeliveryState>,
    ) -> Result<DeliveryState, StoreError> {
        let (arena, webhook, begun) = (arena.clone(), self.webhook.clone(), self.begun.clone());
        let look = move || {
            give_way();
            let settings = &webhook.settings;
            let mut state = match state {
                Some(state) => state,
                None => DeliveryState::read(settings.name, arena.reader())?.unwrap_or(begun),
            };
            state.look(&*arena, settings)?;
            Ok(state)
        };
        joined(spawn_blocking(look).await).unwrap_or(Err(StoreError::Closed))
    }

    /// A short trouble isn't told.
    fn watch_health(&mut self, state: &mut DeliveryState, trouble: Option<&str>) {
        if !state.is_other_health(trouble) {
            self.health_differs = None;
        } else if self.health_differs.get_or_insert_with(Instant::now).elapsed() >= HEALTH_SETTLES {
            self.health_differs = None;
            state.see_health(trouble, &self.webhook.settings);
        }
    }

    /// Sends what waits, until the receiver doesn't take it.
    async fn send(&mut self, state: &mut DeliveryState) {
        let webhook = &self.webhook;
        while let Some(event) = state.waiting.front().filter(|_| self.retry.is_due(Instant::now())) {
            match webhook.send(event, state.missed).await {
                Ok(_) => {
                    state.waiting.pop_front();
                    state.missed = 0;
                    self.retry = Retry::default();
                    self.tries.delivered.inc();
                    if let Some(failed) = self.failures.worked() {
                        info!(webhook = %webhook.settings.name, failed, "the webhook takes events again");
                    }
                }
                Err(problem) => {
                    self.tries.failed.inc();
                    if self.failures.failed().is_some() {
                        let (webhook, waiting) = (webhook.settings.name, state.waiting.len());
                        warn!(%webhook, %problem, waiting, "the webhook doesn't take an event, which is tried again");
                    }
                    if self.retry.failed(Instant::now()) {
                        error!(webhook = %webhook.settings.name, id = event.id, "an event is given up after many tries");
                        state.give_up();
                        self.tries.given_up.inc();
                    }
                }
            }
        }
    }

    /// Lets the store keep what has changed, as soon as it can write.
    fn keep(&mut self, state: &DeliveryState, store: &Store) {
        if self.kept.as_ref() != Some(state) && store.health() == Health::Well {
            let (key, value) = state.kept(self.webhook.settings.name);
            // The call has queued it, and the future would only wait for the disk.
            let _queued = store.set_meta(&key, &value);
            self.kept = Some(state.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kahua_play::metrics::Metrics;
    use kahua_settings::Config;
    use kahua_tests::receiver::Receiver;
    use serde_json::json;
    use tokio::time::advance;

    use super::*;
    use crate::limits::TRIES_MAX;

    /// A webhook for this address.
    fn running(url: &str) -> Running {
        let secret = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(secret.path(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let file = secret.path().display();
        let text = format!("[[webhook]]\nname = 'relay'\nurl = '{url}'\nsecret_file = '{file}'\n");
        Running {
            begun: DeliveryState::nothing(),
            kept: None,
            webhook: Arc::new(Webhook::new(&Config::parse(&text).unwrap().webhooks[0]).unwrap()),
            tries: Metrics::new([].into_iter()).webhook("relay"),
            retry: Retry::default(),
            failures: LogThrottle::default(),
            health_differs: None,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn health_is_told_when_it_has_lasted() {
        let (mut running, mut state) = (running("http://localhost/"), DeliveryState::nothing());
        let mut look = async |trouble, after| {
            advance(after).await;
            running.watch_health(&mut state, trouble);
            state.waiting.drain(..).map(|event| event.body(0)).collect::<Vec<_>>()
        };
        let (moment, long) = (Duration::from_secs(1), HEALTH_SETTLES);
        for (trouble, after) in
            [(None, long), (Some("a"), long), (None, moment), (Some("a"), moment), (Some("b"), moment)]
        {
            assert_eq!(look(trouble, after).await, [""; 0]);
        }
        let state = look(Some("b"), long).await;
        assert!(
            state.len() == 1 && state[0].contains("\"well\":false") && state[0].contains("\"reason\":\"b\""),
            "{state:?}"
        );
        assert_eq!(look(Some("c"), long).await, [""; 0], "it is state already");
        assert_eq!(look(None, moment).await, [""; 0]);
        let state = look(None, long).await;
        assert!(state.len() == 1 && state[0].contains("\"well\":true"), "{state:?}");
    }

    #[tokio::test]
    async fn an_event_that_is_never_taken_is_given_up_and_the_next_one_says_so() {
        let mut receiver = Receiver::start("400 Bad").await;
        let (mut running, mut state) = (running(&receiver.url()), DeliveryState::nothing());
        state.see_health(Some("a"), &running.webhook.settings);
        state.see_health(None, &running.webhook.settings);
        let second = state.waiting[1].id.clone();
        for _ in 0..TRIES_MAX {
            running.retry.make_due();
            running.send(&mut state).await;
        }
        // The next one was tried at once.
        let Running { tries, .. } = &running;
        assert_eq!((state.missed, tries.given_up.get(), tries.failed.get()), (1, 1, u64::from(TRIES_MAX) + 1));
        receiver.answer("200 OK");
        running.retry.make_due();
        running.send(&mut state).await;
        let taken = receiver.taken().await;
        assert_eq!((taken.id(), &taken.json()["missed"]), (&*second, &json!(1)));
        assert_eq!((state.waiting.len(), state.missed, running.tries.delivered.get()), (0, 0, 1));
    }
}
