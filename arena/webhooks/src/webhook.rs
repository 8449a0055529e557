//! A webhook: who is sent events, and how one is sent.

use hyper::StatusCode;
use kahua_play::time::Time;
use kahua_settings::config::WebhookSettings;

use crate::event::{Event, Origin};
use crate::post::{PostError, Receiver};
use crate::secret::{Secret, SecretError};

/// A receiver of events, with the secret that it shares with the arena.
#[derive(Debug)]
pub struct Webhook {
    pub(crate) settings: WebhookSettings,
    secret: Secret,
    receiver: Receiver,
}

impl Webhook {
    /// Reads the secret of this webhook.
    ///
    /// # Errors
    /// If its file can't be read, or holds something else.
    pub fn new(settings: &WebhookSettings) -> Result<Webhook, SecretError> {
        let receiver = Receiver::new(settings.url.clone());
        Ok(Webhook { secret: Secret::read(&settings.secret_file)?, receiver, settings: settings.clone() })
    }

    /// Sends an event that only shows that the webhook works. Returns what the receiver has answered.
    ///
    /// # Errors
    /// If the receiver hasn't taken it.
    pub async fn test(&self) -> Result<StatusCode, PostError> {
        self.send(&Event::test(&Origin("test".into())), 0).await
    }

    /// Sends this event once.
    pub(crate) async fn send(&self, event: &Event, missed: u64) -> Result<StatusCode, PostError> {
        // The time of this try, which receivers compare with their clocks.
        let timestamp = (Time::unix_ms() / 1000).to_string();
        let body = event.body(missed);
        let signature = self.secret.sign(&event.id, &timestamp, &body);
        let headers =
            [("webhook-id", &*event.id), ("webhook-timestamp", &*timestamp), ("webhook-signature", &*signature)];
        self.receiver.post(headers, body).await
    }
}
