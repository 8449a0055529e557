//! The tables of the store, how they came about version by version, and which files are refused.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::access::{self, Wanted};
use super::{facts, secret};
use crate::error::StoreError;

/// "Kahu": marks the file as an arena's store (SQLite's `application_id`).
const APPLICATION_ID: i32 = 0x4b61_6875;

/// What leads from each version to the next; the version of a store (SQLite's `user_version`) is how many of them were
/// carried out. Those that were ever released never change.
const MIGRATIONS: &[&str] = &[VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5];

/// The newest version of the tables.
pub(super) const NEWEST: u32 = MIGRATIONS.len() as u32;

/// How much of the write-ahead log stays on the disk once its pages are in the database file: a reader that took long can
/// have made it grow.
const LOG_BYTES_KEPT: i64 = 64 * 1024 * 1024;

/// How long one process waits for another that is in the middle of a step on the file.
const BUSY: Duration = Duration::from_secs(5);

const VERSION_1: &str = "
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

CREATE TABLE record_players (
    name   TEXT NOT NULL,
    number INTEGER NOT NULL REFERENCES records ON DELETE CASCADE,
    PRIMARY KEY (name, number)
) STRICT, WITHOUT ROWID;
";

const VERSION_2: &str = "
-- What lists are filtered by, apart from the bodies: those are long, and a filter may have to look at every match.
CREATE TABLE record_facts (
    number          INTEGER PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    league          TEXT NOT NULL,
    game            TEXT NOT NULL,
    started_unix_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX record_facts_by_league ON record_facts (league);
INSERT INTO record_facts (number, league, game, started_unix_ms)
    SELECT number, league_of(body), game, start_of(body) FROM records;

-- version: the one that the bot had in this match
ALTER TABLE record_players ADD COLUMN version TEXT NOT NULL DEFAULT '';
UPDATE record_players SET version =
    (SELECT version_of(body, name) FROM records WHERE records.number = record_players.number);
CREATE INDEX record_players_by_number ON record_players (number, version);
";

/// Lets a reader, which can't take the step to version 2, read a store of version 1 as if it had: the same facts,
/// computed anew for every query.
const VERSION_1_READ_AS_2: &str = "
CREATE TEMP VIEW record_facts AS
    SELECT number, league_of(body) AS league, game, start_of(body) AS started_unix_ms FROM main.records;
CREATE TEMP VIEW record_players AS
    SELECT name, number, version_of(body, name) AS version
    FROM main.record_players JOIN main.records USING (number);
";

const VERSION_3: &str = "
-- A link for each record: hash = SHA-256(hash of the link before, number as 8 bytes, the highest first, digest)
CREATE TABLE chain (
    number INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    hash   BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
INSERT INTO chain (number, digest, hash)
    WITH RECURSIVE walk (number, digest, hash) AS (
        SELECT 0, x'', zeroblob(32)
        UNION ALL
        SELECT records.number, records.digest, link_hash(walk.hash, records.number, records.digest)
        FROM walk JOIN records
            ON records.number = (SELECT min(later.number) FROM records AS later WHERE later.number > walk.number)
    )
    SELECT number, digest, hash FROM walk WHERE number > 0;
INSERT INTO meta (key, value) VALUES ('head_key', secret());

-- What organizers have done; the oldest rows are deleted when there are too many.
CREATE TABLE acts (
    number    INTEGER PRIMARY KEY AUTOINCREMENT,
    unix_ms   INTEGER NOT NULL,
    who       TEXT NOT NULL,
    what      TEXT NOT NULL,
    arguments TEXT NOT NULL,
    outcome   TEXT NOT NULL
) STRICT;
";

const VERSION_4: &str = "
-- The matches whose moves were removed: the body of their record is that of its summary, the digest is still that of the
-- complete record.
CREATE TABLE removals (
    number  INTEGER PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    unix_ms INTEGER NOT NULL
) STRICT;
ALTER TABLE record_facts ADD COLUMN ended_unix_ms INTEGER NOT NULL DEFAULT 0;
UPDATE record_facts SET ended_unix_ms =
    (SELECT end_of(body) FROM records WHERE records.number = record_facts.number);

-- summary: SHA-256 of the canonical bytes of the record's summary; NULL for a record from before this version that is gone
--     or damaged
-- act, act_hash: the newest act when the match ended, and its hash; 0 and 32 zeros if there was none
-- form: what the hash is made of; `chain.rs` has both. 1 seals no summaries: the first link of form 2 does it for all
--     links of form 1 before it
ALTER TABLE chain ADD COLUMN summary BLOB CHECK (length(summary) = 32);
ALTER TABLE chain ADD COLUMN act INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chain ADD COLUMN act_hash BLOB NOT NULL DEFAULT x'0000000000000000000000000000000000000000000000000000000000000000'
    CHECK (length(act_hash) = 32);
ALTER TABLE chain ADD COLUMN form INTEGER NOT NULL DEFAULT 1;
UPDATE chain SET summary = (SELECT summary_digest(body) FROM records WHERE records.number = chain.number);

-- hash: of the act and of the hash of the one before; NULL in acts from before this version
ALTER TABLE acts ADD COLUMN hash BLOB CHECK (length(hash) = 32);
";

const VERSION_5: &str = "
-- The summary of each record, apart from its long body: all that an arena reads of it when it starts
CREATE TABLE record_summaries (
    number INTEGER PRIMARY KEY REFERENCES records ON DELETE CASCADE,
    body   BLOB NOT NULL
) STRICT;
INSERT INTO record_summaries (number, body)
    SELECT number, summary FROM (SELECT number, summary_of(digest, body) AS summary FROM records)
    WHERE summary IS NOT NULL;
";

/// Lets a reader find the summaries that an older store will get.
const BEFORE_5_READ_AS_5: &str = "
CREATE TEMP VIEW record_summaries AS
    SELECT number, summary AS body FROM (SELECT number, summary_of(digest, body) AS summary FROM main.records)
    WHERE summary IS NOT NULL;
";

/// Lets a reader find a chain in a store of version 1 or 2 that has none, the one that it will get, and no acts.
const BEFORE_3_READ_AS_3: &str = "
CREATE TEMP VIEW chain AS
    WITH RECURSIVE walk (number, digest, hash) AS (
        SELECT 0, x'', zeroblob(32)
        UNION ALL
        SELECT records.number, records.digest, link_hash(walk.hash, records.number, records.digest)
        FROM walk JOIN main.records
            ON records.number = (SELECT min(later.number) FROM main.records AS later WHERE later.number > walk.number)
    )
    SELECT number, digest, hash, NULL AS summary, 0 AS act, zeroblob(32) AS act_hash, 1 AS form
    FROM walk WHERE number > 0;
CREATE TEMP VIEW acts AS
    SELECT 0 AS number, 0 AS unix_ms, '' AS who, '' AS what, '' AS arguments, '' AS outcome, NULL AS hash WHERE false;
";

/// Lets a reader find in a store of version 3 what the step to version 4 adds to its chain and its acts.
const VERSION_3_READ_AS_4: &str = "
CREATE TEMP VIEW chain AS
    SELECT number, digest, hash, NULL AS summary, 0 AS act, zeroblob(32) AS act_hash, 1 AS form FROM main.chain;
CREATE TEMP VIEW acts AS
    SELECT number, unix_ms, who, what, arguments, outcome, NULL AS hash FROM main.acts;
";

/// Lets a reader find no removed moves in a store of version 1, 2 or 3.
const BEFORE_4_READ_AS_4: &str = "
CREATE TEMP VIEW removals AS SELECT 0 AS number, 0 AS unix_ms WHERE false;
";

/// The one connection that writes.
pub(super) fn open_for_writing(path: &Path) -> Result<Connection, StoreError> {
    let mut connection = Connection::open(path).map_err(|error| refusal(path, error))?;
    connection.busy_timeout(BUSY)?;
    let found = check(&connection, path)?;
    // WAL: readers don't wait for the writer nor it for them. FULL: a commit ends when it is on the disk, which costs one
    // fsync for many matches at once, on a thread that nobody waits for at every move.
    connection.pragma_update(None, "journal_mode", "wal").map_err(|error| refusal(path, error))?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", 0)?; // the writer does it, when nobody waits
    connection.pragma_update(None, "journal_size_limit", LOG_BYTES_KEPT)?;
    migrate(&mut connection, found, NEWEST)?;
    Ok(connection)
}

/// A connection that can't write.
pub(super) fn open_for_reading(path: &Path) -> Result<Connection, StoreError> {
    if let Some(refused) = access::refusal(path, Wanted::Read) {
        return Err(refused);
    }
    if !path.exists() {
        return Err(StoreError::Missing { store: path.into() });
    }
    let (connection, found) = match connect_to_read(path, false) {
        // Even readers keep files beside the database. Without them it can be read if it never changes.
        Err(StoreError::Database(error)) if error.is_for_lack_of_files() => {
            access::expect_closed(path)?;
            connect_to_read(path, true)?
        }
        opened => opened?,
    };
    if found == 0 {
        return Err(StoreError::Missing { store: path.into() });
    }
    facts::add_functions(&connection)?;
    if found < 2 {
        connection.execute_batch(VERSION_1_READ_AS_2)?;
    }
    if found < 3 {
        connection.execute_batch(BEFORE_3_READ_AS_3)?;
    }
    if found == 3 {
        connection.execute_batch(VERSION_3_READ_AS_4)?;
    }
    if found < 4 {
        connection.execute_batch(BEFORE_4_READ_AS_4)?;
    }
    if found < 5 {
        connection.execute_batch(BEFORE_5_READ_AS_5)?;
    }
    Ok(connection)
}

/// A connection that can't write, with the version of the store. SQLite takes neither locks nor a log for a file that is said
/// to be immutable.
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

/// The address of a file that is said to be immutable, with every byte escaped that could mean something in it.
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
    migrate(&mut connection, 0, NEWEST)?;
    Ok(connection)
}

/// The version of this store; 0 for a file without anything in it.
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

/// Takes the steps from one version of the tables to another.
pub(crate) fn migrate(connection: &mut Connection, from: u32, to: u32) -> Result<(), StoreError> {
    facts::add_functions(connection)?;
    secret::add_function(connection)?;
    for (version, sql) in (1..=to).zip(MIGRATIONS).skip(from as usize) {
        let step = connection.transaction()?;
        step.execute_batch(sql)?;
        step.pragma_update(None, "application_id", APPLICATION_ID)?;
        step.pragma_update(None, "user_version", version)?;
        step.commit()?;
    }
    Ok(())
}

fn refusal(path: &Path, error: rusqlite::Error) -> StoreError {
    match error.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => {
            StoreError::Foreign { path: path.into(), problem: "it is not an SQLite database".into() }
        }
        _ => error.into(),
    }
}
