//! What can go wrong with the store, in words for the person who runs the arena.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use kahua_proto::pb::arena::v1 as pb;

use super::database_error::DatabaseError;
use super::location::Location;
use kahua_core::ids::MatchId;
use kahua_core::limits::CORRECTIONS_MAX;

/// Why the store can't do what it was asked for.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another arena has the store open.
    #[error("{store} is in use by another arena: stop that one, or give this one {}", own(store))]
    InUse {
        /// The store.
        store: Location,
    },
    /// A newer arena has written the store.
    #[error(
        "{store} has the store format {found}, but this arena reads formats up to {known}: use the arena that wrote it, or a \
         newer one"
    )]
    Newer {
        /// The store.
        store: Location,
        /// Its format.
        found: u32,
        /// The newest format that this arena knows.
        known: u32,
    },
    /// The file is something else.
    #[error("{} is not an arena's store: {problem}; give another file, or move this one away", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        problem: String,
    },
    /// There is no store to read.
    #[error("there is no store at {store}: an arena makes one when it is first started there")]
    Missing {
        /// Where it should be.
        store: Location,
    },
    /// The store is an unfinished copy.
    #[error(
        "{store} is an unfinished copy of another store, so it can't be used: run the same `kahua store copy` again to start it \
         over, or remove it by {}",
        removal(store)
    )]
    Unfinished {
        /// The store.
        store: Location,
    },
    /// The database server refuses to be used, or isn't there.
    #[error("the store at {store} can't be opened: {problem}")]
    Unreachable {
        /// The store.
        store: Location,
        /// What the server says, or the connection to it.
        problem: String,
    },
    /// This program was built without SQLite.
    #[error(
        "the store in {} is an SQLite file, and this program was built without SQLite: use one that was built with the \
         feature `sqlite`",
        path.display()
    )]
    NoSqlite {
        /// The store's file.
        path: PathBuf,
    },
    /// The file or its directory can't be used.
    #[error("the store at {} can't be opened: {source}", path.display())]
    Io {
        /// The store's file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// This account may not use the file or its directory.
    #[error("the store at {} can't be opened: {problem}", path.display())]
    NoAccess {
        /// The store's file.
        path: PathBuf,
        /// Who may not do what, and what to do.
        problem: String,
    },
    /// The database refuses.
    #[error("the store can't be read: {0}")]
    Database(#[from] DatabaseError),
    /// The disk can't be written, so no match can begin.
    #[error("the store can't be written: {0}")]
    Trouble(Arc<str>),
    /// The queue of events to write has reached its limit.
    #[error("the journal has {bytes} bytes waiting to be written, and no more fit: give the events again later")]
    JournalFull {
        /// How much is waiting.
        bytes: usize,
    },
    /// The match isn't open.
    #[error("match {0} is not open in the store")]
    NotOpen(MatchId),
    /// The match is open already.
    #[error("match {0} was begun before")]
    BegunBefore(MatchId),
    /// Events are missing before those given.
    #[error("match {id}: its journal ends before event {expected}, so event {given} can't follow")]
    Gap {
        /// The match.
        id: MatchId,
        /// The number of the first event given.
        given: u32,
        /// The number that comes next.
        expected: u32,
    },
    /// A header or record that can't be kept.
    #[error("the record of match {id:?} can't be kept: {problem}")]
    BadRecord {
        /// The match, as the record names it.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
    /// Another record of the match is kept.
    #[error("match {0} has ended before, with another record: the first one stays")]
    OtherRecord(MatchId),
    /// There is no room for another correction of results.
    #[error("there are {CORRECTIONS_MAX} corrections of results, which is as many as a store takes")]
    TooManyCorrections,
    /// What the store holds about a match isn't what was written.
    #[error("what the store holds of match {id} is damaged: {problem}")]
    Damaged {
        /// The match, as the row names it.
        id: String,
        /// What is wrong with it.
        problem: String,
    },
    /// This node's lease has ended, and other nodes have taken its matches over.
    #[error(
        "this node's lease on the store has ended: it couldn't renew it in time, or another node has joined under its name"
    )]
    LeaseEnded,
    /// Another node has joined under this one's name, and is there.
    #[error(
        "another arena has joined as the node {name:?} and has taken this one's place (other nodes reach it at {address}): \
         give each its own name, with `node = {{ name = … }}` in its settings"
    )]
    NameTaken {
        /// The name.
        name: String,
        /// Where the nodes reach the one that has it now.
        address: String,
    },
    /// The store was closed before this was written.
    #[error("the store was closed before this was written")]
    Closed,
}

/// What to give an arena instead.
fn own(store: &Location) -> &'static str {
    match store {
        Location::File(_) => "a data directory of its own",
        Location::Postgres(_) => "a database of its own",
    }
}

/// What removes a store.
fn removal(store: &Location) -> &'static str {
    match store {
        Location::File(_) => "deleting the file",
        Location::Postgres(_) => "`DROP SCHEMA kahua CASCADE` in that database",
    }
}

impl StoreError {
    pub(super) fn bad_record(record: &pb::MatchRecord, problem: impl Into<String>) -> StoreError {
        StoreError::BadRecord { id: record.match_id.clone(), problem: problem.into() }
    }

    pub(super) fn damaged(id: &str, problem: impl Into<String>) -> StoreError {
        StoreError::Damaged { id: id.into(), problem: problem.into() }
    }
}
