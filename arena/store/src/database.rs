//! The interface between the store and a database: what it reads, and what it writes in one transaction. A database
//! only handles rows. What they mean, such as the chain or the numbers of records, is decided outside, once for all
//! databases.

mod copied;

use std::fmt;

pub(crate) use copied::{Held, PlayerRow, ReadAll, RecordRow, WriteAll};
use kahua_engine::ruleset::RulesetHash;

use super::database_error::DatabaseError;
use super::filter::Filter;
use super::record::{Finished, StoredRecord};
use super::rows::{ActRow, Begun, BotRow, Chunk, Ends, LinkRow, MatchKey, NewLink, TokenHash};

pub(crate) type Result<T> = std::result::Result<T, DatabaseError>;

/// A database that is open for reading, by several threads at once.
pub(crate) trait Source: fmt::Debug + Send + Sync {
    /// Calls `what` once with the rows, unless it fails before.
    fn read(&self, what: Reading<'_>) -> Result<()>;

    /// As [`Source::read`]; everything that `what` reads is of the same state of the store.
    fn read_state(&self, what: Reading<'_>) -> Result<()>;
}

/// What is done with the rows of a [`Source`].
pub(crate) type Reading<'r> = &'r mut dyn FnMut(&dyn Read) -> Result<()>;

/// What is read of a store.
pub(crate) trait Read {
    /// The open matches in the order of their beginnings, each with its id and its header.
    fn open_matches(&self) -> Result<Vec<(MatchKey, String, Vec<u8>)>>;

    /// The journal of an open match: the number of the first event of each chunk, and the chunk.
    fn chunks(&self, key: MatchKey) -> Result<Vec<(u32, Vec<u8>)>>;

    /// The record of this match.
    fn record(&self, id: &str) -> Result<Option<StoredRecord>>;

    /// The record with this number.
    fn numbered_record(&self, number: i64) -> Result<Option<StoredRecord>>;

    /// The match whose record has this number, though the rest of the record may not be readable.
    fn id_of(&self, number: i64) -> Result<Option<String>>;

    /// The next records after this number, in their order.
    fn records_after(&self, number: i64, limit: u32) -> Result<Vec<StoredRecord>>;

    /// The numbers of the next records after this one, in their order.
    fn numbers_after(&self, number: i64, limit: u32) -> Result<Vec<i64>>;

    /// Whether this match is open, or has a record.
    fn is_known(&self, id: &str) -> Result<bool>;

    /// The number and the digest of the record of this match.
    fn kept(&self, id: &str) -> Result<Option<(i64, Vec<u8>)>>;

    /// Whether there is a record of this match.
    fn has_record(&self, id: &str) -> Result<bool>;

    /// The matches among these that have records.
    fn recorded_among(&self, ids: &[String]) -> Result<Vec<String>>;

    /// How many records there are.
    fn record_count(&self) -> Result<i64>;

    /// Where records, links and acts end.
    fn ends(&self) -> Result<Ends>;

    /// The next summaries of records after this number, in their order.
    fn summaries_after(&self, number: i64, limit: u32) -> Result<Vec<(i64, Vec<u8>)>>;

    /// The numbers of the records that this filter selects, the highest first, all below `before`.
    fn filtered(&self, filter: &Filter, before: i64, limit: usize) -> Result<Vec<i64>>;

    /// The numbers of the next records after this one whose matches ended before this time and still have their moves.
    fn with_moves(&self, ended_before_unix_ms: i64, after: i64, limit: u32) -> Result<Vec<i64>>;

    /// The leagues of all records, by name.
    fn leagues(&self) -> Result<Vec<String>>;

    /// Whether there is a record of this league.
    fn has_records_of(&self, league: &str) -> Result<bool>;

    /// The ruleset file with this hash.
    fn ruleset(&self, hash: RulesetHash) -> Result<Option<String>>;

    /// All bots, by name.
    fn bots(&self) -> Result<Vec<BotRow>>;

    /// The bot with this name.
    fn bot(&self, name: &str) -> Result<Option<BotRow>>;

    /// The setting under this key.
    fn meta(&self, key: &str) -> Result<Option<Vec<u8>>>;

    /// The settings whose keys begin like this, by key.
    fn metas(&self, prefix: &str) -> Result<Vec<(String, Vec<u8>)>>;

    /// The hash of the link with this number.
    fn link(&self, number: i64) -> Result<Option<[u8; 32]>>;

    /// The next links after this number, each with what it is compared with.
    fn links_after(&self, number: i64, limit: u32) -> Result<Vec<LinkRow>>;

    /// The digest of the summary that the link with this number seals.
    fn sealed_summary(&self, number: i64) -> Result<Option<[u8; 32]>>;

    /// The records that have no link: their numbers and matches.
    fn unlinked(&self) -> Result<Vec<(i64, String)>>;

    /// The newest acts, in the order in which they were done.
    fn newest_acts(&self, limit: u32) -> Result<Vec<ActRow>>;

    /// The next acts after this number, in their order.
    fn acts_after(&self, number: i64, limit: u32) -> Result<Vec<ActRow>>;

    /// The size of the store in bytes.
    fn size_bytes(&self) -> Result<i64>;
}

/// What is written in one transaction. Reads in it see its own earlier writes.
pub(crate) trait Write: Read {
    /// As [`Read::ends`], before adding a record or an act: no other writer adds one until the transaction ends.
    fn ends_to_follow(&self) -> Result<Ends> {
        self.ends()
    }

    /// Adds a ruleset if it is new.
    fn keep_ruleset(&self, ruleset: &(RulesetHash, String)) -> Result<()>;

    /// Adds an open match, and its ruleset if that is new.
    fn begin(&self, begun: &Begun) -> Result<()>;

    /// Adds events to the journals of open matches.
    fn journal(&self, chunks: &[&Chunk]) -> Result<()>;

    /// Adds a record with its summary, its link and its facts, and deletes its open match.
    fn finish(&self, number: i64, finished: &Finished, link: &NewLink) -> Result<()>;

    /// Replaces a record by its summary.
    fn remove_moves(&self, number: i64, summary: &[u8], now_unix_ms: i64) -> Result<()>;

    /// Gives a bot a token and adds the bot if it is new, or takes the token of a known bot away.
    fn set_token(&self, name: &str, token: Option<TokenHash>) -> Result<()>;

    /// Sets the version of a bot, and adds the bot if it is new.
    fn set_version(&self, name: &str, version: &str) -> Result<()>;

    /// Keeps a setting.
    fn set_meta(&self, key: &str, value: &[u8]) -> Result<()>;

    /// Keeps a setting, unless there is one under this key.
    fn add_meta(&self, key: &str, value: &[u8]) -> Result<()>;

    /// Forgets a setting.
    fn clear_meta(&self, key: &str) -> Result<()>;

    /// Adds an act, and deletes those before the oldest one that is kept.
    fn add_act(&self, act: &ActRow, oldest: i64) -> Result<()>;
}
