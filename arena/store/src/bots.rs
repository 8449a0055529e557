//! The bots that a store knows.

use kahua_core::ids::BotName;

use super::database;
use super::database_error::DatabaseError;
use super::error::StoreError;
use super::filter::Filter;
use super::reader::Reader;
use super::rows::{BotRow, TokenHash};
use super::summaries::Query;

/// A bot that the store knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownBot {
    /// Its name.
    pub name: BotName,
    /// The version that it last gave; empty if it never did.
    pub version: String,
    /// The hash of its token, if it was given one.
    pub token: Option<TokenHash>,
}

impl Reader {
    /// The bots that connected once or were given a token, by name.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn bots(&self) -> Result<Vec<KnownBot>, StoreError> {
        self.read(|rows| rows.bots()?.into_iter().map(known_bot).collect())
    }

    /// The bot with this name.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn bot(&self, name: &BotName) -> Result<Option<KnownBot>, StoreError> {
        self.read(|rows| rows.bot(name.as_str())?.map(known_bot).transpose())
    }

    /// Whether the store knows this bot. It is enough that the bot is suspended or has played, also at a table with
    /// people, or in records that were copied from another store.
    ///
    /// # Errors
    /// If the disk can't be read.
    pub fn knows_bot(&self, name: &BotName) -> Result<bool, StoreError> {
        if self.bot(name)?.is_some() || self.suspensions()?.iter().any(|(suspended, _)| suspended == name) {
            return Ok(true);
        }
        let filter = Filter { bot: Some(*name), running: Some(false), ..Filter::default() };
        Ok(!self.summaries(&Query { filter, after: None, limit: 1 })?.matches.is_empty())
    }
}

fn known_bot(row: BotRow) -> database::Result<KnownBot> {
    let name = row.name.parse().map_err(|error| DatabaseError::unexpected(format!("among the bots: {error}")))?;
    Ok(KnownBot { name, version: row.version, token: row.token.map(TokenHash) })
}
