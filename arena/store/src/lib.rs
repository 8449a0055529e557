//! The arena's memory: one SQLite file, or one PostgreSQL database, with running matches, finished records, rulesets, bots and
//! settings.
//!
//! # What survives what
//! Everything is written by one thread in transactions, each of which gathers what came in meanwhile. A transaction is on
//! the disk itself (fsync) before anybody is told that it is.
//!
//! | what | `kill -9`, panic | power cut |
//! |---|---|---|
//! | [`Store::begin`], [`Store::finish`] and the other async verbs, once they have returned | kept | kept |
//! | an event given to [`Store::journal`] more than [`FLUSH_INTERVAL`] and one commit ago | kept | kept |
//! | a younger event | lost | lost |
//!
//! Lost events are always the last ones of a match: what is found after a restart is a prefix of what was given. A
//! match is either open or finished, never both, and a finished one never counts twice. A disk that confirms writes which
//! it hasn't done can break all of this; so can a file system shared by several machines.
//!
//! # When the disk fails
//! A transaction that can't be written (a full disk, say) is kept and tried again every [`STORE_RETRY_PAUSE`]; meanwhile
//! [`Store::health`] says what is wrong, new matches are refused, and events are kept in memory up to
//! [`JOURNAL_BYTES_MAX`]. Nothing that was confirmed before is touched.
//!
//! The same holds when the store's files are removed, moved away or replaced while the arena uses them: nothing is confirmed
//! until the very same files are back. The arena looks for them after each commit, and every [`STORE_WATCH_INTERVAL`].
//!
//! # When the database server fails
//! The same holds when the connection to a PostgreSQL server is lost. Whether the batch was committed whose answer got lost
//! is looked up before it is written again.
//!
//! An arena that has [opened](Store::open) the store is alone: a second one is refused as long as the first is connected, and if
//! another one has taken over meanwhile, the first writes nothing more. Arenas that have [joined](Store::join) share the store;
//! one that doesn't renew its lease in time loses its matches to the others, and writes nothing more.
//!
//! # What shows tampering
//! A record's digest shows that it was changed. The [chain](Link) of hashes over all records shows that one was deleted, or
//! changed and sealed again, to those who have kept an earlier head of it. It also proves what remains of a record when its
//! moves are [removed](Store::remove_moves).
//!
//! [`FLUSH_INTERVAL`]: kahua_core::limits::FLUSH_INTERVAL
//! [`STORE_RETRY_PAUSE`]: kahua_core::limits::STORE_RETRY_PAUSE
//! [`STORE_WATCH_INTERVAL`]: kahua_core::limits::STORE_WATCH_INTERVAL
//! [`JOURNAL_BYTES_MAX`]: kahua_core::limits::JOURNAL_BYTES_MAX

mod audit;
mod chain;
mod database;
mod error;
mod location;
mod node;
mod past;
mod postgres;
mod queue;
mod reader;
mod record;
mod removal;
mod secret;
#[cfg(feature = "simulation")]
mod simulated;
mod sqlite;
mod store_copy;
mod summaries;
mod suspensions;
#[cfg(test)]
mod tests;
mod turns;
mod work;
mod writer;

use std::sync::Arc;

use kahua_engine::ruleset::RulesetHash;
use kahua_proto::pb::arena::v1 as pb;
use prost::Message;

use kahua_core::ids::{BotName, MatchId};
use kahua_core::referee::EncodedEvents;

pub use audit::Act;
pub use chain::{ChainFault, Link};
pub use database::DatabaseError;
pub use error::StoreError;
pub use location::{Location, ParseLocationError, PostgresUrl, StoreAddress};
pub use node::{ClusterSnapshot, FreeMatch, HeldMatch, Membership, Node, NodeCard, NodeNumber, Presence};
pub use postgres::PostgresError;
pub use queue::{Backlog, Health};
pub use reader::{KnownBot, OpenMatch, Reader, Records};
pub use removal::Removed;
#[cfg(feature = "simulation")]
pub use simulated::{Condition, Crash, SimulatedDisk};
pub use sqlite::Compacted;
pub use store_copy::{CopyError, RUNS, StoreCopy};
pub use summaries::{Cursor, Filter, ParseCursorError, Query, Summaries};
pub use work::TokenHash;

use database::Begun;
use queue::Queue;
use record::Finished;
use sqlite::SqliteFile;
use work::{MatchKey, Work};
use writer::{WriteTarget, Writer};

/// A store that may be written: a handle, cheap to clone. The file is freed for others when the last handle is dropped;
/// what was given until then is written first.
#[derive(Clone, Debug)]
pub struct Store {
    reader: Reader,
    // The writer ends when the last handle goes; it must not be kept alive by anything else.
    writer: Arc<Writer>,
    /// Which arena this is among those of a store on a server.
    node: Option<NodeNumber>,
}

impl Store {
    /// Opens the store at this place for the one arena that may write it. Makes the file and its directory if there are
    /// none, and nobody but their owner can read them from then on; makes the tables in a database without a store.
    ///
    /// # Errors
    /// If another arena has it open, if it is an unfinished copy, if a newer arena has written it, if the file is something else, or can't be used, or if
    /// the database server can't.
    pub fn open(store: impl Into<Location>) -> Result<Store, StoreError> {
        let store = store.into();
        match &store {
            Location::File(path) => {
                let file = sqlite::open_for_writing(path)?;
                Store::start(Reader::open(store)?, file, None)
            }
            Location::Postgres(url) => {
                let writer = postgres::open_for_writing(url)?;
                let node = writer.node();
                Store::start(Reader::open(store)?, writer, Some(node))
            }
        }
    }

    /// Whether an arena has the store at this place open for writing.
    ///
    /// # Errors
    /// If the directory of the file can't be read, or the database server can't be asked.
    pub fn is_in_use(store: impl Into<Location>) -> Result<bool, StoreError> {
        match store.into() {
            Location::File(path) => sqlite::is_in_use(&path),
            Location::Postgres(url) => postgres::is_in_use(&url),
        }
    }

    /// A store in memory, gone with its last handle: for tests, and for matches that nobody wants to keep.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn open_in_memory() -> Result<Store, StoreError> {
        let connection = sqlite::open_in_memory()?;
        Store::start(Reader::sharing(Arc::clone(&connection)), SqliteFile::in_memory(connection), None)
    }

    fn start(reader: Reader, place: impl WriteTarget + 'static, node: Option<NodeNumber>) -> Result<Store, StoreError> {
        let last_key = node.map(MatchKey::before_all_of).unwrap_or_default();
        let queue = Arc::new(Queue::new(&reader.keyed_open_matches()?, last_key));
        let writer = Arc::new(Writer::spawn(queue, place));
        Ok(Store { reader, writer, node })
    }

    /// What the store holds on disk. It doesn't show what is still waiting to be written.
    #[must_use]
    pub fn reader(&self) -> &Reader {
        &self.reader
    }

    /// Whether writing works; if not, why.
    #[must_use]
    pub fn health(&self) -> Health {
        self.writer.queue().health()
    }

    /// What waits to be written.
    #[must_use]
    pub fn backlog(&self) -> Backlog {
        self.writer.queue().backlog()
    }

    /// Keeps a ruleset, for a match that ends without having been begun here. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn keep_ruleset(&self, toml: &str) -> Result<(), StoreError> {
        self.write(Work::KeepRuleset { ruleset: (RulesetHash::of(toml), toml.into()) }).await
    }

    /// Opens a match: keeps its header (a record without events and end) and its ruleset. Returns when both are durable.
    ///
    /// # Errors
    /// If the match was begun before, the header isn't one, the ruleset isn't the header's, or the disk can't be written.
    pub async fn begin(&self, header: &pb::MatchRecord, ruleset_toml: &str) -> Result<(), StoreError> {
        let (id, key) = self.add_open_match(header, ruleset_toml, self.node).await?;
        self.writer.queue().open_match(id, key);
        Ok(())
    }

    /// Opens a match that any node of the store may take and play. Returns when it is durable.
    ///
    /// # Errors
    /// As [`Store::begin`].
    pub async fn offer(&self, header: &pb::MatchRecord, ruleset_toml: &str) -> Result<(), StoreError> {
        self.add_open_match(header, ruleset_toml, None).await.map(drop)
    }

    async fn add_open_match(
        &self,
        header: &pb::MatchRecord,
        ruleset_toml: &str,
        node: Option<NodeNumber>,
    ) -> Result<(MatchId, MatchKey), StoreError> {
        let id = record::match_id(header)?;
        let hash = RulesetHash::of(ruleset_toml);
        if header.ruleset_hash != hash.0 {
            return Err(StoreError::bad_record(
                header,
                "the ruleset given with it isn't the one that its header names",
            ));
        }
        if let Health::Trouble(problem) = self.health() {
            return Err(StoreError::Trouble(problem));
        }
        let key = self.writer.queue().new_key();
        let (header, ruleset) = (header.encode_to_vec(), (hash, ruleset_toml.into()));
        self.write(Work::Begin(Begun { key, id, header, ruleset, node })).await?;
        Ok((id, key))
    }

    /// Adds the next events of an open match to its journal. Returns at once: they are durable soon after. Events that the
    /// journal has already are skipped, so a caller that isn't sure may give them again.
    ///
    /// # Errors
    /// If the match isn't open, if events before the first one are missing, or if too much is waiting to be written; then
    /// nothing was taken, and the caller gives the same events again with its next ones.
    pub fn journal(&self, id: MatchId, events: EncodedEvents<'_>) -> Result<(), StoreError> {
        self.writer.queue().journal(id, events)
    }

    /// Keeps a finished match for good and closes its journal, both in one step. Returns the record's number when that is
    /// durable; once called it happens even if the future is dropped. The same record again changes nothing.
    ///
    /// Numbers rise by one from record to record, and [`Reader::records`] reads in their order. Who waits for several
    /// records at once may be told of them in another order.
    ///
    /// # Errors
    /// If the record's digest isn't that of its bytes, or another record of this match is kept already.
    pub async fn finish(&self, record: &pb::MatchRecord) -> Result<i64, StoreError> {
        let finished = Finished::of(record)?;
        self.writer.queue().close_match(finished.id);
        let answer = self.writer.queue().push(Work::Finish(finished)).await.unwrap_or(Err(StoreError::Closed));
        answer.map(|number| number.expect("a record that was kept has a number"))
    }

    /// Gives a bot this token, known before or not. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn set_token(&self, name: &BotName, token: TokenHash) -> Result<(), StoreError> {
        self.write(Work::SetToken { name: *name, token }).await
    }

    /// Takes the token of a bot away, if it has one. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn clear_token(&self, name: &BotName) -> Result<(), StoreError> {
        self.write(Work::ClearToken { name: *name }).await
    }

    /// Notes the version that a bot gave when it connected; a new bot becomes known by this. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn set_version(&self, name: &BotName, version: &str) -> Result<(), StoreError> {
        self.write(Work::SetVersion { name: *name, version: version.into() }).await
    }

    /// Keeps a setting of the arena under this key, in place of an earlier one. It is taken at once, so the last call counts,
    /// and durable when the future resolves.
    ///
    /// # Errors
    /// If the store was closed.
    pub fn set_meta(&self, key: &str, value: &[u8]) -> impl Future<Output = Result<(), StoreError>> + Send + use<> {
        let written = self.writer.queue().push(Work::SetMeta { key: key.into(), value: value.into() });
        async { written.await.unwrap_or(Err(StoreError::Closed)).map(drop) }
    }

    /// The setting under this key, which is this one if there was none before: whoever else asks for it gets the same. Durable
    /// on return.
    ///
    /// # Errors
    /// If the store was closed, or can't be read.
    pub async fn meta_or(&self, key: &str, value: &[u8]) -> Result<Vec<u8>, StoreError> {
        if let Some(kept) = self.reader.meta(key)? {
            return Ok(kept);
        }
        self.write(Work::AddMeta { key: key.into(), value: value.into() }).await?;
        Ok(self.reader.meta(key)?.unwrap_or_else(|| value.into()))
    }

    /// Forgets the setting under this key. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    async fn clear_meta(&self, key: &str) -> Result<(), StoreError> {
        self.write(Work::ClearMeta { key: key.into() }).await
    }

    /// Notes what an organizer has done. Durable on return.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn note_act(&self, act: Act) -> Result<(), StoreError> {
        self.write(Work::Note(act)).await
    }

    /// Returns when everything that was given before is durable.
    ///
    /// # Errors
    /// If the store was closed.
    pub async fn sync(&self) -> Result<(), StoreError> {
        self.write(Work::Sync).await
    }

    async fn write(&self, work: Work) -> Result<(), StoreError> {
        let answer = self.writer.queue().push(work);
        answer.await.unwrap_or(Err(StoreError::Closed)).map(drop)
    }
}
