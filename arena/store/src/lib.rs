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
mod store;
mod store_copy;
mod summaries;
mod suspensions;
#[cfg(test)]
mod tests;
mod turns;
mod work;
mod writer;

pub use audit::Act;
pub use chain::{ChainFault, Link};
pub use database::DatabaseError;
pub use error::StoreError;
pub use location::{Location, ParseLocationError, PostgresUrl, StoreAddress};
pub use node::{ClusterSnapshot, FreeMatch, HeldMatch, Membership, Node, NodeCard, NodeNumber, Presence};
pub use queue::{Backlog, Health};
pub use reader::{KnownBot, OpenMatch, Reader, Records};
pub use removal::Removed;
#[cfg(feature = "simulation")]
pub use simulated::{Condition, Crash, SimulatedDisk};
pub use sqlite::Compacted;
pub use store::Store;
pub use store_copy::{CopyError, RUNS, StoreCopy};
pub use summaries::{Cursor, Filter, ParseCursorError, Query, Summaries};
pub use work::TokenHash;
