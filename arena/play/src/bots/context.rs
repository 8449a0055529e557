//! The parts of the arena that sessions use.

use std::collections::BTreeMap;
use std::sync::Arc;

use kahua_core::clock::Moment;
use kahua_core::ids::{ArenaRun, BotName};
use kahua_store::{Health, Store};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::warn;

use super::handshake_limiter::HandshakeLimiter;
use super::hello::Profile;
use super::lobby::Lobby;
use super::sender::BotSender;
use crate::auth::access::Access;
use crate::bots::resume::{ConnectionNumber, ResumeKey};
use crate::lag::Lag;
use crate::time::Time;
use kahua_settings::Rulesets;

/// Handed to every session. A session reaches matches only through the lobby's handles.
#[derive(Clone, Debug)]
pub struct SessionContext {
    pub lobby: Arc<Lobby>,
    pub access: Arc<Access>,
    pub rulesets: Rulesets,
    pub resume_key: ResumeKey,
    /// This run of the arena.
    pub run: ArenaRun,
    /// Keeps the versions of bots.
    pub store: Store,
    pub time: Time,
    pub lag: Lag,
    pub stop: CancellationToken,
    pub tasks: TaskTracker,
    pub handshakes: HandshakeLimiter,
    /// The most matches at once of those bots for which the settings say so.
    pub matches_at_once: BTreeMap<BotName, u32>,
}

impl SessionContext {
    /// How many matches this bot plays at once: as many as it takes, unless the settings say fewer.
    pub(super) fn matches_max(&self, profile: &Profile) -> u32 {
        self.matches_at_once.get(&profile.name).map_or(profile.matches_max, |max| profile.matches_max.min(*max))
    }

    /// The number of this connection among all connections of all runs.
    pub(super) fn number_of(&self, sender: &BotSender) -> ConnectionNumber {
        ConnectionNumber::new(self.run, sender.id())
    }

    /// The bot and the connection that this resume token was issued for. `None` if this arena didn't issue it, or if
    /// the bot's own token has changed since.
    pub(super) fn read_resume_token(&self, text: &str) -> Option<(BotName, ConnectionNumber)> {
        self.resume_key.read(text, |name| self.access.token_of(name))
    }

    /// The present moment, for what is read now.
    pub fn moment(&self) -> Moment {
        self.time.moment(&self.lag)
    }

    /// Writes the version that a bot gave to the store, without making the bot wait for the disk. Writes nothing while
    /// the store is in trouble: bots that reconnect again and again must not pile up work for it.
    pub(super) fn keep_version(&self, profile: &Profile) {
        if self.store.health() != Health::Well {
            return;
        }
        let (store, name, version) = (self.store.clone(), profile.name, profile.version.clone());
        self.tasks.spawn(async move {
            if let Err(problem) = store.set_version(&name, &version).await {
                warn!(%problem, bot = %name, "could not keep the bot's version");
            }
        });
    }
}
