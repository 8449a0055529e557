//! The suspended bots: one setting of the arena for each, under the bot's name.

use kahua_core::ids::BotName;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use super::Store;
use super::error::StoreError;
use super::reader::Reader;

/// What the keys of suspensions begin with; the bot's name follows.
const PREFIX: &str = "suspended:";

impl Store {
    /// Keeps that this bot is suspended, and why. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn suspend(&self, name: &BotName, suspension: &pb::Suspension) -> Result<(), StoreError> {
        self.set_meta(&key(name), &suspension.encode_to_vec()).await
    }

    /// Keeps that this bot isn't suspended any more. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn let_back(&self, name: &BotName) -> Result<(), StoreError> {
        self.clear_meta(&key(name)).await
    }
}

impl Reader {
    /// The bots that are suspended, by name.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn suspensions(&self) -> Result<Vec<(BotName, pb::Suspension)>, StoreError> {
        let mut suspended = Vec::new();
        for (key, value) in self.metas(PREFIX)? {
            let suspension = pb::Suspension::decode(value.as_slice());
            if let (Ok(name), Ok(suspension)) = (key[PREFIX.len()..].parse(), suspension) {
                suspended.push((name, suspension));
            }
        }
        Ok(suspended)
    }
}

fn key(name: &BotName) -> String {
    format!("{PREFIX}{name}")
}
