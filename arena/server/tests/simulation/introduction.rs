//! How a bot introduces itself to the arena.

use std::time::Duration;

use kahua_engine::Dice;
use kahua_play::Credentials;
use kahua_proto::pb::arena::v1 as pb;

use crate::plan::Character;

/// What a bot needs to connect, and what it knows of its last connection.
#[derive(Debug)]
pub(crate) struct Introduction {
    /// The bot's own token, where tokens are required.
    pub(crate) token: Option<String>,
    /// From the last Welcome, unless the bot has forgotten it.
    pub(crate) resume_token: Option<String>,
    /// The version that it will state next.
    pub(crate) version: u32,
    /// The version that it stated last.
    pub(crate) stated: u32,
    /// How long it stays away first.
    pub(crate) away: Duration,
}

impl Introduction {
    pub(crate) fn credentials(&self) -> Credentials {
        self.token.as_deref().map_or(Credentials::NOTHING, Credentials::of)
    }

    pub(crate) fn hello(&self, character: &Character) -> pb::Hello {
        pb::Hello {
            name: character.name.to_string(),
            version: self.version.to_string(),
            matches_max: Some(character.matches_max),
            library: "simulation".into(),
            resume_token: self.resume_token.clone().unwrap_or_default(),
            action_form: Some(character.form.into()),
            ..pb::Hello::default()
        }
    }

    /// The arena is gone; the bot looks for it again and again.
    pub(crate) fn lose_arena(&mut self, dice: &mut Dice) {
        self.away = Duration::from_millis(dice.below(1_000).into());
    }

    /// The arena refused the bot or ended its connection. It tries again later.
    pub(crate) fn was_refused(&mut self, dice: &mut Dice) {
        self.away = Duration::from_millis(200 + u64::from(dice.below(1_000)));
    }
}
