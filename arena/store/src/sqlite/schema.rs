//! The tables of the store, and checks of the files that it opens.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::access::{self, AccessMode};
use crate::chain::HEAD_KEY;
use crate::database::Write;
use crate::database_error::{DatabaseError, ErrorKind};
use crate::error::StoreError;
use crate::secret;

/// "Kahu": marks the file as an arena's store (SQLite's `application_id`).
const APPLICATION_ID: i32 = 0x4b61_6875;

/// The format of the tables (SQLite's `user_version`).
pub(super) const NEWEST: u32 = 1;

/// How much of the write-ahead log stays on the disk once its pages are in the database file. A slow reader can make
/// the log grow.
const LOG_BYTES_KEPT: i64 = 64 * 1024 * 1024;

/// How long one process waits for another that is in the middle of a step on the file.
const BUSY: Duration = Duration::from_secs(5);

const TABLES: &str = "
CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE bots (
    name       TEXT PRIMARY KEY,
    version    TEXT NOT NULL DEFAULT '',
    token_hash BLOB CHECK (length(token_hash) = 32)
) STRICT, WITHOUT ROWID;

-- SHA-256 of the file -> the file
CREATE TABLE rulesets (
    hash BLOB PRIMARY KEY CHECK (length(hash) = 32),
    toml TEXT NOT NULL
) STRICT;

-- header: a MatchRecord without events and end
CREATE TABLE open_matches (
    key    INTEGER PRIMARY KEY,
    id     TEXT NOT NULL UNIQUE,
    header BLOB NOT NULL
) STRICT;

-- A row holds what one match did between two commits: its events in order, each a RecordedEvent with its length before.
-- Rows are only ever added at the end, whatever their match, so that a commit touches few pages.
CREATE TABLE journal (
    match_key   INTEGER NOT NULL REFERENCES open_matches ON DELETE CASCADE,
    first_event INTEGER NOT NULL,
    events      BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX journal_by_match ON journal (match_key, first_event);

-- In the order of finishing. body: the canonical bytes of the MatchRecord; digest: their SHA-256
CREATE TABLE records (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id     TEXT NOT NULL UNIQUE,
    game   TEXT NOT NULL,
    digest BLOB NOT NULL,
    body   BLOB NOT NULL
) STRICT;

-- version: the one that the bot had in this match
CREATE TABLE record_players (
    name    TEXT NOT NULL,
    number  INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
    version TEXT NOT NULL,
    PRIMARY KEY (name, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX record_players_by_number ON record_players (number, version);

-- What lists are filtered by, apart from the bodies: those are long, and a filter may have to look at every match.
CREATE TABLE record_facts (
    number          INTEGER PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    league          TEXT NOT NULL,
    game            TEXT NOT NULL,
    season          INTEGER NOT NULL,
    started_unix_ms INTEGER NOT NULL,
    ended_unix_ms   INTEGER NOT NULL
) STRICT;
CREATE INDEX record_facts_by_league ON record_facts (league);

-- The canonical bytes of each record's summary, apart from its long body: all that an arena reads of it when it starts
CREATE TABLE record_summaries (
    number INTEGER PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    body   BLOB NOT NULL
) STRICT;

-- The matches whose moves were removed: the body of their record is that of its summary, the digest is still that of the
-- complete record.
CREATE TABLE removals (
    number  INTEGER PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    unix_ms INTEGER NOT NULL
) STRICT;

-- A link for each record, as `chain.rs` says.
-- summary: SHA-256 of the summary
-- act, act_hash: the newest act when the match ended, and its hash; 0 and 32 zeros if there was none
CREATE TABLE chain (
    number   INTEGER PRIMARY KEY,
    digest   BLOB NOT NULL,
    hash     BLOB NOT NULL CHECK (length(hash) = 32),
    summary  BLOB NOT NULL CHECK (length(summary) = 32),
    act      INTEGER NOT NULL,
    act_hash BLOB NOT NULL CHECK (length(act_hash) = 32)
) STRICT;

-- What organizers have done; the oldest rows are deleted when there are too many.
-- hash: of the act and of the hash of the one before
CREATE TABLE acts (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    unix_ms   INTEGER NOT NULL,
    who       TEXT NOT NULL,
    what      TEXT NOT NULL,
    arguments TEXT NOT NULL,
    outcome   TEXT NOT NULL,
    hash      BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
";

/// The one connection that writes.
pub(super) fn open_for_writing(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(path).map_err(|error| refusal(path, error))?;
    connection.busy_timeout(BUSY)?;
    let found = check(&connection, path)?;
    // WAL: readers and the writer don't wait for each other. FULL: a commit ends when it is on the disk. That costs one
    // fsync for many matches at once, on a thread that no move waits for.
    connection.pragma_update(None, "journal_mode", "wal").map_err(|error| refusal(path, error))?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?; // the writer does it, when nobody waits
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES_KEPT)?;
    if found == 0 {
        make_tables(&mut connection)?;
    }
    Ok(connection)
}

/// A connection that can't write.
pub(super) fn open_for_reading(path: &Path) -> Result<Connection, StoreError> {
    if let Some(refused) = access::refusal(path, AccessMode::Read) {
        return Err(refused);
    }
    if !path.exists() {
        return Err(StoreError::Missing { store: path.into() });
    }
    let (connection, found) = match connect_to_read(path, false) {
        // Even a reader needs SQLite's other files. A database without them can be read only if it never changes.
        Err(StoreError::Database(error)) if matches!(error.kind(), ErrorKind::NoFile | ErrorKind::ReadOnly) => {
            access::expect_closed(path)?;
            connect_to_read(path, true)?
        }
        opened => opened?,
    };
    if found == 0 {
        return Err(StoreError::Missing { store: path.into() });
    }
    Ok(connection)
}

/// A connection that can't write, and the format of the store. For an immutable file SQLite needs neither locks nor a
/// log.
fn connect_to_read(path: &Path, is_immutable: bool) -> Result<(Connection, u32), StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let opened = match is_immutable {
        false => Connection::open_with_flags(path, flags),
        true => Connection::open_with_flags(immutable(path), flags | OpenFlags::SQLITE_OPEN_URI),
    };
    let connection = opened.map_err(|error| refusal(path, error))?;
    connection.busy_timeout(BUSY)?;
    let found = check(&connection, path)?;
    Ok((connection, found))
}

/// The URI that opens a file as immutable, with every special byte escaped.
fn immutable(path: &Path) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-".contains(&byte);
    let escaped = path.as_os_str().as_encoded_bytes().iter().map(|&byte| match is_plain(byte) {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02x}"),
    });
    format!("file:{}?immutable=1", escaped.collect::<String>())
}

/// A store without a file.
pub(super) fn open_in_memory() -> Result<Connection, StoreError> {
    let mut connection = Connection::open_in_memory()?;
    make_tables(&mut connection)?;
    Ok(connection)
}

/// The format of this store; 0 for a file without anything in it.
fn check(connection: &Connection, path: &Path) -> Result<u32, StoreError> {
    let number = |sql| connection.query_row(sql, (), |row| row.get::<_, i64>(0)).map_err(|error| refusal(path, error));
    if number("SELECT count(*) FROM sqlite_schema")? == 0 {
        return Ok(0);
    }
    if number("PRAGMA application_id")? != i64::from(APPLICATION_ID) {
        return Err(StoreError::Foreign { path: path.into(), problem: "it is another program's database".into() });
    }
    let found = number("PRAGMA user_version")?;
    let found = u32::try_from(found).map_err(|_| StoreError::Foreign {
        path: path.into(),
        problem: format!("its version is {found}, which no store can have"),
    })?;
    if found > NEWEST {
        return Err(StoreError::Newer { store: path.into(), found, known: NEWEST });
    }
    Ok(found)
}

/// Makes the tables of a new store, and its secret.
fn make_tables(connection: &mut Connection) -> Result<(), StoreError> {
    let problem = |error| DatabaseError::unexpected(format!("no secret can be made for the store: {error}"));
    let secret = secret::fresh().map_err(problem)?;
    let made = connection.transaction()?;
    made.execute_batch(TABLES)?;
    made.set_meta(HEAD_KEY, &secret)?;
    made.pragma_update(None, "application_id", APPLICATION_ID)?;
    made.pragma_update(None, "user_version", NEWEST)?;
    Ok(made.commit()?)
}

fn refusal(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            StoreError::Foreign { path: path.into(), problem: "it is not an SQLite database".into() }
        }
        _ => error.into(),
    }
}
