//! What a copy of a whole store needs from a database in addition to what an arena needs: all rows as they are, many at
//! once.

use std::fmt;

use kahua_engine::ruleset::RulesetHash;

use super::{Read, Result, Write};
use crate::error::StoreError;
use crate::rows::{ActRow, LinkRow, MatchKey};

/// What is read of a store that is to be copied.
pub(crate) trait ReadAll: Read {
    /// All ruleset files, by their hashes.
    fn rulesets(&self) -> Result<Vec<(RulesetHash, String)>>;

    /// The next records after this number, in their order.
    fn record_rows_after(&self, number: i64, limit: u32) -> Result<Vec<RecordRow>>;

    /// The players of the records from this number to that one.
    fn players_of(&self, first: i64, last: i64) -> Result<Vec<PlayerRow>>;

    /// How many arenas have opened the store for writing, if the database counts them itself.
    fn epoch(&self) -> Result<i64>;
}

/// What is written to the copy.
pub(crate) trait WriteAll: Write {
    /// Adds a ruleset file.
    fn add_ruleset(&self, hash: RulesetHash, toml: &str) -> Result<()>;

    /// Adds an open match without its journal.
    fn add_open_match(&self, key: MatchKey, id: &str, header: &[u8]) -> Result<()>;

    /// Adds records without their links.
    fn add_records(&self, records: &[RecordRow], players: &[PlayerRow]) -> Result<()>;

    /// Adds links of the chain, whether or not their records exist.
    fn add_links(&self, links: &[LinkRow]) -> Result<()>;

    /// Adds acts of organizers.
    fn add_acts(&self, acts: &[ActRow]) -> Result<()>;

    /// Notes the highest numbers that a record and an act ever had.
    fn set_ends(&self, number: i64, act_number: i64) -> Result<()>;

    /// Notes that this many arenas have opened the store for writing, if the database counts them itself.
    fn set_epoch(&self, epoch: i64) -> Result<()>;
}

/// A store that is locked during a copy: no arena can open it for writing.
pub(crate) trait Held: fmt::Debug {
    /// What it has.
    fn rows(&self) -> &dyn ReadAll;

    /// Writes something in one transaction. A power cut may undo it.
    fn write(&self, what: &dyn Fn(&dyn WriteAll) -> Result<()>) -> Result<()>;

    /// Writes something in one transaction. When it returns, this and all that was written before is on the disk.
    fn write_durably(&self, what: &dyn Fn(&dyn WriteAll) -> Result<()>) -> std::result::Result<(), StoreError>;
}

/// A record as it is in the store, sound or not, with the columns that lists are filtered by.
#[derive(Debug)]
pub(crate) struct RecordRow {
    pub(crate) number: i64,
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) league: String,
    pub(crate) season: i64,
    pub(crate) started_unix_ms: i64,
    pub(crate) ended_unix_ms: i64,
    /// `None` for a record that has its moves.
    pub(crate) removed_unix_ms: Option<i64>,
    pub(crate) digest: Vec<u8>,
    pub(crate) summary: Vec<u8>,
    pub(crate) body: Vec<u8>,
}

/// A bot that played in a match, once for all its seats.
#[derive(Debug)]
pub(crate) struct PlayerRow {
    /// The number of the record.
    pub(crate) number: i64,
    pub(crate) name: String,
    pub(crate) version: String,
}
