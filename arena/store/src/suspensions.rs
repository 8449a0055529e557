//! The bots that are suspended, among the arena's settings: one for each, under the bot's name.

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
        let connection = self.lock();
        let sql = "SELECT key, value FROM meta WHERE key GLOB ?1 || '*' ORDER BY key";
        let mut rows = connection.prepare_cached(sql)?;
        let rows = rows.query_map([PREFIX], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?)))?;
        let mut suspended = Vec::new();
        for row in rows {
            let (key, value) = row?;
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
