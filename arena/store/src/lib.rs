//! The arena's memory: one SQLite file, or one PostgreSQL database, with running matches, finished records, rulesets, bots and
//! settings.
//!
//! # What survives what
//! One thread writes everything in transactions. Each takes all that has come in since the last one. A caller gets its
//! answer only when the transaction is on the disk itself (fsync).
//!
//! | what | `kill -9`, panic | power cut |
//! |---|---|---|
//! | [`Store::begin`], [`Store::finish`] and the other async verbs, once they have returned | kept | kept |
//! | an event given to [`Store::journal`] more than [`FLUSH_INTERVAL`] and one commit ago | kept | kept |
//! | a younger event | lost | lost |
//!
//! Lost events are always the last ones of a match: after a restart the store has a prefix of the events that it was
//! given. A match is either open or finished, never both, and a finished one never counts twice. A disk that confirms
//! writes before it has done them can break all of this; so can a file system shared by several machines.
//!
//! # When the disk fails
//! If a transaction can't be written (a full disk, say), the store keeps it and tries again every
//! [`STORE_RETRY_PAUSE`]. Until that works, [`Store::health`] says what is wrong, the store refuses new matches, and it
//! keeps events in memory up to [`JOURNAL_BYTES_MAX`]. Nothing that was confirmed before is touched.
//!
//! The same holds when the store's files are removed, moved away or replaced while the arena uses them: the store
//! confirms nothing until the very same files are back. The arena looks for them after each commit, and every
//! [`STORE_WATCH_INTERVAL`].
//!
//! # When the database server fails
//! The same holds when the connection to a PostgreSQL server is lost. If the answer to a commit got lost, the store
//! looks up whether the batch was committed before it writes it again.
//!
//! An arena that has [opened](Store::open) the store is alone: a second one is refused as long as the first is
//! connected. If the first loses its connection and a second one takes over, the first can't write any more. Arenas
//! that have [joined](Store::join) share the store. One that doesn't renew its lease in time loses its matches to the
//! others, and can't write any more.
//!
//! # What shows tampering
//! A record's digest shows that it was changed. The [chain](Link) of hashes over all records shows that a record was
//! deleted, or changed and sealed again, to anyone who has kept an earlier head of the chain. It also proves what
//! remains of a record when its moves are [removed](Store::remove_moves).
//!
//! [`FLUSH_INTERVAL`]: kahua_core::limits::FLUSH_INTERVAL
//! [`STORE_RETRY_PAUSE`]: kahua_core::limits::STORE_RETRY_PAUSE
//! [`STORE_WATCH_INTERVAL`]: kahua_core::limits::STORE_WATCH_INTERVAL
//! [`JOURNAL_BYTES_MAX`]: kahua_core::limits::JOURNAL_BYTES_MAX
#![cfg_attr(
    not(all(feature = "sqlite", feature = "postgres")),
    expect(dead_code, reason = "the interface has parts that only one of the databases uses")
)]
#![cfg_attr(
    not(any(feature = "sqlite", feature = "postgres")),
    expect(unused_imports, reason = "no database uses them")
)]

mod audit;
mod backend;
mod bots;
mod chain;
mod chain_check;
mod chain_fault;
mod corrections;
mod database;
mod database_error;
mod error;
mod filter;
mod location;
mod membership;
#[cfg(not(feature = "postgres"))]
mod no_postgres;
mod node;
mod open;
mod past;
#[cfg(feature = "postgres")]
mod postgres;
mod queue;
mod reader;
mod record;
mod removal;
mod rows;
mod secret;
#[cfg(feature = "simulation")]
mod simulated;
#[cfg(feature = "sqlite")]
mod sqlite;
mod store;
mod store_copy;
mod summaries;
mod suspensions;
// They are about both databases.
#[cfg(all(test, feature = "sqlite", feature = "postgres"))]
mod tests;
mod transaction;
mod turns;
mod work;
mod writer;

pub use bots::KnownBot;
pub use chain::Link;
pub use chain_fault::ChainFault;
pub use database_error::DatabaseError;
pub use error::StoreError;
pub use filter::Filter;
pub use location::{Location, ParseLocationError, PostgresUrl, StoreAddress};
pub use membership::{Membership, NodesReader};
pub use node::{ClusterSnapshot, FreeMatch, HeldMatch, Node, NodeCard, NodeNumber, Presence};
pub use queue::{Backlog, Health};
pub use reader::{OpenMatch, Reader, Records};
pub use removal::Removed;
pub use rows::{Act, TokenHash};
#[cfg(feature = "simulation")]
pub use simulated::{Condition, Crash, SimulatedDisk};
#[cfg(feature = "sqlite")]
pub use sqlite::{Compacted, StoreFile};
pub use store::Store;
pub use store_copy::{CopyError, RUNS, StoreCopy};
pub use summaries::{Cursor, ParseCursorError, Query, Summaries, match_summary};
